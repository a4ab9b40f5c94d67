// When a finished turn is worth a second look, and what the look is about. Counting and deciding only.

import { isRecord, parseJson } from "../json.ts";
import { callsOf, type Message, type ToolMessage, textOf } from "../message.ts";
import { type Signal, signalsIn } from "./corrections.ts";

export interface ReviewCounters {
  /** User turns since memory was last written or reviewed. */
  readonly turns: number;
  /** Model calls since a skill was last written or reviewed. */
  readonly calls: number;
}

export const NO_COUNTERS: ReviewCounters = { turns: 0, calls: 0 };

export interface ReviewPolicy {
  /** `memory.nudge_interval`; 0 switches it off. */
  readonly memoryEvery: number;
  /** `skills.creation_nudge_interval`; 0 switches it off. */
  readonly skillsEvery: number;
  readonly perDay: number;
}

export type ReviewTopic = "memory" | "skills";

export interface ReviewDecision {
  readonly counters: ReviewCounters;
  /** Empty: nothing to review now. */
  readonly topics: readonly ReviewTopic[];
  readonly signals: readonly Signal[];
}

export interface TurnFacts {
  /** The messages of this turn, in order. */
  readonly messages: readonly Message[];
  /** Names of the tools the session has. */
  readonly tools: ReadonlySet<string>;
  readonly finished: boolean;
  readonly reviewsToday: number;
}

const WRITES: Readonly<Record<ReviewTopic, string>> = { memory: "memory", skills: "skill_manage" };

/** A due review of an unfinished turn stays due; a correction makes one due at once. */
export function decideReview(before: ReviewCounters, turn: TurnFacts, policy: ReviewPolicy): ReviewDecision {
  const { messages, tools } = turn;
  const users = messages.filter((message) => message.role === "user" && message.origin !== "runtime");
  const replies = messages.filter((message) => message.role === "assistant").length;
  const used = new Set(messages.flatMap((message) => callsOf(message).map((call) => call.tool)));
  const has = (topic: ReviewTopic, every: number) => every > 0 && tools.has(WRITES[topic]);
  const counted: ReviewCounters = {
    turns: used.has(WRITES.memory) ? 0 : before.turns + users.length,
    calls: used.has(WRITES.skills) ? 0 : before.calls + replies,
  };
  const signals = signalsIn(users.map(textOf));
  const isTaught = signals.length > 0;
  const topics: ReviewTopic[] = [];
  if (
    has("memory", policy.memoryEvery) &&
    (counted.turns >= policy.memoryEvery || (isTaught && !used.has(WRITES.memory)))
  )
    topics.push("memory");
  if (
    has("skills", policy.skillsEvery) &&
    (counted.calls >= policy.skillsEvery || (isTaught && !used.has(WRITES.skills)))
  )
    topics.push("skills");
  if (topics.length === 0 || !turn.finished || turn.reviewsToday >= policy.perDay)
    return { counters: counted, topics: [], signals };
  return {
    counters: {
      turns: topics.includes("memory") ? 0 : counted.turns,
      calls: topics.includes("skills") ? 0 : counted.calls,
    },
    topics,
    signals,
  };
}

/** Where a resumed session's count begins: the user turns it already had. */
export function resumedCounters(messages: readonly Message[], policy: ReviewPolicy): ReviewCounters {
  const users = messages.filter((message) => message.role === "user" && message.origin !== "runtime").length;
  return { turns: policy.memoryEvery > 0 ? users % policy.memoryEvery : 0, calls: 0 };
}

/** Skills the conversation opened, in order, each once. */
export function loadedSkills(messages: readonly Message[]): readonly string[] {
  const names = messages.flatMap((message) =>
    callsOf(message).flatMap(({ tool, input }) =>
      tool === "skill_view" && isRecord(input) && typeof input.name === "string" ? [input.name] : [],
    ),
  );
  return [...new Set(names)];
}

/** Memory and skill writes that already succeeded here: what the review need not do again. */
export function savedAlready(messages: readonly Message[]): readonly string[] {
  return learnedLines(messages, "on");
}

export type Verbosity = "off" | "on" | "verbose";

/** One line per successful write, each once, for people. */
export function learnedLines(messages: readonly Message[], verbosity: Verbosity): readonly string[] {
  const inputs = new Map<string, unknown>();
  for (const message of messages) for (const call of callsOf(message)) inputs.set(call.id, call.input);
  const lines = messages.flatMap((message) =>
    message.role === "tool" && !message.isError ? lineOf(message, inputs.get(message.callId), verbosity) : [],
  );
  return [...new Set(lines)];
}

function lineOf(message: ToolMessage, input: unknown, verbosity: Verbosity): readonly string[] {
  const parsed = parseJson(textOf(message));
  const result = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
  const given = isRecord(input) ? input : {};
  if (result.success !== true) return [];
  if (message.tool === "memory") {
    if (result.staged === true) return ["Memory change proposed"];
    const words = verbosity === "verbose" && typeof given.content === "string" ? ` (${cut(given.content)})` : "";
    return [`${given.target === "user" ? "User profile" : "Memory"} updated${words}`];
  }
  if (message.tool !== "skill_manage") return [];
  if (result.staged === true) return [`Proposed: ${String(result.gist ?? given.name)}`];
  const told =
    typeof result.message === "string" ? result.message.replace(/\.$/, "") : `Skill '${String(given.name)}' changed`;
  if (verbosity !== "verbose" || given.action !== "patch") return [told];
  return [
    `Skill '${String(given.name)}' patched: "${cut(String(given.old_string))}" → "${cut(String(given.new_string))}"`,
  ];
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}
