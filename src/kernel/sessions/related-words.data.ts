// Words that stand for each other where people talk: forms no stemmer connects, words of one matter, and the kinds things are asked for by.

import { stem } from "./stem.ts";
import { STOP_WORDS } from "./words.data.ts";

/** Each line is one word in its irregular forms. */
const FORMS = `be am is are was were been being
go goes went gone going
buy buys bought buying
bring brought bringing
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
wear wore worn wearing
take took taken taking
give gave given giving
get got gotten getting
come came coming
become became becoming
run ran running runner
begin began begun beginning
swim swam swum swimming
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
man men
woman women
person people
foot feet
tooth teeth
mouse mice
goose geese
wife wives
knife knives
leaf leaves
thief thieves
wolf wolves
shelf shelves
loaf loaves
half halves
good better best well
bad worse worst
far farther further
mom mum mother mama mommy
dad father papa daddy
grandma grandmother
grandpa grandfather
phone telephone
tv television
choose choice
advise advice
succeed success successful
decide decision decided
allergy allergic allergies
hobby hobbies
db database databases
repo repository repositories
deploy deployment deployed deploying`;

/** Each line has words that often stand for each other. */
const MATTERS = `teach taught teaching teacher
choose chose chosen choosing choice
sing sang sung singing song
feed fed feeding food
bear bore born borne birth
child children kid kids
life lives live living lived
photo photograph photos photography photographer picture pictures pic pics
bike bicycle cycling
car cars vehicle
doctor dr medical
marry married marriage wedding wed
die died death dead dying
believe belief
prove proof
paint painting paintings painter painted
cook cooking cooked recipe
hike hiking hiked trail
job work works working worked career occupation
movie film movies films
vacation holiday holidays trip trips travel traveling travelled traveled journey
pet pets dog dogs puppy cat cats kitten
ill illness sick sickness
friend friends friendship buddy
happy happiness glad
gift present gifts presents
home house houses
store shop shops shopping stores
company firm business
start started begin began beginning
finish finished complete completed completion end ended
fix fixed repair repaired
error errors bug bugs failure failures
delete deleted remove removed removal
config configuration configure configured settings
docs documentation document documents
auth authentication authenticate authorization login
job profession employment occupation
boyfriend girlfriend partner husband wife spouse fiance
sibling siblings brother sister
son daughter child children kid kids
parent parents mother father mom dad
afraid scared fear fears frightened terrified nervous worry worries worried anxious anxiety
sad upset cry cried crying tears emotional
hurt injury injured wound sprain sprained broke broken
surgery operation operated
purchase purchased buy bought
cost price pay paid charge money
lend lent borrow borrowed loan
book books novel read reading
music song songs concert band musician
perform performed performance play played playing
dish meal food dinner lunch recipe
city town
relax relaxing unwind calm calming stress
class course workshop lesson lessons training
school college university degree education
exercise workout gym fitness yoga
ocean sea beach
nature outdoors camping forest woods
favorite favourite best prefer
support help helped helping supportive
apartment flat house home place
move moved moving relocate relocated
name called named
award prize medal trophy
competition contest tournament championship race
accident crash crashed
baby pregnant birth
grateful thankful
problem problems issue issues trouble challenge challenges difficulty
suggest suggested suggestion recommend recommended recommendation advice
inspire inspired inspiration motivate motivated motivation
goal goals dream dreams plan plans
volunteer volunteering charity
art artwork painting drawing
exhibit exhibition exhibitions show
animal animals pet pets
garden gardening plants
begin start started join joined
view see seen look
quit resign resigned leave left notice retire retired fired
hire hired employ employed recruit
earn earned salary wage income paid
boss manager supervisor
colleague colleagues coworker coworkers workmate
date dating dated boyfriend girlfriend relationship couple seeing
propose proposed proposal engaged engagement fiance fiancee ring
divorce divorced separated breakup split
bury buried burial grave funeral
adopt adopted adoption foster
raise raised donate donated donation fundraiser fundraising charity
gather gathering party celebration celebrate celebrated celebrating
birthday turned fortieth fiftieth sixtieth seventieth thirtieth
visit visited visiting visitor stay stayed trip
attend attended join joined participate participated took
arrive arrived arrival came
depart departed departure left
fly flight plane airport
drive drove car
walk walked walking stroll hike
climb climbed climbing
jog jogging run running ran marathon
diagnose diagnosed diagnosis disease condition doctor
hospital clinic emergency surgery
medicine medication pills remedy treatment therapy
heal healed recover recovered recovery rehab better
pain painful hurt hurts ache
tired exhausted exhaustion sleepy
angry anger mad furious annoyed
proud pride
lonely alone loneliness
excited thrilled excitement
surprised surprise shocked
dislike dislikes hate hates hated stand
want wants wish wishes hope hopes dream
plan plans planning planned intend going
try tried attempt attempted attempts
fail failed failure
succeed managed success
manage managed run running lead
open opened opening launch launched
close closed shut
create created make made build built design designed craft crafted
wrote write author novel story poem
title called name named
nickname call calls called
read book books novel
draw drew sketch drawing
film filmed video recording recorded
discover discovered find found noticed
search searching look looking
lose lost missing
steal stole stolen thief theft burglar burglary robbed
break broke broken damage damaged destroyed cracked
replace replaced swap new
clean cleaned cleaning tidy
install installed put set
grow grew plant planted garden
feed fed
bake baked baking baker bakery cake bread
taste tasted flavor flavour
eat ate breakfast lunch dinner meal
drink coffee tea beer wine
restaurant cafe diner bistro
kitchen cook cooking
room bedroom kitchen bathroom
furniture table bed chair sofa couch shelf
rent rented lease landlord
neighbor neighbors neighbour neighbours
village town city
country abroad nation
countryside farm village rural
mountain mountains hill hills peak
lake river pond
coast beach seaside shore
boat ship sail sailed sailing
road street route
weather rain rained raining sunny snow storm
hot heat warm
cold freezing chilly
color colour colors colours
large big huge
small little tiny
money dollars pounds euros cash savings budget
expensive cost costly price
cheap affordable bargain
sale sell sold buyer buyers customer customers
order ordered orders commission
profit income revenue
client clients customer customers
student students pupil pupils class
teacher teach teaches taught tutor instructor coach mentor
learn learned learning study studies studied studying lessons
exam test exams tests
graduate graduated graduation degree
language speak fluent
research researched study
scientist science
lawyer law legal court judge
police officer arrested
nurse nurses hospital
farmer farm
musician guitarist drummer pianist singer
song songs tune lyrics album
band group
dance danced dancing dancer
theater theatre stage
audience crowd spectators
show performance gig concert
festival fair
photographer camera lens
gallery exhibition museum
religion church faith pray prayer god spiritual
community neighborhood neighbourhood local
wedding bride groom married ceremony
honeymoon anniversary
relative relatives family cousin cousins uncle aunt
family parents kids children
husband married
wife married
boy boys son
girl girls daughter
grandparent grandparents grandmother grandfather grandma grandpa
baby babies newborn infant toddler
pregnant expecting due
birth born
puppy dog
kitten cat
vet veterinarian
rescue rescued shelter
bird birds
flower flowers bouquet
tree trees
forest woods
clothes clothing outfit dress wear wore
jewelry necklace ring bracelet
shoe shoes boots sneakers
hair haircut
letter letters mail note
message text email
call called phone
talk talked conversation discuss discussed chat
argue argued argument fight fought quarrel
agree agreed agreement
promise promised
secret secretly hidden
joke jokes funny laugh laughed
idea ideas thought
reason because why
cause caused because
change changed changes different
improve improved better improvement
hard difficult tough challenging
easy easier simple
important matters meaningful matter
special unique
beautiful lovely gorgeous pretty stunning
famous popular celebrity
strange weird odd unusual
dangerous danger risky unsafe
safe safety
luck lucky fortunate
memory memories remember remembered reminder reminds
forget forgot
habit routine regularly usually
evening night tonight
morning dawn
weekend saturday sunday
summer july august june
winter december january february snow
autumn fall october september november
spring march april may
christmas holiday holidays xmas
team club squad
soccer football
basketball hoops
swim pool swimming
ski skiing snowboard snowboarding
surf surfing
camp camping camped tent campfire
fish fishing fished
bike bicycle ride
motorcycle motorbike
engine car mechanic
train railway station
computer laptop software
programmer programming coding developer software
website online internet blog
video videos youtube
social media instagram followers
app apps
device gadget
health healthy diet nutrition
weight diet pounds
mental therapy counseling therapist counselor
stress stressed pressure
meditation meditate mindfulness
kind type sort genre style
symbol symbolize represent represents
identity gender transgender lgbtq
politics political election vote
military army veteran navy soldier
homeless shelter
environment climate nature
invest investment investor
loan bank mortgage debt
insurance claim
owner own owns owned
partner business
role position promotion promoted
interview applied application
deadline project
meeting conference
speech talk presentation
advice tips suggest
encourage encouraged encouragement support
criticism criticize feedback review
opinion think view
decide decided decision choose chose chosen
choose pick picked select selected
start begin started launch
stop stopped quit
continue continued keep
wait waited waiting
rest relax break
injury knee ankle wrist shoulder
allergic rash
dessert cake pie cookies icecream
live lives lived living moved reside
status single
meet met introduced acquainted
win won prize award
pass passed died death
like likes love loved loves enjoy enjoyed enjoys fond passion passionate
hometown grew
match game
play game games`;

/** Who asks for what stands before the colon is answered by what stands after it; not the other way round. */
const KINDS = `animal animals pet pets wildlife: dog dogs puppy cat cats kitten kittens horse horses rabbit hamster turtle turtles fish bird birds parrot fox foxes deer bear wolf squirrel hedgehog badger seal owl snake lizard goat sheep cow pig chicken chickens duck dolphin whale elephant lion tiger monkey frog bee bees butterfly
bird birds: owl eagle heron robin sparrow crow duck goose swan parrot hawk falcon kingfisher hummingbird pigeon gull woodpecker swallow stork
instrument instruments: guitar piano violin cello drums drum flute clarinet saxophone trumpet harp ukulele banjo accordion bass keyboard organ
color colour colors colours: red blue green yellow orange purple pink brown black white grey gray turquoise gold silver
country countries abroad: england scotland ireland france spain portugal italy germany sweden norway denmark finland poland greece turkey japan china korea vietnam thailand india australia canada mexico brazil america usa kenya ghana egypt morocco switzerland austria netherlands
city cities town: london paris berlin rome madrid lisbon barcelona boston chicago seattle york tokyo kyoto osaka dublin edinburgh amsterdam vienna prague hamburg munich oslo stockholm copenhagen toronto vancouver sydney miami dallas austin denver leipzig
sport sports: soccer football basketball tennis swimming running cycling climbing skiing surfing boxing yoga hockey baseball volleyball golf rowing karate skating badminton cricket rugby
food foods dish meal snack dessert eat: cake bread soup pasta pizza rice salad cookies pie chocolate cheese curry sandwich noodles sushi fish chicken potatoes jam fruit apple eggs tacos burger pancakes lasagna stew vegetables
drink drinks beverage: coffee tea wine beer juice lemonade cocoa water milk smoothie cocktail whisky
hobby hobbies activity activities pastime: painting drawing pottery climbing hiking running swimming reading gardening knitting photography dancing singing cooking baking fishing chess yoga camping cycling drums guitar piano violin writing gaming
profession occupation job career living work: teacher nurse doctor engineer gardener chef cook baker carpenter lawyer mechanic writer artist musician photographer librarian farmer driver designer programmer accountant plumber electrician therapist counselor scientist actor journalist waiter manager architect vet dentist firefighter pilot sailor
relative relatives family: mother father mom mum dad sister brother aunt uncle cousin grandmother grandfather son daughter niece nephew
weather: rain rained raining sun sunny snow snowed wind windy storm fog cold hot sleet
season: spring summer autumn fall winter
illness disease health diagnosed condition: cancer diabetes flu asthma stroke heart alzheimer dementia depression anxiety allergy fever virus kidney kidneys disc knee back
injury injured hurt: wrist ankle knee leg arm shoulder back rib broke broken sprained twisted fell
clothes clothing wear wearing outfit: dress shirt sweater jacket coat hat cap shoes boots scarf socks skirt trousers jeans suit costume vest
furniture: table chair bed sofa couch shelf desk cupboard bench
material made: wood wooden clay glass metal paper cotton wool leather stone steel plastic silk planks brick
vehicle car transport: car truck van bus bike bicycle motorbike motorcycle boat train tractor cart plane
flower flowers plant plants: rose roses tulip tulips sunflower sunflowers lily daisy crocus snowdrops lavender orchid tomatoes herbs
game games: chess backgammon cards monopoly puzzle poker scrabble checkers console
holiday holidays: christmas easter thanksgiving halloween
gift present: gave given wrapped bought
family kids children child: son daughter boy girl twins baby
language languages: english spanish french german italian portuguese japanese chinese korean arabic russian swedish norwegian dutch turkish hindi polish
music genre: rock jazz soul blues pop folk classical country punk metal opera reggae funk
emotion emotions feel feeling felt: happy sad nervous scared proud angry excited lonely relieved terrified thrilled grateful anxious
place places where: park beach museum library church school hospital station market shop garden forest lake mountain river hotel restaurant cafe gym theatre theater bakery
body: head arm leg hand foot back knee shoulder eye ear finger
event events: festival wedding concert party race competition exhibition funeral conference parade marathon
subject study studies studying degree: biology history chemistry physics psychology law medicine literature art engineering economics nursing mathematics math`;

export interface Relation {
  readonly word: string;
  readonly stem: string;
  /** How much finding this word counts for the one asked for. */
  readonly weight: number;
}

interface Line {
  /** Each word after a space. */
  readonly asked: string;
  readonly answers: string;
  readonly weight: number;
}

const SAME_WORD = 0.9;
const SAME_MATTER = 0.5;
const OF_THE_KIND = 0.25;

const LINES: readonly Line[] = [
  ...FORMS.split("\n").map((line) => ({ asked: ` ${line}`, answers: line, weight: SAME_WORD })),
  ...MATTERS.split("\n").map((line) => ({ asked: ` ${line}`, answers: line, weight: SAME_MATTER })),
  ...KINDS.split("\n").map((line) => {
    const [asked = "", answers = ""] = line.split(": ");
    return { asked: ` ${asked}`, answers, weight: OF_THE_KIND };
  }),
];

/** The other forms and near neighbours of a word, nearest first, each under one of its forms. */
export function relationsOf(word: string): readonly Relation[] {
  const wanted = stem(word);
  const beginning = wanted.slice(0, 2);
  const found = new Map<string, Relation>();
  for (const { asked, answers, weight } of LINES) {
    if (!asked.includes(` ${beginning}`)) continue;
    if (!asked.split(" ").some((one) => one.startsWith(beginning) && stem(one) === wanted)) continue;
    for (const other of answers.split(" ")) {
      const stemmed = stem(other);
      if (stemmed !== wanted && !found.has(stemmed) && !STOP_WORDS.has(other))
        found.set(stemmed, { word: other, stem: stemmed, weight });
    }
  }
  return [...found.values()];
}
