// Two friends over a year and a half in twenty-six sessions: pottery and climbing come up in most of them, photographs are told of,
// and every piece of news is cheered and asked about in its own words.

export const RIDGE_CONVERSATION = `# 1
Tessa: Hey Omar! Wow, it's really been a while. How are you doing these days?
Omar: Hi Tessa! So good to hear from you. Work's been swamping me, but I got out to the crag on Sunday and it saved my week.
Tessa: That's great! I remember you saying you wanted to get into climbing. Are you any good yet?
Omar: Getting there, haha. I only started in January, but I can hold on longer than two minutes now. What about you, anything new?
Tessa: Actually, yes! I signed up for a pottery class last week. Just a beginners' thing on Thursday evenings.
Omar: Oh nice, pottery! What made you pick that?
Tessa: After the divorce I needed something that's only mine. And at the clinic I use my hands to fix people all day, so why not make something for a change.
Omar: That makes a lot of sense. I'm glad you're doing something for yourself, Tessa. How's Maya coping with it all?
Tessa: She's okay, thanks for asking. She's seven now and mostly upset that the cat can't be at both homes.
Omar: Poor kid! Cats do have a mind of their own. Which one is that, the orange one?
Tessa: Yes, Biscuit! Here, look at this troublemaker. [shares a photo of an orange cat asleep in a fruit bowl]
Omar: Haha, what a life. I've been thinking about getting a dog, but I'm hardly ever home.
Tessa: You'd be a great dog dad. Maybe when work calms down?
Omar: Maybe. We've got a huge migration project until summer, so I'm staring at spreadsheets till late every day.
Tessa: Hang in there! Take care of yourself too, okay?
Omar: Will do. Let's talk soon, Tessa!
# 2
Omar: Hey Tessa, how's it going? How was pottery?
Tessa: Hey Omar! It was so much fun. My first bowl collapsed right on the wheel and I laughed until I cried.
Omar: Haha, sounds like the right attitude! Did you manage to save it?
Tessa: Mr. Halloran, our teacher, said we should keep one disaster each. So it's sitting on my windowsill. [shares a photo of a lopsided grey bowl next to a cactus]
Omar: I love it! It's got character. Honestly, it looks like modern art.
Tessa: You're too kind. How about you, been climbing?
Omar: Yes! Yesterday I went with my brother. He's way better than me, he's been at it for ten years, and he never lets me forget it.
Tessa: Brothers! Is that Yusuf? I met him at your birthday once, I think.
Omar: That's him. He moved back here from Leeds last month, so we finally get to hang out again.
Tessa: That must be lovely for both of you. Family nearby makes all the difference.
Omar: It really does. My mum's over the moon, she cooks for an army every Friday.
Tessa: Mmm, I still dream of her lentil soup. Say hi to her from me!
Omar: I will! You should come by some time. And what's Maya up to?
Tessa: She lost her first front tooth on Tuesday and insists on a receipt from the tooth fairy.
Omar: A receipt, haha! She'll be an accountant one day.
Tessa: Probably! Okay, I've got to get her to bed. Bye Omar!
# 3
Tessa: Omar! I have news. I've decided to train for a half marathon.
Omar: What? That's awesome, Tessa! Where did that come from?
Tessa: A patient of mine is seventy-one and runs three times a week. I figured I've got no excuse anymore.
Omar: Haha, fair enough. When's the race?
Tessa: In October, along the river. So I've got about six months to stop wheezing.
Omar: You've got this! Do you have a plan or are you just winging it?
Tessa: I got an app, and my sister Anneke promised to run with me on weekends. She did one in Rotterdam two years ago.
Omar: It's great to have someone to keep you going. Climbing's the same for me, I'd never go alone.
Tessa: How's that coming along? Any big goals?
Omar: There's a route called the Grey Widow that I want to get up before the year's over. I fell off it four times last weekend.
Tessa: Four times! Are you all right? Please tell me you wear a helmet.
Omar: Of course, don't worry. Just scraped knuckles. [shares a photo of two taped hands holding a coffee cup]
Tessa: Ouch! As a physio I have to tell you to rest those fingers. Seriously.
Omar: Yes, doctor! I'll take it easy this week, I've got deadlines anyway.
Tessa: Good. And keep me posted about the Widow!
Omar: I will. Good luck with the running!
# 4
Omar: Hi Tessa! How have you been? How's the training?
Tessa: Hi Omar! Slow but steady. I managed six kilometres without stopping on Saturday, and Anneke bought me a croissant as a prize.
Omar: Well deserved! Six is more than I could do. I'm so proud of you.
Tessa: Thanks! It clears my head. How are things with you?
Omar: Kind of crazy. I think I met someone. Her name's Linh, she was belaying next to us at the gym and we got talking.
Tessa: Ooh, tell me more! What's she like?
Omar: She's funny and really calm. She works as a sound engineer at the theatre and knows more about knots than anyone I've met.
Tessa: She sounds wonderful! Have you been out together yet?
Omar: We went for noodles last Friday and ended up walking around town until two in the morning.
Tessa: Aww, I'm so happy for you! That's the best kind of evening.
Omar: It was. I haven't felt like this in ages. Anyway, what's happening in the clay world?
Tessa: I made a set of four mugs! The glaze came out a deep blue with tiny speckles. [shares a photo of four blue mugs on a wooden shelf]
Omar: Those are gorgeous! You could sell those, seriously.
Tessa: Oh stop it. But Mr. Halloran did say the same thing, so who knows.
Omar: Listen to the man! I'd buy the first one.
Tessa: Haha, deal. Talk to you soon!
# 5
Tessa: Hey Omar, how are you? I've had quite a week.
Omar: Hey! What happened? I hope it's nothing bad.
Tessa: Maya broke her wrist on the trampoline on Wednesday. She's fine now, but we spent five hours at the hospital.
Omar: Oh no, poor Maya! Is she in a lot of pain?
Tessa: Not anymore. She picked a purple cast and everybody in her class has signed it, even the headteacher.
Omar: Tough girl! Give her a hug from me. And how are you holding up?
Tessa: I was a wreck, to be honest. Her dad came too, and for once we didn't argue. So something good came of it.
Omar: That's really good to hear. It can't be easy for either of you.
Tessa: No, but we're learning. How's Linh?
Omar: She's great! She took me to the theatre last night and let me sit in the booth while she ran the show. It was fascinating.
Tessa: How cool! What was playing?
Omar: It was The Tempest, and she made the whole storm with a sheet of metal and two microphones.
Tessa: That's amazing, I'd have loved to see that. And work, still swamped?
Omar: Worse. My boss wants me to lead the second phase, and honestly I'm not sure I want to do this for the rest of my life.
Tessa: That's a big thought. What would you do instead?
Omar: No idea yet. Something with people and less with spreadsheets. I'll let you know when I find out!
# 6
Omar: Tessa, hi! You won't believe what I did.
Tessa: Hi Omar! With you it could be anything. Tell me!
Omar: I got a dog! She's a two-year-old mutt from the rescue centre, and her name's Mango. [shares a photo of a brown dog with one floppy ear in the back of a car]
Tessa: Oh my goodness, she's adorable! That ear! How did this happen?
Omar: Linh volunteers there once a month and I came along on Saturday. Mango put her head on my shoe and that was that.
Tessa: Haha, she chose you! How does she like her new home?
Omar: She's already eaten one climbing shoe and she's scared of the vacuum cleaner, but otherwise she's an angel.
Tessa: Biscuit once ate a whole candle, so I feel your pain. Are you allowed to take her to the office?
Omar: Two days a week. The rest of the time my mum takes her, and I think Mango's getting fat on lamb scraps.
Tessa: Lucky dog! I'm so happy for you. You needed a companion.
Omar: I did. What's new with you? How's the running?
Tessa: I hurt my knee a bit, so I've had to cut back. It's embarrassing for a physiotherapist, isn't it?
Omar: Not at all! You've got to practise what you preach though. Rest!
Tessa: I know, I know. So I've been spending more time at the studio. I'm trying to make a teapot and the lid never fits.
Omar: I'm sure you'll crack it. Well, not literally, I hope.
Tessa: Ha! Good one. Take care, and give Mango a belly rub!
# 7
Tessa: Hey Omar! How's everything? It's been so hot here lately.
Omar: Hi Tessa! Tell me about it. Mango just lies on the kitchen tiles all day.
Tessa: Smart girl. We went to the lake with Anneke and her boys at the weekend, and Maya learned how to dive.
Omar: How lovely! With the cast off, I suppose?
Tessa: Yes, it came off two weeks ago. She kept it in a box because of all the signatures.
Omar: Haha, of course she did. I was outdoors too. Linh and I camped in the Peak District for three nights.
Tessa: Wow, camping together, that's serious! How was it?
Omar: It rained every single night and the tent leaked, but we climbed a lot and played cards by headlamp. I loved it. [shares a photo of a small green tent under a dark sky]
Tessa: That looks so cozy and so wet! You two must get along really well.
Omar: We do. I taught her backgammon, the way my grandfather taught me, and now she beats me.
Tessa: Serves you right. I've got some news as well: I sold my first piece!
Omar: No way! Congratulations, Tessa! What did you sell?
Tessa: One of the blue mugs. A woman in the class wanted it for her husband's desk and paid me twenty pounds.
Omar: That's fantastic! See, I told you so. You're a professional potter now.
Tessa: Hardly, but it did feel great. I bought a set of carving tools with the money.
Omar: Investing in the business already. I'm impressed! Catch you later, Tessa.
# 8
Omar: Hi Tessa. Sorry I haven't been in touch, it's been a tough couple of weeks.
Tessa: Hey Omar, no worries at all. What's going on? Are you okay?
Omar: My dad had a stroke on the ninth. He's stable now, but his left side is weak and his speech is slow.
Tessa: Oh Omar, I'm so sorry. That must have been terrifying. How's your mum doing?
Omar: She hardly leaves his bed. Yusuf and I take turns so that she gets some sleep.
Tessa: You're good sons. What do the doctors say?
Omar: That the first months matter most. They want him to begin rehab next week and I don't understand half of what they're telling us.
Tessa: Listen, that's what I do every day. Send me the papers and I'll go through them with you, and I can show him exercises too.
Omar: Would you really? That would mean the world to us, Tessa.
Tessa: Of course. I've worked with stroke patients for eight years, and lots of them get most of their movement back.
Omar: Thank you. That's the first hopeful thing I've heard in days.
Tessa: Are you getting any rest yourself? Do you have someone to lean on?
Omar: Linh's been incredible, she cooks and walks Mango. And I haven't climbed in three weeks, which is fine.
Tessa: Your body will tell you when it's time. Be gentle with yourself.
Omar: I'll try. Thanks for being there, Tessa.
Tessa: Always. Call me at any hour, I mean it.
# 9
Tessa: Hi Omar! How's your dad this week?
Omar: Hey Tessa! A bit better, actually. Thanks to your exercises he lifted a cup by himself on Monday.
Tessa: That's wonderful news! It's his hard work, I only showed him how. He's got such a dry sense of humour, too.
Omar: He calls you the general. He says nobody has bossed him around like that since the navy.
Tessa: Haha, I'll take it as a compliment! I'll come again on Thursday.
Omar: You're the best. How's your knee? The race is soon, isn't it?
Tessa: Five weeks from now. I'm up to fourteen kilometres, and my physio colleague says I'm good to go.
Omar: That's so inspiring. We'll all be there to cheer for you, Mango too.
Tessa: Aww, you'd better! I'll need it around kilometre eighteen.
Omar: You've got it. I went up the wall again for the first time yesterday, and I was so weak, but it felt good.
Tessa: I'm glad! It's important to keep something for yourself when you take care of others.
Omar: That's what Linh said. What about pottery, are you still going?
Tessa: I am! The teapot finally works, lid and all. I gave it to Anneke for her fortieth. [shares a photo of a round green teapot with a bamboo handle]
Omar: It's beautiful, that handle is such a nice touch! She must have loved it.
Tessa: She cried a little. And then her youngest filled it with lemonade.
Omar: Kids! Well, give everyone my best. Bye Tessa!
# 10
Omar: Tessa! I'm still hoarse from all the shouting. How are your legs?
Tessa: Hi Omar! I can't walk down stairs, but I did it! Two hours and eleven minutes!
Omar: You were amazing! I saw you at the bridge and you were actually smiling.
Tessa: That was because Mango was wearing that ridiculous bib. Whose idea was it?
Omar: Linh's, of course. She sewed it the night before. [shares a photo of a brown dog in a yellow vest that says Go Tessa]
Tessa: I'm going to frame that picture. And your dad came too! I couldn't believe it when I saw the wheelchair.
Omar: He insisted. It was his first trip outside since the hospital, and he talked about it all evening.
Tessa: That made my day more than the medal did. How's he doing with the stairs?
Omar: Slowly. He can do four steps with the rail. And he's begun to play backgammon again, with his left hand, like you told him to.
Tessa: Perfect! That's better than any of my exercises.
Omar: So what's next for you? A full marathon?
Tessa: Oh no, absolutely not. Next I'm going to lie on the sofa with Biscuit and read.
Omar: You've earned it. What are you reading?
Tessa: A biography of Bernard Leach, the potter. Mr. Halloran lent it to me and it's surprisingly gripping.
Omar: Sounds right up your street. Enjoy your rest, champion!
Tessa: Thank you, Omar. And thanks for coming, all of you!
# 11
Tessa: Hey Omar, how are you? I feel like autumn just flew by.
Omar: Hi Tessa! Same here. I've got something big to tell you. I handed in my notice at work.
Tessa: You did what? Wow! How do you feel?
Omar: Terrified and about ten kilos lighter. My last day is the thirtieth of November.
Tessa: That's so brave! What made you finally do it?
Omar: Dad, mostly. Seeing him in that bed I kept thinking that I don't want to look back on twenty years of spreadsheets.
Tessa: I understand that completely. Do you have a plan?
Omar: Sort of. Yusuf and I want to open a small bouldering hall with a café in it. We've been dreaming about it since spring.
Tessa: Omar, that's perfect for you! People, coffee and climbing, all in one place.
Omar: That's the idea! We looked at an old tram depot near the canal yesterday. It's got eleven-metre ceilings. [shares a photo of an empty brick hall with tall dirty windows]
Tessa: What a space! All that light! Can you afford it?
Omar: Not without a loan. We've got a meeting at the bank next Wednesday and I'm already sweating.
Tessa: I'll keep my fingers crossed. If you need somebody to look over your numbers, well, don't ask me. But I can bring cake.
Omar: Haha, cake is exactly what's needed. How's Maya?
Tessa: She's obsessed with chess now. She joined the club at school and she's the only girl, which makes her even more determined.
Omar: Good for her! Dad would love to play her. Let's arrange that soon.
# 12
Omar: Hi Tessa! Guess what, the bank said yes!
Tessa: Oh Omar, that's fantastic! I'm so thrilled for you both!
Omar: Thank you! We signed on Monday. We get the keys to the depot in the new year.
Tessa: Incredible. How much did they give you, if I may ask?
Omar: Ninety thousand. It makes me dizzy to say it. Yusuf is putting in his savings as well.
Tessa: That's a lot of coffee to sell! But I believe in you. What are you going to call it?
Omar: We're fighting about it. Yusuf wants something tough like Iron Grip, and I'd like something friendlier.
Tessa: Definitely friendlier! What does Linh say?
Omar: She says to name it after the dog. So we may end up with Mango's.
Tessa: Haha, I love that! It's warm and nobody will forget it.
Omar: You may be right. How was the Christmas market? You had a stall, didn't you?
Tessa: I shared one with two others from the class. I sold nineteen pieces in one weekend! My little owl candleholders were gone by noon.
Omar: Nineteen, wow! That's brilliant, Tessa. You must be so proud.
Tessa: I am. And my fingers nearly froze off. [shares a photo of a market stall with fairy lights and rows of small clay owls]
Omar: They look so cute! Save one for my mum, will you?
Tessa: I've already wrapped one for her. Merry Christmas, Omar!
# 13
Tessa: Happy New Year, Omar! How were your holidays?
Omar: Happy New Year, Tessa! Quiet and full of food. Linh met all of my cousins at once and survived.
Tessa: Brave woman! How did it go?
Omar: My aunt asked about a wedding within five minutes. Linh just laughed and asked for more rice.
Tessa: Haha, I like her more and more. And have you got the keys?
Omar: Since the fourth! We've been tearing out old pipes all week. I've got muscles I didn't know about.
Tessa: Don't lift with your back! Do you need a hand? Maya and I could come and paint.
Omar: That would be amazing. We're painting the café corner on the twentieth.
Tessa: Count us in. I'll bring the overalls. Biscuit will have to stay at home, he'd walk through the paint.
Omar: Mango would definitely help him. How did you two spend Christmas?
Tessa: Maya was at her dad's this year, so it was my first one alone. I was dreading it, but Anneke picked me up and we went sledging with the boys.
Omar: That must have been hard. I'm glad that you weren't on your own after all.
Tessa: Me too. And I made myself a promise: this year I'm going to get my own kiln.
Omar: A kiln! At home? Is that even safe?
Tessa: In the garden shed, if I get the wiring done. It's a used one, a colleague of Mr. Halloran's is retiring. [shares a photo of a grey electric kiln with a handwritten price tag]
Omar: It looks like a spaceship! Go for it, Tessa. You deserve it.
# 14
Omar: Hey Tessa, thanks again for your help with the painting! The mural is everybody's favourite.
Tessa: It was so much fun! Maya keeps telling people that she's a wall artist now.
Omar: She is! That mountain goat with sunglasses is going to be our logo, by the way.
Tessa: No! Really? She'll lose her mind when I tell her.
Omar: We'll pay her in hot chocolate for life. It's a contract.
Tessa: Be careful, she'll want that in writing! How's the rest of the building coming on?
Omar: The walls arrive from Slovenia in two weeks. We had some trouble with the fire exit, the inspector wants a second one.
Tessa: Oh no. Is that going to be expensive?
Omar: About seven thousand that we hadn't planned for. Yusuf sold his motorbike to cover it.
Tessa: His motorbike! He loved that thing. That's real commitment.
Omar: I know, I nearly cried. He says that he'll have no time to ride it anyway. So how's the kiln?
Tessa: It's in! The electrician came on Friday and I did the first firing last night. I sat in front of the shed with a blanket and tea until midnight.
Omar: Haha, like waiting for a baby! How did it come out?
Tessa: Two cracked, nine perfect. I've been experimenting with ash from Anneke's fireplace in the glaze. [shares a photo of nine small plates in brown and cream]
Omar: They look like little moons. I love them! We need plates for the café, you know.
Tessa: Are you serious? Let's talk about that! I'd be honoured.
# 15
Tessa: Hi Omar! How's your dad? I missed him last week.
Omar: Hi Tessa! He's walking with a cane now. On Sunday he went to the bakery and back by himself, and mum pretended not to follow him.
Tessa: That's huge! I'm so, so happy. He's one of my best patients ever.
Omar: You gave us that. He wants to invite you to his seventieth birthday in March.
Tessa: I wouldn't miss it! What does he wish for?
Omar: He says nothing, which means a new backgammon board. Linh's building one with a friend from the theatre workshop.
Tessa: How thoughtful! I could make him the stones out of clay.
Omar: Tessa, that's a brilliant idea. He'd treasure it.
Tessa: Consider it done. Thirty, right? Fifteen of each colour?
Omar: Exactly. You're the best. How's running, by the way? Still on the sofa with your book?
Tessa: Ha! I've started again, just short ones in the park. I tried swimming too, but the chlorine gives me a rash.
Omar: Ugh, not worth it then. Mango found out she can swim, we couldn't get her out of the canal. [shares a photo of a wet brown dog shaking itself on a towpath]
Tessa: Look at her joy! She's got the right idea. When do the climbing walls go up?
Omar: They're going up right now, as we speak! I'm typing this with chalk and plaster all over me.
Tessa: Then get back to work! Talk soon!
Omar: Yes, general! Bye!
# 16
Omar: Tessa, the stones were the highlight of the party. Dad carries two of them around in his pocket.
Tessa: Aww, that makes me so happy! It was such a lovely evening. Your mum's rice with the crispy bottom, I still think about it.
Omar: She was thrilled that you had three helpings. And Maya beat my uncle at chess!
Tessa: She hasn't stopped talking about that. He was a good sport about it.
Omar: He demands a rematch. How are you? You looked a bit tired, if I may say so.
Tessa: I am, a little. They've asked me to run the new rehab department at the clinic, and I can't decide.
Omar: Wow, that's a big honour! What's holding you back?
Tessa: It'd mean more meetings and fewer patients. And less time for clay, just when people are beginning to order things from me.
Omar: I see. What does your gut say?
Tessa: My gut says no, and my bank account says yes.
Omar: Haha, I know that conversation well. Could you do it part time?
Tessa: I hadn't thought of that. I'll ask them on Monday.
Omar: Do it! The worst thing they can say is no. We open on the first of May, by the way. It's official!
Tessa: Yes! I've marked it in my calendar. The sixty plates will be ready by then, I promise. [shares a photo of stacks of unglazed plates in a shed]
Omar: They look fantastic already. I can't wait to serve cake on them.
Tessa: And I can't wait to eat it. Take care, Omar!
# 17
Tessa: Omar, what a party! I still can't believe how many people came to your opening.
Omar: Hi Tessa! Over three hundred, and we ran out of milk by two o'clock. I'm floating.
Tessa: You should be so proud, both of you. Your speech made me cry.
Omar: I almost couldn't get through it. When I saw dad in the front row, I lost it.
Tessa: He was beaming. And the plates looked so good with the orange cake on them!
Omar: Three people asked me who'd made them. I gave them your number, I hope that's okay.
Tessa: Okay? One of them has already called! She has a restaurant called Saltmarsh and wants a whole dinner set.
Omar: No way! Tessa, that's incredible news! See what happens when you show your work?
Tessa: I'm still pinching myself. And the clinic agreed: I'm going to run the department three days a week.
Omar: So you've got two whole days for pottery now! That's the dream, isn't it?
Tessa: It really is. I bought a bottle of wine and drank a glass of it with Biscuit. [shares a photo of a cat next to a wine glass on a balcony]
Omar: Cheers to you both! He looks unimpressed as always.
Tessa: He's hard to please. And how's business after the first week?
Omar: Good! Mornings are quiet, but the after-school group is already full. Yusuf teaches them and they worship him.
Tessa: I bet! Can I sign Maya up? She's been hanging from every door frame.
Omar: There's always a place for our artist. Send her on Tuesday!
# 18
Omar: Hey Tessa! How's the big order going?
Tessa: Hi Omar! Slowly. It's a hundred and twenty pieces, and I've redone the soup bowls twice because the chef wants them wider.
Omar: Sounds like a demanding lady! What's she like?
Tessa: Her name's Beatriz and she's strict but fair. She grew up in Lisbon and tells me stories about her grandmother's tiles while she's checking my rims.
Omar: I love that. I've always wanted to go to Portugal. Linh and I are learning some Portuguese, actually.
Tessa: Really? How come?
Omar: We want to spend a month there next winter, when the hall can do without me. There's great climbing by the sea.
Tessa: That sounds heavenly. How do you learn, with an app?
Omar: With an app and with a neighbour, Senhor Duarte. He's eighty and only corrects us when we say something rude by accident.
Tessa: Haha, what a treasure! Maya had her first lesson with Yusuf, and now she calls everything a boulder problem, even her homework.
Omar: She's a natural! She got to the top of the yellow route on her second try.
Tessa: She told me at least nine times. [shares a photo of a girl with braids hanging upside down from a climbing hold]
Omar: I'm going to put that picture up in the café. And you, will you ever give it a go?
Tessa: Me? I get dizzy on a stepladder, you know that!
Omar: I'll get you up there one day. You'll see.
Tessa: In your dreams! Bye Omar, I've got bowls to trim.
# 19
Tessa: Hi Omar. I need a friend today.
Omar: Tessa, I'm here. What's the matter?
Tessa: Biscuit died on Friday. It was his kidneys. He was sixteen, and I know that's old for a cat, but the house is so empty.
Omar: Oh no, I'm so sorry, Tessa. He was such a character. How's Maya taking it?
Tessa: She's heartbroken. We buried him under the apple tree and she read him a poem that she'd written.
Omar: That's so touching. You gave him a wonderful life.
Tessa: I had him before Maya, before the wedding even. He was there through everything.
Omar: I know. Losing a pet is losing family. Can I do anything for you?
Tessa: Just talk to me about something else for a while. How's Linh?
Omar: She's good. She's touring with a show through Scotland for six weeks, and the flat is a mess without her.
Tessa: Six weeks! You must miss her a lot.
Omar: I do. I sleep with Mango on her side of the bed, but don't tell her that. She'd be cross about the hair.
Tessa: Haha, your secret's safe. Thanks, I needed to laugh.
Omar: Come by the hall tomorrow. I'll make you a coffee and Mango can sit on your feet.
Tessa: I'd like that. I'll make an urn for him, I think. Something with fruit on it, like that bowl he used to sleep in.
Omar: That's a beautiful idea. See you tomorrow, Tessa.
# 20
Omar: Hi Tessa! How are you two doing now?
Tessa: Hi Omar. Better, thank you. The urn turned out nicely, with lemons and pears all around. [shares a photo of a small painted urn on a windowsill]
Omar: It's lovely. He'd have tried to sleep in it.
Tessa: That's what Maya said! And I delivered the dinner set on Saturday. Beatriz tapped every single plate with her knuckle and then hugged me.
Omar: Congratulations! All hundred and twenty! What a moment that must have been.
Tessa: It was. She's invited us to dinner to inaugurate it, you and Linh as well.
Omar: We'd love to! Linh's back on the twelfth. I've missed her so much that I've even cleaned the oven.
Tessa: That's love! Speaking of which, any plans?
Omar: Can you keep a secret? I've bought a ring.
Tessa: OMAR! Oh my goodness! When? How? Tell me everything!
Omar: It was my grandmother's stone, and a jeweller in town has put it into a new setting. I want to ask her on top of the Grey Widow.
Tessa: The route that you kept falling off? Have you ever actually got up it?
Omar: In June, at last! I forgot to tell you because of the opening and everything. It took me twenty-three attempts.
Tessa: Twenty-three! You're so stubborn, I love it. She's going to say yes, I just know it.
Omar: I hope so. I'm more nervous than I was at the bank.
Tessa: You'll be great. I'm crossing everything I've got!
# 21
Tessa: Well? Don't keep me waiting! What did she say?
Omar: She said yes!! After she'd checked my knot twice.
Tessa: Aaah! Congratulations! I'm jumping around the kitchen! Tell me how it went.
Omar: It was windy and I couldn't get the box out of the chalk bag. I dropped to one knee on a ledge, and she told me to get up before I fell off.
Tessa: Haha, that's so Linh! Is there a picture?
Omar: Yusuf was hiding on the next ridge with a camera. [shares a photo of two people in helmets hugging on a rocky summit]
Tessa: I've got tears in my eyes. When's the wedding?
Omar: Next May, probably in the hall. We don't want anything fancy. Her parents are coming from Da Nang.
Tessa: How wonderful! Have you met them before?
Omar: Only on a screen. Her father wants to know if I can fish, so I need to learn to fish.
Tessa: You've got eight months. My brother-in-law fishes every weekend, I'll put in a word for you.
Omar: You're a lifesaver. How's the department? I never asked!
Tessa: Busy! I've hired two people, and we started a group for people after a stroke. Your dad gave the first talk.
Omar: He told me! He practised it in front of the mirror for days.
Tessa: They adored him. He told them to stop feeling sorry for themselves and buy a backgammon board.
Omar: That's my father! Thank you for giving him that, Tessa.
# 22
Omar: Hey Tessa! How was the dinner at Saltmarsh? I'm so sorry that we had to cancel.
Tessa: Hi Omar! Don't worry, is everyone healthy again? It was magical. Seeing strangers eat from my plates, I can't describe it.
Omar: Yes, just a stomach bug. What did you eat?
Tessa: Seven courses! The best one was a clam soup in those bowls that I'd made twice. Now I know why she wanted them wide.
Omar: Haha, she knew what she was doing. Did Maya like it?
Tessa: She ate bread and asked the waiter for his life story. He turned out to be a chess player, so they've got a date at the club.
Omar: That girl makes friends everywhere. I've got some fishing news, by the way.
Tessa: Oh, did Pieter take you out?
Omar: We left at five in the morning, I caught one boot and a cold. [shares a photo of a man in a raincoat holding up a dripping boot]
Tessa: Haha! Well, it's a start. Your father-in-law will be impressed.
Omar: I'm bringing him the boot. How's the shed, still firing away?
Tessa: Non-stop. I've got a waiting list until February! I'm thinking about an online shop.
Omar: You should! Linh's cousin builds websites, I can ask her.
Tessa: Yes please. I don't even know where to begin.
Omar: I'll send you her number. It's the least we can do after missing dinner.
Tessa: Thank you! Give Linh a hug. Bye!
# 23
Tessa: Hi Omar! Have you seen it? My shop's online since yesterday!
Omar: Hi Tessa! I have, and I've already ordered two. It looks so professional.
Tessa: Thuy did an amazing job. I've called it Second Firing, because, well, so am I.
Omar: That's a perfect name. I'm really proud of how far you've come.
Tessa: Thank you. When I think about that first floppy bowl! I still keep it by the cactus.
Omar: Never throw it away. So how many orders have you got?
Tessa: Thirty-one on the first day. Most of them for the owls again. Someone in Norway bought six!
Omar: International fame! You'll need a bigger shed.
Tessa: One thing at a time. What's happening at the hall?
Omar: We had our first competition on Saturday. Sixty kids, and Maya's group came in second.
Tessa: I know, she slept with the medal on! Thank you for that. And Yusuf, how's he?
Omar: He's seeing someone, I think. He's started ironing his shirts.
Tessa: Ooh! Do we know who it is?
Omar: He won't say. But he comes home smelling of cinnamon, and the lady from the bakery has been winking at me. [shares a photo of a tray of cinnamon rolls with a heart drawn in icing]
Tessa: Haha, case solved! You should be a detective. Good for him.
Omar: Let's see how long he can keep it up. Have a good week, Tessa!
# 24
Omar: Olá Tessa! Greetings from the Algarve!
Tessa: Omar! So you really made it! How's Portugal?
Omar: It's unreal. The rock is warm even in January and we eat grilled sardines every day. [shares a photo of orange cliffs above a blue sea]
Tessa: I'm so jealous, it's been sleeting here for a week. Does your Portuguese work?
Omar: The fishermen laugh at us, but we get what we order. Mostly. Yesterday I asked for a grandmother instead of an avocado.
Tessa: Haha, Senhor Duarte would be so proud! Who's got Mango?
Omar: My parents. Dad walks her every morning now, a whole kilometre, without the cane half of the time.
Tessa: Without the cane! When I think of how he was in the beginning. You've made my day.
Omar: How about you? What have you been up to in the cold?
Tessa: I've got some news of a furry kind. Maya and I went to the shelter, just to look.
Omar: Just to look, I know how that ends! And?
Tessa: Two kittens, brother and sister! They're grey with white socks and their names are Salt and Pepper. I know, it's not original.
Omar: It's perfect for a potter who makes tableware! I'm so glad for the two of you.
Tessa: The house is alive again. They've already broken three test tiles.
Omar: Haha, quality control! Send pictures.
Tessa: I will. Enjoy the sun, and come back in one piece!
# 25
Tessa: Welcome back, Omar! Are you brown? Are you fluent?
Omar: Brown yes, fluent no. It's good to be home though. I found a pile of bills and a very fat dog.
Tessa: Your mum strikes again! So how are the wedding plans?
Omar: Coming along. A hundred and ten guests, which is double of what we said. My aunt invited people we've never met.
Tessa: Of course she did. What can I do to help?
Omar: We wanted to ask you something. Would you make the cups for the tea ceremony? It's important to Linh's family.
Tessa: Oh Omar, I'd be so honoured! How many, and in what style?
Omar: Twelve small ones, red if possible. Her mother has sent a picture of the ones from her own wedding. [shares a photo of two small red cups on a lacquer tray]
Tessa: Red's the hardest glaze there is, but for you I'll do it. I'll begin testing tomorrow.
Omar: Thank you so much. And will you say a few words at the party, too? As my oldest friend?
Tessa: You're making me cry again. Yes, a thousand times yes.
Omar: Great! You may mention the boot, but not the oven.
Tessa: I promise nothing. Oh, and I met somebody, sort of. It's early days.
Omar: What?! And you're telling me now? Who is he?
Tessa: His name's Gareth, he's a gardener at the botanical garden. He came to the shop to buy a pot and stayed for two hours.
Omar: I need to meet him at once. Bring him along to the wedding!
# 26
Omar: Hi Tessa! We've finally slept. I don't even know how to thank you for everything.
Tessa: Hello, married man! It was the most beautiful wedding I've ever been to. How does it feel?
Omar: The same, but with more rice cookers. We got four of them.
Tessa: Haha! And when Linh's father gave you that fishing rod, I thought you'd faint.
Omar: I told him about the boot and he laughed so hard that he had to sit down. We're going out together tomorrow.
Tessa: He's lovely. And the red cups held, thank goodness! It took me five firings to get that colour.
Omar: Her mother wrapped hers in a scarf and took it in her hand luggage. She wouldn't let anyone else touch it. [shares a photo of an older woman in a blue dress drinking from a small red cup]
Tessa: That's the best review I've ever had. Your dad dancing without his cane, though!
Omar: Two whole songs! He said it was doctor's orders. And everyone's talking about your speech.
Tessa: I was shaking like a leaf. Gareth held my cards for me.
Omar: I like him a lot. He fixed the drooping flowers without anybody asking. He's a keeper.
Tessa: I think so too. He's taking Maya and me to Cornwall in August to see the Leach pottery in St Ives.
Omar: From the biography! You've come full circle. And what about that climb that you owe me?
Tessa: You remember that? All right. One time, the easiest route, and you hold the rope yourself.
Omar: It's a deal! I've waited a year for this. Saturday at ten?
Tessa: Saturday at ten. Heaven help me. Love to you both!`;

export const RIDGE_QUESTIONS = `When did Tessa sign up for a pottery class? | 1:5
When did Omar start climbing? | 1:4
Why did Tessa take up pottery? | 1:7
What happened to the first thing Tessa made in pottery class? | 2:2,2:4
Where did Omar's brother live before moving back? | 2:9
How long has Yusuf been climbing? | 2:7
What did Tessa's daughter lose? | 2:14
What inspired Tessa to train for the half marathon? | 3:3
Who runs with Tessa on weekends? | 3:7
Which route does Omar want to climb? | 3:10
What does Linh do for work? | 4:7
How did Omar and Linh meet? | 4:5
What did Omar and Linh do on their first date? | 4:9
What color are the mugs Tessa made? | 4:12
How did Maya get injured? | 5:3
When did Maya break her wrist? | 5:3
Which play did Omar watch from the sound booth? | 5:12
What kind of career would Omar prefer? | 5:16,11:8
What is the name of Omar's dog? | 6:3
Where did Omar get Mango? | 6:3,6:5
What is Mango afraid of? | 6:7
What injury did Tessa get while training? | 6:12
What did Maya learn at the lake? | 7:3
Where did Omar and Linh go camping? | 7:6
What was the weather like on the camping trip? | 7:8
Who taught Omar to play backgammon? | 7:10
How much did Tessa get for the first piece she sold? | 7:13
What did Tessa buy with the money from her first sale? | 7:15
When did Omar's father have a stroke? | 8:3
How did Tessa support Omar's family after the stroke? | 8:8,9:2,9:5
How many years of experience does Tessa have with stroke patients? | 8:10
What nickname did Omar's father give Tessa? | 9:4
What did Tessa give her sister for her birthday? | 9:13
How old did Anneke turn? | 9:13
What was Tessa's finishing time in the half marathon? | 10:2
What was Mango wearing at the race? | 10:4,10:5
What book is Tessa reading? | 10:14
When was Omar's last day at his job? | 11:4
Why did Omar quit his job? | 11:6
What kind of business are Omar and Yusuf opening? | 11:8
What was the building of the bouldering hall used for before? | 11:10
What board games or strategy games are played in both families? | 7:10,10:9,11:15,16:3
How large was the loan from the bank? | 12:5
What did Yusuf want to call the business? | 12:7
How many pieces did Tessa sell at the Christmas market? | 12:12
Which of Tessa's items are the most popular with buyers? | 12:12,23:7
Who did Tessa spend Christmas with? | 13:11
What did Tessa resolve to get in the new year? | 13:13
What did Maya paint on the wall of the café? | 14:3
What did Yusuf sell to pay for the fire exit? | 14:9
What unusual ingredient did Tessa put in her glaze? | 14:14
What birthday present did Omar's father receive? | 15:6,15:7,16:1
Why doesn't Tessa go swimming? | 15:11
Who lost to Maya at chess? | 16:3
What position was Tessa offered at the clinic? | 16:6
How many days a week does Tessa work in the new role? | 17:9
When did the climbing hall open? | 16:13
How many people attended the opening? | 17:2
Which restaurant ordered dishes from Tessa? | 17:7
Where does the owner of the restaurant come from? | 18:4
Who helps Omar to learn a foreign language? | 18:9
What is Tessa scared of? | 18:14
How old was Biscuit when he passed away? | 19:3
Where was Biscuit laid to rest? | 19:5
Why was Linh away for six weeks? | 19:10
How many tries did Omar need for the Grey Widow? | 20:13
Where did Omar propose to Linh? | 20:11,21:4,21:6
Who took pictures of the proposal? | 21:6
Where do Linh's parents live? | 21:8
What did Omar catch on his first fishing trip? | 22:9
What is the name of Tessa's online shop? | 23:3
Who might Yusuf be dating? | 23:14
What did Omar order by mistake in Portugal? | 24:5
What pets does Tessa have now? | 24:12
What did Omar ask Tessa to make for the wedding? | 25:6,25:8
What is the profession of Tessa's new boyfriend? | 25:15
Where is Tessa going in August? | 26:12
Would Tessa be likely to enjoy bungee jumping? | 18:14
Is Omar's father a patient man who gives up easily? | 9:2,10:7,21:15,26:9
When did Omar sign up for a pottery class? | 1:5
What did Omar sell at the Christmas market? | 12:12
How did Omar's cat die? | 19:3
What was Omar's time in the half marathon? | 10:2
Why did Tessa hand in her notice? | 11:6`;
