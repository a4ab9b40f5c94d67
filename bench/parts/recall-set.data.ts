// Small invented conversations with questions about them, for `npm run bench -- recall` when no data is given.

import { ATTIC_CONVERSATION, ATTIC_QUESTIONS } from "./recall-attic.data.ts";
import { HARBOUR_CONVERSATION, HARBOUR_QUESTIONS } from "./recall-harbour.data.ts";
import { LONG_CONVERSATION, LONG_QUESTIONS } from "./recall-long.data.ts";
import { MEADOW_CONVERSATION, MEADOW_QUESTIONS } from "./recall-meadow.data.ts";
import { RIDGE_CONVERSATION, RIDGE_QUESTIONS } from "./recall-ridge.data.ts";
import { SIGNAL_CONVERSATION, SIGNAL_QUESTIONS } from "./recall-signal.data.ts";
import { TIDE_CONVERSATION, TIDE_QUESTIONS } from "./recall-tide.data.ts";

export interface RecallTurn {
  readonly conv: string;
  readonly session: number;
  readonly dia: string;
  readonly speaker: string;
  readonly text: string;
}

export interface RecallQuestion {
  readonly id: string;
  readonly conv: string;
  readonly question: string;
  readonly evidence: readonly string[];
  readonly sessions: readonly number[];
}

/** `# n` starts a session; every other line is one turn. */
const CONVERSATIONS: Readonly<Record<string, string>> = {
  allotment: `# 1
Ines: Hey Marek! It's been ages. How did the move go?
Marek: Exhausting. We got the keys on the 3rd and slept on the floor for a week.
Ines: Ouch. Is the new flat any bigger?
Marek: Two rooms more, and there's a strip of soil behind the house that nobody uses.
Ines: So you'll finally have tomatoes!
Marek: That's the plan. My neighbour offered me her old greenhouse frame for free.
Ines: Lucky you. I'm still waiting for a plot at the allotment club, number 41 on the list.
Marek: How long does that take?
Ines: The secretary said roughly two years. I put my name down last spring.
Marek: You can have a corner of mine until then.
# 2
Ines: Sorry I vanished. Lena broke her wrist on the climbing wall and we were in hospital until midnight.
Marek: Oh no! Is she all right?
Ines: Cast for six weeks. She's mostly angry that she'll miss the regional championship.
Marek: Poor kid. Tell her I'll bring the card game with the llamas.
Ines: She'd love that. How's the greenhouse?
Marek: Standing, barely. The wind took two panes on Sunday.
Ines: Polycarbonate instead of glass, my uncle swears by it.
Marek: Ordered some yesterday from the place in Brno. It comes next Thursday.
Ines: And work?
Marek: They moved me to the night team. I fix train signals while everybody sleeps.
Ines: That explains the messages at four in the morning.
# 3
Marek: Guess what, I signed up for the pottery course at the community centre.
Ines: You? With those hands?
Marek: The doctor told me to find something calm. My blood pressure was through the roof.
Ines: What are you making?
Marek: A crooked bowl so far. The glaze came out swamp green.
Ines: I want it for my olives.
Marek: It's yours. What about you, still running?
Ines: Twice a week along the canal. I'm training for the half marathon in October.
Marek: Who's coaching you?
Ines: An app, and old Mr. Havel from the third floor who ran in the seventies.
Marek: Lena's cast?
Ines: Off since Monday. She cried, then climbed a tree.
# 4
Ines: I got the plot! Number 17, right beside the pond.
Marek: Congratulations! Two years my foot, that was eight months.
Ines: Someone gave theirs up because of the frogs. Apparently they scream all night.
Marek: You'll sleep at home anyway. What will you plant?
Ines: Beans, sweet peas, and the purple potatoes my grandmother grew in Madeira.
Marek: I have seedlings to spare. The tomatoes went mad.
Ines: How many plants?
Marek: Sixty. I gave a tray to the night team and one to the dentist.
Ines: The dentist?
Marek: He pulled my wisdom tooth and wouldn't take cash for the extra visit.
# 5
Marek: Back from the mountains. Five days, not one bar of signal.
Ines: Where did you go?
Marek: The High Tatras, hut to hut, with my brother. It snowed on us in June.
Ines: Did Tomas survive?
Marek: He carried the accordion. Every hut owner fed us for nothing.
Ines: That's the most Tomas thing I've ever heard.
Marek: He's moving to Porto, by the way. A shipyard hired him as a welder.
Ines: No! When?
Marek: First of September. I'm driving his furniture down with the van.
Ines: Bring me tiles. Blue ones, for the bathroom wall.
# 6
Ines: I did it. Two hours and nine minutes, and my left knee is a melon.
Marek: Incredible! Did Mr. Havel watch?
Ines: He stood at kilometre eighteen with a cowbell and a thermos.
Marek: I have your tiles. Forty of them, one cracked on the motorway.
Ines: You're a hero. What do I owe you?
Marek: Purple potatoes. And come to the kiln opening on Friday, my teapot is in it.
Ines: A teapot? From swamp bowls to teapots in half a year.
Marek: The teacher wants to show it at the Christmas fair.
Ines: I'll be there. Lena too, she's back on the wall and got selected for the junior squad.`,
  bakery: `# 1
Priya: Thanks for calling back. The bank turned down my loan for the bakery.
Owen: I'm sorry. Did they give a reason?
Priya: Too little collateral. They want me to own the ovens outright first.
Owen: There's a credit union on Mill Street that lends to small food businesses.
Priya: Really? I'd never heard of them.
Owen: My sister borrowed from them for her food truck. Ask for Denise.
Priya: I'll ring her tomorrow. The landlord only holds the premises until the end of March.
Owen: What's the name going to be?
Priya: Crumb and Co., unless you have something better.
Owen: It's perfect. Put me down for a sourdough every Saturday.
# 2
Owen: How did the meeting with Denise go?
Priya: She approved eighteen thousand! I signed this morning.
Owen: Brilliant! So it's happening.
Priya: The deck oven arrives on the 14th, secondhand from a hotel in Leeds.
Owen: Who's lifting that thing?
Priya: Three cousins and a forklift. Mum is sewing the aprons.
Owen: Tell her mine should be extra large.
Priya: You're helping at the opening, then?
Owen: Of course. I've taken that Friday off from the museum.
Priya: What are you working on there now?
Owen: Restoring a whale skeleton. I clean vertebrae with a toothbrush, eight hours a day.
# 3
Priya: We sold out by ten. Four hundred rolls, gone.
Owen: I saw the queue from the bus!
Priya: The cardamom buns were the favourite. I need to double them.
Owen: My whole department had cinnamon on their gloves.
Priya: One problem: the inspector came and said the hand basin is too close to the mixer.
Owen: Can it be moved?
Priya: The plumber quoted nine hundred. I'm hoping for a splash guard instead.
Owen: Ask the inspector in writing. They accepted one at the museum cafe.
Priya: Good thinking. I'm so tired I put salt in my tea.
Owen: Go to bed. Who opens tomorrow?
Priya: Jonah, the apprentice. He started on Tuesday, nineteen and fearless.
# 4
Owen: I've got news. The museum wants to send me to Bergen for four months.
Priya: For the whale?
Owen: For a different whale. They found a complete one on the coast and need hands.
Priya: When would you leave?
Owen: Mid August. I have to learn some Norwegian and sublet my room.
Priya: Jonah is looking for a room!
Owen: Does he smoke?
Priya: Only the salmon. He built a smoker out of a filing cabinet.
Owen: Then he can have it, cat included.
Priya: He's allergic to cats. I could take Biscuit until you're back.
Owen: You'd do that? She sleeps on faces.
# 5
Priya: Biscuit has eaten a pound of butter and regrets nothing.
Owen: That's my girl. How's the shop?
Priya: The splash guard passed! And a hotel wants croissants, two hundred a day.
Owen: Can you manage that with one oven?
Priya: No. I'm getting a second one, and Jonah's friend Amara joins as pastry chef.
Owen: Norway is wet and wonderful. I broke a tooth on dried fish.
Priya: Have you learned the language?
Owen: Enough to order waffles. A colleague, Sigrid, teaches me in exchange for crossword help.
Priya: Sigrid, hm?
Owen: She's seventy and ruthless.
# 6
Priya: You're home! Come and see, we knocked through into the shop next door.
Owen: I smelled it from the station. Is that a bookshelf?
Priya: Mum's idea. Take a book, leave a book, and a reading hour for children on Wednesdays.
Owen: Biscuit didn't recognise me.
Priya: She did, she's punishing you. Did the whale get finished?
Owen: Twenty two metres, hanging from the ceiling. The king came to the unveiling.
Priya: Did you speak to him?
Owen: He asked whether I'd brought the rain. Then I ate six waffles.
Priya: I paid back the first half of the loan on Monday.
Owen: In ten months! Denise must be over the moon.`,
  workshop: `# 1
Dana: Good morning Theo! I heard you opened your own repair shop. How is it going so far?
Theo: Morning, Dana! Slow, but I love it. I opened the doors three weeks ago and yesterday I fixed my first espresso machine.
Dana: That's wonderful. What made you leave the factory after so many years?
Theo: They cut the maintenance team in half last winter, and I was tired of the night shifts. My wife told me it was now or never.
Dana: Good for her! I've had a busy spring too. My eldest got accepted to a veterinary program in Utrecht.
Theo: Wow, congratulations to Sofie! She always rescued those hedgehogs in our street.
Dana: She did. The house will be quiet without her, I'm already dreading August.
Theo: You'll have more time for your choir, at least.
Dana: True. We're rehearsing a requiem for the autumn, I have a solo for the first time.
Theo: I'll be in the front row.
# 2
Theo: You won't believe who walked into the shop on Friday. Our old chemistry teacher, Mr. Lindqvist!
Dana: No! He must be ninety by now. What did he want?
Theo: He brought a radio from 1952 that his late wife gave him. It had been silent for ten years.
Dana: And could you save it?
Theo: It took me two evenings and a valve from a collector in Gdansk, but it plays again. He danced in the shop.
Dana: That gives me goosebumps. You should write these stories down.
Theo: Funny you say that, my niece set up a blog for me. She's fifteen and my whole marketing department.
Dana: What's the blog called?
Theo: Second Wind. She picked the name. How was your trip to the lake?
Dana: Cold! The cabin had no hot water, so we bathed in the lake at eleven degrees. The dog refused.
Theo: Smart dog. How's your back after all that?
Dana: Better than expected. The physiotherapist gave me exercises with a rubber band and they really help.
# 3
Dana: I need cheering up, Theo. The choir lost its rehearsal room, the church is being renovated until next year.
Theo: Oh no, what about the requiem?
Dana: We have six weeks left and nowhere to sing. Nobody has room for forty people and a piano.
Theo: Forty people without a piano, would that help? The warehouse behind my shop is empty on Monday and Thursday nights.
Dana: Are you serious? We could use an electric keyboard, Marit has one.
Theo: Dead serious. The acoustics are terrible, but it's warm and the coffee is excellent.
Dana: I could kiss you. What would the rent be?
Theo: One ticket in the front row, as discussed.
Dana: You're an angel. Sofie says hello, by the way, she dissected a frog and fainted.
Theo: She'll get used to it. My father was a butcher and he fainted at the sight of a needle.
# 4
Theo: Your choir has changed my life. I hum Latin while I solder.
Dana: Haha! And they all bring you their broken toasters, don't they?
Theo: Eleven so far, and a sewing machine. I had to hire somebody, a young man called Emre who trained as a watchmaker.
Dana: That's fantastic! From one man to two in half a year.
Theo: He's brilliant with small parts, and my hands aren't what they used to be. The doctor thinks it's arthritis.
Dana: I'm sorry to hear that. Is it painful?
Theo: In the mornings, mostly. I wear copper bracelets, my wife laughs at me.
Dana: My grandmother swore by nettle tea. I'll bring you a bag on Thursday.
Theo: I'll try anything. Are you nervous about the solo?
Dana: Terribly. I dreamt that I opened my mouth and only bubbles came out.
# 5
Dana: It's over and I survived! Did you see the standing ovation?
Theo: See it? I started it! You were magnificent, I had tears in my beard.
Dana: The local paper wrote about us, with a picture of the warehouse. They called it the cathedral of toasters.
Theo: I framed it. And three people from the audience came by with broken lamps this morning.
Dana: So everybody wins. We raised two thousand and forty euros for the children's hospice, too.
Theo: That's amazing, Dana. You must be exhausted.
Dana: I slept for eleven hours. Sofie took the train home to hear me and brought her boyfriend.
Theo: A boyfriend! What's he like?
Dana: Tall, polite, and he studies bats. Jasper is his name. He couldn't stop talking about echolocation.
Theo: Perfect match for a vet.
# 6
Theo: Dana, we've had a break-in at the shop. They took the cash box and Mr. Lindqvist's radio, which was back for a new dial.
Dana: Oh Theo, that's terrible! Was anybody hurt?
Theo: No, it was around three at night. They came in through the skylight. Emre found the mess when he opened up.
Dana: The poor radio. Have you told him yet?
Theo: I went to his flat straight away. He said that a thing that was mended twice can be mended three times.
Dana: What a man. Does the insurance pay?
Theo: For the lock and the glass, but not for things that belong to customers.
Dana: Let me ask the choir. Forty pairs of eyes at forty flea markets.
Theo: Would they really look for it?
Dana: For you and your coffee? They'd search the bottom of the harbour.
# 7
Dana: We found it! Marit spotted the radio at the flea market in Delft, under a pile of army boots.
Theo: You're joking! How did she know it was the right one?
Dana: The engraving on the back: "For Axel, so that it's never quiet. Ingeborg."
Theo: I'm sitting down. What did she pay for it?
Dana: Twenty-five, and she haggled. The seller had no idea.
Theo: I'll give her a lifetime of free repairs. Mr. Lindqvist's birthday is on the 12th, let's bring it to him then.
Dana: The choir can sing. He'll turn ninety-one, won't he?
Theo: Yes. Emre is already making a new dial out of a pocket watch.
Dana: I'm crying into my soup. How are your hands?
Theo: The nettle tea tastes like a lawn, but I think that it works.`,
};

/** conv | question | turns that answer it, as session:turn. */
const SHORT_QUESTIONS = `allotment | When did Marek get the keys to his new flat? | 1:2
allotment | Who gave Marek a greenhouse? | 1:6
allotment | What number was Ines on the waiting list for the garden plot? | 1:7
allotment | How long was Ines told she would have to wait for an allotment? | 1:9
allotment | What injury did Lena have? | 2:1
allotment | How did Lena get hurt? | 2:1
allotment | For how many weeks did Lena wear a cast? | 2:3
allotment | What did Marek promise to bring for Lena? | 2:4
allotment | What happened to the greenhouse in the storm? | 2:6
allotment | What material did Ines's uncle recommend? | 2:7
allotment | What is Marek's job? | 2:10
allotment | Why did Marek take up pottery? | 3:3
allotment | Which hobby did Marek start at the community centre? | 3:1
allotment | What colour was the bowl Marek made? | 3:5
allotment | What race is Ines preparing for? | 3:8
allotment | Who helps Ines with her training? | 3:10
allotment | Which plot did Ines receive? | 4:1
allotment | Why did the previous gardener leave the plot? | 4:3
allotment | What does Ines want to grow? | 4:5
allotment | Where did Ines's grandmother live? | 4:5
allotment | How many tomato plants does Marek have? | 4:8
allotment | Why did Marek give seedlings to his dentist? | 4:10
allotment | Where did Marek go hiking with his brother? | 5:3
allotment | What instrument did Tomas take to the mountains? | 5:5
allotment | Why is Tomas moving to Portugal? | 5:7
allotment | What did Ines ask Marek to bring from Porto? | 5:10
allotment | What was Ines's time in the half marathon? | 6:1
allotment | How did Mr. Havel support her during the race? | 6:3
allotment | What will be exhibited at the Christmas fair? | 6:6,6:8
allotment | Which team was Lena chosen for? | 6:9
bakery | Why did the bank refuse Priya's loan? | 1:3
bakery | Which lender did Owen suggest? | 1:4
bakery | Who in Owen's family borrowed money for a business? | 1:6
bakery | What is Priya's bakery called? | 1:9
bakery | How much money did Priya borrow? | 2:2
bakery | Where did the oven come from? | 2:4
bakery | Who made the aprons? | 2:6
bakery | What does Owen restore at the museum? | 2:11
bakery | What was the most popular item on opening day? | 3:3
bakery | What did the health inspector complain about? | 3:5
bakery | How much would the plumber charge? | 3:7
bakery | Who is Priya's apprentice? | 3:11
bakery | Where is Owen being sent for work? | 4:1
bakery | When does Owen leave for Norway? | 4:5
bakery | What did Jonah build from office furniture? | 4:8
bakery | Who looks after Owen's cat while he is away? | 4:10
bakery | What is Owen's cat called? | 4:10,5:1
bakery | What did the cat eat? | 5:1
bakery | Who ordered croissants from Priya? | 5:3
bakery | Who was hired as pastry chef? | 5:5
bakery | How did Owen damage his tooth? | 5:6
bakery | Who teaches Owen Norwegian? | 5:8
bakery | How old is Sigrid? | 5:10
bakery | What takes place on Wednesdays in the shop? | 6:3
bakery | How long is the whale skeleton? | 6:6
bakery | Which famous person attended the unveiling? | 6:6
bakery | How much of the loan has Priya repaid? | 6:9
workshop | When did Theo open his repair shop? | 1:2
workshop | Why did Theo quit the factory? | 1:4
workshop | What does Sofie study? | 1:5
workshop | What piece is Dana's choir preparing? | 1:9
workshop | Which former teacher visited Theo? | 2:1
workshop | How old was the radio Mr. Lindqvist brought? | 2:3
workshop | Where did Theo get the spare part for the radio? | 2:5
workshop | Who runs Theo's blog? | 2:7
workshop | What is Theo's blog called? | 2:9
workshop | How cold was the lake? | 2:10
workshop | What helps against Dana's back pain? | 2:12
workshop | Why did the choir need another place to rehearse? | 3:1
workshop | How many singers are in the choir? | 3:3
workshop | Where does the choir practise now? | 3:4
workshop | On which evenings can the choir use the warehouse? | 3:4
workshop | What does Theo want in return for the room? | 3:8
workshop | What happened to Sofie during the anatomy lesson? | 3:9
workshop | What was the profession of Theo's dad? | 3:10
workshop | Who did Theo hire? | 4:3
workshop | What health problem does Theo have? | 4:5
workshop | What does Theo wear against the pain? | 4:7
workshop | What remedy did Dana recommend? | 4:8
workshop | What nightmare did Dana have before the concert? | 4:10
workshop | How did the audience react to the concert? | 5:1,5:2
workshop | What did the newspaper call the warehouse? | 5:3
workshop | How much money did the concert raise? | 5:5
workshop | Who is Sofie dating? | 5:9
workshop | What subject does Jasper study? | 5:9
workshop | What was stolen from Theo's shop? | 6:1
workshop | How did the burglars get in? | 6:3
workshop | Who discovered the burglary? | 6:3
workshop | What did Mr. Lindqvist say about the theft? | 6:5
workshop | What is not covered by the insurance? | 6:7
workshop | Who found the stolen radio? | 7:1
workshop | Where was the radio found? | 7:1
workshop | What is written on the back of the radio? | 7:3
workshop | How much did Marit pay for the radio? | 7:5
workshop | When is Mr. Lindqvist's birthday? | 7:6
workshop | What is Mr. Lindqvist's first name? | 7:3
workshop | What is the new dial made from? | 7:8
workshop | Does the tea help Theo? | 7:10`;

const LONG_ONES: Readonly<Record<string, { readonly text: string; readonly questions: string }>> = {
  friendship: { text: LONG_CONVERSATION, questions: LONG_QUESTIONS },
  meadow: { text: MEADOW_CONVERSATION, questions: MEADOW_QUESTIONS },
  harbour: { text: HARBOUR_CONVERSATION, questions: HARBOUR_QUESTIONS },
  signal: { text: SIGNAL_CONVERSATION, questions: SIGNAL_QUESTIONS },
  ridge: { text: RIDGE_CONVERSATION, questions: RIDGE_QUESTIONS },
  attic: { text: ATTIC_CONVERSATION, questions: ATTIC_QUESTIONS },
  tide: { text: TIDE_CONVERSATION, questions: TIDE_QUESTIONS },
};

const QUESTIONS = [
  ...SHORT_QUESTIONS.split("\n"),
  ...Object.entries(LONG_ONES).flatMap(([conv, { questions }]) =>
    questions.split("\n").map((line) => `${conv} | ${line}`),
  ),
];

export const TURNS: readonly RecallTurn[] = [
  ...Object.entries(CONVERSATIONS).flatMap(([conv, text]) => turnsOf(conv, text)),
  ...Object.entries(LONG_ONES).flatMap(([conv, { text }]) => turnsOf(conv, text)),
];

export const RECALL_QUESTIONS: readonly RecallQuestion[] = QUESTIONS.map((line, index) => {
  const [conv = "", question = "", where = ""] = line.split(" | ");
  const evidence = where.split(",").map((place) => `D${place}`);
  return {
    id: `q${index + 1}`,
    conv,
    question,
    evidence,
    sessions: evidence.map((dia) => Number(dia.slice(1).split(":")[0])),
  };
});

function turnsOf(conv: string, text: string): readonly RecallTurn[] {
  let session = 0;
  let place = 0;
  return text.split("\n").flatMap((line) => {
    if (line.startsWith("# ")) {
      session = Number(line.slice(2));
      place = 0;
      return [];
    }
    place += 1;
    const colon = line.indexOf(": ");
    return [{ conv, session, dia: `D${session}:${place}`, speaker: line.slice(0, colon), text: line.slice(colon + 2) }];
  });
}
