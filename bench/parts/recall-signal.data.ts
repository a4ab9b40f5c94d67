// A radio journalist and a firefighter over a year: troubles, hobbies and moves told in passing.
// Questions of five kinds: one fact, several facts together, when, what is likely, and facts asked of the wrong person.

export const SIGNAL_CONVERSATION = `# 1
Amara: Hi Piotr! It's been forever. How are things at the fire station?
Piotr: Amara, hey! Good to see your name pop up. Things are fine, we got a new ladder truck and everybody's fighting over who drives it.
Amara: Boys and their toys! I hope you won.
Piotr: Of course not, Magda won. She's the best driver we have. What's up with you? Still at the newspaper?
Amara: No, actually! They let a third of us go in January. I've been freelancing since, and I'm starting a podcast about forgotten inventors.
Piotr: I'm sorry about the job, but the podcast sounds really cool. How did you come up with that?
Amara: I stumbled over a woman who patented a windscreen wiper and never earned a cent from it. I thought that somebody should tell her story.
Piotr: I'd listen to that. Do you have a name for it?
Amara: It's called "Patent Pending". The first episode comes out on the tenth of March. I'm recording in my wardrobe because of the coats.
Piotr: In your wardrobe! That's brilliant. I can picture you in there with a torch.
Amara: That's exactly what it looks like. How's the family? How are Ania and the twins?
Piotr: The twins are great, they turned eight. Ania and I... we're separating. We told the kids two weeks ago.
Amara: Oh Piotr, I'm so sorry. I had no idea. How are you coping?
Piotr: Some days are okay. I've moved into a flat near the station. At night I sit on the roof with my telescope, it helps me keep things in proportion.
Amara: I'm here if you need to talk, any time. I mean that.
Piotr: Thanks, Amara. That means a lot to me.
# 2
Piotr: I listened to the first episode twice! You've got a great voice for this.
Amara: You're so kind! I was sure that nobody would hear it except for my mother.
Piotr: I played it at the station. Magda had a lot of opinions about windscreen wipers afterwards.
Amara: Haha, tell her to write to me! I've had four hundred downloads in the first week, which is more than I dared to hope for.
Piotr: That's awesome. What's the next one about?
Amara: A postman in Ghana who built a radio out of scrap in the fifties. My uncle used to know his son, so I've got an interview.
Piotr: That must be special for you, with your family coming from there.
Amara: It is. I haven't been to Accra since I was fifteen. I've been thinking I should go back this year.
Piotr: You should! I took the boys camping last weekend, just the three of us. It rained the whole time, and they loved it.
Amara: That's so sweet. Did you sleep at all?
Piotr: Not a minute. Staszek talks in his sleep and Kuba kicks. But we saw Jupiter for ten minutes when the clouds opened up.
Amara: They'll remember that for ever. You're a good dad, Piotr.
Piotr: I'm trying to be. The evenings without them are the hardest part.
Amara: I can imagine. Have you thought about joining something? A club or a class?
Piotr: There's an astronomy society that meets on Thursdays at the old observatory. Maybe I'll give it a go.
Amara: Please do. And report back to me!
# 3
Amara: Piotr! Did you go to the observatory?
Piotr: I did! There were nine people, and the youngest after me is about seventy. They adopted me at once.
Amara: That's adorable. What did you do there?
Piotr: A lady called Eugenia showed me the craters of the moon through a telescope from 1911. I forgot about everything for two hours.
Amara: I'm so happy to hear that. You deserve some peace.
Piotr: They want me to help with repairing the dome. It's been stuck since last autumn and nobody can climb up there.
Amara: And you're a firefighter with a ladder! They must have thought you fell from the sky.
Piotr: Eugenia actually said that! How's the podcast?
Amara: Growing. A company that makes hearing aids wants to sponsor it. It would pay my rent for three months.
Piotr: That's great news! Why do you sound unsure?
Amara: They'd like me to do an episode about their founder. It feels like advertising, and I left that sort of thing behind on purpose.
Piotr: Can you tell them yes to the sponsoring and no to the episode?
Amara: That's exactly what I'm going to try. You give good advice for somebody who works with hoses.
Piotr: Haha! We do a lot of sitting around and thinking between the hoses.
Amara: Let me know how the dome goes. And please wear a harness!
# 4
Piotr: Hey Amara. Rough week. We had a warehouse fire on Monday, and Magda got hurt.
Amara: Oh no! How bad is it? Are you okay?
Piotr: I'm fine. A beam came down and broke her collarbone. She'll be out for two months. I was right behind her.
Amara: That must have been terrifying. I'm so glad that you're both alive.
Piotr: I keep hearing the sound of it. They've offered us sessions with a psychologist, and I think that I'll go this time.
Amara: I'm really glad you're saying that. There's no shame in it. I saw somebody for a year after my father died, and it changed everything.
Piotr: I didn't know that. Thank you for telling me.
Amara: We don't talk about these things enough. Is Magda at home?
Piotr: Since yesterday. She's furious that somebody else is driving the truck. I brought her soup and she complained about the soup.
Amara: Then she's going to be just fine! Do the boys know what happened?
Piotr: I told them a shorter version. Kuba drew her a picture of a dragon with a bandage.
Amara: My heart. Children understand so much.
Piotr: They do. Tell me about your life. I need something that isn't on fire.
Amara: Well, the sponsor agreed to my terms, so I bought a real microphone. And I've booked a flight to Accra for the third of August.
Piotr: You're going! That's fantastic, Amara!
Amara: I'm excited and scared in equal parts. My grandmother is ninety-one, and I want to record her stories before it's too late.
# 5
Amara: How are you feeling, Piotr? Have you been to see the psychologist?
Piotr: Three times now. He's called Dr. Sobol and has a very ugly lamp. It helps, I'm sleeping again.
Amara: That's the best thing I've heard all week. The sleeping, not the lamp.
Piotr: Haha. And we got the dome to move! I spent Saturday hanging under the roof with a grease gun. When it finally turned, all of them applauded.
Amara: What a picture! You must be their hero.
Piotr: Eugenia baked me a poppy seed cake. I ate it in one sitting and I'm not sorry.
Amara: As you should. I had a disaster, by the way. I lost the recording of a two-hour interview because my laptop died.
Piotr: Oh no! Can it be saved?
Amara: A repair shop is trying to. If not, I'll have to ask a ninety-year-old watchmaker to tell me his whole life again.
Piotr: He'd probably enjoy that. Have you thought of backing things up?
Amara: Don't you start! My brother Kwame already gave me the lecture. He's sending me an external drive with a bow on it.
Piotr: A good brother. How's he doing?
Amara: He's getting married in October! To Lucie, the pastry chef. I have to give a speech, so I'm practising in the wardrobe.
Piotr: The wardrobe sees it all! Congratulations to him. That'll be a beautiful party.
Amara: I hope so. The cake at least is going to be outstanding.
# 6
Piotr: Hi Amara! I've got a question. Do you know anything about model trains?
Amara: Model trains? Nothing at all! Why do you ask?
Piotr: Eugenia's late husband left a huge layout in her cellar, and she gave it to me and the boys. It's eleven metres of track.
Amara: Eleven metres! Where on earth will you put it?
Piotr: In the spare room of the flat. There isn't going to be any spare left. Staszek is already the stationmaster and wears a whistle.
Amara: That's so lovely. What a generous thing to do.
Piotr: She said that trains should move. I had to go out on the balcony for a minute.
Amara: I'd have needed longer than a minute. How are things with Ania?
Piotr: Better, to be honest. We've agreed that the boys spend every other week with me from September on. We even had a coffee without arguing.
Amara: That's huge progress. I'm proud of both of you.
Piotr: Thanks. Did the repair shop save your interview?
Amara: Most of it! They got back all but the last ten minutes. The watchmaker has agreed to do those again, and he wants to be paid in chocolate.
Piotr: A reasonable man. When do you leave for Ghana?
Amara: In nine days! I've bought a dress for my grandmother and about three kilos of batteries for the recorder.
Piotr: You're ready. Send me a picture of the stars down there, you'll see the Southern Cross.
Amara: I'll look for it just for you.
# 7
Amara: Piotr! Greetings from Accra! It's loud and hot and I can't stop smiling.
Piotr: Amara! So good to hear from you. How's your grandmother?
Amara: Sharper than me. She's told me eleven hours of stories so far. Did you know that she sold cloth at the market and hid money for the independence movement inside the rolls?
Piotr: Wow. That's a film. You have to make something out of that.
Amara: I want to. It'd be a series of its own, not about inventors. I've been lying awake thinking about it.
Piotr: What would you call it?
Amara: "The Cloth Seller". It's just there, it named itself. Oh, and I saw the Southern Cross last night from the beach!
Piotr: You did! I'm so jealous. Was it as small as people say it is?
Amara: Smaller, but I knew it at once because of the drawing you sent me. My cousin Efua thought I was mad, standing in the sea and pointing.
Piotr: Haha, good. We had a meteor shower here on the twelfth. The boys counted forty-one, and Kuba made a wish on each of them.
Amara: Forty-one wishes! What does he want so badly?
Piotr: A dog, forty times. And for Magda's bone to grow straight.
Amara: I'm melting. And did it?
Piotr: It did. She's back at work on Monday, and she's already told us that the truck's dirty.
Amara: All is well with the world, then. Big hug from here!
# 8
Piotr: Welcome home, Amara! How's the jet lag?
Amara: Awful. I was wide awake at four and cleaned the oven. How was the first week with the boys at yours?
Piotr: Chaos, but good chaos. I burnt the pancakes on day one and by day five they were making them for me.
Amara: That's excellent parenting! Did they get their dog?
Piotr: You won't believe it. Magda's sister runs a rescue home, and they had an old greyhound nobody wanted. We took him on Wednesday.
Amara: You didn't! What's he called?
Piotr: Halley, after the comet. Staszek's idea. He's nine years old and sleeps twenty hours a day. The dog, I mean.
Amara: Halley! It couldn't be better. Is he good with them?
Piotr: Like a sofa with a heartbeat. How's the series going?
Amara: I pitched it to the national radio last week. They've asked me in for a meeting on the twenty-eighth. I feel sick.
Piotr: Amara! That's incredible! They'd be fools not to take it.
Amara: Don't say that, I'll get my hopes up. Will you listen to the trailer? I trust your ears.
Piotr: Send it over. I'll play it to Halley as well, he's an honest critic.
Amara: Haha! If he wakes up for it, I'll know that it's good.
# 9
Amara: They said yes, Piotr! Six episodes! National radio!
Piotr: YES! I knew it! I shouted so loud that the alarm people came upstairs to look.
Amara: I'm still in shock. They want to air it in February. I'd have a producer and a real studio, no more wardrobe.
Piotr: The end of an era. Give the coats my condolences. When do you start?
Amara: On the first of November. The studio's in Lisbon though. They do all of their documentaries there now. I'd have to move for at least a year.
Piotr: Lisbon! Wow. That's far. How do you feel about that?
Amara: Torn. I've always wanted to live by the sea. But my mum's alone here, and my friends are here. You're here.
Piotr: We've been friends by message for years. I'm not going anywhere. And your mother would pack the suitcase for you.
Amara: She's already started! She's been looking at flights for Christmas. I think I'm going to do it.
Piotr: Then do it. I'm happy and sad and mostly happy.
Amara: Me too, in that order. How was Kuba's birthday? It was their birthday, wasn't it? They're nine?
Piotr: Nine, yes. We had the party at the observatory, with twelve kids and one broken chair. Eugenia told them about black holes and nobody moved for an hour.
Amara: That woman's a treasure. She should be on the radio.
Piotr: She'd take over the whole station within a week!
# 10
Piotr: How was the wedding? Did the speech go well?
Amara: It did! I told the story of how Kwame proposed with a doughnut, and Lucie's father laughed so hard that he had to be given water.
Piotr: A doughnut? I need to hear this.
Amara: He hid the ring inside one, and she gave it away to a child on the tram. They had to run after the tram for three stops.
Piotr: Haha! That's the best thing I've ever heard. Did the cake deliver?
Amara: Five floors, with passion fruit. I had four pieces. I've moved as well, more or less. I'm sitting on a box right now.
Piotr: In Lisbon? What's the place like?
Amara: A tiny flat in Alfama, on the fourth floor without a lift. I can see the river if I lean out far enough for my mother to scream.
Piotr: Don't lean. Professional advice. Any friends there yet?
Amara: The woman downstairs, Dona Fernanda, brings me soup and corrects my Portuguese. And my producer Tiago is fun, he used to be a drummer.
Piotr: A drummer, I see. We got a new chief at the station. He wants me to train the recruits from January on.
Amara: That's a promotion, isn't it? Congratulations! Will you take it?
Piotr: I think so. Fewer night shifts, more time for the boys. And Dr. Sobol says it'd be good for me.
Amara: I agree with the man with the ugly lamp.
Piotr: He's got a new lamp. It's worse.
# 11
Amara: Happy Christmas, Piotr! How are you all?
Piotr: Happy Christmas! We're good. Halley ate a whole carp off the table, so we're having pierogi.
Amara: Oh no! Is he all right?
Piotr: Never been better. He looked straight at me the whole time. Ania was here for dinner, all four of us together. It was really nice.
Amara: That's such a gift for the boys. You two have come a long way.
Piotr: We have. The papers came through on the ninth, so it's official, and we're friends now. How's Lisbon?
Amara: My mum's here, and she and Dona Fernanda cook together without a single word in common. I've gained five kilos.
Piotr: Worth it! How far are you with the series?
Amara: Four episodes are finished. I cried in the studio while we were mixing my grandmother's voice. Tiago pretended that he had something in his eye.
Piotr: What does she think of it all?
Amara: She wants to know whether she's going to be paid. I told her yes, and she said in that case she's got more stories.
Piotr: Haha, she's a businesswoman through and through! I've been asked to give a talk, by the way. At the planetarium, in spring, about seeing stars from a city roof.
Amara: Piotr! That's wonderful! You'll be marvellous. Are you nervous?
Piotr: Terrified. Burning buildings are easier. But Eugenia's coming, and she'll heckle if I'm boring.
Amara: Then you've no choice but to be brilliant. I'll fly in for it.
# 12
Piotr: I heard the first episode last night. We all sat on the floor around the radio, even the dog was awake.
Amara: Halley was awake? Then it's a masterpiece. What did you think?
Piotr: I don't have the words. When she describes counting the notes in the dark, Magda grabbed my arm so hard that I have a mark.
Amara: I've been getting messages from people all over the country. A woman wrote that her own grandmother carried letters in bread.
Piotr: You should collect those. That's your second season right there.
Amara: Tiago said exactly the same thing. We had dinner on Friday to talk about it. And then we didn't talk about it at all.
Piotr: Amara! Is the drummer more than a producer?
Amara: It seems so. It's very new, so I'm being careful. But he makes me laugh and he does the dishes.
Piotr: I'm happy for you. Somebody who does the dishes is worth holding on to.
Amara: And you? Anybody who looks at the stars with you?
Piotr: Maybe. There's a teacher, Joanna, who brings her class to the observatory. She's asked me three times how the dome works.
Amara: Three times! Nobody's that interested in a dome, Piotr.
Piotr: That's what Staszek said! I've invited her to the talk. It's on the fourteenth of April at seven.
Amara: I've got my ticket for the thirteenth. I wouldn't miss it for the world.`;

export const SIGNAL_QUESTIONS = `Who drives the new ladder truck? | 1:4
When did Amara lose her job at the newspaper? | 1:5
What is Amara's podcast about? | 1:5
What is the name of the podcast? | 1:9
Where does Amara record her podcast? | 1:9
What did the woman in the first episode invent? | 1:7
How old are Piotr's children? | 1:12,9:12
What helps Piotr at night after the separation? | 1:14
How many downloads did the first episode have? | 2:4
Who was the second episode about? | 2:6
When was Amara last in Accra? | 2:8
When did Piotr take his sons camping? | 2:9
What are the names of Piotr's twins? | 2:11
On which day does the astronomy society meet? | 2:15
How old is the telescope that Eugenia showed Piotr? | 3:4
What was broken at the observatory? | 3:6
Who wants to sponsor the podcast? | 3:9
What happened to Magda in the fire? | 4:3
When was the warehouse fire? | 4:1
Why did Amara see a therapist? | 4:6
What did Kuba draw for Magda? | 4:11
When does Amara fly to Ghana? | 4:14
Why does Amara want to record her grandmother? | 4:16
What is the name of Piotr's psychologist? | 5:2
How did the members thank Piotr for the repair of the dome? | 5:4,5:6
How did Amara lose an interview? | 5:7
Who is Kwame marrying? | 5:13
What did Eugenia give to Piotr and his sons? | 6:3
What custody arrangement did Piotr and Ania agree on? | 6:9
What does the watchmaker want as payment? | 6:12
How did Amara's grandmother support the independence movement? | 7:3
What is Amara's new series called? | 7:7
How many shooting stars did the boys count? | 7:10
What did Kuba wish for? | 7:12
What kind of dog did Piotr adopt? | 8:5
Who had the idea for the dog's name? | 8:7
When does Amara meet the national radio? | 8:10
How many episodes will the series have? | 9:1
Why does Amara have to move to Lisbon? | 9:5
Where was the twins' birthday party? | 9:12
How did Kwame propose to Lucie? | 10:2,10:4
What was the wedding cake like? | 10:6
What does Amara's flat in Lisbon look like? | 10:8
Who is Dona Fernanda? | 10:10
What did Tiago do before he became a producer? | 10:10
What new task was Piotr offered at work? | 10:11
What did the dog eat at Christmas? | 11:2
When did Piotr's divorce become official? | 11:6
Where will Piotr give a talk and what about? | 11:12
Who is Amara dating? | 12:6,12:8
What does Joanna do for a living? | 12:11
When is Piotr's talk at the planetarium? | 12:13
Which inventors or inventions has Amara covered? | 1:7,2:6
How did Magda's injury heal? | 4:3,7:14
Which hobbies does Piotr share with his sons? | 2:9,6:3,7:10
Does Piotr get along with his former wife? | 6:9,11:4
What are the names of Amara's twins? | 2:11
What did Piotr record in his wardrobe? | 1:9
When does Piotr fly to Ghana? | 4:14
What kind of dog did Amara adopt? | 8:5
Who is Piotr's producer? | 10:10
What talk will Amara give at the planetarium? | 11:12
Why did Piotr move to Lisbon? | 9:5
What did Amara repair at the observatory? | 5:4`;
