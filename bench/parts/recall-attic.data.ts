// An old house, a band and a camera over two years in twenty-six sessions: the same three things nearly every time they talk,
// much encouragement, and dates told as people tell them.

export const ATTIC_CONVERSATION = `# 1
Kofi: Hey Hanna! Great to see you the other day. I meant to ask, how's life in the countryside treating you?
Hanna: Hey Kofi! It's wonderful and a complete mess at the same time. We've been in the house for a month and I've already found three kinds of wallpaper under each other.
Kofi: Haha, that sounds like archaeology! Is it as old as it looks?
Hanna: It was built in 1891 by a ship's carpenter. Rasmus fell in love with the staircase and I fell in love with the price.
Kofi: That's a good combination. Did you take time off work for the move?
Hanna: Only a week. I'm back on nights in the neonatal ward, so I hammer in the afternoon and feed tiny babies after midnight.
Kofi: I don't know how you do it. I can barely manage one job.
Hanna: How's that one job going? Are you still doing weddings every weekend?
Kofi: Every single one until September. I love it, but if I hear that one song again I'm going to throw the camera into the cake.
Hanna: Oh no, poor cake! You used to say that you wanted to photograph animals.
Kofi: I still do. I bought a long lens last week, with money I should've saved, and went out to the marsh at dawn yesterday.
Hanna: That's so cool! Did you see anything?
Kofi: A marsh harrier, very far away. It's basically a brown dot, but it's my brown dot. [shares a photo of a blurry bird above reeds]
Hanna: I can see it! It's a start, Kofi. Everybody begins with a dot.
Kofi: Thanks for the encouragement! Talk soon, okay?
Hanna: Sure thing. Take care and get some sleep!
# 2
Hanna: Hi Kofi! How are you? Have you been out at the marsh again?
Kofi: Hi Hanna! Twice. The second time I forgot my rubber boots and sank in up to my knees. Totally worth it.
Hanna: Haha, the things we do for art! Did the lens survive?
Kofi: It did, I held it over my head like a baby. And how's the house?
Hanna: The roof leaks in two places, so we sleep with buckets. But something great happened, I joined a band!
Kofi: What? You never told me that you play anything!
Hanna: I played the drums in school, and then never again. There's a group of four in the village that practises in a barn, and their drummer moved to Spain.
Kofi: That's fantastic! What kind of music is it?
Hanna: Old soul, mostly. They call themselves the Overdue Notices because the singer is a librarian.
Kofi: I love that name! When can I hear you?
Hanna: Not for a while, my wrists are killing me. But it's the best stress relief ever after a hard night at the ward.
Kofi: I can imagine. Was it a hard one?
Hanna: We had twins who came eleven weeks early. They're fighters, though. I sang to them under my breath.
Kofi: They're lucky to have you there, Hanna. Seriously.
Hanna: Thank you. That means a lot to me. Say hello to Abena for me!
Kofi: I will. She's on a business trip in Oslo, but she'll be back on Thursday.
# 3
Kofi: Hanna! How's the drumming? Do the neighbours hate you yet?
Hanna: Hey! We don't have any, except for a farmer called Torsten, and he's half deaf and taps along on his tractor.
Kofi: The perfect audience! I wish that my neighbours were like that.
Hanna: What about you? What's new in the city?
Kofi: Abena and I had a long talk at the weekend. We've decided that we'd like to adopt a child.
Hanna: Oh Kofi! That's such beautiful news. How long have you been thinking about it?
Kofi: For about two years. We tried the other way for a long time, and it broke our hearts a few times. We went to an information evening on Tuesday and it just felt right.
Hanna: I'm so moved. You'll be amazing parents, both of you.
Kofi: Thanks. The lady there told us that it may take two or three years, so we're trying to stay calm.
Hanna: Patience is hard. I'm here if you ever need to talk.
Kofi: I know, and I'm grateful. So, distract me! How's the roof?
Hanna: A roofer looked at it and laughed. It has to be done from scratch, and that'll eat all our savings.
Kofi: Ouch. I'm sorry. Can't you do some of it yourselves?
Hanna: Rasmus thinks so. He's bought a book. I hid the ladder. [shares a photo of an old white wooden house with a blue tarpaulin on the roof]
Kofi: Haha, good call! What a lovely house, though. It's going to be stunning.
Hanna: One day! See you, Kofi, and give Abena a hug from me.
# 4
Hanna: Hey Kofi, how have you been? Any luck with the animals?
Kofi: Hey Hanna! Yes, actually. I got a kingfisher on Sunday! I'd been sitting in a bush for four hours with cold coffee.
Hanna: Wow, a kingfisher! Those are so pretty. Can I see it?
Kofi: Here you go. It's the sharpest one of two hundred. [shares a photo of a kingfisher on a branch with a fish in its beak]
Hanna: Kofi, that's incredible! The colours! You should enter it somewhere.
Kofi: You think? There's a contest for newcomers in a nature magazine, but everybody says it's impossible to get in.
Hanna: Somebody has to win. Do it! What's the worst that could happen?
Kofi: You're right. I'll send it in before the end of the month. How's the band?
Hanna: We've got a date! The harvest festival in the village, on the last Saturday of September. I'm so nervous that I drum on the steering wheel.
Kofi: I'm coming, no excuses. I've got a wedding that day, but I'll be done by six.
Hanna: You'd really come? That'd be so nice! We're on at eight.
Kofi: Of course! I'll bring my camera too. How's Rasmus?
Hanna: He's well. He's found work at the boatyard down the road, which is good, since he was sick of commuting.
Kofi: Perfect for him! He always liked working with wood.
Hanna: Exactly, and he comes home smelling of tar instead of the train. Big improvement.
Kofi: Haha! Okay, off to edit four hundred pictures of a bouquet. Bye!
# 5
Kofi: Hanna, you were on fire! I had no idea that you could play like that!
Hanna: Kofi! Thank you so much for coming. I dropped a stick in the third song, did you notice?
Kofi: Not at all. I was too busy dancing with Torsten.
Hanna: Haha, he talked about you for days! He thinks you're a famous reporter.
Kofi: Let him! I've got some good ones of you. [shares a photo of a woman laughing behind a drum kit under coloured bulbs]
Hanna: Oh wow, is that me? I look so happy. Can I have it for my mother?
Kofi: Sure, I'll print it for her. How is she, by the way?
Hanna: Not so great. She's been forgetting things. Last week she put her shoes in the fridge and called me by my aunt's name.
Kofi: Oh Hanna, I'm sorry. Has she seen a doctor?
Hanna: We've got an appointment on the fourteenth. I'm scared of what they'll say.
Kofi: Of course you are. Would you like me to come along or just to be on the phone afterwards?
Hanna: On the phone would be great. You're a good friend.
Kofi: Any time. I mean it. Do you want some good news in exchange?
Hanna: Always!
Kofi: Our first meeting with the social worker went well. She liked our bookshelf, and that Abena makes her own jam.
Hanna: See! Jam opens every door. I'm so glad. Talk to you after the fourteenth.
# 6
Hanna: Hi Kofi. So, we've been to the doctor. It's Alzheimer's, an early stage.
Kofi: Oh Hanna. I'm so, so sorry. How are you, and how's she?
Hanna: She was braver than me. She asked the doctor if it meant that she could finally forget my father's jokes.
Kofi: What a woman! But it must be a lot to take in.
Hanna: It is. I see so many beginnings at work, and this feels like the other end of it. Rasmus thinks she should come and live with us.
Kofi: That's a big step. Do you have the space?
Hanna: There's the whole attic, if it ever gets a roof over it. We've taken a loan, and the roofers begin in two weeks.
Kofi: It's lovely of you two to think of that. What does your mother say?
Hanna: She says she'll come if she can bring her piano. Nobody's carrying that up three flights of stairs!
Kofi: Haha, then it'll have to go in the living room. You'd have a rhythm section.
Hanna: She does play well, still. It's strange, she forgets the day of the week but not one note of Chopin.
Kofi: Music stays the longest, I've read that somewhere. You've got to make recordings of her.
Hanna: That's a really good idea. I'll do that. How are you?
Kofi: Busy and fine. I shot my last wedding of the season, and Abena and I went mushroom picking to celebrate. [shares a photo of a basket full of yellow chanterelles]
Hanna: Yum, those look delicious! Thanks for listening, Kofi.
Kofi: Always, Hanna. Hang in there.
# 7
Kofi: HANNA! Are you sitting down?
Hanna: Hey Kofi! Now I am. What's going on?
Kofi: The kingfisher came third in the newcomers' contest! Out of four thousand!
Hanna: WHAT! Kofi, that's amazing! I told you, I told you! I'm so proud of you!
Kofi: I've read the email about thirty times. They're going to print it in the December issue.
Hanna: I'm buying ten copies. What did Abena say?
Kofi: She screamed so loudly that the lady downstairs came up. Then we all had cake together.
Hanna: That's how it should be. Is there a prize?
Kofi: A weekend workshop with a professional on an island up north, where the seals have their pups in winter.
Hanna: Seal pups! I'm melting. When are you going?
Kofi: The second weekend of January. I need warmer socks. How's the roof?
Hanna: Finished on Friday, on time, can you believe that? I stood in the rain just to watch it not leak. [shares a photo of a black slate roof in heavy rain]
Kofi: Haha, you've become a homeowner! And your mother, has she made up her mind?
Hanna: She's moving in at the end of February. Rasmus is putting a bathroom into the attic now.
Kofi: You two are heroes. How are the Overdue Notices?
Hanna: We're learning a Christmas song that's far too fast for me. Wish me luck!
# 8
Hanna: Happy New Year, Kofi! How was the island? I've been dying to know.
Kofi: Happy New Year, Hanna! It was freezing and the most beautiful thing I've ever done. I lay on my belly in the sand for two days.
Hanna: And the babies? Did you see lots of them?
Kofi: Hundreds! White and round with huge black eyes. One came so close that I couldn't even focus. [shares a photo of a white seal pup looking straight into the camera]
Hanna: I'm speechless. That face! I want it on my wall.
Kofi: I'll send you a big print for the new bathroom. And the teacher was great, her name's Solveig and she's been to the Antarctic six times.
Hanna: Wow! Did she say anything about your pictures?
Kofi: She said that I'm too polite. I should go nearer with my heart and stay further away with my feet.
Hanna: I like that. It'd work for nurses too. What did you learn, apart from that?
Kofi: To wait, mostly. And that vodka keeps a camera from freezing, or at least the photographer.
Hanna: Haha! I'm glad you had such a good time. You sound different.
Kofi: I feel different. I've been thinking about doing fewer weddings this year, perhaps half.
Hanna: Do it, if you can afford it! Life's short. I think about that a lot lately.
Kofi: How's your mother?
Hanna: She has good days and bad days. On Christmas Eve she played carols for two hours and remembered every verse.
Kofi: What a gift. Did you record it?
Hanna: I did. I'll treasure that forever. Talk soon, seal man!
# 9
Kofi: Hey Hanna! Did your mother settle in all right?
Hanna: Hi Kofi! It went better than we'd feared. It took six men from the boatyard to carry the piano, and Torsten conducted them with his cap.
Kofi: I'd have paid to see that! Where did it end up?
Hanna: By the big window in the living room. She plays every morning at seven, so nobody needs an alarm clock. [shares a photo of an elderly woman at a piano by a window]
Kofi: That's a wonderful picture. Look at that light on her hands!
Hanna: I thought of you when I took it. But it isn't always easy. On Monday night I found her in the garden in her nightgown, looking for a dog that died forty years ago.
Kofi: Oh no. What did you do?
Hanna: I looked for it with her for a while. Then we went in and had cocoa. It seemed better than to argue.
Kofi: You're so kind, Hanna. I wouldn't have known what to do.
Hanna: Neither did I. Rasmus put a little bell on the door after that. And how's the adoption going?
Kofi: We passed the home study! It's official, we're on the list since the first of March.
Hanna: Yay, Kofi! That's a huge step. I've got goosebumps!
Kofi: Abena's begun to knit. I've got no idea what it's going to be, it has five sleeves at the moment.
Hanna: Haha, prepared for anything! Do you know what age the child may be?
Kofi: We've said up to six. We don't need a baby. We'd just like somebody to fill the small room.
Hanna: Somebody's going to be very lucky. Good night, Kofi!
# 10
Hanna: Hi Kofi! Guess who's been on the local radio?
Kofi: Hi Hanna! Not the Overdue Notices?
Hanna: Yes!! We played two songs in the studio on Wednesday and I had to explain our name to the whole county.
Kofi: That's so awesome! I missed it. Is it online somewhere?
Hanna: I'll send you the link. Mareike, our singer, was so nervous that she forgot the second verse and just repeated the first one.
Kofi: Nobody listens to the second verse anyway! What's next, a record?
Hanna: Ha! Maybe a wedding. Somebody called and asked us to play at theirs in June.
Kofi: Oh no, you're going over to the dark side, just as I'm leaving it!
Hanna: I'll need your advice. What's the song that we must never play?
Kofi: You know the one. Please don't make me write it down.
Hanna: Haha, okay. And how are your animals?
Kofi: I've found a family of foxes behind the old gasworks! Four cubs. I've been there every evening this week. [shares a photo of four fox cubs tumbling over a rusty pipe]
Hanna: Oh they're precious! In the middle of the city, that's so unexpected.
Kofi: That's why I like it. I'm thinking about a whole series on animals that live among us. Solveig thinks that it could be a book.
Hanna: A book by Kofi! I'd be first in line. You've come such a long way from the brown dot.
Kofi: Haha, the dot! It still hangs over my desk. Bye, radio star!
# 11
Kofi: Hey Hanna, how are you? You were quiet last week.
Hanna: Hey Kofi. I've been exhausted. One of our babies didn't make it, and I'd looked after her for nine weeks.
Kofi: I'm so sorry, Hanna. I can't even imagine.
Hanna: You'd think that one gets used to it after fifteen years. Her parents thanked me, and that was nearly the worst part.
Kofi: It shows how much you gave them. Do you have somebody to talk to at work?
Hanna: There's a chaplain, and he's good. He mostly brings biscuits and shuts up.
Kofi: Sounds like a wise man. Have you thought about taking a break?
Hanna: I have. I've asked for three months of unpaid leave in the summer, to be with mum and to finish the kitchen.
Kofi: I think that's a great decision. You've been carrying so much.
Hanna: Rasmus said the same. We'd have to live on potatoes, but we've planted plenty of them.
Kofi: I'll send you Abena's jam for them. Potatoes and jam, the dish of the year!
Hanna: Haha, you always make me laugh. How are the foxes?
Kofi: Growing. The bold one stole my sandwich from my bag, and I've got the proof. [shares a photo of a young fox running off with a paper bag]
Hanna: What a thief! I love it. Put that one on the cover.
Kofi: I just might. Please rest, Hanna. Promise me?
Hanna: I promise. Thank you for checking on me.
# 12
Hanna: Hi Kofi! I'm on leave! I've slept for eleven hours and I'm a new person.
Kofi: Yay, Hanna! You deserve every minute. What are the plans for your freedom?
Hanna: The kitchen first. Rasmus tore out the cupboards on Saturday, and behind them we found a tin box with letters.
Kofi: No way! Whose letters?
Hanna: From the carpenter's daughter, Wilhelmina, to a sailor. They're from 1914, and she hid them, so I suppose that nobody was supposed to know.
Kofi: That gives me goosebumps. Have you read them?
Hanna: Some of them. Her writing's very hard to read, but mum learned that old script in school, and she reads them out loud to me without any trouble!
Kofi: That's incredible! What a thing for you to share.
Hanna: It really is. It's like she's young again when she does it. [shares a photo of a bundle of yellow letters tied with a string]
Kofi: You've got to find out what happened to them. Did he come back?
Hanna: We haven't got that far. There are sixty-two of them, and we do two a day.
Kofi: I need to know how it ends! It's better than television.
Hanna: I'll keep you posted. And how was the wedding without you? I mean, how's your summer?
Kofi: Good! I only have nine weddings this year. I'm building a hide in Torsten's field, did he tell you? He's got badgers.
Hanna: He didn't! That means you'll be here all the time. Stay for dinner, it's potatoes.
Kofi: I'd love to! I'll bring the jam.
# 13
Kofi: Thanks for dinner on Friday, Hanna! I haven't laughed so hard in ages. Your mother's a riot.
Hanna: She loved having you! She's asked twice when the young man with the telescope is coming back.
Kofi: Haha, she means the lens. Did she tell you that she taught me a waltz in the kitchen?
Hanna: I saw it! You've got two left feet, Kofi.
Kofi: I do. So what about Wilhelmina and her sailor? Any news?
Hanna: We're at letter forty. His name's August, he's on a ship to Valparaíso, and her father wants her to marry a grocer.
Kofi: Nooo, not the grocer! Run, Wilhelmina!
Hanna: That's exactly what mum shouted. And did you get your badgers?
Kofi: On the third night! A mother with two young ones, at four in the morning, three metres away from me. I forgot to breathe. [shares a photo of a badger sniffing at the grass in moonlight]
Hanna: It's gorgeous, and so sharp! Look at the whiskers!
Kofi: Torsten's so proud, he tells everybody that they're his badgers. He's named one of them after his late wife.
Hanna: Aww, Gudrun! That's so sweet of him. How's Abena?
Kofi: She's fine, but the waiting gets to her. Every time the phone rings, we both jump.
Hanna: That must be so tough. It'll happen, Kofi. I've got a good feeling.
Kofi: I hope you're right. Anyway, the five-sleeved thing is finished. It's a sweater for an octopus.
Hanna: Haha! I want one too. Talk to you later!
# 14
Hanna: Kofi, how are you? The kitchen's done, at last!
Kofi: Hi Hanna! Congratulations! Send me a picture at once.
Hanna: Here! Rasmus built the table out of old deck planks from the yard. [shares a photo of a bright kitchen with green cupboards and a long wooden table]
Kofi: It's so beautiful! Green was the right choice. I want to come and eat there immediately.
Hanna: You'd better. We had the first big breakfast on Sunday, with the whole band.
Kofi: I'm jealous. How are they all? Are you still playing weddings?
Hanna: We've done three, and I have to admit that we played your song at one of them. The bride begged us.
Kofi: Traitor! I'll never forgive you. Well, maybe for breakfast.
Hanna: Haha, deal. And we've finished the letters. Are you ready?
Kofi: I was born ready. Tell me!
Hanna: August jumped ship in Hamburg and walked all the way home, three hundred kilometres, and they ran off together on a milk cart.
Kofi: YES! I'm cheering! I knew it! And what became of them?
Hanna: We don't know. The last one is from Bremerhaven, and they were waiting for a boat to America.
Kofi: There must be passenger lists somewhere. You've got to look for them!
Hanna: I've written to the emigration museum there. Mum's more excited than I am.
Kofi: What a story. I think that you've found your next project, Hanna.
# 15
Kofi: Hanna, I don't know how to say this. We got the call.
Hanna: Kofi! THE call? Oh my God, tell me!
Kofi: A little boy. He's four, his name is Elias, and he loves tractors and hates peas. We're going to meet him on Monday.
Hanna: I'm crying in the middle of the supermarket. I'm so happy for you both!
Kofi: So am I, I've been crying since noon. Abena just walks in circles around the small room.
Hanna: I bet! What do you know about him?
Kofi: He's been with a foster family for a year and a half. He doesn't talk a lot yet, but they say he sings when he thinks nobody's listening.
Hanna: Oh, that's so touching. He'll fit right in with you. Are you nervous?
Kofi: Terrified. What if he doesn't like us?
Hanna: He will. Just go slowly. Stay further away with your feet and go nearer with your heart, remember?
Kofi: Solveig! I can't believe that you remember that. Thank you.
Hanna: Bring him out here when he's ready. Torsten's got three tractors.
Kofi: Then he'll never leave! I've bought a little red one to give him. [shares a photo of a red toy tractor in front of a gift bag]
Hanna: Perfect choice. I'll be thinking of you on Monday, all day long.
Kofi: Thanks, Hanna. I'll call you as soon as I can.
Hanna: At any hour! Big hugs to both of you.
# 16
Hanna: Well, how did it go? I've been staring at my phone!
Kofi: He hid behind the sofa for an hour. Then he drove the tractor over my shoe, very slowly, and looked at me.
Hanna: Oh Kofi. That's a yes in tractor language!
Kofi: That's what Abena said! We've been there five times now, and yesterday he fell asleep on my arm during a story.
Hanna: My heart! How long until he can come home with you?
Kofi: If everything goes on like this, the weekend before Christmas. We've painted the room yellow, he picked the colour himself.
Hanna: What a Christmas that'll be! Do you need anything? Furniture, clothes?
Kofi: A bed! Does Rasmus take orders?
Hanna: He's already drawing one. It's got headlights.
Kofi: You're kidding! You guys are the best. How's everything with you, are you back at work?
Hanna: Since October, but only three nights a week, and it's so much better. I've got energy left for the drums.
Kofi: I'm glad to hear that. And what about the museum? Did they answer?
Hanna: They did! August and Wilhelmina sailed on a ship named Kronprinzessin in 1915, and they had a daughter when they got off in Baltimore. She was born at sea!
Kofi: No! A baby on the ocean! That's one for you, nurse.
Hanna: I know! I thought about how I'd have managed that, with nothing but rope and salt water. [shares a photo of an old passenger list with two names underlined in pencil]
Kofi: You would've managed. You always do. Got to run, it's story time!
# 17
Kofi: Happy New Year, dear Hanna! From the three of us!
Hanna: The three of you! Happy New Year! How's the little man?
Kofi: He's sleeping in a bed with headlights, so he's the king of the world. He says hello to the light switch every morning.
Hanna: Rasmus will be so pleased! How was Christmas?
Kofi: Loud and perfect. He was scared of the tree at first, so we put it on the balcony and looked at it through the window.
Hanna: That's so thoughtful. You two are naturals.
Kofi: We're so tired, Hanna! He wakes up four times a night. But then he calls for us by name, and it's all fine.
Hanna: I know that kind of tired. It's the best kind. Does he still sing?
Kofi: All the time now! Mostly one line about a bus. I've been recording him, as I told you to do with your mother.
Hanna: I love that. Mum's a bit worse this winter. She doesn't always know who Rasmus is, and she calls him the captain.
Kofi: How does he take that?
Hanna: He salutes her. He's bought a cap for it. [shares a photo of a bearded man in a captain's hat next to an old lady with a teacup]
Kofi: What a man you've got! Give them both my love.
Hanna: I will. Are you working at all, or is it only bus songs?
Kofi: I'm off until April. The publisher's waiting, but Elias only comes once.
Hanna: The publisher? There's a publisher?! Kofi, you can't just drop that in!
# 18
Hanna: Hi Kofi! So, tell me about this book of yours at last.
Kofi: Hi Hanna! Haha, sorry. A small house in Leipzig wants to do it. It's going to be called Next Door, with eighty pictures.
Hanna: Next Door, that's lovely! So it's the foxes and the badgers?
Kofi: And the swifts in the parking garage, the toads at the pool and a hedgehog who lives under a kiosk. It should be out in autumn.
Hanna: I'm so proud that I could burst. How did they find you?
Kofi: Solveig showed them my fox thief. So that sandwich was the best investment of my life.
Hanna: Haha! And how's Elias? Has he met the foxes?
Kofi: From far away. He whispered that they're wearing socks. I wrote that down for the book.
Hanna: He's a poet. When are you coming out to us? The tractors are waiting.
Kofi: On Easter Sunday, if that's okay. Abena will bring jam and the octopus sweater.
Hanna: It's a plan! We've got some news too. We're going to have lodgers: the barn's full of owls.
Kofi: Owls! What kind?
Hanna: White ones with heart-shaped faces. Torsten says that they bring luck, and the band says that they ruin the amplifiers.
Kofi: Barn owls! Don't let anybody scare them, I'm coming with the long lens!
Hanna: I knew you'd say that. [shares a photo of a pale owl on a beam above a drum kit]
Kofi: Look at that! A drummer and her biggest fan. See you at Easter!
# 19
Kofi: Hanna, thank you for the most wonderful Easter! Elias talks about nothing else.
Hanna: It was a joy! Torsten hasn't been that happy since I've known him. He's let nobody drive that old tractor in twenty years.
Kofi: And then he puts a four-year-old on his lap and goes around the field with him. I had to look away.
Hanna: And did you see him with mum? He sat beside her on the piano bench for an hour.
Kofi: I did. He sang the bus song and she found the chords to it. Abena filmed the whole thing. [shares a photo of a small boy and an old woman side by side at a piano]
Hanna: I've watched it every day. She didn't remember it in the evening, but she was humming it.
Kofi: That's so beautiful and so sad, both at once.
Hanna: It is. How are the nights? Any better?
Kofi: He slept through for the first time, right after your place! It must have been the fresh air.
Hanna: Or the twelve eggs. You're always welcome here. And the owls, did you get your picture?
Kofi: Three good ones! One of them flying in with a mouse. They're going to be the last page of the book.
Hanna: I'm so happy about that! The band's moved to the school gym until the chicks are gone.
Kofi: You're true friends of nature! How's the gym?
Hanna: It echoes like a cathedral. Mareike thinks that we sound like a much better band.
Kofi: Haha! Keep it, then. Hugs from the three of us!
Hanna: Hugs back, and kiss that boy!
# 20
Hanna: Hi Kofi! You won't believe what came in the mail today.
Kofi: Hi Hanna! Is it a bill? It's always a bill.
Hanna: A letter from America! The museum put my note on their website, and a lady in Ohio has answered. She's Wilhelmina's great-granddaughter!
Kofi: No!! After more than a hundred years! What does she write?
Hanna: Her name's June, she's sixty-eight and teaches history. Her family always knew about the milk cart, but they thought it was a fairy tale.
Kofi: And you've got the letters that prove it! I've got goosebumps all over.
Hanna: So have I. She's sent a picture of the two of them in front of a bakery that they opened. [shares a copy of an old photo of a couple outside a shop with the sign Carpenter's Bread]
Kofi: So he became a baker! And they named it after her father, even though he'd wanted the grocer.
Hanna: I thought the same. They must've forgiven each other. June would like to come and see the house next summer.
Kofi: You've got to let me photograph that. Please.
Hanna: Who else? How's your family?
Kofi: Good! The court's set a date, the ninth of June. Then he's ours on paper too.
Hanna: Oh Kofi, how wonderful! Will there be a party?
Kofi: A small one, with a cake in the shape of a bus. Would the Overdue Notices play?
Hanna: Are you kidding? We'd be honoured! I'll learn the bus song.
Kofi: Then it's perfect. Thank you, Hanna!
# 21
Kofi: Hanna, I've watched the videos again. The soul version of the bus song is a masterpiece.
Hanna: Haha, we've added it to our set! What a day that was. How does it feel to be official?
Kofi: Like breathing out. The judge let him bang the gavel, and he shouted "sold!" No idea where he got that from.
Hanna: I nearly fell off my chair. And Abena's speech, there wasn't a dry eye.
Kofi: She'd practised it in the bathroom for a week. How's your back after carrying all those drums?
Hanna: It's killing me, actually. I've been to a doctor, and he says that it's a slipped disc. No drums for six weeks.
Kofi: Oh no, Hanna! Does it hurt a lot? What about work?
Hanna: I'm on sick leave. I lie on the kitchen floor, mum steps over me and says good morning, Hanna. My name! Every day this week!
Kofi: She remembered! That's a silver lining.
Hanna: It is. And I've found something to do down here. I'm writing the story of Wilhelmina and August.
Kofi: Yes! I said that it was your next project. A novel?
Hanna: More like a long tale for June's family. I've got thirty pages. I've never written anything but night reports before.
Kofi: I'd like to read it. I'll be honest, I promise. [shares a photo of a boy in a paper crown next to a cake shaped like a red bus]
Hanna: Look at him! All right, I'll send it to you. Be gentle.
Kofi: I will. Get better soon, Hanna!
Hanna: Thanks. The floor and I are becoming friends.
# 22
Hanna: Hey Kofi! I'm upright again! I walked to the boatyard and back today.
Kofi: Hi Hanna! That's great news! I've read your thirty pages, by the way. Twice.
Hanna: Oh no. And? Be honest. I'm hiding under the table.
Kofi: It's really good! I could smell the tar. You only need to let August talk more, he's too noble.
Hanna: That's exactly what Rasmus said. Thank you, I'm relieved! How's the book of yours?
Kofi: At the printer's! I was there on Thursday and watched the first sheets come out. I cried on a fox.
Hanna: I can picture it! When's the release?
Kofi: The twentieth of October, at the bookshop by the market. You're reading the owl page aloud, I've decided.
Hanna: Me? I'd be shaking!
Kofi: You've played in front of three hundred people. You'll be fine. And Elias is starting kindergarten in two weeks.
Hanna: Already! How does he feel about it?
Kofi: He wants to know whether they've got a bus. Abena's the one who's nervous. She's sewn his name into everything, even the socks. [shares a photo of a tiny backpack with a tractor patch]
Hanna: So cute! He'll do great. Is she going back to work, then?
Kofi: Half days. She's missed it, and her boss was lovely about it.
Hanna: I'm happy for all of you. Everything's falling into place.
Kofi: Knock on wood! Say hi to the captain.
# 23
Kofi: Hanna, you read so beautifully! My publisher asked if you're an actress.
Hanna: Haha, I held on to the lectern so that nobody could see my knees. What an evening, Kofi! The line went out of the door!
Kofi: We sold all of the hundred and forty copies. I've got a cramp from signing.
Hanna: And Solveig came all the way! She's smaller than I'd imagined.
Kofi: She is. She told me that I'm not too polite anymore. I'm going to have that framed.
Hanna: You should! And that Elias explained each picture to the mayor, I loved that.
Kofi: He told him that the foxes are his cousins. How's your mother? I was sad that she couldn't be there.
Hanna: She had a fall on the stairs two days before. Nothing broken, but she's weaker, and she sleeps a lot.
Kofi: I'm so sorry. Is there anything that we can do?
Hanna: She likes your book. We look at one page a day, and she gives names to all of them. The hedgehog's called Herbert.
Kofi: Then he shall be Herbert in the second edition. I promise.
Hanna: She'd love that. A nurse comes in the mornings now, so I can work without worrying all the time.
Kofi: That's good. You need help too, you know. You can't do it all by yourself.
Hanna: I'm learning that. Slowly. [shares a photo of an old hand resting on a picture of a hedgehog]
Kofi: That's a better photo than any of mine. Take care, Hanna.
Hanna: You too, famous author.
# 24
Hanna: Kofi, mum died on Sunday morning. It was very peaceful. Rasmus and I were with her.
Kofi: Oh Hanna. I'm so sorry. I don't have any words. Do you want me to come?
Hanna: Would you? Just to sit in the kitchen.
Kofi: I'll be there by noon. Abena sends all her love, and Elias has drawn something for you.
Hanna: Thank you. You know, the last thing that she did was to hum. I think it was the bus song.
Kofi: Now I'm crying. She was such a special person. She taught me to waltz.
Hanna: She did. She told everybody about it. The funeral's on Friday, in the little church, and the band's going to play.
Kofi: What are you going to play?
Hanna: The Chopin that I recorded, first. And then something loud and happy. She'd hate it to be all gloomy.
Kofi: That sounds just like her. Do you want me to take pictures, or shall I rather not?
Hanna: Yes, please. She liked the way that you looked at things.
Kofi: Then I will. Are you eating? Are you sleeping?
Hanna: Torsten's brought soup for ten people, and he's polished his tractor to lead the way to the church.
Kofi: That man's a treasure. I'm getting into the car now.
Hanna: Drive carefully. And bring the drawing. [shares a photo of an empty piano with a vase of snowdrops on it]
Kofi: I've got it right here. It's a piano with wheels. See you soon.
# 25
Kofi: Hi Hanna! How are you feeling these days? I think about you a lot.
Hanna: Hi Kofi. It comes in waves. But spring helps, and the garden's full of crocuses that mum put in and forgot about.
Kofi: A last surprise from her. That's so lovely.
Hanna: It is. I've also gone back to my story. I finished it on Tuesday, a hundred and ninety pages!
Kofi: Hanna!! Congratulations! That's a real book! What did June say?
Hanna: She's read it in one night and called me in tears. She's coming in July with her two sons and a suitcase full of pictures.
Kofi: I've cleared the whole month. And the publisher in Leipzig, would you mind if I showed it to them?
Hanna: Oh. Do you really think so? I'm just a nurse who lay on the floor.
Kofi: And I'm just a guy with a blurry dot. Let me send it!
Hanna: All right, then. But don't tell me until they've answered. I'd go crazy.
Kofi: My lips are sealed. How's work?
Hanna: Good! I'm training the new ones now. Do you remember the twins that came so early? They visited the ward, they're two years old and run like mad. [shares a photo of two toddlers in matching dungarees in a hospital corridor]
Kofi: The ones you sang to! Oh, look at them!
Hanna: Their mother says that they fall asleep only to soul music. I blame myself.
Kofi: Haha, the youngest fans of the Overdue Notices! Elias has a new passion, by the way. It's the violin.
Hanna: The violin! My poor friend. I'll send you some earplugs. Love to you all!
# 26
Hanna: Kofi, they've left this morning and the house is so quiet. I've got to tell somebody how grateful I am.
Kofi: Hi Hanna! What a week it was. I've taken two thousand pictures, and I cried in about half of them.
Hanna: When June put her hand on the banister that her great-great-grandfather had carved! I'll never forget that.
Kofi: And her son found the initials under the third step, W and A, with a heart. We've walked over them for two years!
Hanna: Rasmus has put a little pane of glass over it. [shares a photo of two letters and a heart carved into an old wooden step]
Kofi: That's perfect. Did Torsten really give them a ride on a milk cart?
Hanna: He'd built it himself, in secret, all winter. Elias held the reins. I thought that June was going to float away.
Kofi: And I've got something else for you. Are you sitting down?
Hanna: Don't tell me. No, do tell me! Is it Leipzig?
Kofi: They'd like to publish it next spring! With the letters and with my photos of the house. They only want to change the title.
Hanna: I need to lie down on the floor again. Kofi! What do they want to call it?
Kofi: The Third Step. The editor came up with it when I told her about the heart.
Hanna: That's so much better than mine. I can't stop shaking. We've made a book together!
Kofi: We have. From a dot and three kinds of wallpaper. Who'd have thought?
Hanna: Mum would've played something. I'm going to sit down at her piano now and try. Elias has to bring the violin.
Kofi: He's already packing it. And Abena's making jam. We'll be there on Saturday!`;

export const ATTIC_QUESTIONS = `When was Hanna's house built? | 1:4
Who built the house Hanna lives in? | 1:4
Where does Hanna work? | 1:6
What did Kofi buy to photograph animals? | 1:11
What bird did Kofi see on his first morning at the marsh? | 1:13
What instrument does Hanna play? | 2:7
What is Hanna's band called? | 2:9
Why is the band called the Overdue Notices? | 2:9
What genre does Hanna's band play? | 2:9
When did Kofi and Abena decide to adopt? | 3:5
How long could the adoption process take? | 3:9
What had to be replaced on Hanna's house? | 3:12
Which bird photo did Kofi enter in a contest? | 4:2,7:3
When was the harvest festival concert? | 4:9
Where does Hanna's husband work? | 4:13
Who did Kofi dance with at the concert? | 5:3
What were the early signs of illness in Hanna's mother? | 5:8
What was Hanna's mother diagnosed with? | 6:1
What was the mother's condition for moving in with Hanna? | 6:9
What did Kofi suggest Hanna do to remember her mother's playing? | 6:12
How did Kofi place in the photography competition? | 7:3
What did Kofi win? | 7:9
When did Kofi go to the photography workshop? | 7:11
What animals did Kofi photograph on the island? | 8:4,7:9
What advice did Solveig give Kofi? | 8:8
What did Hanna's mother do on Christmas Eve? | 8:15
How many people were needed to move the piano? | 9:2
What was Hanna's mother searching for at night? | 9:6
What did Rasmus install after Hanna's mother wandered off? | 9:10
When did Kofi and Abena get on the adoption list? | 9:11
What ages were Kofi and Abena open to for adoption? | 9:15
Who is the singer of Hanna's band? | 10:5
What mistake happened during the radio performance? | 10:5
Where did Kofi find the foxes? | 10:12
What did the fox take from Kofi? | 11:13
How long has Hanna been a nurse? | 11:4
Why did Hanna take unpaid leave? | 11:8,11:2
What was discovered behind the kitchen cupboards? | 12:3
How was Hanna's mother able to help with the old letters? | 12:7
How many letters were in the box? | 12:11
Which animals did Kofi photograph on Torsten's land? | 12:14,13:9
Who did Wilhelmina's father want her to marry? | 13:6
What did Hanna's mother teach Kofi? | 13:3,24:6
What material was Hanna's kitchen table made from? | 14:3
How did Wilhelmina and August elope? | 14:11
What is the name of Kofi's son? | 15:3
How old was Elias when he was placed with Kofi? | 15:3
What toy did Kofi bring to the first meeting? | 15:13,16:2
What food does Elias dislike? | 15:3
What did Rasmus build for Elias? | 16:9,17:3
What color is Elias's bedroom? | 16:6
Where was Wilhelmina's first child born? | 16:13
Where did they put the Christmas tree and why? | 17:5
What does Hanna's mother call Rasmus? | 17:10
What is the title of Kofi's book? | 18:2
Which city is Kofi's publisher based in? | 18:2
Which animals appear in Kofi's book? | 18:4,10:12,19:11
Where did the band rehearse while the owls were nesting? | 19:12
Who wrote to Hanna from the United States? | 20:3,20:5
What business did August and Wilhelmina run in America? | 20:7
When was the adoption finalized? | 20:12
What did the cake at the adoption party look like? | 20:14,21:13
What health problem did Hanna have? | 21:6
What criticism did Kofi have of Hanna's manuscript? | 22:4
When was Kofi's book released? | 22:8
How many books were sold at the launch? | 23:3
What did Hanna's mother name the hedgehog? | 23:10
When did Hanna's mother pass away? | 24:1
What music was performed at the funeral? | 24:9
What did Elias draw for Hanna? | 24:16
How many pages does Hanna's finished story have? | 25:4
What instrument is Elias learning? | 25:15
What was carved under the third step? | 26:4
What will Hanna's book be called? | 26:12
What vehicle did Torsten build? | 26:7
How has Kofi's career changed over time? | 8:12,12:14,10:14
How does music help the people in Hanna's life? | 6:11,2:13,19:5,2:11
Is Rasmus good with his hands? | 14:3,7:14,16:9
Would Kofi be happy if he only did weddings for the rest of his life? | 1:9,8:12
What instrument does Kofi play in the band? | 2:7
What did Hanna win in the photography contest? | 7:9
When did Hanna adopt her son? | 20:12,15:3
What was Kofi's mother diagnosed with? | 6:1
How many weddings does Hanna photograph this year? | 12:14`;
