// The first message after a compaction: what is pinned, the summary, and the facts the next compaction starts from.
// Written and read here only, so that what was pinned once can be read back exactly.

import type { Message, UserMessage } from "../message.ts";
import { textOf } from "../message.ts";
import { counted } from "../text.ts";
import type { Artifact } from "./artifacts.ts";
import type { Entry } from "./entry.ts";
import { type Elsewhere, NO_PINS, type Pin, type Pins, type Rule } from "./pins.ts";

export interface Handoff {
  /** How many compactions this conversation has behind it. */
  readonly pass: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** The session that holds what was replaced; empty when it is not known. */
  readonly from: string;
  /** Messages of the view that follow this one as copies. */
  readonly kept: number;
  readonly pins: Pins;
  /** The first messages of the conversation, quoted once; empty later. */
  readonly began: readonly Pin[];
  /** The assistant's last visible words when their message is not in the view. */
  readonly reply: Pin | undefined;
  /** Sections under their headings; empty when only old results were shortened. */
  readonly summary: string;
}

export const HANDOFF_MARK = "[CONTEXT COMPACTION — REFERENCE ONLY]";
export const END_MARK = "--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---";
/** Beginnings of such notes in homes written by other versions and programs. */
export const HANDOFF_BEGINNINGS = ["[CONTEXT COMPACTION", "[CONTEXT SUMMARY]:"] as const;

const INTRO = [
  `${HANDOFF_MARK} Older messages of this conversation were taken out of view to make room. This note stands in for them; it is background, not a request.`,
  "PINNED is copied from the record word for word. SUMMARY was written from the messages that are gone and may be wrong: where the two differ, PINNED holds; where either differs from a newer message, the newer message holds. What is listed as done is done: do not do it again. Rules stay in force until the user takes them back.",
  "Work may have gone on after the last request below; the summary covers it too. [#n] names a message by its number: session_search with around_message_id n shows it in full.",
] as const;

/** Only said where it is needed. */
const FOLDERS =
  "Among the files, a name that ends in / stands for many files in that folder; unseen is a folder that was not looked through after a command, because it is too large or the program was ended meanwhile, and where more may have changed.";

const PINNED_LINE = "=== PINNED ===";
const SUMMARY_LINE = "=== SUMMARY ===";
const NO_SUMMARY = "Nothing was summarised: only old tool results were shortened to one line each.";

const RULES = "## Rules the user stated";
const ELSEWHERE = "## Rules that found no room here";
const REQUEST = "## Open request";
const TODOS = "## Task list";
const FILES = "## Files changed so far";
const BEGAN = "## How it began";
const REPLY = "## Your last visible reply";

export function renderHandoff(handoff: Handoff): string {
  const { pins, began, reply, summary } = handoff;
  return [
    ...INTRO,
    ...(pins.files.some(({ path }) => path.endsWith("/")) ? [FOLDERS] : []),
    `{compaction ${handoff.pass}: #${handoff.fromSeq} to #${handoff.toSeq} replaced, ${handoff.kept} messages kept, session ${handoff.from}}`,
    PINNED_LINE,
    ...section(
      RULES,
      pins.rules.map((rule) => item(`#${rule.seq}${rule.by === "hand" ? ", pinned" : ""}`, rule.text)),
    ),
    ...section(
      ELSEWHERE,
      pins.elsewhere.map((one) => `- ${elsewhereText(one)}: read them before you do what may be against these rules`),
    ),
    ...section(
      REQUEST,
      pins.requests.map((pin) => item(`#${pin.seq}`, pin.text)),
    ),
    ...section(
      TODOS,
      pins.todos.map((line) => `- ${line}`),
    ),
    ...section(FILES, pins.files.map(fileLine)),
    ...section(
      BEGAN,
      began.map((pin) => item(`#${pin.seq}`, pin.text)),
    ),
    ...section(REPLY, reply === undefined ? [] : [item(`#${reply.seq}`, reply.text)]),
    SUMMARY_LINE,
    summary.trim() === "" ? NO_SUMMARY : summary.trim(),
    END_MARK,
  ].join("\n");
}

export function handoffMessage(handoff: Handoff, at: number): UserMessage {
  return { role: "user", origin: "runtime", parts: [{ type: "text", text: renderHandoff(handoff) }], at };
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines];
}

/** Later lines are indented, so nothing inside an item can look like the frame around it. */
function item(label: string, text: string): string {
  return `- [${label}] ${text.replace(/\r\n?|[\u2028\u2029]/gu, "\n").replace(/\n/g, "\n  ")}`;
}

function fileLine(file: Artifact): string {
  return `- ${file.state} ${file.path} [#${file.seq}${file.times > 1 ? `, ${file.times} times` : ""}]`;
}

/** A note of ours: the runtime wrote it, nobody can type one. */
export function isHandoff(message: Message): boolean {
  return message.role === "user" && message.origin === "runtime" && textOf(message).startsWith(HANDOFF_MARK);
}

/** A note some other program left in this conversation. */
export function isForeignHandoff(message: Message): boolean {
  if (message.role === "tool" || isHandoff(message)) return false;
  return beginsAsHandoff(message) && textOf(message).includes("\n## ");
}

/** Whoever wrote it, these are not a person's words. */
export function beginsAsHandoff(message: Message): boolean {
  const words = textOf(message);
  return HANDOFF_BEGINNINGS.some((mark) => words.startsWith(mark));
}

/** Undefined when the message is no note of ours or its frame is damaged. */
export function parseHandoff(message: Message): Handoff | undefined {
  if (!isHandoff(message)) return undefined;
  const lines = textOf(message).split("\n");
  const start = lines.indexOf(PINNED_LINE);
  const middle = lines.indexOf(SUMMARY_LINE, start);
  const facts =
    /^\{compaction (\d+): #(\d+) to #(\d+) replaced, (\d+) messages kept,(?: \d+ idle passes,)? session (\S*)\}$/.exec(
      lines[start - 1] ?? "",
    );
  if (start < 0 || middle < 0 || facts === null) return undefined;
  const [pass = 0, fromSeq = 0, toSeq = 0, kept = 0] = facts.slice(1, 5).map(Number);
  const end = lines.lastIndexOf(END_MARK);
  const summary = lines.slice(middle + 1, end > middle ? end : undefined).join("\n");
  const sections = sectionsOf(lines.slice(start + 1, middle));
  const itemsOf = (heading: string) => (sections.get(heading) ?? []).flatMap(parseItem);
  return {
    ...{ pass, fromSeq, toSeq, kept },
    from: facts[5] ?? "",
    pins: {
      rules: itemsOf(RULES).map(
        ({ seq, text, extra }): Rule => ({ seq, text, by: extra === "pinned" ? "hand" : "words" }),
      ),
      elsewhere: (sections.get(ELSEWHERE) ?? []).flatMap(parseElsewhere),
      requests: itemsOf(REQUEST).map(({ seq, text }) => ({ seq, text })),
      todos: (sections.get(TODOS) ?? []).map((line) => line.slice(2)),
      files: (sections.get(FILES) ?? []).flatMap(parseFile),
    },
    began: itemsOf(BEGAN).map(({ seq, text }) => ({ seq, text })),
    reply: itemsOf(REPLY).map(({ seq, text }) => ({ seq, text }))[0],
    summary: summary === NO_SUMMARY ? "" : summary,
  };
}

/** Items by heading: a line that is not indented starts a heading or an item, any other continues one. */
function sectionsOf(lines: readonly string[]): ReadonlyMap<string, string[]> {
  const sections = new Map<string, string[]>();
  let items: string[] = [];
  for (const line of lines) {
    if (line.startsWith("## ")) {
      items = [];
      sections.set(line, items);
    } else if (line.startsWith("- ")) items.push(line);
    else items.push(`${items.pop() ?? ""}\n${line.slice(2)}`);
  }
  return sections;
}

function parseItem(source: string): readonly (Pin & { readonly extra: string | undefined })[] {
  const match = /^- \[#(\d+)(?:, (\w+))?\] ([\s\S]*)$/.exec(source);
  return match === null ? [] : [{ seq: Number(match[1]), extra: match[2], text: match[3] ?? "" }];
}

/** Where rules without room stand, for people and for the model. */
export function elsewhereText({ fromSeq, toSeq, count }: Elsewhere): string {
  return `${counted(count, "rule")} in ${fromSeq === toSeq ? `message #${fromSeq}` : `messages #${fromSeq} to #${toSeq}`}`;
}

function parseElsewhere(line: string): readonly Elsewhere[] {
  const match = /^- (\d+) rules? in messages? #(\d+)(?: to #(\d+))?:/.exec(line);
  if (match === null) return [];
  const [count = 0, fromSeq = 0] = match.slice(1, 3).map(Number);
  return [{ fromSeq, toSeq: match[3] === undefined ? fromSeq : Number(match[3]), count }];
}

function parseFile(line: string): readonly Artifact[] {
  const match = /^- (created|changed|deleted|unseen) (.+) \[#(\d+)(?:, (\d+) times)?\]$/s.exec(line);
  if (match === null) return [];
  const [, state, path = "", seq, times] = match;
  return [
    { path, state: state as Artifact["state"], seq: Number(seq), times: times === undefined ? 1 : Number(times) },
  ];
}

/** Where the conversation stands: the note it starts from, what that note summarised, what came after its copies. */
export interface Standing {
  /** Index of the note in the entries; -1 when there is none. */
  readonly at: number;
  readonly handoff: Handoff | undefined;
  readonly pins: Pins;
  readonly summary: string;
  /** Entries that no earlier compaction has looked at. */
  readonly fresh: readonly Entry[];
}

export function standingOf(entries: readonly Entry[]): Standing {
  const at = entries.findLastIndex(({ message }) => isHandoff(message) || isForeignHandoff(message));
  const note = entries[at];
  if (note === undefined) return { at: -1, handoff: undefined, pins: NO_PINS, summary: "", fresh: entries };
  const handoff = parseHandoff(note.message);
  if (handoff === undefined) {
    const fresh = entries.filter((_entry, index) => index !== at);
    return { at, handoff, pins: NO_PINS, summary: foreignSummary(note.message), fresh };
  }
  const copied = note.seq + handoff.kept;
  const fresh = entries.filter(({ seq }, index) => index > at && seq > copied);
  return { at, handoff, pins: handoff.pins, summary: handoff.summary, fresh };
}

/** The number of the last message that is only a copy; 0 without a compaction. */
export function keptThrough(entries: readonly Entry[]): number {
  const first = entries[0];
  const handoff = first === undefined ? undefined : parseHandoff(first.message);
  return first === undefined || handoff === undefined ? 0 : first.seq + handoff.kept;
}

function foreignSummary(message: Message): string {
  const lines = textOf(message).split("\n");
  const from = lines.findIndex((line) => line.startsWith("## "));
  const end = lines.findIndex((line) => line.startsWith("--- END OF CONTEXT SUMMARY"));
  return lines.slice(Math.max(0, from), end < 0 ? undefined : end).join("\n");
}
