// Words too common to search by, and English forms no stemmer connects.

export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are aren as at be because been before being below between both but by
  can could couldn did didn do does doesn doing don down during each either else ever every few for from further get gets getting got
  had hadn has hasn have haven having he her here hers herself him himself his how however i if in into is isn it its itself just
  let ll m me mightn more most much mustn my myself need no nor not now of off oh ok okay on once only or other our ours ourselves out over own
  please re s same shall shan she should shouldn so some such t than that the their theirs them themselves then there these they thing
  things this those through to too under until up us ve very was wasn we were weren what whats when where which while who whom whose
  why will with won would wouldn yeah yes yet you your yours yourself yourselves d`
    .trim()
    .split(/\s+/u),
);

/** Words of every conversation: rare here or not, they tell less than others. */
const LIGHT_WORDS: ReadonlySet<string> = new Set(
  `come came coming day days decide decided doing end feel felt find found first gave give go goes going gone good great happen happened
  having keep kept kind knew know last life like liked long look looked lot made make many name new people person plan plans put
  really said saw say see show start started take thing think thought time times told took tell tried try use used using want
  wanted way went work working works`
    .trim()
    .split(/\s+/u),
);
const LIGHT = 0.5;

/** How much a word tells in any text, however rare it is where it is looked for; at most 1. */
export const worthOf = (word: string): number => (LIGHT_WORDS.has(word) ? LIGHT : 1);

const WEEKDAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?";
const MONTHS = "january|february|march|april|june|july|august|september|october|november|december";
const SPANS = "nights?|days?|weeks?|weekends?|months?|years?|summer|winter|spring|fall|autumn|christmas";

/** A text that says when. */
export const TIME_WORDS: RegExp = new RegExp(
  `\\b(?:yesterday|today|tonight|tomorrow|ago|since|recently|morning|weekend|${WEEKDAYS}|${MONTHS}|(?:in|last|next|this|past|few|of) (?:may|${SPANS})|(?:19|20)\\d\\d|\\d{1,2}(?:st|nd|rd|th))\\b`,
  "iu",
);

const SMALL = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const TEENS = "thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen";
const TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?";

/** A text that says how many. */
export const NUMBER_WORDS: RegExp = new RegExp(
  `\\d|\\b(?:${SMALL}|${TEENS}|${TENS}|half|dozens?|couple|several|few|once|twice|first|second|third)\\b`,
  "iu",
);

/** Each line: one word in its irregular forms; after `~`, words that often stand for each other. */
const FORMS = `be am is are was were been being
go goes went gone going
buy buys bought buying
bring brought bringing
~ teach taught teaching teacher
think thought thinking thoughts
catch caught catching
fight fought fighting
seek sought seeking
see saw seen seeing
eat ate eaten eating
drink drank drunk drinking
drive drove driven driving driver
ride rode ridden riding
write wrote written writing writer
speak spoke spoken speaking
break broke broken breaking
~ choose chose chosen choosing choice
wear wore worn wearing
take took taken taking
give gave given giving
get got gotten getting
come came coming
become became becoming
run ran running runner
begin began begun beginning
swim swam swum swimming
~ sing sang sung singing song
ring rang rung
win won winning winner
find found finding
meet met meeting
feel felt feeling feelings
keep kept keeping
sleep slept sleeping
leave left leaving
lose lost losing loss
tell told telling
sell sold selling
hold held holding
build built building
send sent sending
spend spent spending
lend lent lending
make made making
say said saying
pay paid paying payment
hear heard hearing
stand stood standing
understand understood understanding
sit sat sitting
grow grew grown growing growth
know knew known knowing knowledge
throw threw thrown throwing
fly flew flown flying flight
draw drew drawn drawing drawings
show showed shown showing
fall fell fallen falling
~ feed fed feeding food
lead led leading leader
read reading reader
light lit lighting
hide hid hidden hiding
bite bit bitten biting
steal stole stolen stealing
freeze froze frozen freezing
wake woke woken waking
shake shook shaken shaking
forget forgot forgotten forgetting
forgive forgave forgiven
sink sank sunk
tear tore torn
~ bear bore born borne birth
dig dug digging
hang hung hanging
stick stuck sticking
strike struck striking
swing swung swinging
shoot shot shooting
bend bent bending
deal dealt dealing
mean meant meaning
dream dreamt dreamed dreaming
learn learnt learned learning
burn burnt burned burning
~ child children kid kids
man men
woman women
person people
foot feet
tooth teeth
mouse mice
goose geese
wife wives
~ life lives live living lived
knife knives
leaf leaves
half halves
good better best well
bad worse worst
far farther further
~ mom mum mother mothers mama
~ dad father fathers papa
grandma grandmother
grandpa grandfather
phone telephone
~ photo photograph photos photography photographer picture pictures pic pics
tv television
~ bike bicycle cycling
~ car cars vehicle
~ doctor dr medical
~ marry married marriage wedding wed
~ die died death dead dying
choose choice
advise advice
~ believe belief
~ prove proof
succeed success successful
decide decision decided
~ paint painting paintings painter painted
~ cook cooking cooked recipe
~ hike hiking hiked trail
~ job work works working worked career occupation
~ movie film movies films
~ vacation holiday holidays trip trips travel traveling travelled traveled journey
~ pet pets dog dogs puppy cat cats kitten
allergy allergic allergies
~ ill illness sick sickness
~ friend friends friendship buddy
~ happy happiness glad
hobby hobbies
~ gift present gifts presents
~ home house houses
~ store shop shops shopping stores
~ company firm business
~ start started begin began beginning
~ finish finished complete completed completion end ended
~ fix fixed repair repaired
~ error errors bug bugs failure failures
~ delete deleted remove removed removal
~ config configuration configure configured settings
db database databases
repo repository repositories
~ docs documentation document documents
deploy deployment deployed deploying
~ auth authentication authenticate authorization login
~ job profession employment occupation
~ boyfriend girlfriend partner husband wife spouse fiance
~ sibling siblings brother sister
~ son daughter child children kid kids
~ parent parents mother father mom dad
~ afraid scared fear fears frightened terrified nervous worry worries worried anxious anxiety
~ sad upset cry cried crying tears emotional
~ hurt injury injured wound sprain sprained broke broken
~ surgery operation operated
~ purchase purchased buy bought
~ cost price pay paid charge money
~ lend lent borrow borrowed loan
~ book books novel read reading
~ music song songs concert band musician
~ perform performed performance play played playing
~ dish meal food dinner lunch recipe
~ city town
~ relax relaxing unwind calm calming stress
~ class course workshop lesson lessons training
~ school college university degree education
~ exercise workout gym fitness yoga
~ ocean sea beach
~ nature outdoors camping forest woods
~ favorite favourite best prefer
~ support help helped helping supportive
~ apartment flat house home place
~ move moved moving relocate relocated
~ name called named
~ award prize medal trophy
~ competition contest tournament championship race
~ accident crash crashed
~ baby pregnant birth
~ grateful thankful
~ problem problems issue issues trouble challenge challenges difficulty
~ suggest suggested suggestion recommend recommended recommendation advice
~ inspire inspired inspiration motivate motivated motivation
~ goal goals dream dreams plan plans
~ volunteer volunteering charity
~ art artwork painting drawing
~ exhibit exhibition exhibitions show
~ animal animals pet pets
~ garden gardening plants
~ begin start started join joined
~ view see seen look`;

export interface Relation {
  readonly word: string;
  /** How much finding this word counts for the one asked for. */
  readonly weight: number;
}

const SAME_WORD = 0.9;
const SAME_MATTER = 0.5;

/** From a word to its other forms and near neighbours. */
export const RELATED_FORMS: ReadonlyMap<string, readonly Relation[]> = relatedForms();

function relatedForms(): ReadonlyMap<string, readonly Relation[]> {
  const forms = new Map<string, readonly Relation[]>();
  for (const line of FORMS.split("\n")) {
    const weight = line.startsWith("~ ") ? SAME_MATTER : SAME_WORD;
    const words = line.replace("~ ", "").split(" ");
    for (const word of words) {
      const others = words.filter((other) => other !== word).map((other) => ({ word: other, weight }));
      forms.set(word, [...(forms.get(word) ?? []), ...others]);
    }
  }
  return forms;
}
