// Words too common to search by, words that tell little, and words that say when or how many.

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
  `away come came coming day days decide decided doing end feel felt find found first gave give go goes going gone good great happen happened
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
