// How often search finds the message that answers a question, without any model: evidence in the first 10 messages, its session in the first 5.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionStore } from "../src/contracts/stores.ts";
import type { Message } from "../src/kernel/message.ts";
import { OWNER } from "../src/kernel/principal.ts";
import { type Figure, median, ms, printFigures, quantile } from "./parts/numbers.ts";
import { RECALL_QUESTIONS, type RecallQuestion, type RecallTurn, TURNS } from "./parts/recall-set.data.ts";
import { openBenchStore, temporaryFolder } from "./parts/store-places.ts";

const START = Date.UTC(2023, 0, 9, 18);
const DAY = 86_400_000;

interface Outcome {
  readonly question: RecallQuestion;
  readonly messageFound: boolean;
  readonly sessionFound: boolean;
  readonly ms: number;
}

export async function run(args: string[]): Promise<void> {
  const at = args.indexOf("--data");
  const folder = at < 0 ? undefined : args[at + 1];
  const { turns, questions } = folder === undefined ? { turns: TURNS, questions: RECALL_QUESTIONS } : readData(folder);
  const outcomes: Outcome[] = [];
  for (const conv of new Set(turns.map((turn) => turn.conv))) {
    const place = temporaryFolder();
    const store = await openBenchStore(join(place.path, "state.db"));
    const dias = await load(
      store,
      turns.filter((turn) => turn.conv === conv),
    );
    for (const question of questions.filter((one) => one.conv === conv))
      outcomes.push(await ask(store, question, dias));
    await store.close();
    place.remove();
  }
  if (args.includes("--misses")) {
    for (const { question } of outcomes.filter((outcome) => !outcome.messageFound))
      console.log(`missed ${question.id}: ${question.question}`);
  }
  report(outcomes, folder === undefined ? "our own small set" : folder);
}

function readData(folder: string): { turns: readonly RecallTurn[]; questions: readonly RecallQuestion[] } {
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
    evidence: [question.evidence].flat().flatMap((places) => String(places).split(/[\s;,]+/u)),
    sessions: [question.sessions].flat(),
  }));
  return { turns: lines("turns.jsonl") as RecallTurn[], questions };
}

/** One session per session of the conversation; the first speaker is the user. Returns which message is which turn. */
async function load(store: SessionStore, turns: readonly RecallTurn[]): Promise<ReadonlyMap<number, string>> {
  const dias = new Map<number, string>();
  const sessions = [...new Set(turns.map((turn) => turn.session))];
  for (const [index, session] of sessions.entries()) {
    const mine = turns.filter((turn) => turn.session === session);
    const startedAt = START + index * 9 * DAY;
    await store.create({ id: String(session), source: "cli", principal: OWNER, startedAt });
    const messages = mine.map((turn, place) => toMessage(turn, turns[0]?.speaker ?? "", startedAt + place * 30_000));
    const seqs = await store.append(String(session), messages, 0);
    for (const [place, seq] of seqs.entries()) dias.set(seq, mine[place]?.dia ?? "");
  }
  return dias;
}

function toMessage(turn: RecallTurn, user: string, at: number): Message {
  const text = `${turn.speaker}: ${turn.text}`;
  if (turn.speaker === user) return { role: "user", parts: [{ type: "text", text }], at };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  return { role: "assistant", parts: [{ type: "text", text }], stop: "end", usage, model: "", at };
}

async function ask(store: SessionStore, question: RecallQuestion, dias: ReadonlyMap<number, string>): Promise<Outcome> {
  const start = performance.now();
  const hits = await store.search({ principal: OWNER, query: question.question, limit: 50 });
  const took = performance.now() - start;
  const sessions = [...new Set(hits.map((hit) => hit.sessionId))].slice(0, 5);
  return {
    question,
    messageFound: hits.slice(0, 10).some((hit) => question.evidence.includes(dias.get(hit.seq) ?? "")),
    sessionFound: question.sessions.some((session) => sessions.includes(String(session))),
    ms: took,
  };
}

function report(outcomes: readonly Outcome[], name: string): void {
  const share = (test: (outcome: Outcome) => boolean) =>
    (100 * outcomes.filter(test).length) / Math.max(1, outcomes.length);
  const percent = (value: number, limit: number): Pick<Figure, "value" | "target"> => ({
    value: `${value.toFixed(1)} %`,
    target: { text: `target ≥ ${limit} %`, met: value >= limit },
  });
  const spent = outcomes.map((outcome) => outcome.ms);
  printFigures(`recall over ${outcomes.length} questions (${name})`, [
    {
      name: "evidence in the first 10 messages",
      ...percent(
        share((outcome) => outcome.messageFound),
        75,
      ),
    },
    {
      name: "right session in the first 5",
      ...percent(
        share((outcome) => outcome.sessionFound),
        95,
      ),
    },
    { name: "time per question, p50", value: ms(median(spent)) },
    { name: "time per question, p95", value: ms(quantile(spent, 0.95)) },
  ]);
}
