// A cook with a food truck and a retired engineer over half a year of short talks.
// Questions of five kinds: one fact, several facts together, when, what is likely, and facts asked of the wrong person.

export const HARBOUR_CONVERSATION = `# 1
Kenji: Hey Ruth! Long time no talk. How's retirement treating you?
Ruth: Hello Kenji! I've been out of the office for two months now, and I finally understand why people take naps. After thirty-four years of designing bridges it's a strange feeling.
Kenji: Thirty-four years, that's impressive! You've definitely earned some rest. What are you doing with all that time?
Ruth: I've started digging into my family's history. I found a box of letters in my mother's attic, all in old handwriting I can hardly read.
Kenji: That sounds fascinating! Like a detective story. What are the letters about?
Ruth: As far as I can tell, my great-grandfather worked on a ship that carried timber from Norway. I'd love to find out which one.
Kenji: Wow, that's so cool. I hope you find it. I've got some big news too. I quit the hotel!
Ruth: You quit? Kenji, that's brave! What are you going to do?
Kenji: I'm opening a food truck. I put a deposit on an old bread van last Saturday. It's going to be Japanese breakfast, all day long.
Ruth: Breakfast all day! I'd eat that. What does your wife think of it?
Kenji: Hana's the one who pushed me. She said that if I complained about the hotel manager one more time, she'd move out.
Ruth: Ha! A wise woman. Is the van in good shape?
Kenji: The engine is fine, but the inside smells of yeast and there's a hole in the floor. I've got until March to fix it up.
Ruth: If you need a hand with anything structural, I do know a little about holes and what to put over them.
Kenji: I might take you up on that! It's great to talk to you again, Ruth.
Ruth: Likewise, dear. Good luck with the van!
# 2
Ruth: Hi Kenji! I just came back from my first choir rehearsal and I feel ten years younger.
Kenji: You joined a choir? That's wonderful, Ruth! I didn't know that you could sing.
Ruth: Neither did I! They put me with the altos. My neighbour Winifred dragged me along on Tuesday, and I stayed for the biscuits.
Kenji: Biscuits are a good reason to do anything. What are you singing?
Ruth: Sea shanties for the harbour festival in June. Very loud, not very accurate.
Kenji: I love it. I should ask the festival whether they need food trucks.
Ruth: You absolutely should! The man to talk to is called Desmond, he runs the whole thing. How's the van coming along?
Kenji: I tore out the old shelves last week and found a newspaper from 1987 behind them. The floor is really worse than I thought, though.
Ruth: Send me the measurements. I'll draw you something with steel cross members, light but solid.
Kenji: You'd do that? You're a lifesaver. I'll pay you in rice bowls for life.
Ruth: That's the best fee anybody's ever offered me. And how's Hana?
Kenji: She's good. Tired. Actually, we wanted to wait to tell people, but... she's pregnant! Due at the end of July.
Ruth: Oh Kenji! Oh, that's the most wonderful news! Congratulations to you both. I'm getting my handkerchief.
Kenji: Thank you so much, Ruth. I'm excited and completely terrified.
Ruth: That's exactly how you should feel. You'll be a terrific father.
# 3
Kenji: Ruth, your drawings are amazing! My friend who welds said he's never seen plans that neat.
Ruth: Old habits! Did he manage to fit the cross members?
Kenji: He did it on Friday. I jumped up and down on the floor for five minutes and nothing moved. Hana filmed it.
Ruth: A proper load test, I'm proud of you. What colour will it be?
Kenji: Bright orange, like a persimmon. And I've got a name at last. It's going to be called Morning Crane.
Ruth: Morning Crane. That's beautiful. Cranes are lucky, aren't they?
Kenji: Yes, my grandmother used to fold a paper crane for every birthday. I still have one from when I was six.
Ruth: What a lovely thing to keep. Speaking of grandparents, I've made a discovery. The ship was called the Solveig.
Kenji: You found it! How did you figure that out?
Ruth: A volunteer at the maritime archive helped me with the handwriting. There's a letter about a storm in 1903, and he names the ship and the captain.
Kenji: That's incredible. What happened in the storm?
Ruth: They lost the mast and drifted for four days. He wrote that they ate nothing but dried peas. I've had a soft spot for peas ever since.
Kenji: Haha! I'll put peas on the menu in his honour.
Ruth: He'd be delighted. His name was Anders, by the way. Anders Halvorsen.
Kenji: The Halvorsen bowl, then. Consider it done.
# 4
Ruth: Hello Kenji! How are you? I haven't heard from you in a couple of weeks.
Kenji: Hi Ruth, sorry. It's been rough. The health department failed my first inspection because the sink's too small.
Ruth: Oh, how frustrating! Is it expensive to put right?
Kenji: About nine hundred for a new one with the plumbing. I'd planned to open on the fifteenth of March, and now I have to push it back two weeks.
Ruth: Two weeks isn't the end of the world. I once had a bridge that opened three years late because of a family of otters.
Kenji: Otters! You have to tell me that one some time.
Ruth: They were protected, and they knew it. The mayor came every month to look at them. Now there's a statue.
Kenji: You always make me feel better. How's the choir?
Ruth: I've been given four lines of a solo. I lie awake at night thinking about it.
Kenji: A solo! That's fantastic, Ruth! You're going to be great.
Ruth: I haven't sung alone in front of people since school. Winifred says I should imagine them all as otters.
Kenji: Good advice. I run when I'm anxious, it clears my head. I'm up to fifteen kilometres now.
Ruth: Fifteen! What are you training for?
Kenji: The spring marathon on the last Sunday in April. I know the timing's crazy with everything else.
Ruth: You've never been one for half measures. Just look after your knees.
# 5
Kenji: We're open! Ruth, we're open!
Ruth: Hurrah! Tell me everything. Did people come?
Kenji: I sold sixty-three bowls on the first day and ran out of eggs by eleven. There was a queue around the corner!
Ruth: That's simply marvellous. I'm sorry I couldn't be there, my train was cancelled.
Kenji: Don't worry about it. The Halvorsen bowl was the second most popular. Somebody asked who he was and I told them the whole story.
Ruth: You've made an old woman very happy. Anders would be baffled. Who's helping you?
Kenji: A student called Beatriz. She's studying marine biology, she's fast, and she's funny with the customers. I couldn't do it without her.
Ruth: Good people are half the battle. Does Hana come by?
Kenji: She sits in a folding chair and criticises my signs. She's usually right. We found out that it's a girl, by the way.
Ruth: A little girl! How splendid. Any names yet?
Kenji: We've got a list of about forty. Hana likes Yuki, and I like Emi. The debate continues.
Ruth: You've got time. I've signed up for a Norwegian class online, so I can read the rest of the letters myself.
Kenji: That's dedication! Is it hard?
Ruth: It's like Swedish spoken by somebody with a cold. I'm the oldest in the group by about forty years, and they call me Professor.
Kenji: As they should! Talk soon, Professor.
# 6
Ruth: Kenji, how did the marathon go? I've been thinking of you all day.
Kenji: I finished! Four hours and twelve minutes. I cried at the end, and some stranger gave me half of his banana.
Ruth: Well done! I'm so proud. Are you in one piece?
Kenji: My left knee is the size of a melon. I can't get down stairs, so I've been living on the ground floor.
Ruth: What did I tell you about those knees! Put ice on it, and then go to a doctor.
Kenji: I know, I know. I've got an appointment on Thursday. Beatriz is running the truck by herself this week.
Ruth: Let the young lady do it, then. I have a little adventure of my own to report. I'm going to Norway!
Kenji: No way! When? Because of the letters?
Ruth: In the middle of May, for ten days. The archive in Bergen has the crew lists of the Solveig, and I want to see them with my own eyes.
Kenji: That's amazing! Are you travelling alone?
Ruth: My granddaughter Phoebe is coming along. She's seventeen and claims that she's only in it for the waffles.
Kenji: A smart kid. Bring me back some brown cheese, I've always wanted to try it in something.
Ruth: I'll bring you a whole brick of it. Is the festival settled?
Kenji: Yes! Desmond gave me the spot right beside the stage. I'll be able to hear your solo from the window.
Ruth: Heavens. Now I'm nervous all over again.
# 7
Kenji: Hi Ruth! Are you back? How was it?
Ruth: Just landed yesterday. Oh Kenji, it was unforgettable. I saw his name in the crew list, in ink, with his signature beside it.
Kenji: I've got chills. What did that feel like?
Ruth: As if he'd reached across and shaken my hand. Phoebe took a photograph of me holding the page, and I'm weeping in it.
Kenji: That's so moving. Did you learn anything new about him?
Ruth: He was the ship's cook! All those peas make sense now. So you two would have had plenty to talk about.
Kenji: You're kidding! A cook! I need to put that on the sign.
Ruth: And I met a living relation. A second cousin named Ingrid who keeps goats on an island. She didn't speak a word of English, so my Norwegian was put to the test.
Kenji: How did you do?
Ruth: I told her that I was a retired sausage, and she laughed until she had to sit down. We got along famously after that.
Kenji: Haha! I'd pay to have seen that. What did Phoebe think?
Ruth: She ate waffles every day and now wants to study history. Her mother is blaming me.
Kenji: You're a good influence. My knee's better, by the way. The doctor said that nothing's torn, just no running for six weeks.
Ruth: Thank goodness. You'll need it for carrying a baby about.
Kenji: True! We've been to the birth class twice. I fainted during the film.
Ruth: Oh, my poor boy.
# 8
Ruth: Kenji! I'm still shaking. Did you hear me?
Kenji: Hear you? Ruth, I stopped in the middle of an order! You were brilliant. Beatriz was in tears.
Ruth: My voice wobbled on the second line, but then I saw that orange van and it settled.
Kenji: The crowd loved it. I had people asking me who the lady in the captain's hat was.
Ruth: The hat was Winifred's idea. I'm told it suits me. How was business?
Kenji: Our best day ever, two hundred and ten bowls. I also ran the brown cheese special, and it sold out in an hour!
Ruth: You didn't! What on earth did you put it in?
Kenji: Rice porridge with pickled plum. It shouldn't work but it does. The woman from the newspaper wrote about it.
Ruth: I saw that! She called it the strangest good idea at the harbour. I've cut the article out for you.
Kenji: Thanks, Ruth! Desmond asked me to come back every Saturday until September.
Ruth: Wonderful news. And how's Hana holding up in this heat?
Kenji: She's got her feet in a bucket most of the day. Her mother arrives from Osaka next week to help out.
Ruth: That'll be a comfort. Do you get along with her?
Kenji: She rearranges my knives, but I love her. She's teaching Beatriz how to make proper pickles.
Ruth: Then you're all in good hands.
# 9
Kenji: Ruth... she's here. Our daughter was born on Sunday night, a week early.
Ruth: Oh, Kenji! Oh, my dear! Are they both well?
Kenji: They're perfect. She weighs three point one kilos and has a full head of hair. We called her Emi.
Ruth: So you won the debate after all!
Kenji: Hana took one look at her and said it had to be Emi. Her middle name's Ruth.
Ruth: You'll have to excuse me for a minute. I can't see the screen.
Kenji: You've been there for all of it. The floor of that van is holding up our whole life, you know.
Ruth: I've built a great many things and I don't think I've ever been as honoured. When may I come and hold her?
Kenji: Come on Thursday. I'll cook. I haven't slept in three days, but I'll cook.
Ruth: You'll do nothing of the sort. I'll bring a lasagne. And I'm knitting a blanket, it's nearly done.
Kenji: You knit as well? Is there anything you can't do?
Ruth: Whistle. I've never been able to whistle.
Kenji: Haha! Well, that's good to know. See you Thursday, Ruth.
# 10
Ruth: Hello Kenji. How's the little one? Is she letting you sleep yet?
Kenji: Two hours at a time. I put salt in a customer's coffee yesterday and he drank it out of politeness.
Ruth: Ha! Poor man. I remember those months. With my son I once put the car keys in the freezer.
Kenji: That makes me feel better! What have you been up to?
Ruth: I'm writing a little book about Anders. Just for the family, with the letters and the photographs from Bergen. I've done three chapters.
Kenji: That's wonderful! I'd love to read it. Does it have a title?
Ruth: "Dried Peas and Salt Water". Phoebe came up with it. She's drawing the maps as well.
Kenji: That's a great title. I'd buy it. When will it be finished?
Ruth: I'd like to have it printed by Christmas. Ingrid is sending me some more papers that were in her barn.
Kenji: That's so exciting. I have something to ask you, actually. A man wants to invest so that I can get a second truck.
Ruth: Goodness! Who is he?
Kenji: His name's Mr. Lindholm, he owns three cafés. He'd put in forty thousand for thirty percent. I'm not sure about it.
Ruth: That's a large slice for the money, dear. What does your heart say?
Kenji: That I only just got free of one boss and I'm about to get another.
Ruth: Then you've answered it yourself. Grow slowly. A good bridge is built from both sides.
Kenji: I'm going to say no, then. Thank you, Ruth. You always see it clearly.
# 11
Kenji: Hey Ruth! I turned Mr. Lindholm down, and then something crazy happened.
Ruth: Do tell! I've just made tea.
Kenji: Beatriz asked if she could be my partner. Her grandmother left her some money, and she'd rather do this than count plankton.
Ruth: Oh, I like that very much! And what did you tell her?
Kenji: I said yes! We signed the papers on Wednesday. The second truck will be hers to run, over by the university.
Ruth: That's the right sort of investor. Has the truck got a name?
Kenji: Evening Crane. Dinner instead of breakfast. We're painting it dark blue.
Ruth: Perfect. I suppose that you'll be wanting another floor drawn?
Kenji: I was hoping you'd say that! The fee's still the same.
Ruth: Then I accept. I've had a bit of a fright myself, I should tell you. My heart was doing somersaults, and they kept me in hospital overnight.
Kenji: What?! Ruth! Are you all right? When was that?
Ruth: Last Monday. It's nothing dreadful. I take a small pill now and I've been told to walk more and to drink less coffee.
Kenji: You scared me. Please call me next time. I'll come and walk with you, Emi loves the pram.
Ruth: I'd enjoy that. There's a path by the lighthouse that's nice and flat.
Kenji: Tomorrow at ten, then. No excuses, Professor.
# 12
Ruth: Merry Christmas, Kenji! Did the parcel arrive?
Kenji: It did! The book is beautiful, Ruth. Hana read the storm chapter out loud and we both forgot about the dinner.
Ruth: I hope that nothing burned! I had fifty copies printed and I've only got six left. The archive in Bergen asked for two.
Kenji: You're an author! And you put the Halvorsen bowl in the last chapter. I can't believe it.
Ruth: It belongs there. The story had to end with somebody being fed. How's Emi?
Kenji: She's sitting up and she laughs whenever the dog next door sneezes. She has two teeth.
Ruth: I must come and see those teeth. My heart is behaving, by the way. The doctor's very satisfied with my walks.
Kenji: I'm so relieved. Evening Crane opens on the second of January. Will you cut the ribbon?
Ruth: It'd be my pleasure. Shall I wear the hat?
Kenji: You have to wear the hat. Beatriz insists.
Ruth: Then the hat it is. What a year we've had, you and I.
Kenji: The best one yet. Happy holidays, Ruth. Give Phoebe our love.`;

export const HARBOUR_QUESTIONS = `What did Ruth do for a living before she retired? | 1:2
Where did Ruth find the old letters? | 1:4
When did Kenji put a deposit on the van? | 1:9
What kind of food does Kenji sell? | 1:9
Who encouraged Kenji to leave the hotel? | 1:11
What was wrong with the van when Kenji bought it? | 1:13,2:8
Who took Ruth to the choir? | 2:3
What does the choir sing at the festival? | 2:5
What did Kenji find behind the shelves of the van? | 2:8
When is Hana's baby due? | 2:12
Who organises the harbour festival? | 2:7
What is the name of Kenji's food truck? | 3:5
What did Kenji's grandmother make for every birthday? | 3:7
What was the ship of Ruth's great-grandfather called? | 3:8
What happened to the ship in 1903? | 3:10,3:12
What is the name of Ruth's great-grandfather? | 3:14
Why did Kenji fail the inspection? | 4:2
Why did one of Ruth's bridges open late? | 4:5
What does Kenji do when he feels anxious? | 4:12
When is the marathon Kenji trains for? | 4:14
How many bowls did Kenji sell on the first day? | 5:3
What does Beatriz study? | 5:7
Which names did Kenji and Hana consider for the baby? | 5:11
What language is Ruth learning? | 5:12
Why do people call Ruth Professor? | 5:14
What was Kenji's time in the marathon? | 6:2
What injury did Kenji get from running? | 6:4,7:13
When does Ruth travel to Norway? | 6:9
Who went to Norway with Ruth? | 6:11
What did Kenji ask Ruth to bring from Norway? | 6:12
What job did Anders have on the ship? | 7:6
Who is Ingrid? | 7:8
What funny mistake did Ruth make when speaking Norwegian? | 7:10
What does Phoebe want to study now? | 7:12
What did Ruth wear on stage at the festival? | 8:4,8:5
What did Kenji do with the brown cheese? | 8:6,8:8
Who came from Osaka to help Kenji's family? | 8:12
When was Kenji's daughter born? | 9:1
What is the middle name of Kenji's daughter? | 9:5
What is Ruth knitting for the baby? | 9:10
What can Ruth not do? | 9:12
What is Ruth's book about? | 10:5
Who came up with the title of Ruth's book? | 10:7
How much did Mr. Lindholm offer to invest? | 10:12
Who became Kenji's business partner? | 11:3,11:5
What is the second truck called and what does it serve? | 11:7
Why was Ruth in hospital? | 11:10
When was Ruth taken to hospital? | 11:12
How many copies of her book did Ruth print? | 12:3
When does the second truck open? | 12:8
What has Ruth done to learn about her ancestor? | 1:4,3:10,5:12,6:9
How has Ruth helped Kenji with his business? | 2:9,11:8,10:15
Would Kenji rather have an investor or be independent? | 10:14,11:1
What did Kenji do for a living before he retired? | 1:2
What solo did Kenji sing at the festival? | 4:9,8:1
When does Kenji travel to Norway? | 6:9
What was Ruth's time in the marathon? | 6:2
What is Kenji's book about? | 10:5
Why was Kenji in hospital overnight? | 11:10
What did Ruth faint during? | 7:15
How many teeth does Emi have? | 12:6
Which animals did Ingrid keep? | 7:8
What made Emi laugh? | 12:6
What advice did the doctor give Ruth about her heart? | 11:12`;
