// A vet nurse and a teacher over most of a year: long friendly turns, much small talk, names said often.
// Questions of five kinds: one fact, several facts together, when, what is likely, and facts asked of the wrong person.

export const MEADOW_CONVERSATION = `# 1
Leila: Hey Jonas! It's so good to hear from you. How's everything been since the school year started?
Jonas: Hi Leila! Busy but good. I've got a new class of ten-year-olds and they already know all my weak spots. How are you?
Leila: I'm doing well, thanks! I passed my final exam as a veterinary nurse last Friday, so I'm officially qualified now.
Jonas: That's amazing news, congratulations! All those late nights paid off. Did you do anything to celebrate?
Leila: My parents took me to that little Lebanese place by the river. We ate way too much and my dad gave a speech. It was embarrassing but sweet.
Jonas: Haha, your dad and his speeches! He must be really proud of you. So what's next for you?
Leila: I've applied to three clinics, and one of them treats horses, which would be a dream. I've loved horses ever since I was little.
Jonas: I remember the posters on your wall! I'm sure they'd be lucky to have you. Fingers crossed.
Leila: Thank you, that means a lot. What about you, are you still keeping bees on the roof?
Jonas: I am! I have two hives now. I harvested eleven kilos of honey in August and gave most of it away to colleagues.
Leila: Wow, eleven kilos! That's incredible. I'd love to try some of it.
Jonas: I'll save you a jar. By the way, I've decided to do something scary this year. I signed up for a stand-up comedy workshop.
Leila: No way! You on stage telling jokes? I need to see that. What made you want to try it?
Jonas: My students laugh at everything I say, so I figured I should find out if grown-ups do too. It starts next Wednesday.
Leila: I love that. You've always had great timing. Keep me posted, okay?
Jonas: Will do. Talk to you soon, Leila!
# 2
Jonas: Hey Leila, guess who survived his first comedy class!
Leila: Jonas! Tell me everything. Was it terrifying?
Jonas: My hands were shaking the whole time. We had to improvise a story about a toaster, and people actually laughed. The teacher's name is Brigitte and she used to work in a circus.
Leila: A circus! She sounds like a character. I'm so proud of you for going through with it.
Jonas: Thanks! It reminded me how good it feels to learn something new. Any word from the clinics?
Leila: Yes! I got the job at the horse clinic in Millbrook. I start on Monday and I've been grinning all week.
Jonas: That's fantastic! Your dream job! How far is it from your place?
Leila: About forty minutes by train, so I've been thinking about moving closer. Rents out there are lower as well.
Jonas: That makes sense. You'd have green fields all around you too. Peaceful.
Leila: Exactly. After years in the city I could use some quiet. My flatmate is sad about it, but she understands.
Jonas: Change is always bittersweet. I've been thinking about change as well. I want to build a tiny house.
Leila: A tiny house? Like one of those on wheels? Where would you even put it?
Jonas: My aunt Greta has an orchard she doesn't use any more, and she said I could park it there for free if I look after the trees.
Leila: That sounds idyllic! Bees, apple trees and a tiny house. You'd be like somebody out of a children's book.
Jonas: That's the plan! I've been drawing floor plans every evening. It's relaxing, honestly.
Leila: I can't wait to see them. Send me a picture when you have one you like!
# 3
Leila: Hi Jonas! Sorry it's been a while. The first month at the clinic has been intense.
Jonas: No worries at all! How is it going? Are the horses treating you well?
Leila: They're wonderful. On Tuesday we delivered a foal at three in the morning. I've never seen anything so beautiful in my life.
Jonas: Wow, what a moment. I have goosebumps just reading that. Is the little one okay?
Leila: Healthy and already running around. The owner let me pick the name, so he's called Biscuit now.
Jonas: Biscuit! That's adorable. You've left your mark on the world.
Leila: Haha, I suppose I have. The hours are long though. I've been rowing on the canal before work to clear my head.
Jonas: Rowing? Since when do you row?
Leila: A colleague, Tamsin, talked me into joining her club about three weeks ago. We go out at six in the morning. It's freezing but it feels like meditation.
Jonas: Good for you! I can barely get out of bed at seven. How's the apartment hunt?
Leila: I looked at four places and they were all awful. One had mushrooms growing in the bathroom!
Jonas: Ew! Please tell me you didn't take that one.
Leila: Definitely not. I'm seeing another one on Saturday, a cottage with a garden. What's new on your end?
Jonas: I bought the trailer for the house! Seven metres long and second-hand. It's standing in the orchard now and my aunt is very amused.
Leila: So it's really happening! I'm impressed, Jonas. You don't just dream, you do things.
Jonas: Thanks, that means a lot coming from you. I'm nervous about the electrics, but I'll figure it out.
# 4
Jonas: Leila, I did it! I performed at an open evening last night. Five whole minutes.
Leila: Oh my gosh, Jonas! How did it go? I want all the details.
Jonas: The first joke died completely. Silence. Then my phone rang in the middle of it and it was my mum, so I put her on speaker, and the whole room fell apart.
Leila: That's hilarious! Your mum must have been so confused. What did she say?
Jonas: She asked whether I'd eaten. It was the best laugh of the night. Brigitte says I have to keep it in the act.
Leila: Your mum is a natural comedian. I'm really sorry I missed it, I was on call.
Jonas: There'll be others. Did you get the cottage?
Leila: I did! I moved in ten days ago. It has a wood stove and a walnut tree, and the landlady leaves eggs on my doorstep.
Jonas: That sounds like paradise. Are you lonely out there at all?
Leila: A little in the evenings, to be honest. So I've started learning Italian with an app. I'd like to visit my cousin in Bologna next summer.
Jonas: Che bello! See, I know some as well. Your cousin Samir, the one who makes violins?
Leila: That's the one. He has a workshop there now with two apprentices. It's his life's passion.
Jonas: I admire people who work with their hands. I insulated the floor of the house this weekend with sheep's wool.
Leila: Sheep's wool! That's so environmentally friendly. Doesn't it smell?
Jonas: Like a wet sweater, but only for a few days. It keeps the warmth in really well.
Leila: You're learning so much. I'm glad we keep in touch like this.
# 5
Leila: Hey Jonas, I had a hard day today. We lost a patient, an old mare called Duchess.
Jonas: Oh Leila, I'm so sorry. That must have been awful. Do you want to talk about it?
Leila: She was twenty-nine and her owner had grown up with her. I held it together until I got home, and then I cried into a cup of tea.
Jonas: That's completely understandable. You care so much. It's part of why you're good at this.
Leila: Thank you. Tamsin took me out on the water afterwards and we didn't say a word for an hour. It helped.
Jonas: She sounds like a great friend. Sometimes silence is the best company.
Leila: It really is. Tell me something cheerful, please. How are the kids?
Jonas: Well, we're putting on a play about the solar system, and two boys had a fist fight over who gets to be Saturn because of the rings.
Leila: Haha, that made me smile! Who won?
Jonas: A girl called Noor, who simply turned up with a hula hoop. Problem solved.
Leila: Clever girl! I like her already. And the bees?
Jonas: Sleeping, mostly. I lost one hive to mites in November, sadly. I should have treated them sooner.
Leila: Oh no, I'm sorry to hear that. Can you get a new colony in spring?
Jonas: Yes, a beekeeper in the next village promised me a swarm in May. I'll do better this time.
Leila: I know you will. Thanks for cheering me up, Jonas.
Jonas: Any time. That's what friends are for.
# 6
Jonas: Happy New Year, Leila! Did you do anything special?
Leila: Happy New Year! I worked until ten, and then Tamsin and some people from the rowing club made a bonfire by the boathouse. It was magical.
Jonas: That sounds lovely. I was at my sister's in Hamburg. My nephew Emil kept everybody awake until three.
Leila: Haha! How old is Emil now?
Jonas: He turned four in December. He wants to be an excavator when he grows up. Not drive one, be one.
Leila: Kids are the best. Did you make any resolutions?
Jonas: To finish the walls before Easter, and to be less afraid of the electrician's bill. You?
Leila: I want to run a course for horse owners about first aid. People panic when their animal gets colic, and it costs lives.
Jonas: That's such a good idea. You'd be a wonderful teacher, you explain things so clearly.
Leila: Coming from a real teacher, that's a big compliment. My boss, Dr. Whitcombe, already agreed to let me use the big hall in February.
Jonas: Then you have no excuse! Do you need help with the slides?
Leila: I might take you up on that. I'm hopeless with computers.
Jonas: Deal. In exchange I want a guided tour of the stables.
Leila: You've got it. Bring rubber boots, it's a swamp out here.
# 7
Leila: Jonas, you won't believe what happened. I bought a horse.
Jonas: You did what?! Leila! How? When?
Leila: On Thursday. She was going to be put down because of an eye infection nobody wanted to pay for. We removed the eye, and now she's mine.
Jonas: You have a heart of gold. What's her name?
Leila: Captain, like a pirate, because of the missing eye. She's a chestnut, twelve years old and very opinionated.
Jonas: Captain! I love it. Where will you keep her?
Leila: My landlady has an empty stable and only wants help with the fences in return. It's as if it was meant to be.
Jonas: Sometimes things just fall into place. How did the first aid course go, by the way?
Leila: Thirty-two people came! I'd expected maybe ten. Your slides were a big hit, especially the cartoon of the vet chasing a pony.
Jonas: I spent far too long on that cartoon. I'm so happy it went well!
Leila: They've asked me to do it again in the autumn. And how's the building site?
Jonas: The walls are up. I had the electrics checked last week and they only found one mistake, so I'm very relieved.
Leila: That's brilliant! You were so worried about that part. What comes next?
Jonas: The roof. I want to plant it with moss and wild flowers, so the bees have something right above my bed.
Leila: A roof for the bees, of course. I wouldn't expect anything less from you.
Jonas: Ha, you know me too well. Give Captain a carrot from me.
# 8
Jonas: Hi Leila! I've got some news and I'm not sure how to feel about it.
Leila: Uh oh. What is it? I'm all ears.
Jonas: The principal is retiring and she asked me to apply for her position. I'd earn more, but I'd hardly teach any more.
Leila: That's a big decision. What does your gut tell you?
Jonas: That I'd miss the kids. I went into this job to be in a classroom, not to sit in meetings about the parking lot.
Leila: Then maybe that's your answer. Money isn't everything, and you light up when you talk about them.
Jonas: You're right. I think I just needed somebody to say it out loud. I'm going to tell her no on Monday.
Leila: I'm proud of you for knowing what you want. It's rarer than you think.
Jonas: Thanks, Leila. How's your pirate?
Leila: Stubborn and wonderful. She knocked over a fence yesterday and went to visit the neighbour's donkeys. We found her two hours later, looking very pleased.
Jonas: An escape artist! Did the donkeys enjoy the visit?
Leila: I think so, they were all sharing a hay bale. The neighbour, a man called Callum, helped me lead her back. He's a carpenter.
Jonas: A carpenter, you say? Is he nice?
Leila: Stop it, I can hear you grinning! He's nice. He has kind eyes and he whistles.
Jonas: I'm not saying anything. I'm only making a note of it.
Leila: You're impossible. Good night, Jonas!
# 9
Leila: Hey Jonas! How did the swarm go? It was supposed to arrive this week, wasn't it?
Jonas: It did! I carried twenty thousand bees home on the bus in a cardboard box. The driver asked what I had in there, and I told him it was a cake.
Leila: You did not! Jonas, that's terrible and also the funniest thing I've heard all month.
Jonas: It's going into the act. They've settled in nicely, and I stung only my pride.
Leila: I'm glad nobody got hurt. So, I went on a date with Callum.
Jonas: I knew it! Where did you go?
Leila: He took me to an old cinema two villages over. They showed a silent film with a live pianist, and it rained through the ceiling onto his head.
Jonas: That sounds romantic in a very damp way. Will you see him again?
Leila: Yes, he's cooking for me on Sunday. Apparently he makes a great mushroom risotto.
Jonas: I approve. A man who can cook and build things. Could he look at my staircase? It's driving me mad.
Leila: I'll ask him! What's wrong with it?
Jonas: It's supposed to have drawers inside the steps, and none of them open. I measured everything twice.
Leila: I'm sure he'd love a puzzle like that. How's the roof?
Jonas: Finished on the first of May, moss and all. I slept under it for the first time on Saturday and listened to the rain.
Leila: That must have felt so special after all that work.
Jonas: It did. I lay there thinking that I made this. I'm not ashamed to say I teared up.
# 10
Jonas: Leila, thank you for sending Callum over. He fixed the drawers in twenty minutes and then stayed for three hours talking about bees.
Leila: He told me! He came home with honey all over his jacket and wants his own hive now. What have you done?
Jonas: I've recruited him. The movement is growing. How are the two of you doing?
Leila: Really well. It's easy with him. I introduced him to my parents last weekend and my dad made another speech.
Jonas: Of course he did! What was it about this time?
Leila: Trust, and the importance of good shoes. Callum asked him questions about it for an hour. My mum adores him.
Jonas: He's passed the test then. I'm really happy for you, Leila.
Leila: Thank you. How are you, though? You sounded a bit tired on the phone.
Jonas: I've been having headaches. I went to the optician on Wednesday and it turns out I need glasses. I look like an owl.
Leila: I bet they suit you! What colour are they?
Jonas: Dark green. Noor from my class said that I look like a detective, so I'm calling it a success.
Leila: Noor has never been wrong about anything. Have you performed again?
Jonas: Yes, at the library's summer party, for about eighty people. I told the bus story, and an old lady in the front row fell off her chair laughing.
Leila: Was she all right?
Jonas: Perfectly fine. She turned out to be the bus driver's mother!
Leila: No! That's unbelievable. You couldn't invent that.
# 11
Leila: Ciao Jonas! I'm writing to you from Bologna.
Jonas: You made it! How's Italy? How's Samir?
Leila: Hot and beautiful. Samir let me carve part of a violin scroll yesterday. I ruined it in about a minute, but he was kind about it.
Jonas: What an experience! Does your Italian hold up?
Leila: I ordered what I thought was peach ice cream and got a plate of fish. So there's room for improvement.
Jonas: Haha! Pesca and pesce. A classic mistake. Is Callum with you?
Leila: No, he's looking after Captain. He sends me a picture of her every morning with a little report about her mood.
Jonas: That's a keeper. What have you seen so far?
Leila: We climbed the big tower on Monday, almost five hundred steps. And I've tasted more kinds of cheese than I can count.
Jonas: I'm jealous. I've been at home grading and trying to rescue my tomatoes from snails.
Leila: Put crushed eggshells around them! My landlady swears by it.
Jonas: I'll try that, thanks. Oh, and my aunt Greta had a fall last week. She broke her hip.
Leila: Oh no, Jonas! Is she going to be okay?
Jonas: The operation went well. She'll be in rehab for six weeks, so I'm visiting every day and bringing her crosswords.
Leila: Please give her my love. You're a good nephew.
Jonas: I will. Enjoy the sunshine for both of us!
# 12
Jonas: Hey Leila, welcome home! How does it feel to be back?
Leila: Strange but good. Captain pretended not to know me for a whole day and then wouldn't leave my side. How's Greta?
Jonas: Walking with a frame and already bossing the nurses around. She comes home on the twentieth. I built a ramp at her front door.
Leila: That's so thoughtful of you. I'm sure she's grateful, even if she doesn't say it.
Jonas: She said the ramp was crooked, which is her way of saying thanks.
Leila: Haha, I can imagine! I've got some news as well. Tamsin and I entered a regatta.
Jonas: A real race? When is it?
Leila: The second weekend in September, on the lake at Harwood. We're the oldest team in our class, so nobody expects much from us.
Jonas: Then you've got nothing to lose! I'll come and cheer. I'll bring a bell.
Leila: Please don't bring a bell. But yes, come! Callum is painting the blades for us, blue with a yellow stripe.
Jonas: I'm definitely bringing a bell. New school year for me on Monday, and I get to keep my class for one more year.
Leila: Oh, that's great! No regrets about not taking the principal's job?
Jonas: None at all. The new one is called Mr. Adeyemi, and he's brilliant at those parking lot meetings.
Leila: Everybody in the right place. I like when things work out that way.
Jonas: Me too. See you at the lake!
# 13
Leila: Jonas! I still can't believe it. Third place!
Jonas: You two were incredible! I lost my voice, and I think I broke the bell.
Leila: We heard you from the other side of the lake. Tamsin laughed so hard that we nearly hit a buoy.
Jonas: I take full credit for the medal, then. How are your hands?
Leila: Covered in blisters, but I don't care. I've hung the medal in the stable above Captain's manger.
Jonas: She'll try to eat it. And it was great to meet Tamsin at last, she's just as funny as you said.
Leila: She liked you as well. She asked me twice when your next show is, you know.
Jonas: Really? Well, it's on the twelfth of October at the Blue Lantern. It's my first paid one, fifty euros!
Leila: A professional! I'll bring her along, and Callum too. What's the new material about?
Jonas: My aunt, mostly. She gave me permission on the condition that I make her taller.
Leila: Haha! I adore her. Is she managing at home?
Jonas: She's doing great. She moved the crosswords to my tiny house and says the light is better. I think she just likes the company.
Leila: That's lovely. You'll have to build a second one for her.
Jonas: Don't give her ideas, she has already picked a colour!
# 14
Jonas: Hi Leila. I wanted to tell you first. Tamsin and I have been seeing each other since the show.
Leila: I KNEW IT! Oh Jonas, I'm so happy I could scream. I did scream. The horses are looking at me.
Jonas: Haha, poor horses! She came to the orchard on Sunday and she wasn't scared of the bees at all. She even held a frame without gloves.
Leila: That's Tamsin. She isn't scared of anything except spiders.
Jonas: Noted! I'll clear out the shed. How was the second round of your course?
Leila: Wonderful. Forty-five people this time, and one of the women from February told us that she'd saved her gelding because of what she'd learned.
Jonas: Leila, that's huge. You changed something real there.
Leila: I had to go outside for a moment. Dr. Whitcombe wants to turn it into a regular thing and pay me for it.
Jonas: As he should! Anything else new?
Leila: Well, yes. Callum asked me whether I'd like to move in with him, and I said yes. His house is just across the field, so Captain only has to learn a new gate.
Jonas: Congratulations! That's wonderful. She'll have learned how to open it by Tuesday.
Leila: Probably! He's turning the attic into a study for me with a window toward the hills.
Jonas: I'm so glad for you both. Look at us, a year ago we were talking about exams and toasters.
Leila: I know. I'm grateful for every bit of it. Here's to the next one!`;

export const MEADOW_QUESTIONS = `When did Leila pass her exam as a veterinary nurse? | 1:3
Where did Leila's parents take her to celebrate? | 1:5
How much honey did Jonas harvest in August? | 1:10
What kind of workshop did Jonas sign up for? | 1:12
Who teaches Jonas's comedy class? | 2:3
What did Jonas have to improvise a story about in his first class? | 2:3
In which town is the clinic where Leila works? | 2:6
Where does Jonas plan to put his tiny house? | 2:13
When was the foal born at the clinic? | 3:3
What name did Leila give the foal? | 3:5
What sport did Leila take up before work? | 3:7,3:9
Who convinced Leila to join the rowing club? | 3:9
What was wrong with one of the apartments Leila looked at? | 3:11
How long is the trailer Jonas bought? | 3:14
When did Jonas first perform comedy in public? | 4:1
What happened with Jonas's phone during his performance? | 4:3
What language is Leila learning and why? | 4:10
What does Leila's cousin do for a living? | 4:11,4:12
What material did Jonas use to insulate the floor? | 4:13
How old was the mare that died? | 5:3
What play are Jonas's students putting on? | 5:8
Why did Jonas lose one of his hives? | 5:12
What did Leila do on New Year's Eve? | 6:2
Who is Emil? | 6:3,6:5
What does Jonas's nephew want to be when he grows up? | 6:5
What course did Leila want to run? | 6:8
Why was Captain going to be put down? | 7:3
Why is Leila's horse called Captain? | 7:5
How many people attended Leila's course in total over both rounds? | 7:9,14:6
What did Jonas want to plant on his roof? | 7:14
Why did Jonas turn down the position of principal? | 8:3,8:5,8:7
How did Leila meet Callum? | 8:12
What is Callum's profession? | 8:12
How did Jonas transport his new bees home? | 9:2
Where did Leila and Callum go on their first date? | 9:7
When did Jonas finish the roof of his house? | 9:14
What problem did Jonas have with his staircase? | 9:12
Which places has Jonas performed at? | 4:1,10:13,13:10
What colour are Jonas's new glasses? | 10:11
What was the speech of Leila's father about when he met Callum? | 10:6
Which dish did Leila get by mistake in Italy? | 11:5
What did Leila do with Samir in Bologna? | 11:3
What happened to Jonas's aunt? | 11:12
What did Jonas build for his aunt after her fall? | 12:3
When is the regatta? | 12:8
What place did Leila and Tamsin reach in the race? | 13:1
Where did Leila hang her medal? | 13:5
When did Jonas have his first paid show? | 13:8
When did Jonas and Tamsin start dating? | 14:1
What is Tamsin scared of? | 14:4
Which animals does Leila help or own? | 3:3,5:1,7:3
Would Jonas enjoy a job with a lot of administration? | 8:5,12:11
Is Leila likely to move back to the city? | 2:10,14:10
What has Jonas done for his bees? | 7:14,9:2,5:14
Where did Jonas's parents take him to celebrate? | 1:5
What name did Jonas give the foal? | 3:5
What is Leila's first paid show about? | 13:10
Why did Leila lose one of her hives? | 5:12
When did Leila finish the roof of her house? | 9:14
What did Leila carry home on the bus? | 9:2
Where did Jonas climb almost five hundred steps? | 11:9
How many people came to Jonas's first aid course? | 7:9,14:6
Who helped Leila with the slides for her course? | 6:11,7:9
Who looked after Captain while Leila was in Italy? | 11:7`;
