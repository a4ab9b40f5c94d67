// A summary without a model: what the record itself says, under the same headings. Always possible, always within its budget.

import { callsOf, type ToolCall, textOf } from "../message.ts";
import { ellipsize, oneLine } from "../text.ts";
import { estimateText } from "../tokens.ts";
import { digestOf } from "./digest.ts";
import { cite, type Entry, isFinalReply, isOwnWords, plainText } from "./entry.ts";
import type { Redact } from "./serialize.ts";
import { parseSummary, renderSummary, type Summary } from "./summary.ts";

export interface FallbackOptions {
  readonly previous: string;
  readonly budget: number;
  readonly redact: Redact;
}

/** Lines kept under each heading, newest last; halved until the whole fits. */
const GENEROUS = { asks: 40, actions: 120, files: 60, errors: 12, replies: 12, before: 40, chars: 320 } as const;
type Room = { readonly [key in keyof typeof GENEROUS]: number };

export function fallbackSummary(entries: readonly Entry[], options: FallbackOptions): string {
  const previous = parseSummary(options.previous);
  const facts = factsOf(entries);
  let room: Room = GENEROUS;
  for (let halvings = 0; halvings < 8; halvings++) {
    const text = options.redact(renderSummary(compose(facts, previous, room)));
    if (estimateText(text) <= options.budget) return text;
    room = halved(room);
  }
  return "";
}

interface Facts {
  readonly asks: readonly string[];
  /** Asked and answered, asked and not answered. */
  readonly closedAsks: readonly string[];
  readonly openAsks: readonly string[];
  readonly actions: readonly string[];
  readonly files: readonly string[];
  readonly errors: readonly string[];
  readonly replies: readonly string[];
}

function factsOf(entries: readonly Entry[]): Facts {
  const calls = new Map<string, ToolCall>();
  const files = new Set<string>();
  const facts = { asks: [] as string[], actions: [] as string[], errors: [] as string[], replies: [] as string[] };
  let openFrom = 0;
  for (const { seq, message } of entries) {
    const words = oneLine(plainText(message, "[image]"));
    for (const call of callsOf(message)) {
      calls.set(call.id, call);
      for (const path of pathsIn(call.input)) files.add(path);
    }
    if (isOwnWords(message) && words !== "") facts.asks.push(`${words} ${cite(seq)}`);
    if (isFinalReply(message)) openFrom = facts.asks.length;
    if (message.role === "assistant" && textOf(message).trim() !== "") facts.replies.push(`${words} ${cite(seq)}`);
    if (message.role !== "tool") continue;
    const call = calls.get(message.callId);
    facts.actions.push(`${digestOf({ tool: message.tool, call, result: textOf(message) })} ${cite(seq)}`);
    if (message.isError) facts.errors.push(`${message.tool}: ${words} ${cite(seq)}`);
  }
  return {
    ...facts,
    closedAsks: facts.asks.slice(0, openFrom),
    openAsks: facts.asks.slice(openFrom),
    files: [...files],
  };
}

function pathsIn(input: unknown): readonly string[] {
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([key, value]) =>
    /^(?:path|file|file_path|filename|dir|directory|cwd)$/.test(key) && typeof value === "string" && value !== ""
      ? [oneLine(value)]
      : [],
  );
}

function compose(facts: Facts, previous: Summary, room: Room): Summary {
  const short = (line: string) => shorten(line, room.chars);
  const newest = (lines: readonly string[], count: number) => (count < 1 ? [] : lines.slice(-count).map(short));
  const before = (heading: string) =>
    newest(
      (previous.get(heading) ?? "").split("\n").filter((line) => line.trim() !== ""),
      room.before,
    );
  const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`);
  const lastAsk = facts.openAsks.at(-1) ?? facts.asks.at(-1);
  const done = before("Completed Actions");
  const actions = newest(facts.actions, room.actions).map((line, index) => `${done.length + index + 1}. ${line}`);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["Historical Task Snapshot", lastAsk === undefined ? before("Historical Task Snapshot") : [short(lastAsk)]],
    ["Goal", [...before("Goal"), ...(previous.size === 0 ? newest(facts.asks.slice(0, 1), 1) : [])]],
    ["Constraints & Preferences", before("Constraints & Preferences")],
    ["Completed Actions", [...done, ...actions]],
    ["Active State", ["Not recorded: no summary could be written for this part; the record has it all."]],
    ["Blocked", bullets(newest(facts.errors, room.errors))],
    ["Key Decisions", before("Key Decisions")],
    ["Resolved Questions", [...before("Resolved Questions"), ...bullets(newest(facts.closedAsks, room.asks))]],
    ["Historical Pending User Asks", bullets(newest(facts.openAsks, room.asks))],
    ["Relevant Files", [...before("Relevant Files"), ...bullets(newest(facts.files, room.files))]],
    ["Historical Remaining Work", before("Historical Remaining Work")],
    ["Critical Context", [...before("Critical Context"), ...bullets(newest(facts.replies, room.replies))]],
  ];
  return new Map(sections.map(([heading, lines]) => [heading, [...new Set(lines)].join("\n")]));
}

/** The number at the end of a line survives the cut: it is the way back. */
function shorten(line: string, max: number): string {
  const number = / \[#\d+\]$/.exec(line)?.[0] ?? "";
  return `${ellipsize(line.slice(0, line.length - number.length), max)}${number}`;
}

function halved(room: Room): Room {
  const half = (value: number) => Math.floor(value / 2);
  return {
    asks: half(room.asks),
    actions: half(room.actions),
    files: half(room.files),
    errors: half(room.errors),
    replies: half(room.replies),
    before: half(room.before),
    chars: Math.max(40, Math.floor(room.chars * 0.75)),
  };
}
