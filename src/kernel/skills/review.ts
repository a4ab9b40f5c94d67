// When a finished turn is worth a second look, and what the look is about. Counting and deciding only.

import { isRecord, parseJson } from "../json.ts";
import { dueNudges, type NudgeCounts, type NudgeEvent } from "../memory/nudge.ts";
import { callsOf, type Message, type ToolMessage, textOf } from "../message.ts";
import { type Signal, signalsIn } from "./corrections.ts";
import { invokedNames, spokenWords } from "./invocation.ts";

export interface ReviewPolicy {
  /** `memory.nudge_interval`; 0 switches it off. */
  readonly memoryEvery: number;
  /** `skills.creation_nudge_interval`; 0 switches it off. */
  readonly skillsEvery: number;
  readonly perDay: number;
}

export type ReviewTopic = keyof NudgeCounts;

export interface ReviewDecision {
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

const TOPICS: readonly ReviewTopic[] = ["memory", "skills"];
const WRITES: Readonly<Record<ReviewTopic, string>> = { memory: "memory", skills: "skill_manage" };

/** What a turn adds to the counts; nothing where the tool to write with is missing. */
export function nudgeEvents({ messages, tools }: Pick<TurnFacts, "messages" | "tools">): readonly NudgeEvent[] {
  const replies = messages.filter((message) => message.role === "assistant").length;
  const written = toolsUsed(messages);
  const events: readonly (readonly [ReviewTopic, NudgeEvent])[] = [
    ...spokenIn(messages).map(() => ["memory", { type: "user-turn" }] as const),
    ["skills", { type: "model-calls", count: replies }],
    ...TOPICS.filter((what) => written.has(WRITES[what])).map((what) => [what, { type: "written", what }] as const),
  ];
  return events.filter(([topic]) => tools.has(WRITES[topic])).map(([, event]) => event);
}

/** `counts` already hold this turn. A due review of an unfinished turn stays due; a correction makes one due at once. */
export function decideReview(counts: NudgeCounts, turn: TurnFacts, policy: ReviewPolicy): ReviewDecision {
  const every = { memory: policy.memoryEvery, skills: policy.skillsEvery };
  const signals = signalsIn(spokenIn(turn.messages).map((message) => spokenWords(textOf(message))));
  if (!turn.finished || turn.reviewsToday >= policy.perDay) return { topics: [], signals };
  const due = new Set(dueNudges(counts, every));
  const written = toolsUsed(turn.messages);
  const isTaught = (topic: ReviewTopic) => signals.length > 0 && every[topic] > 0 && !written.has(WRITES[topic]);
  const topics = TOPICS.filter((topic) => turn.tools.has(WRITES[topic]) && (due.has(topic) || isTaught(topic)));
  return { topics, signals };
}

function spokenIn(messages: readonly Message[]): readonly Message[] {
  return messages.filter((message) => message.role === "user" && message.origin !== "runtime");
}

function toolsUsed(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(messages.flatMap((message) => callsOf(message).map((call) => call.tool)));
}

/** Skills the user or the model opened, in order, each once. */
export function loadedSkills(messages: readonly Message[]): readonly string[] {
  const names = messages.flatMap((message) =>
    message.role === "user"
      ? invokedNames(textOf(message))
      : callsOf(message).flatMap(({ tool, input }) =>
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
