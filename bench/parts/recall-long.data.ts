// A long invented friendship in eighteen sessions: the same themes come back again and again, so that only the particulars tell them apart.

export const LONG_CONVERSATION = `# 1
Nora: Hey Felix! Long time no see. How have you been since you moved to the coast?
Felix: Hi Nora! It's been a wild ride. I finally adopted a dog from the shelter last Tuesday, a scruffy terrier called Pepper.
Nora: Aww, that's so sweet! Pepper must be so happy to have found you. How is she settling in?
Felix: She hid under the bed for two days, but yesterday she stole a whole sandwich from my plate, so I think she feels at home now.
Nora: Haha, that sounds like progress! I'd love to meet her. My landlord doesn't allow animals, sadly.
Felix: You can borrow her any weekend. What's new with you?
Nora: I started volunteering at the food bank on Saturday mornings. It's hard work but the people are amazing.
Felix: That's great, Nora! What made you decide to do that?
Nora: When I was a kid my mom lost her job and they kept us going for a whole winter. I wanted to give something back.
Felix: Wow, I had no idea. That's really inspiring. You have a big heart.
Nora: Thanks, that means a lot. Are you still playing the guitar?
Felix: Not much since the move. The old one got a crack in the neck in the removal van, so I'm saving up for a new one.
Nora: Oh no! I hope you find a good one soon. Music was always your thing.
Felix: It was. Anyway, let's catch up again soon!
# 2
Felix: Guess what, Nora? I got the job at the aquarium! I start on the first of next month.
Nora: No way, congratulations! I know how much you wanted that. What will you be doing there?
Felix: I'll be looking after the seahorses and giving tours to school classes. The kids ask the funniest questions.
Nora: That sounds perfect for you. You were always good with children.
Felix: Thank you! I'm a bit nervous about speaking in front of groups, to be honest.
Nora: You'll be fine. I took a public speaking class two years ago and it helped me so much with presentations at the agency.
Felix: Maybe I should do that as well. How's work going for you?
Nora: Stressful. We're redesigning the website for a big hospital and the deadline moved up by three weeks.
Felix: Ugh, that's rough. Make sure you take breaks.
Nora: I try. I've been painting in the evenings to relax. Just watercolors, mostly birds.
Felix: I'd love to see them! Do you sell any?
Nora: Not yet, but my sister Clara wants one of a heron for her birthday in May.
Felix: A heron, that's a lovely idea. Clara has good taste.
Nora: She really does. Give Pepper a cuddle from me!
# 3
Nora: Felix, I had the worst week. My bike was stolen from outside the library on Monday.
Felix: Oh no, I'm so sorry! Was it the green one you got from your grandfather?
Nora: Yes, exactly that one. The police said there's little chance of getting it back. I cried for an hour.
Felix: That's awful. I know how much it meant to you. Is there anything I can do?
Nora: Just listening helps. I walked to work all week and discovered a little bakery that makes cardamom buns, so there's that.
Felix: Every cloud, right? I had a good week at least. I gave my first tour and a boy asked me if seahorses have knees.
Nora: Haha! What did you say?
Felix: I said I'd have to check and then we all laughed. After that I wasn't nervous anymore.
Nora: See, I told you! I'm proud of you.
Felix: Thanks, Nora. And Pepper passed her puppy class. She got a certificate and everything.
Nora: A certificate! You have to frame it.
Felix: It's already on the fridge. She's such a clever girl.
Nora: I finished the heron for Clara, by the way. I'll send you a photo.
Felix: It's beautiful! The colors of the water are so calming. You should really exhibit these.
# 4
Felix: Hi Nora! Sorry I missed your call, I was in the emergency room.
Nora: What?! Are you okay?
Felix: I'm fine now. I slipped on wet tiles behind the penguin tank and sprained my ankle. Two weeks on crutches.
Nora: Oh Felix, that sounds painful! Who takes care of Pepper?
Felix: My neighbor Mrs. Okafor walks her in the mornings. She's a retired nurse, so she checks on my ankle too.
Nora: What a wonderful neighbor. Do you need anything? I could come down on Sunday.
Felix: I'd love the company. We could cook together like in the old days.
Nora: Deal! I'll bring the ingredients for my grandmother's dumplings.
Felix: You're the best. I've been watching documentaries all day, the one about the octopus is incredible.
Nora: I've heard of it! I've been reading a lot lately. Just finished a novel about a lighthouse keeper, it had me in tears.
Felix: Can I borrow it? I have plenty of time right now.
Nora: Of course, I'll bring it along on Sunday.
Felix: Great. How's the hospital project going?
Nora: We made the deadline! The client loved it and my boss gave me two extra days off.
# 5
Nora: I had such a great time on Sunday, Felix. Your place is so cozy, and the view of the harbor is stunning.
Felix: Me too! The dumplings were incredible. Pepper still dreams about them.
Nora: Haha, she got at least three under the table. How's the ankle?
Felix: Much better, I walked along the pier without crutches yesterday. And I started the lighthouse book.
Nora: Do you like it?
Felix: I love it. The part where he teaches the boy to read the stars made me think of my dad.
Nora: You never talk about him much.
Felix: He passed away when I was twenty. He was a fisherman and he knew every constellation. I still have his telescope.
Nora: I'm sorry, Felix. He sounds like a wonderful man. Do you still use the telescope?
Felix: Sometimes, on clear nights. It calms me down when I can't sleep.
Nora: We should have a stargazing evening some time.
Felix: Yes! The meteor shower is in August, let's do it then.
Nora: It's a date. Oh, and I signed up for a pottery workshop with my friend Yasmin next weekend.
Felix: Sounds fun! Make me a mug.
# 6
Felix: Hey Nora! How did the pottery workshop go?
Nora: It was messy and wonderful. I made a mug for you, but it leans to the left like the tower in Pisa.
Felix: I love it already. Did Yasmin enjoy it too?
Nora: She made a whole tea set, she's annoyingly talented. How was your week?
Felix: Busy. We had a baby boom, over two hundred seahorses hatched on Thursday. I'm a proud uncle.
Nora: Two hundred! How do you feed them all?
Felix: With tiny shrimp, five times a day. My alarm goes off at four in the morning.
Nora: That's dedication. I had a job interview yesterday, actually.
Felix: Wait, what? You're leaving the agency?
Nora: Maybe. A museum is looking for someone to design their exhibitions. It would be less money, but more meaning.
Felix: That sounds just like you. When will you hear back?
Nora: They said in about ten days. I'm trying not to think about it.
Felix: Fingers crossed! They would be lucky to have you.
Nora: Thanks, Felix. You always know what to say.
# 7
Nora: I GOT IT! The museum called this morning, I start in September!
Felix: Congratulations, Nora!! I knew it. I'm so happy for you. How will you celebrate?
Nora: Clara is taking me to a concert on Friday, a jazz trio from Lisbon.
Felix: Nice! I haven't been to a concert in ages. I finally bought a new guitar, though.
Nora: Finally! What kind?
Felix: A secondhand acoustic with a cedar top. I found it in a pawn shop next to the train station for a hundred and fifty.
Nora: What a bargain. What was the first song you played?
Felix: The lullaby my dad used to hum. My fingers hurt like crazy afterwards.
Nora: That's so touching. You should play it for me at the stargazing night.
Felix: If you bring blankets and snacks, I'll play anything you want.
Nora: Deal. Is Pepper coming as well?
Felix: Of course, she's in charge of security. She barked at a seagull for twenty minutes today.
Nora: Haha, very professional.
Felix: The seagull won, sadly.
# 8
Felix: What a night! I counted thirty-one shooting stars.
Nora: I lost count after twenty because I was laughing so hard about Pepper and the hedgehog.
Felix: She has never seen one before. She thought it was a ball with an attitude.
Nora: Thank you for playing the lullaby. It gave me goosebumps.
Felix: I'm glad you were there. I hadn't played in front of anybody since the funeral.
Nora: You should keep going. Have you thought about open mic nights?
Felix: There's one at the Rusty Anchor every second Wednesday. Maybe I'll just go and listen first.
Nora: I'll come with you! Oh, and Mrs. Okafor's ginger cookies were out of this world.
Felix: I'll tell her. She's teaching me how to bake them next week.
Nora: I need that recipe. I'm thinking about throwing a party before I start my new job.
Felix: Count me in. When?
Nora: The last Saturday of August, in Clara's garden. Bring your guitar.
Felix: I'll be there. Can I bring someone?
Nora: Someone? Felix, who is it?
# 9
Nora: So, tell me everything about Ravi! He was so charming at the party.
Felix: We met at the dog park in July. He has a greyhound called Comet, and Pepper fell in love first.
Nora: That's adorable! What does he do?
Felix: He's a marine engineer, he repairs ferries. He fixed my kitchen sink on our second date.
Nora: A keeper, then. I'm so happy for you.
Felix: Thanks. And how are your first days at the museum?
Nora: Overwhelming but great. My first project is an exhibition about the history of toys. I spent today unpacking wooden trains from 1910.
Felix: That sounds like a dream. Do you have nice colleagues?
Nora: Yes, especially Gustav, he's the carpenter who builds the display cases. He brings his own honey to work.
Felix: He keeps bees?
Nora: Six hives on the roof of the museum! He promised to show me in spring.
Felix: Be careful, you told me you're allergic to wasps.
Nora: Only wasps, bees are fine. I carry my injector anyway.
Felix: Good. Safety first!
# 10
Felix: Nora, I did it. I played at the open mic last night!
Nora: What?! Without telling me? How did it go?
Felix: I was shaking for the first song, but then people started humming along. Ravi filmed everything.
Nora: I want to see that video! Which songs did you play?
Felix: The lullaby, and one I wrote myself about the harbor in winter.
Nora: You write songs now? I'm speechless.
Felix: Just the one. The owner asked me to come back in November.
Nora: That's huge! I have some news as well. I adopted a cat.
Felix: But your landlord!
Nora: I moved, remember? The new flat allows pets. He's a fat orange tomcat from the shelter and his name is Waffle.
Felix: Waffle! Pepper will be so jealous. How old is he?
Nora: About nine. Nobody wanted him because he's deaf in one ear.
Felix: Poor guy. He's lucky he found you.
Nora: I'm the lucky one. He sleeps on my paintings.
# 11
Nora: Happy birthday, Felix! How does it feel to be thirty?
Felix: Thank you! Old, but loved. Ravi took me on a surprise trip to the islands, we got back last night.
Nora: How romantic! What did you do there?
Felix: We rented kayaks and saw seals from about two meters away. And we ate the best fish soup of my life.
Nora: I'm jealous. I've been stuck at work, the toy exhibition opens in two weeks.
Felix: You'll rock it. Did you get my parcel?
Nora: Not yet, what is it?
Felix: A surprise. It's your birthday soon too, don't think I forgot.
Nora: You're so sweet. Oh, I sold my first painting!
Felix: Nora! Which one?
Nora: The kingfisher. The owner of the bakery with the cardamom buns bought it for eighty and hung it over the counter.
Felix: I told you people would want them. You could do an exhibition of your own.
Nora: One step at a time. But it made my week.
Felix: I'm going to brag about knowing you.
# 12
Felix: The toy exhibition was fantastic! I could have played with the train set for hours.
Nora: I noticed, the guard had to ask you to step back. Thank you so much for coming all that way.
Felix: Wouldn't have missed it. Your speech was so good, and not nervous at all.
Nora: The class paid off. More than nine hundred visitors on the first weekend, the director is thrilled.
Felix: Wow! Did Clara like it?
Nora: She cried at the dollhouse, it looked just like the one our mom built for us.
Felix: That's lovely. By the way, I have to tell you something. Ravi asked me to move in with him.
Nora: Oh my goodness! What did you say?
Felix: I said yes, but only if the telescope gets its own room. He's building a platform on the roof for it.
Nora: He's really a keeper. When is the move?
Felix: In January, after the holidays. I'm going to miss Mrs. Okafor, though.
Nora: You can still visit her. And her cookies.
Felix: She already gave me a tin for the road.
Nora: I still need that recipe!
# 13
Nora: Merry belated Christmas! How were your holidays?
Felix: Loud and lovely. We went to Ravi's parents in Manchester, there were fourteen people and three languages at the table.
Nora: Sounds fun! What did you eat?
Felix: His mother taught me to make biryani. I burned the first pot, but the second one was a success.
Nora: You're becoming a chef. I spent Christmas with Clara and the twins, they built a castle for Waffle out of boxes.
Felix: How old are the twins now?
Nora: They turned five in October. Leo wants to be a dinosaur and Maya wants to be a plumber.
Felix: Solid career choices. Did you get my parcel in the end?
Nora: Yes! The brushes are gorgeous, I've used them every day since. Thank you!
Felix: I'm so glad. What are you painting at the moment?
Nora: Owls. I'm trying oils for the first time, it's a different world.
Felix: I bet it smells different as well.
Nora: Waffle disapproves. He has moved to the bathroom.
Felix: Poor Waffle. Any resolutions for the new year?
Nora: I want to learn how to swim properly. I've been afraid of deep water all my life.
# 14
Felix: We're in! The new place is chaos, but the dogs love the stairs.
Nora: Congratulations on the move! How did it go?
Felix: The van broke down on the bridge, so Ravi's ferry friends carried the sofa the last kilometer.
Nora: What a sight that must have been. Did the guitar survive this time?
Felix: I carried it on my back all day. No risks.
Nora: Smart. I had my first swimming lesson on Tuesday.
Felix: Really? How was it?
Nora: Terrifying. I held on to the edge for half an hour. But my teacher, Ingrid, is seventy-two and has the patience of a saint.
Felix: You're so brave, Nora. I can't wait to go swimming in the sea with you.
Nora: Let's start with the pool. How are things at the aquarium?
Felix: I've been promoted! I'm now in charge of the whole nursery, not only the seahorses.
Nora: That's amazing news! You deserve it.
Felix: Thanks! It comes with an office the size of a cupboard and a plant called Gerald.
Nora: Say hello to Gerald from me.
# 15
Nora: Felix, I need some advice. Gustav asked me out for dinner.
Felix: The carpenter with the honey? Nora! Do you like him?
Nora: I do. He's calm and funny and he listens. But we work together.
Felix: I understand the worry, but life is short. What does Clara say?
Nora: She says that I should stop asking everyone and buy a dress.
Felix: Clara is right, as always. When is the dinner?
Nora: On Thursday, at the Georgian restaurant by the old mill.
Felix: I want a full report. I have news too: I recorded three songs in Ravi's basement.
Nora: An album?
Felix: A tiny one. I'm going to call it Harbor Lights. Mrs. Okafor designed the cover, would you believe it?
Nora: She bakes, she nurses, she designs. Is there anything that woman can't do?
Felix: She can't stand the bagpipes, that's all.
Nora: Who can? I can float on my back now, by the way.
Felix: Look at you! I'm proud of you.
# 16
Felix: So? How was the dinner with Gustav?
Nora: Wonderful. We talked until they put the chairs on the tables. He walked me home in the rain.
Felix: I'm melting. Will you see him again?
Nora: He's taking me to the hives on Sunday. I bought a veil, I look like a confused bride.
Felix: Send photos! I had a rough week, to be honest. Pepper had surgery.
Nora: Oh no! What happened?
Felix: She swallowed a fishing hook on the beach. They got it out, but it cost over a thousand.
Nora: Poor Pepper! Is she in pain? Can I help with the bill?
Felix: That's so kind, but the aquarium staff passed a hat around. I was in tears. She has to wear a cone for ten days.
Nora: You have such good people around you. Give her a very gentle cuddle.
Felix: I will. Comet hasn't left her side since we came home from the vet.
Nora: That's love. I'll paint the two of them if you send me a picture.
Felix: I'd hang it right over the fireplace.
Nora: Consider it done.
# 17
Nora: The painting of the dogs is ready! I'm bringing it next weekend.
Felix: I can't wait! Pepper got rid of the cone yesterday, she ran in circles for an hour.
Nora: So glad to hear that. Gustav is driving, is it all right if he comes?
Felix: Of course! Ravi wants to ask him about wood for the telescope platform anyway.
Nora: Perfect, they can talk about screws all day. I have to tell you, I swam twenty meters without stopping!
Felix: Nora!! That's incredible. A year ago you wouldn't put your head under water.
Nora: Ingrid gave me a chocolate medal. I may have cried.
Felix: You earned it. How's the museum?
Nora: We're planning the next exhibition, about the history of bread. I'm in charge this time.
Felix: You have to include the cardamom buns.
Nora: Already ordered five hundred of them for the opening in June.
Felix: I'll clear my calendar. The album is selling, by the way. Forty copies so far, mostly to ferry passengers.
Nora: Forty! I want mine signed.
Felix: It's already in an envelope with your name on it.
# 18
Felix: Thank you both for a lovely weekend. The painting looks perfect over the fireplace.
Nora: We had the best time. Gustav won't stop talking about the rings of Saturn.
Felix: He has a good eye, he found them faster than I did the first time.
Nora: He's thinking of buying a telescope now. See what you've done?
Felix: I'll take the blame. Ravi and I have something to tell you, actually.
Nora: Yes?
Felix: We're getting married! He proposed on the roof the night you left. It'll be a small wedding in October, on one of his ferries.
Nora: I'm screaming! Waffle just fell off the sofa. Congratulations to both of you!
Felix: Thank you! Will you be my best woman?
Nora: Yes, yes, a thousand times yes. Shall I paint the invitations?
Felix: I was hoping you would say that. Something with seahorses, maybe.
Nora: Two seahorses in bow ties. I'm starting tonight.
Felix: You're the best friend anybody could wish for.
Nora: Right back at you. Now go and hug your fiancé.`;

/** question | turns that answer it, as session:turn. */
export const LONG_QUESTIONS = `When did Felix adopt his dog? | 1:2
What breed is Felix's pet? | 1:2
Why did Nora decide to help at the food bank? | 1:9
What happened to Felix's first guitar? | 1:12
Where does Felix work? | 2:1
Which animals is Felix responsible for at his job? | 2:3,14:11
What worries did Felix have about guiding tours? | 2:5
How did Nora overcome her fear of giving presentations? | 2:6
For whom was Nora redesigning a website? | 2:8
How does Nora relax in the evenings? | 2:10
What did Clara want as a birthday present? | 2:12
Where was Nora's bike stolen? | 3:1
Who did Nora get her bicycle from? | 3:2
What kind of pastry did Nora discover on her way to work? | 3:5
What did a child ask during Felix's first tour? | 3:6
What did Pepper complete successfully? | 3:10
How did Felix hurt his ankle? | 4:3
How long did Felix have to use crutches? | 4:3
Who walked the dog while Felix was injured? | 4:5
What was Mrs. Okafor's profession? | 4:5
What dish did Nora and Felix cook together? | 4:8,5:2
What was the book about that Nora lent Felix? | 4:10
What reward did Nora get from her boss? | 4:14
What can you see from Felix's home? | 5:1
What did Felix's father do for a living? | 5:8
How old was Felix when his father died? | 5:8
What did Felix inherit from his dad? | 5:8
With whom did Nora attend a pottery class? | 5:13
What did Nora make for Felix in the workshop? | 6:2
How many baby seahorses were born? | 6:5
When does Felix have to get up to feed the babies? | 6:7
Why did Nora want to change her job? | 6:10
When did Nora begin working at the museum? | 7:1
What music did Nora and Clara go to hear? | 7:3
How much did Felix pay for his new guitar? | 7:6
Where did Felix find his guitar? | 7:6
What was the first piece Felix played on the new instrument? | 7:8
How many shooting stars did Felix see? | 8:1
Which animal did Pepper meet during the stargazing night? | 8:2
When was the last time Felix had performed for other people before the stargazing evening? | 8:5
Where can people perform on Wednesdays? | 8:7
What did Mrs. Okafor bake? | 8:8
When was Nora's party? | 8:12
Where did Felix get to know Ravi? | 9:2
What is the name of Ravi's dog? | 9:2
What is Ravi's occupation? | 9:4
What did Ravi repair in Felix's home? | 9:4
What was Nora's first project at the museum about? | 9:7
What hobby does Gustav have? | 9:9,9:11
What is Nora allergic to? | 9:12
Which songs did Felix perform at the open mic night? | 10:5
What is the name of Nora's cat? | 10:10
Why did nobody want to adopt the cat? | 10:12
How did Felix celebrate turning thirty? | 11:2
What wildlife did Felix and Ravi see while kayaking? | 11:4
Who bought the first painting Nora sold? | 11:11
How many people visited the toy exhibition on its first weekend? | 12:4
What made Clara emotional at the exhibition? | 12:6
What was Felix's condition for moving in with Ravi? | 12:9
When did Felix move in with his boyfriend? | 12:11,14:1
Where do Ravi's parents live? | 13:2
What did Felix learn to cook from Ravi's mother? | 13:4
How old are Clara's children? | 13:7
What gift did Felix send to Nora? | 13:9
What has Nora been afraid of all her life? | 13:15
What went wrong on moving day? | 14:3
Who teaches Nora to swim? | 14:8
What promotion did Felix get? | 14:11
Who invited Nora to dinner? | 15:1
Where did Nora and Gustav go on their first date? | 15:7
What is the title of Felix's album? | 15:10
Who created the artwork for the album? | 15:10
What can Mrs. Okafor not bear? | 15:12
Why did Pepper need an operation? | 16:7
Who paid the vet bill? | 16:9
Which paintings has Nora made of birds? | 2:12,3:13,11:11,13:11
What did Nora promise to paint for Felix? | 16:12
How far can Nora swim now? | 17:5
What is the theme of the second exhibition Nora works on? | 17:9
How many copies of the album were sold? | 17:12
Which planet did Gustav look at through the telescope? | 18:2
Where will Felix and Ravi get married? | 18:7
When is the wedding? | 18:7
What will Nora draw on the wedding invitations? | 18:11,18:12
What did Nora do when Felix asked her to be in the wedding? | 18:10
Who designs the displays at Nora's workplace? | 9:9
How did Ravi propose? | 18:7
What has Ravi built or repaired for Felix? | 9:4,12:9
Did Nora ever own a dog? | 1:5,10:8`;
