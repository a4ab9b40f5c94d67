// How often search finds the message that answers a question, without any model: evidence in the first 10 messages, its session in the first 5.
// The same questions are put to plain FTS5 in the same run. `--data <dir>` reads other conversations, `--semantic` adds the local model,
// `--speakers` says how the store is told who speaks: in the text (`text`, as `Ada: …`), by the role alone (`role`), or not at all (`none`).

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SILENT_LOG } from "../src/contracts/log.ts";
import type { SessionStore } from "../src/contracts/stores.ts";
import type { Message } from "../src/kernel/message.ts";
import { OWNER } from "../src/kernel/principal.ts";
import { openMeaning } from "../src/stores/meaning/open.ts";
import { type Figure, median, ms, printFigures, quantile, times } from "./parts/numbers.ts";
import { openPlainSearch } from "./parts/plain-search.ts";
import { RECALL_QUESTIONS, type RecallQuestion, type RecallTurn, TURNS } from "./parts/recall-set.data.ts";
import { benchClock, openBenchStore, temporaryFolder } from "./parts/store-places.ts";

const START = Date.UTC(2023, 0, 9, 18);
const DAY = 86_400_000;

/** What a search found, as turns, best first. */
type Found = readonly Pick<RecallTurn, "dia" | "session">[];

interface Judged {
  readonly messageFound: boolean;
  readonly sessionFound: boolean;
}

interface Outcome extends Judged {
  readonly question: RecallQuestion;
  readonly plain: Judged;
  readonly ms: number;
}

export async function run(args: string[]): Promise<void> {
  const at = args.indexOf("--data");
  const folder = at < 0 ? undefined : args[at + 1];
  const data = folder === undefined ? { turns: TURNS, questions: RECALL_QUESTIONS } : readData(folder);
  const outcomes = await judgeAll(data, { semantic: args.includes("--semantic"), speakers: speakersOf(args) });
  if (args.includes("--misses")) {
    for (const { question } of outcomes.filter((outcome) => !outcome.messageFound))
      console.log(`missed ${question.id}: ${question.question}`);
  }
  report(outcomes, folder ?? "our own set");
  reportEach(outcomes);
}

const SPEAKERS = ["text", "role", "none"] as const;
type Speakers = (typeof SPEAKERS)[number];

function speakersOf(args: readonly string[]): Speakers {
  const given = args.includes("--speakers") ? args[args.indexOf("--speakers") + 1] : "text";
  const found = SPEAKERS.find((one) => one === given);
  if (found === undefined) throw new Error(`--speakers is one of ${SPEAKERS.join(", ")}`);
  return found;
}

interface RecallData {
  readonly turns: readonly RecallTurn[];
  readonly questions: readonly RecallQuestion[];
}

/** Every conversation in a store of its own. */
export async function judgeAll(
  { turns, questions }: RecallData,
  { semantic = false, speakers = "text" }: { readonly semantic?: boolean; readonly speakers?: Speakers } = {},
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const conv of new Set(turns.map((turn) => turn.conv))) {
    const mine = turns.filter((turn) => turn.conv === conv);
    const place = temporaryFolder();
    const { store, catchUp } = await openStore(join(place.path, "state.db"), semantic);
    const turnOf = await load(store, mine, speakers);
    await catchUp();
    const plain = openPlainSearch(mine);
    for (const question of questions.filter((one) => one.conv === conv)) {
      const start = performance.now();
      const hits = await store.search({ principal: OWNER, query: question.question, limit: 50 });
      const ms = performance.now() - start;
      const found = hits.flatMap((hit) => turnOf.get(hit.seq) ?? []);
      outcomes.push({ question, ms, ...judge(question, found), plain: judge(question, plain(question.question)) });
    }
    await store.close();
    place.remove();
  }
  return outcomes;
}

async function openStore(
  path: string,
  semantic: boolean,
): Promise<{ store: SessionStore; catchUp(): Promise<unknown> }> {
  const plain = await openBenchStore(path);
  if (!semantic) return { store: plain, catchUp: async () => undefined };
  const { store, meaning } = openMeaning(plain, plain.shelf, { clock: benchClock, log: SILENT_LOG });
  if (meaning.type !== "on") throw new Error("the model for --semantic is not installed");
  return { store, catchUp: meaning.catchUp };
}

function judge(question: RecallQuestion, found: Found): Judged {
  const sessions = [...new Set(found.map((turn) => String(turn.session)))].slice(0, 5);
  return {
    messageFound: found.slice(0, 10).some((turn) => question.evidence.includes(turn.dia)),
    sessionFound: question.sessions.some((session) => sessions.includes(String(session))),
  };
}

/** `turns.jsonl` {conv,session,dia,speaker,text} and `questions.jsonl` {id,conv,question,evidence,sessions}. */
export function readData(folder: string): RecallData {
  const lines = (name: string): unknown[] => {
    const path = join(folder, name);
    if (!existsSync(path)) throw new Error(`${path} is missing: recall --data wants turns.jsonl and questions.jsonl`);
    return readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line));
  };
  const questions = (lines("questions.jsonl") as RecallQuestion[]).map((question) => ({
    ...question,
    // Some sets name several turns in one string.
    evidence: [question.evidence].flat().flatMap((places) => String(places).match(/[^\s;,]+/gu) ?? []),
    sessions: [question.sessions].flat(),
  }));
  return {
    turns: lines("turns.jsonl") as RecallTurn[],
    questions: questions.filter(({ evidence }) => evidence.length > 0),
  };
}

/** One session per session of the conversation; the first speaker is the user. Returns which message is which turn. */
async function load(
  store: SessionStore,
  turns: readonly RecallTurn[],
  speakers: Speakers,
): Promise<ReadonlyMap<number, RecallTurn>> {
  const turnOf = new Map<number, RecallTurn>();
  const sessions = [...new Set(turns.map((turn) => turn.session))];
  for (const [index, session] of sessions.entries()) {
    const mine = turns.filter((turn) => turn.session === session);
    const startedAt = START + index * 9 * DAY;
    await store.create({ id: String(session), source: "cli", principal: OWNER, startedAt });
    const messages = mine.map((turn, place) => {
      const text = speakers === "text" ? `${turn.speaker}: ${turn.text}` : turn.text;
      const ofUser = speakers === "none" || turn.speaker === turns[0]?.speaker;
      return toMessage(text, ofUser, startedAt + place * 30_000);
    });
    const seqs = await store.append(String(session), messages, 0);
    seqs.forEach((seq, place) => {
      const turn = mine[place];
      if (turn !== undefined) turnOf.set(seq, turn);
    });
  }
  return turnOf;
}

function toMessage(text: string, ofUser: boolean, at: number): Message {
  if (ofUser) return { role: "user", parts: [{ type: "text", text }], at };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  return { role: "assistant", parts: [{ type: "text", text }], stop: "end", usage, model: "", at };
}

/** Per hundred, of ours and of the plain search. */
function sharesOf(outcomes: readonly Outcome[], key: keyof Judged): readonly [number, number] {
  const share = (test: (outcome: Outcome) => boolean) =>
    (100 * outcomes.filter(test).length) / Math.max(1, outcomes.length);
  return [share((outcome) => outcome[key]), share((outcome) => outcome.plain[key])];
}

function reportEach(outcomes: readonly Outcome[]): void {
  const conversations = [...new Set(outcomes.map(({ question }) => question.conv))];
  const figures = conversations.map((name): Figure => {
    const mine = outcomes.filter(({ question }) => question.conv === name);
    const shown = (key: keyof Judged) => {
      const [ours, plain] = sharesOf(mine, key);
      return `${ours.toFixed(1)} % (plain ${plain.toFixed(1)} %)`;
    };
    return { name, value: `evidence ${shown("messageFound")}, session ${shown("sessionFound")}` };
  });
  printFigures("by conversation", figures);
}

function report(outcomes: readonly Outcome[], name: string): void {
  const compared = (what: string, key: keyof Judged, limit: number): readonly Figure[] => {
    const [ours, plain] = sharesOf(outcomes, key);
    return [
      { name: what, value: `${ours.toFixed(1)} %`, target: { text: `target ≥ ${limit} %`, met: ours >= limit } },
      { name: "  plain FTS5, OR and porter", value: `${plain.toFixed(1)} % (${times(ours / plain)})` },
    ];
  };
  const spent = outcomes.map((outcome) => outcome.ms);
  printFigures(`recall over ${outcomes.length} questions (${name})`, [
    ...compared("evidence in the first 10 messages", "messageFound", 75),
    ...compared("right session in the first 5", "sessionFound", 95),
    { name: "time per question, p50", value: ms(median(spent)) },
    { name: "time per question, p95", value: ms(quantile(spent, 0.95)) },
  ]);
}
