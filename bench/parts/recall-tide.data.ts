// A marine biologist and a mechanic over a year and a half in twenty-five sessions, written after the words of the search were
// gathered: how well what was learnt from the others carries over.

export const TIDE_CONVERSATION = `# 1
Yara: Hey Desmond! Good to see you at the reunion. How's everything going?
Desmond: Hey Yara! Yeah, that was a blast. I'm good, just got back from dropping Ruby off at soccer practice.
Yara: Aw, how old is she now? The last time I saw her she was in a stroller!
Desmond: She turned thirteen last month. She rolls her eyes at everything I say, it's great.
Yara: Haha, sounds like a teenager! Is it still just the two of you?
Desmond: Yep, since her mom moved to Phoenix four years ago. We've got a good rhythm. What about you, still counting fish?
Yara: Ha, pretty much! I started a new job at the marine institute in March. I'm studying seagrass meadows now.
Desmond: That's awesome, congrats! Why seagrass?
Yara: It stores a ton of carbon and nobody cares about it. I like an underdog.
Desmond: I respect that. I'm into underdogs too, I just bought a 1974 Honda that doesn't run. [shares a photo of a rusty motorcycle in a garage]
Yara: Oh wow, that looks like a lot of work! Are you going to fix it up?
Desmond: That's the plan. I fix other people's cars all day, so this one's just for me.
Yara: I love that. It's so important to have something for yourself.
Desmond: Totally. Do you have something like that?
Yara: I've been swimming in the ocean every morning before work. It's freezing but it keeps me sane.
Desmond: You're braver than me! Let's not wait ten years to talk again.
# 2
Desmond: Hi Yara, what's up? How's the water?
Yara: Hi Desmond! Cold as ever. I joined a group of women who swim together, they call themselves the Blue Toes.
Desmond: Haha, great name! How many of you are there?
Yara: Nine. The oldest is seventy-eight and she's the fastest out of the water, because of the cookies.
Desmond: Cookies would get me in there too. I took the engine of the Honda apart last weekend.
Yara: Nice! Did you find out what's wrong with it?
Desmond: Seized pistons and a family of mice. Ruby named the mice before we moved them outside.
Yara: Oh that's so sweet! Does she like helping you?
Desmond: Sometimes, if there's pizza. She's more into drawing comics these days. [shares a photo of a comic page with a girl and a robot]
Yara: She drew that? She's really talented, Desmond!
Desmond: I think so too, but I'm biased. Her art teacher wants her to apply to a summer program.
Yara: She should! What's the program?
Desmond: It's two weeks at the art college downtown in July. We'd have to find the money, it's nine hundred dollars.
Yara: That's a lot. Maybe there's a scholarship? It's worth asking.
Desmond: Good idea, I'll look into it. Thanks, Yara!
Yara: Any time! Say hi to Ruby and the mice.
# 3
Yara: Desmond, hi! I've had such a stressful week.
Desmond: Oh no, what happened?
Yara: I had a panic attack in the middle of a presentation. I couldn't breathe and had to leave the room.
Desmond: I'm so sorry, Yara. That must've been scary. Are you okay now?
Yara: Better, thanks. My boss was really kind about it. I decided to see a therapist, my first appointment is on Thursday.
Desmond: That's a good step. I went to one after the divorce, and it helped me a lot.
Yara: Really? I didn't know that. Thanks for telling me.
Desmond: No shame in it. What do you think set it off?
Yara: Too much at once, I guess. The new job, and my sister's wedding planning. I'm the maid of honor and she calls me five times a day.
Desmond: Ha, that would stress anybody out. When's the wedding?
Yara: In September, at a vineyard. Leila wants a choreographed dance, can you imagine?
Desmond: I can't wait to see the video! How about the swimming, does that help?
Yara: It's the only thing that does. When I'm in the water my head gets quiet. [shares a photo of a calm grey sea at sunrise]
Desmond: That's beautiful. Keep doing that. And call me when it gets too much, okay?
Yara: I will. You're a good friend, Desmond.
Desmond: Right back at you. Hang in there!
# 4
Desmond: Hey Yara! How did therapy go?
Yara: Hey! It was good, actually. Her name's Dr. Mbeki and she made me laugh in the first five minutes.
Desmond: That's a great sign! I'm glad.
Yara: She gave me breathing exercises and told me to write down three good things every night.
Desmond: I might steal that. One of my good things: Ruby got the scholarship!
Yara: NO WAY! That's amazing news! The full amount?
Desmond: All of it! She pretended to be cool about it, but I heard her screaming in her room.
Yara: Haha, I love it. You must be so proud.
Desmond: So proud. I cried in the car wash, nobody could tell.
Yara: Best place to cry! How's the motorcycle?
Desmond: I'm waiting for parts from Japan. In the meantime I've started something else, and don't laugh.
Yara: I won't! What is it?
Desmond: A podcast. About the history of our town. The first episode's about the cannery fire of 1931. [shares a photo of a microphone set up in a closet full of coats]
Yara: In the closet! That's so cool, Desmond. I had no idea that you were into history.
Desmond: My grandfather worked there and told me stories. I don't want them to get lost.
Yara: I'm subscribing right now. Send me the link!
# 5
Yara: I listened to the first episode on my drive! You've got such a great radio voice.
Desmond: Aw, thank you! I have forty-one listeners. I think that thirty of them are my aunts.
Yara: Forty-one is great for a start! What's the next one about?
Desmond: The lighthouse keeper's daughter, who saved three fishermen in 1908. I'm going to interview her great-niece on Sunday.
Yara: Wow, what a story! How did you find her?
Desmond: She brought in her Subaru for new brakes. We got talking.
Yara: Haha, that's the best way to do research. I'm jealous, I only talk to grass.
Desmond: How's the grass?
Yara: Exciting, believe it or not! We found a meadow off Pelican Point that isn't on any map. It's the size of sixty football fields.
Desmond: Seriously? You discovered it? That's huge!
Yara: Our team did. We're going to publish a paper. I got to name it on the map. [shares a photo of green seagrass under clear water]
Desmond: And? What did you call it?
Yara: Grandma's Lawn. My boss hates it, so it'll probably be Site 14.
Desmond: It'll always be Grandma's Lawn to me. How are the panic attacks?
Yara: I had a small one at the supermarket, but I did the breathing and it passed.
Desmond: That's real progress! I'm proud of you, Yara.
# 6
Desmond: Hi Yara! Ruby's at the art program, and the house is way too quiet.
Yara: Hi Desmond! Aw, do you miss the eye rolling?
Desmond: Terribly. I made pancakes for two this morning out of habit.
Yara: That's adorable. Is she having fun?
Desmond: She called once, for forty seconds. She's learning printmaking and made a friend named Imogen.
Yara: Forty seconds means she's having the time of her life!
Desmond: I guess so. I've used the time to paint the tank of the bike. What do you think? [shares a photo of a motorcycle tank in dark green with a gold stripe]
Yara: It's gorgeous! That green is perfect. When will you ride it?
Desmond: If the carburetor arrives, by the end of August. How's the wedding stuff going?
Yara: I tried on nine dresses and hated them all. In the end I'm wearing my mother's blue one from the eighties.
Desmond: Vintage! I bet you look great. And the dance?
Yara: We practise every Tuesday in a church basement. I've stepped on my cousin's foot so often that he's wearing work boots now.
Desmond: Haha, smart man! You'll nail it.
Yara: From your lips to God's ears. I've also started cooking vegan, by the way. My cholesterol was too high.
Desmond: Oh? Is it hard?
Yara: I miss cheese every hour. But I make a mean lentil chili now. Come over and try it!
# 7
Yara: Hey Desmond, how did you like the chili? Be honest.
Desmond: I had three bowls, Yara! Even Ruby asked for the recipe, and she thinks beans are a crime.
Yara: Yay! I'm so happy. She's become so tall. And those prints that she showed me, wow.
Desmond: She sold one! At the exhibition on the last day, a lady bought the one with the octopus for forty bucks.
Yara: Her first sale! What did she do with the money?
Desmond: She bought better pens and a cactus. She named the cactus Kevin.
Yara: Of course she did. How's the podcast coming along?
Desmond: Two hundred and six listeners! The local paper called and they want to write about it.
Yara: Desmond! You're getting famous! When's the interview?
Desmond: This Friday. I don't know what to wear. It's for a newspaper, why do I care?
Yara: Wear the denim shirt, you look like a detective in it. So what about the Honda?
Desmond: It started! Last night at eleven. For about four seconds, and then it coughed and died, but it started! [shares a photo of a man in a garage with both arms in the air]
Yara: Look at your face! I wish I'd been there.
Desmond: Ruby filmed it. My neighbor came over in his pajamas to complain and stayed for a beer.
Yara: That's the spirit. Congratulations! It's only two weeks until the wedding, pray for my feet.
Desmond: Will do. Break a leg, but not your cousin's!
# 8
Desmond: So? How was the wedding? I want all the details!
Yara: It was magical! It poured with rain during the ceremony and everyone got soaked, and Leila just laughed.
Desmond: They say that rain brings luck. And the dance?
Yara: We did it! I only messed up one turn. My grandma got up and joined us at the end, and the whole room went wild.
Desmond: I love your grandma! Did your speech go okay? I know you were worried about it.
Yara: I was shaking, but I did the breathing exercises in the bathroom and then I spoke for six minutes without notes.
Desmond: Yara! After that presentation in spring! That's incredible.
Yara: I know! I told Dr. Mbeki and she gave me a high five. [shares a photo of two women in blue and white dresses laughing under an umbrella]
Desmond: You both look so happy. Where did the couple go on their honeymoon?
Yara: To Iceland, to see whales and hot springs. I'm feeding their parrot in the meantime. He insults me.
Desmond: Ha! What does he say?
Yara: He calls me a potato. I think that my brother-in-law taught him.
Desmond: I need to meet this bird. My news: the article came out, and now a museum wants me to give a talk.
Yara: Wow! About the cannery?
Desmond: Yes, on October the twelfth. Can you teach me that breathing thing?
Yara: It would be my honor. You'll be wonderful!
# 9
Yara: Desmond, your talk was so good! I learned so much.
Desmond: Thanks for coming, Yara! I saw you in the second row and it calmed me down.
Yara: You had them in the palm of your hand. That old man who cried, who was he?
Desmond: Mr. Petrakis. His father died in the fire. He gave me a box of photographs that nobody's ever seen.
Yara: Oh my gosh. What an honor that he trusted you with them.
Desmond: I know. I'm going to scan all of them and make an episode with him. [shares a photo of an old black and white picture of workers in front of a factory]
Yara: I can't wait to hear it. How did Ruby like the talk?
Desmond: She said that it was fine. From her, that's a standing ovation.
Yara: Haha! How's school going for her?
Desmond: Not so great. She's failing math and she's stopped going to soccer. I'm a bit worried.
Yara: Have you asked her what's going on?
Desmond: I tried, and she shut the door. She hasn't heard from her mom since August.
Yara: That must hurt so much. Do you want me to talk to her? Sometimes it's easier with somebody who isn't a parent.
Desmond: Would you? She really likes you.
Yara: I'll take her swimming on Saturday. No talking required.
Desmond: Thank you. I don't know what I'd do without you.
# 10
Desmond: Yara, what did you do? Ruby came home smiling and with wet hair, and she hugged me!
Yara: Haha, it was all the ocean. She screamed for a whole minute and then didn't want to come out.
Desmond: Did she talk to you?
Yara: A little. She thinks that her mom forgot her because of the new baby in Phoenix. She saw it online.
Desmond: A baby? I didn't know. Oh man. No wonder.
Yara: She didn't want to tell you, because she thought it'd make you sad.
Desmond: That kid. I'm going to talk to her tonight. Thank you for being there.
Yara: She's great, Desmond. She also offered to draw a logo for the Blue Toes.
Desmond: That sounds like her. How are you doing?
Yara: Pretty good! The paper got accepted. It comes out in January and I'm the first author.
Desmond: First author! Congratulations, Dr. Grandma's Lawn!
Yara: You remembered! They did call it Site 14 in the end. I put the real name in the acknowledgments.
Desmond: Justice! Let's celebrate. The bike's running now, I can pick you up on it.
Yara: On that thing? Is it safe?
Desmond: I passed the inspection on Monday. I've even got a second helmet. [shares a photo of a dark green motorcycle in front of a diner]
Yara: It's so pretty! All right, but drive like there's an egg on the back.
# 11
Yara: I still have bugs in my teeth, but that ride was amazing! Thank you, Desmond.
Desmond: You screamed exactly like Ruby in the ocean! I loved it.
Yara: The view from the ridge was worth it. So how did the talk with Ruby go?
Desmond: Good. We both cried. We wrote a letter to her mom together, and she called on Sunday. They talked for an hour.
Yara: Oh, that's such a relief. I'm so glad!
Desmond: She's going to visit them in spring, for a week. I'm nervous about it but it's right.
Yara: You're such a good dad. And math?
Desmond: I found her a tutor, a retired engineer named Walt. They build paper bridges and he sneaks in the algebra.
Yara: What a great idea! My dad taught me fractions with baklava.
Desmond: That explains a lot about you. How is he doing?
Yara: He's retiring in December. He's driven a bus for thirty-two years and doesn't know what to do with himself.
Desmond: He should come by the shop! I could use somebody who knows diesel engines.
Yara: Really? He'd love that. He's always tinkering with something. [shares a photo of a gray-haired man repairing a toaster]
Desmond: Send him over on Monday. I'm serious.
Yara: You may regret that. He talks a lot.
Desmond: Then he'll fit right in. Have a good week, Yara!
# 12
Desmond: Yara, your dad is a legend. He fixed the coffee machine and the radio before lunch.
Yara: I told you! He came home whistling. My mom says that you saved her marriage.
Desmond: Haha, happy to help! The customers love him too. He tells each of them a different story about the same bus.
Yara: Please never let him stop. How was your Christmas?
Desmond: Quiet and nice. Ruby gave me a comic about my podcast. I'm a detective in it, in a denim shirt.
Yara: I knew it! The shirt! Did you cry?
Desmond: Like a baby. I gave her a real drawing tablet, and she hasn't come out of her room since.
Yara: She deserves it. We were all at my grandma's, and she beat everyone at poker again. She's ninety-one!
Desmond: What a woman. Did you cook?
Yara: I made a vegan stuffing and nobody noticed until I told them. My cholesterol's down, too! The doctor was impressed.
Desmond: That's great! You've really stuck with it.
Yara: I have. I had one slice of cheese on New Year's Eve and I don't regret a thing. [shares a photo of a cheese platter with one slice missing]
Desmond: You've earned it. Any resolutions?
Yara: I'd like to swim the channel to Gull Island in summer. It's five kilometers.
Desmond: In the open sea? Wow! I'd be honored to bring the cookies.
Yara: I was hoping you'd say that. Happy New Year, Desmond!
# 13
Yara: Hi Desmond! The paper's out and I've been on the radio! Real radio, not in a closet.
Desmond: Hey, don't knock the closet! Congratulations! What did they ask you?
Yara: If you can smoke seagrass. I'm not kidding.
Desmond: Ha! And what did you say?
Yara: That it's better at saving the planet than at parties. My boss has printed it on a mug for me. [shares a photo of a white mug with writing on it]
Desmond: I need one of those. You sounded so relaxed, I heard it in the shop. Your dad made everybody be quiet.
Yara: Oh no, that's so embarrassing and so sweet.
Desmond: He stood there with a wrench on his heart. How do you feel about speaking now?
Yara: So much better. I only see Dr. Mbeki once a month now. I haven't had a panic attack since October.
Desmond: That's wonderful, Yara. You worked hard for that.
Yara: Thank you. How's everybody at your place?
Desmond: Good! Ruby got a B in math. Walt cried and gave her his slide rule. And she's adopted a cat without asking me.
Yara: What? Tell me about the cat!
Desmond: He's a one-eyed tomcat from behind the shop. She calls him Captain, and he sleeps on my pillow, of course.
Yara: Haha, you love him already, I can tell.
Desmond: I have no idea what you're talking about. Talk later, Yara!
# 14
Desmond: Hey Yara, I've got some bad news. The landlord's selling the building and I may lose the shop.
Yara: Oh no, Desmond! How long do you have?
Desmond: Until the end of June. I've been there for eleven years. I don't know what to do.
Yara: I'm so sorry. Is there any chance that you could buy it yourself?
Desmond: He wants three hundred and forty thousand. I've got twelve and a motorcycle.
Yara: What about a loan, or partners?
Desmond: The bank said no on Tuesday. Your dad offered me his savings, and I had to leave the room.
Yara: That's so like him. He really loves that place.
Desmond: I can't take his money, Yara. But it meant the world to me.
Yara: Let me think. You have, what, two thousand listeners now? What about a fundraiser?
Desmond: Two thousand four hundred. You think that people would give money for a garage?
Yara: Not for a garage. For the guy who saved the stories of this town. The building used to be part of the cannery, didn't it?
Desmond: It was the old ice house, yes! It's the only part that didn't burn. [shares a photo of a brick building with a faded sign]
Yara: Desmond! There's your next episode. And your campaign.
Desmond: You're a genius. I'm going to call Mr. Petrakis right now.
Yara: Go! And tell me how I can help.
# 15
Yara: I heard the ice house episode, and I had goosebumps the whole time! How's the campaign?
Desmond: It's insane, Yara. We've raised sixty-one thousand in nine days!
Yara: WHAT! That's unbelievable! From whom?
Desmond: Everyone! The lady with the Subaru, the museum, a school class that sold lemonade. Mr. Petrakis gave five thousand.
Yara: I'm crying. I told you that people care.
Desmond: And the city may list it as a historic building, so that nobody can tear it down. There's a hearing on May the third.
Yara: I'll be there with all of the Blue Toes. In our swimsuits, if we have to.
Desmond: Haha, please don't! Well, maybe as a last resort.
Yara: How was Ruby's trip to Phoenix?
Desmond: Better than I'd feared. The baby's a girl, Marigold, and Ruby taught her to stick out her tongue. She's going back in August.
Yara: That's so good to hear. And how are you with it?
Desmond: I'm okay. I missed her like crazy. Captain and I ate dinner in front of the TV every night.
Yara: You and the cat that you don't love!
Desmond: We have an understanding. How's the training for the island? [shares a photo of a one-eyed cat on the back of a sofa]
Yara: I'm up to three kilometers! My shoulder hurts a bit, so I'm seeing a physio.
Desmond: Take care of that shoulder. I've already bought the chocolate chips.
# 16
Desmond: WE DID IT! The council voted seven to two! It's a protected building!
Yara: I know, I was there, I lost my voice! Desmond, your speech! You didn't even need the breathing.
Desmond: I did it twice in the hallway. And then your grandma stood up and told them about the ice cream in 1940.
Yara: That was completely unplanned! She used to get ice there for her mother's shop.
Desmond: That was the moment that turned it around, I swear. So now the landlord's willing to lower the price.
Yara: To how much?
Desmond: Two hundred and ten. And with the money from the campaign the bank's changed its mind. I'm going to own the ice house!
Yara: I'm so happy for you! What a year. You've got to throw a party.
Desmond: Already planned, on the first of July. Ruby's painting a mural on the side wall.
Yara: What's it going to be?
Desmond: It's a secret, there's a sheet over it. I've only seen a tentacle. [shares a photo of a girl on a ladder in front of a covered wall]
Yara: Ooh, I can't wait! Hey, I've got some news as well. I've met someone.
Desmond: Yara! Who is it? Where? Do I approve?
Yara: His name's Tomasz and he's my physio. Well, he was. He referred me to a colleague before he asked me out.
Desmond: A gentleman! What's he like?
Yara: Quiet and funny. He carves spoons. He made me one with a fish on it.
# 17
Yara: What a party, Desmond! My feet hurt from dancing, and I smell of barbecue.
Desmond: I'm so glad you came! And Tomasz passed the test. Your dad showed him a carburetor and he asked good questions.
Yara: He's still talking about that carburetor. And the mural! I had to hold on to something.
Desmond: I know. An octopus that's holding all the workers of the cannery, each with a real face from the pictures.
Yara: When Mr. Petrakis found his father up there, I lost it completely.
Desmond: Everybody did. Ruby's been asked to do another one, at the library. And they're going to pay her!
Yara: At fourteen! She's unstoppable. How does she feel?
Desmond: She rolled her eyes and then ordered sixteen cans of paint. [shares a photo of a huge octopus mural on a brick wall]
Yara: That's my girl! So the swim is in three weeks. I'm so nervous.
Desmond: How's the shoulder?
Yara: All healed. Tomasz is going to be in the kayak next to me with bananas and warm tea.
Desmond: And I'll be on the beach with two hundred cookies. What's the water like?
Yara: Sixteen degrees, if we're lucky. The jellyfish are what worries me.
Desmond: You've discovered a meadow, fought panic and eaten one slice of cheese in a year. You can handle a jellyfish.
Yara: Haha, you always know what to say. Thank you, Desmond.
Desmond: Any time, champ. Get some rest!
# 18
Desmond: Yara! You're a hero! How are you feeling?
Yara: Everything hurts and I've never been happier! Two hours and thirty-eight minutes!
Desmond: When you came around the buoy, your grandma started to sing. I've got it all on tape.
Yara: I could hear her! I swear I could. The last kilometer was the worst, the current pushed me sideways.
Desmond: We could see that from the shore. Ruby was biting her nails.
Yara: And then the two jellyfish at the end. Look at my arm! [shares a photo of an arm with red welts]
Desmond: Ouch! That looks nasty. Does it still burn?
Yara: Only when I laugh. Tomasz put vinegar on it. He'd brought vinegar, can you believe that?
Desmond: Marry that man. So what did you think about, all that time out there?
Yara: About nothing. It was completely quiet in my head. I cried into my goggles.
Desmond: That's beautiful. I'd like to make an episode about it, if you'd let me.
Yara: It isn't history, though!
Desmond: You're the first person from this town to swim it since 1956. I looked it up. That makes it history.
Yara: No! Who was it in 1956?
Desmond: A nun. Sister Agnes. I'll tell you all about her on the show.
Yara: I'm in! Oh wow, a nun. I love it.
# 19
Yara: The episode with Sister Agnes is my favorite so far! I can't believe that she did it in a wool swimsuit.
Desmond: And in under two and a half hours, sorry to say.
Yara: I know, I was beaten by a nun! How did you find all of that out?
Desmond: The convent keeps a diary. They let me read it at a table with a candle, I felt like a monk. [shares a photo of an open handwritten book on a wooden table]
Yara: You've got the best job. Both of them. How's business?
Desmond: Good, so good that I've hired two people. One of them's a girl just out of school, Jo, and she's better with electrics than I am.
Yara: That's great! And my dad, is he behaving?
Desmond: He's teaching Jo everything about diesel, and she's teaching him about hybrids. They argue like family.
Yara: He told me that he wants to buy an electric car now. My dad! The bus driver!
Desmond: The world's changing. How are things with Tomasz?
Yara: Really good. We went to Poland in September and I met his parents. They live on a farm near Gdansk.
Desmond: Meeting the parents, that's a big step! How was it?
Yara: His mother doesn't speak any English, and I've got six words of Polish. We made pierogi for four hours and laughed the whole time.
Desmond: Vegan ones?
Yara: With mushrooms and cabbage, just for me. I ate thirty.
Desmond: That's the Yara I know. Talk soon!
# 20
Desmond: Hi Yara, do you have a minute? I don't feel so great today.
Yara: Always! What's wrong?
Desmond: I had some chest pain at work on Wednesday. Your dad drove me to the hospital, and he ran two red lights.
Yara: Oh my God, Desmond! Are you okay? Why didn't he tell me?
Desmond: I asked him not to, I didn't want to scare everybody. It wasn't a heart attack, but one artery's narrow. They put in a stent.
Yara: I'm so glad that you're all right. How's Ruby?
Desmond: She's been an adult about it. She's thrown out all the bacon and reads labels to me.
Yara: Good girl! I'm coming over with chili tomorrow. And I'll teach you to cook, no arguments.
Desmond: I was hoping for that. The doctor says that I've got to change my diet and to walk every day.
Yara: We'll do it together. You've got no idea what you can do with a chickpea.
Desmond: Oh boy. Captain's going to be so disappointed, no more bacon under the table. [shares a photo of a one-eyed cat staring at an empty plate]
Yara: He'll survive. Are you scared?
Desmond: A bit. I keep thinking, what if something happens to me and Ruby's alone?
Yara: She'd never be alone. She's got me, my dad, the Blue Toes and half of the town.
Desmond: Thanks, Yara. I needed to hear that.
Yara: It's the truth. Now rest, doctor's orders!
# 21
Yara: How's my patient? Are you walking?
Desmond: Every morning along the harbor, two miles! With Walt, he's seventy-four and leaves me behind.
Yara: That's great! And the cooking?
Desmond: I made the lentil thing and Ruby said that it's edible. I've lost nine pounds.
Yara: Nine! I'm so proud of you. How do you feel?
Desmond: Honestly, better than in years. I've started to write as well, in the evenings. A publisher asked for a book of the podcast.
Yara: Desmond!! A book! And you mention that after the lentils?
Desmond: The lentils were a bigger surprise. It's going to be called Voices from the Ice House. Ruby's doing the drawings.
Yara: I've got chills. When's it coming out?
Desmond: Next fall, if I can finish it by March. I'm on chapter four. [shares a photo of a desk with a typewriter, a laptop and a cat]
Yara: You can do it. I'll read everything, I'm a strict reviewer.
Desmond: I'm counting on that. What's new in the sea?
Yara: We've got a grant! Half a million to replant seagrass along the coast, and we need volunteers who can snorkel.
Desmond: Does it have to be in cold water?
Yara: Ruby's already signed up.
Desmond: Of course she has. Congratulations, Yara, that's wonderful!
# 22
Desmond: Happy New Year, Yara! How was Poland in the snow?
Yara: Happy New Year! It was like a fairy tale. And Tomasz asked me something on Christmas Eve.
Desmond: Is it what I think it is?
Yara: He'd carved a tiny wooden box, with a ring in it. I said yes in Polish and got the grammar wrong.
Desmond: YARA! Congratulations!! I'm jumping, and I'm not supposed to jump!
Yara: Then sit down! I'm so happy, Desmond. We're thinking of June, on the beach by Pelican Point.
Desmond: Next to Grandma's Lawn! It's perfect. Who knows already?
Yara: My dad cried and hugged the dishwasher. My sister's planning a choreography. Revenge!
Desmond: Haha, you had that coming. What can I do?
Yara: I'd like you to be my man of honor. Would you?
Desmond: I don't know what to say. Yes! Do I have to wear a blue dress from the eighties?
Yara: The denim shirt will do. [shares a photo of a small carved wooden box on a windowsill with snow]
Desmond: Deal! I'd be honored. Ruby wants to do the invitations, she's shouting it from the next room.
Yara: Tell her yes, please! With an octopus.
Desmond: She says that it's going without saying.
Yara: I love you guys. This is going to be such a good year.
# 23
Yara: Hi Desmond! How's the book? March is coming!
Desmond: Hi! I've finished it last night at two. Sixteen chapters. I'm a wreck, but a happy one.
Yara: Congratulations! What's the last chapter about?
Desmond: About us saving the building. You're in it, and your grandma's ice cream.
Yara: She'll want royalties! She's turning ninety-three next week, by the way, come to the party.
Desmond: I wouldn't miss it. What do you give to a woman who's won everything at poker?
Yara: New cards, hers are marked. Everybody knows and nobody says a thing.
Desmond: Haha! How's the planting going?
Yara: Eight hundred square meters in the first month! Ruby's the youngest on the team and the only one who sings through her snorkel.
Desmond: She comes home blue and starving. She told me last week that she'd like to study marine biology.
Yara: She did?! She hasn't told me! What about art?
Desmond: Both, she says. She'd draw the fish that she saves. [shares a photo of a sketchbook with seahorses and notes]
Yara: I'm going to frame that. I'd write her the best recommendation ever.
Desmond: She's only fifteen, slow down! But thank you. You've been such an example for her.
Yara: She's one for me. See you at the party, bring cash for poker.
Desmond: I'm going to lose my shirt. Not the denim one!
# 24
Desmond: Yara, I'm so sorry about your grandma. I just heard from your dad.
Yara: Thank you, Desmond. She went in her sleep on Tuesday, after a round of poker. She'd won, of course.
Desmond: Of course she had. How are you holding up?
Yara: I swam out this morning and floated for a long time. All of the Blue Toes came with me, nobody said a word.
Desmond: That's a beautiful way to say goodbye. Is there a service?
Yara: On Saturday at eleven. Afterwards we're all having ice cream at your place, if that's all right. She wrote it into her will.
Desmond: At the ice house? I'd be honored. What flavor did she like?
Yara: Pistachio. Her mother made it in that shop.
Desmond: Then it's going to be pistachio. I'll find the best there is.
Yara: She was so proud of you, you know. She called you the boy with the stories.
Desmond: Now I'm crying. I'd recorded her last summer, two hours about her childhood. It's yours, whenever you want it.
Yara: You've got her voice? Oh Desmond. That's the greatest gift. [shares a photo of an old woman with playing cards and a big smile]
Desmond: I'll bring it over tonight. Do you want company or shall I leave it at the door?
Yara: Company, please. And bring Captain.
Desmond: He's already in the carrier. We're on our way.
Yara: Thank you. I'll make some tea.
# 25
Yara: We're back! How are my favorite people?
Desmond: Mrs. Nowak! Or did you keep your name? How was the honeymoon?
Yara: I kept it, and so did he. We were in the Azores, and we swam with dolphins on the second day!
Desmond: That's so cool! I'm still recovering from your wedding. My shirt smells of bonfire.
Yara: Your speech was the best thing that I've ever heard. How did you get the recording of my grandma to fit so well?
Desmond: It was her laugh that I needed, at the right moment. Ruby did the cutting. Everybody looked around for her.
Yara: I did too. For one second she was there. [shares a photo of a beach at dusk with lanterns and dancing people]
Desmond: She'd have taken everybody's money. And the choreography, your sister got her revenge!
Yara: Tomasz wore work boots, he'd been warned. How's the book?
Desmond: It's at the printer's, and it comes out on the ninth of October. There's going to be a reading in the old cannery yard.
Yara: I'll be in the second row, so that you can stay calm.
Desmond: I was counting on it. And guess who swam to the buoy and back yesterday?
Yara: No. You? In the ocean?
Desmond: With Walt and nine women with blue toes. I screamed like a teenager, and then I had six cookies.
Yara: I'm so proud that I could burst! See you at six tomorrow morning, then?
Desmond: See you in the water, Yara.`;

export const TIDE_QUESTIONS = `How old is Desmond's daughter? | 1:4
Where does Ruby's mother live? | 1:6
When did Yara start working at the marine institute? | 1:7
What does Yara study? | 1:7
What kind of motorcycle did Desmond buy? | 1:10
What does Desmond do for a living? | 1:12
What does Yara do every morning before work? | 1:15
What is the name of Yara's swimming group? | 2:2
What was living in the engine of the motorcycle? | 2:7
What does Ruby like to draw? | 2:9
How much does the summer art program cost? | 2:13
What happened to Yara during her presentation? | 3:3
When did Yara have her first therapy appointment? | 3:5
Who is getting married in Yara's family? | 3:11,3:9
When is Leila's wedding? | 3:11
What is the name of Yara's therapist? | 4:2
What advice did the therapist give Yara? | 4:4
What did Ruby receive for the art program? | 4:5
What is Desmond's podcast about? | 4:13
What was the first podcast episode about? | 4:13
Where does Desmond record his podcast? | 4:13
Why is Desmond interested in local history? | 4:15
What was the second episode of the podcast about? | 5:4
How did Desmond meet the great-niece of the lighthouse keeper's daughter? | 5:6
What did Yara's team discover near Pelican Point? | 5:9
What name did Yara give to the meadow? | 5:13
Who did Ruby befriend at the art program? | 6:5
What colors did Desmond paint the motorcycle tank? | 6:7
What dress did Yara wear to her sister's wedding? | 6:10
Why did Yara become vegan? | 6:14
What dish did Yara cook for Desmond and Ruby? | 6:16,7:2
What did Ruby do with the money from her first sale? | 7:6
How many listeners does Desmond's podcast have? | 5:2,7:8,14:11
When did the motorcycle engine start for the first time? | 7:12
What was the weather like at the wedding? | 8:2
Where did Leila go on her honeymoon? | 8:10
What does the parrot call Yara? | 8:12
When was Desmond's talk at the museum? | 8:15
What did Mr. Petrakis give to Desmond? | 9:4
Which subject was Ruby failing? | 9:10
Why was Ruby upset about her mother? | 10:4
When does Yara's paper come out? | 10:10
Who tutors Ruby in math? | 11:8
How long did Yara's father work as a bus driver? | 11:11
What did Ruby give Desmond for Christmas? | 12:5
What did Desmond give Ruby for Christmas? | 12:7
How old is Yara's grandmother? | 12:8,23:5
How far is the swim to Gull Island? | 12:14
What pet did Ruby adopt? | 13:14
Why might Desmond lose his shop? | 14:1
How did Desmond raise money to save the shop? | 15:2,14:10
What was the building of the shop in the past? | 14:13
What is the name of Ruby's baby sister? | 15:10
How did the city council vote? | 16:1
What did Yara's grandmother tell the council? | 16:3
What is the profession of Yara's boyfriend? | 16:14
What hobby does Tomasz have? | 16:16
What does Ruby's mural show? | 17:4
Where will Ruby paint her second mural? | 17:6
How long did Yara's swim to the island take? | 18:2
What stung Yara during the swim? | 18:6
Who swam to the island in 1956? | 18:15
Who did Desmond hire at the shop? | 19:6,19:6
Where do Tomasz's parents live? | 19:11
What health problem did Desmond have? | 20:3,20:5
Who took Desmond to the hospital? | 20:3
How much weight did Desmond lose? | 21:4
What is the title of Desmond's book? | 21:8
How much money did Yara's team get to replant seagrass? | 21:13
When did Tomasz propose to Yara? | 22:2,22:4
Who will be Yara's man of honor? | 22:10
What would Ruby like to study? | 23:10
When did Yara's grandmother pass away? | 24:2
What ice cream flavor did the grandmother like? | 24:8
Where did Yara and Tomasz spend their honeymoon? | 25:3
When will Desmond's book be released? | 25:10
What has helped Yara with her anxiety? | 3:13,4:4,8:6
Would Yara enjoy a steakhouse for her birthday? | 6:14
Is Desmond close to Yara's father? | 14:7,12:1,20:3
What is Yara's podcast about? | 4:13
When did Desmond have a panic attack? | 3:3
What did Yara buy to restore? | 1:10
Why did Yara get a stent? | 20:5
What is the name of Yara's daughter's cat? | 13:14`;
