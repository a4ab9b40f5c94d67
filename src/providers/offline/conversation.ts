// What the offline model sees of a request: the person's last words, what was done about them, and what is known from before.

import type { ModelRequest } from "../../contracts/model.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";
import { type Message, textOf } from "../../kernel/message.ts";
import { takeChars } from "../../kernel/text.ts";

/** A call that has its answer. */
export interface Outcome {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The tool's JSON object, fences taken off; undefined when it answered in plain words. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
  readonly isError: boolean;
}

export type MemoryTarget = "user" | "memory";

export interface Situation {
  /** The last thing a person said; undefined when nobody said anything. */
  readonly words: string | undefined;
  /** Calls answered since then, in order. */
  readonly done: readonly Outcome[];
  /** Calls answered before. */
  readonly before: readonly Outcome[];
  readonly tools: ReadonlySet<string>;
  readonly mayCall: boolean;
  readonly remembered: Readonly<Record<MemoryTarget, readonly string[]>>;
}

export function readSituation(request: ModelRequest): Situation {
  const { messages } = request;
  const asked = messages.findLastIndex((message) => message.role === "user" && message.origin === undefined);
  const before = outcomesIn(messages.slice(0, Math.max(0, asked)));
  const done = outcomesIn(messages.slice(asked + 1));
  const last = messages[asked];
  return {
    words: last === undefined ? undefined : textOf(last),
    done,
    before,
    tools: new Set(request.tools.map((tool) => tool.name)),
    mayCall: request.toolChoice !== "none",
    remembered: rememberedIn(request.system.join("\n\n"), [...before, ...done]),
  };
}

function outcomesIn(messages: readonly Message[]): readonly Outcome[] {
  const inputs = new Map<string, Readonly<Record<string, unknown>>>();
  const outcomes: Outcome[] = [];
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const part of message.parts)
        if (part.type === "call" && isRecord(part.call.input)) inputs.set(part.call.id, part.call.input);
    }
    if (message.role === "tool") {
      const text = textOf(message);
      const value = unfenced(leadingJson(text));
      outcomes.push({
        tool: message.tool,
        input: inputs.get(message.callId) ?? {},
        value: isRecord(value) ? value : undefined,
        text: String(unfenced(text)),
        isError: message.isError,
      });
    }
  }
  return outcomes;
}

/** The JSON object a result begins with; hints and warnings may follow it. */
export function leadingJson(text: string): unknown {
  const whole = parseJson(text);
  if (whole.type === "ok") return whole.value;
  const start = text.indexOf("{");
  if (start === -1 || text.slice(0, start).trim() !== "") return undefined;
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === "\\") i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) {
      const parsed = parseJson(text.slice(start, i + 1));
      return parsed.type === "ok" ? parsed.value : undefined;
    }
  }
  return undefined;
}

/** Takes the fences around foreign text off, at any depth: here it is only shown to a person, never obeyed. */
function unfenced(value: unknown): unknown {
  if (typeof value === "string") {
    return value.replace(/^<untrusted[\w-]*(?:\s[^>]*)?>\n?([\s\S]*?)\n?<\/untrusted[\w-]*>$/u, "$1");
  }
  if (Array.isArray(value)) return value.map(unfenced);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unfenced(inner)]));
}

const SECTION = /═{10,}\n(MEMORY|USER PROFILE)\b[^\n[]*\[[^\n\]]*?([\d,]+)\/[\d,]+ chars\]\n═{10,}\n/gu;
const ENTRY_BREAK = "\n§\n";

/** Memory as frozen into the prompt, then as every change since reported it. */
function rememberedIn(prompt: string, outcomes: readonly Outcome[]): Readonly<Record<MemoryTarget, readonly string[]>> {
  const known: Record<MemoryTarget, readonly string[]> = { user: [], memory: [] };
  for (const section of prompt.matchAll(SECTION)) {
    const target = section[1] === "MEMORY" ? "memory" : "user";
    // The header's gauge says how long the entries are: what follows them is another part of the prompt.
    const length = Number(section[2]?.replaceAll(",", ""));
    const body = takeChars(prompt.slice(section.index + section[0].length), length);
    known[target] = body
      .split(ENTRY_BREAK)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "");
  }
  for (const { tool, value } of outcomes) {
    if (tool !== "memory" || !Array.isArray(value?.entries)) continue;
    const target = value.target === "user" ? "user" : "memory";
    known[target] = value.entries.map(entryText).filter((entry) => entry !== "");
  }
  return known;
}

function entryText(entry: unknown): string {
  if (typeof entry === "string") return entry;
  if (!isRecord(entry)) return "";
  return typeof entry.text === "string" ? entry.text : typeof entry.content === "string" ? entry.content : "";
}
