// What no summary may lose: collected from the record itself, carried verbatim from one compaction to the next.

import { isRecord, parseJson } from "../json.ts";
import { type Message, textOf } from "../message.ts";
import { spokenWords } from "../skills/invocation.ts";
import { charCount, oneLine, takeChars, takeLastChars } from "../text.ts";
import { type Artifact, type EffectOf, foldArtifacts } from "./artifacts.ts";
import { type Entry, isFinalReply, isOwnWords } from "./entry.ts";
import { rulesIn } from "./rules.ts";

export interface Pin {
  /** The message it was said in. */
  readonly seq: number;
  readonly text: string;
}

export interface Rule extends Pin {
  /** Stated in passing and recognised, or pinned by hand. */
  readonly by: "words" | "hand";
}

/** Rules that found no room: the messages they stand in are cited instead. */
export interface Elsewhere {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly count: number;
}

export interface Pins {
  readonly rules: readonly Rule[];
  readonly elsewhere: readonly Elsewhere[];
  /** What was asked and is not answered yet, oldest first. */
  readonly requests: readonly Pin[];
  /** Open items as lines; empty when there are none. */
  readonly todos: readonly string[];
  readonly files: readonly Artifact[];
}

export const NO_PINS: Pins = { rules: [], elsewhere: [], requests: [], todos: [], files: [] };

const PIN_MARK = "[runtime] The user pinned this rule; keep to it from now on:\n";
const UNPIN_MARK = "[runtime] The user took this rule back; it no longer holds:\n";

/** A hand-made pin is a message like any other: durable, seen by the model at once, undone by `/undo`. */
export function pinMessage(words: string, at: number): Message {
  return { role: "user", origin: "runtime", parts: [{ type: "text", text: `${PIN_MARK}${words.trim()}` }], at };
}

export function unpinMessage(words: string, at: number): Message {
  return { role: "user", origin: "runtime", parts: [{ type: "text", text: `${UNPIN_MARK}${words.trim()}` }], at };
}

/** Rules, task list and files after these messages, on top of what was pinned before them. */
export function foldPins(before: Pins, entries: readonly Entry[], effectOf: EffectOf): Pins {
  return {
    rules: foldRules(before.rules, entries),
    elsewhere: before.elsewhere,
    requests: before.requests,
    todos: foldTodos(before.todos, entries),
    files: foldArtifacts(before.files, entries, effectOf),
  };
}

function foldRules(before: readonly Rule[], entries: readonly Entry[]): readonly Rule[] {
  const rules = new Map(before.map((rule) => [keyOf(rule.text), rule]));
  for (const { seq, message } of entries) {
    if (message.role !== "user") continue;
    const words = textOf(message);
    if (message.origin === "runtime") {
      if (words.startsWith(PIN_MARK)) {
        const text = words.slice(PIN_MARK.length).trim();
        if (text !== "") rules.set(keyOf(text), { seq, text, by: "hand" });
      } else if (words.startsWith(UNPIN_MARK)) rules.delete(keyOf(words.slice(UNPIN_MARK.length)));
      continue;
    }
    for (const text of rulesIn(spokenWords(words)))
      if (!rules.has(keyOf(text))) rules.set(keyOf(text), { seq, text, by: "words" });
  }
  return [...rules.values()];
}

const keyOf = (text: string): string => oneLine(text).toLowerCase();

/** The newest list the todo tool answered with. */
function foldTodos(before: readonly string[], entries: readonly Entry[]): readonly string[] {
  for (let at = entries.length - 1; at >= 0; at--) {
    const message = entries[at]?.message;
    if (message?.role !== "tool" || message.tool !== "todo" || message.isError) continue;
    const parsed = parseJson(textOf(message));
    if (parsed.type === "ok" && isRecord(parsed.value) && Array.isArray(parsed.value.todos))
      return openLines(parsed.value.todos);
  }
  return before;
}

function openLines(todos: readonly unknown[]): readonly string[] {
  return todos.flatMap((todo) => {
    if (!isRecord(todo) || (todo.status !== "pending" && todo.status !== "in_progress")) return [];
    const id = oneLine(typeof todo.id === "string" ? todo.id : "?");
    const content = oneLine(typeof todo.content === "string" ? todo.content : "");
    return [`[${todo.status === "in_progress" ? ">" : " "}] ${id}. ${content} (${todo.status})`];
  });
}

/** Says yes to what was asked before instead of asking for something else. */
const NOD =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|fine|good|right|correct|go|go on|go ahead|continue|proceed|please|please do|do it|do that|carry on|keep going|next|more|and|ja|jo|gut|genau|weiter|mach|mach weiter|los|bitte|oui|d'accord|vas-y|continue[zr]?|allez|si|sí|vale|claro|sigue|adelante|continúa|dale|好|好的|可以|行|是|是的|对|對|继续|繼續|嗯|没问题|請繼續|请继续)[\s,.!。！，]*){1,4}$/iu;

/** Every request since the last final reply; a nod keeps the request it answers. */
export function openRequests(before: readonly Pin[], entries: readonly Entry[]): readonly Pin[] {
  let open: Pin[] = [...before];
  let answered = false;
  for (const { seq, message } of entries) {
    if (isFinalReply(message)) answered = true;
    if (!isOwnWords(message)) continue;
    const text = textOf(message).trim();
    if (answered && !NOD.test(text)) open = [];
    answered = false;
    if (text !== "") open.push({ seq, text });
  }
  return open;
}

/** A long text by its two ends, with the place where the whole of it stands. */
export function excerpt(text: string, seq: number, maxChars: number): string {
  if (charCount(text) <= maxChars) return text;
  const head = Math.ceil(maxChars * 0.65);
  return `${takeChars(text, head)}\n[… the whole text is message #${seq} …]\n${takeLastChars(text, maxChars - head)}`;
}
