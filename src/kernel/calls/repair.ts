// Models misspell tools and break JSON daily. What can be understood is repaired; what cannot is answered, never guessed.

import { isRecord, parseJson } from "../json.ts";
import type { ToolCall } from "../message.ts";

export type Repaired =
  | { readonly type: "ok"; readonly call: ToolCall; readonly note?: string }
  | { readonly type: "unknown-tool"; readonly call: ToolCall; readonly suggestions: readonly string[] }
  | { readonly type: "bad-input"; readonly call: ToolCall; readonly why: string };

const CLOSE_ENOUGH = 0.7;

export function repairCall(call: ToolCall, tools: readonly string[]): Repaired {
  const name = repairName(call.tool, tools);
  if (name === undefined) return { type: "unknown-tool", call, suggestions: nearest(call.tool, tools) };
  const input = repairInput(call.input);
  if (input.type === "bad") return { type: "bad-input", call: { ...call, tool: name }, why: input.why };
  const repaired = { ...call, tool: name, input: input.value };
  return name === call.tool ? { type: "ok", call: repaired } : { type: "ok", call: repaired, note: `read as ${name}` };
}

function repairName(wanted: string, tools: readonly string[]): string | undefined {
  if (tools.includes(wanted)) return wanted;
  const cut = wanted.split(/["'<>(]/)[0] ?? wanted;
  const snake = cut
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[\s.-]+/g, "_")
    .replace(/^(functions?|tools?)_+/, "")
    .replace(/(_?tool)+$/, "");
  const doubled = snake.length % 2 === 0 && snake.slice(0, snake.length / 2) === snake.slice(snake.length / 2);
  const plain = doubled ? snake.slice(0, snake.length / 2) : snake;
  if (tools.includes(plain)) return plain;
  const ranked = tools.map((tool) => ({ tool, score: similarity(plain, tool) })).sort((a, b) => b.score - a.score);
  const [best, second] = ranked;
  if (best === undefined || best.score < CLOSE_ENOUGH) return undefined;
  // Two names equally close: choosing would be a guess.
  return second !== undefined && second.score === best.score ? undefined : best.tool;
}

function nearest(wanted: string, tools: readonly string[]): readonly string[] {
  return tools
    .map((tool) => ({ tool, score: similarity(wanted.toLowerCase(), tool) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .filter(({ score }) => score > 0.3)
    .map(({ tool }) => tool);
}

/** 1 − edit distance ÷ longer length. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const width = Math.min(b.length, 64);
  const height = Math.min(a.length, 64);
  let row = Array.from({ length: width + 1 }, (_, i) => i);
  for (let y = 1; y <= height; y++) {
    const current = [y];
    for (let x = 1; x <= width; x++) {
      const substitution = (row[x - 1] ?? 0) + (a[y - 1] === b[x - 1] ? 0 : 1);
      current.push(Math.min(substitution, (row[x] ?? 0) + 1, (current[x - 1] ?? 0) + 1));
    }
    row = current;
  }
  return 1 - (row[width] ?? 0) / Math.max(width, height, 1);
}

type Input = { readonly type: "ok"; readonly value: unknown } | { readonly type: "bad"; readonly why: string };

/** Objects pass; strings are read as JSON as tolerantly as can be done without guessing. */
export function repairInput(input: unknown): Input {
  if (input === undefined || input === null) return { type: "ok", value: {} };
  if (isRecord(input)) return { type: "ok", value: input };
  if (Array.isArray(input)) {
    return input.length === 1 && isRecord(input[0])
      ? { type: "ok", value: input[0] }
      : bad("the arguments are a list, an object is needed");
  }
  if (typeof input !== "string") return bad(`the arguments are a ${typeof input}, an object is needed`);
  return repairText(input);
}

function repairText(source: string): Input {
  const body = unfence(source).trim();
  if (body === "" || body === "null") return { type: "ok", value: {} };
  for (const candidate of candidates(body)) {
    const parsed = parseJson(candidate);
    if (parsed.type === "bad") continue;
    if (isRecord(parsed.value)) return { type: "ok", value: parsed.value };
    // Encoded twice: a JSON string that holds the object.
    if (typeof parsed.value === "string" && parsed.value !== body) return repairText(parsed.value);
    return bad("the arguments are not a JSON object");
  }
  const strict = parseJson(body);
  return bad(`the arguments are not valid JSON (${strict.type === "bad" ? strict.why : "unreadable"})`);
}

function unfence(source: string): string {
  const text = source.trim();
  const opening = /^```[a-z]*[^\S\n]*\n/i.exec(text)?.[0] ?? "";
  if (opening === "" || !text.endsWith("```")) return source;
  return text.slice(opening.length, -3).trim();
}

function* candidates(body: string): Generator<string> {
  yield body;
  const noTrailing = withoutTrailingCommas(body);
  if (noTrailing !== body) yield noTrailing;
  const first = firstObject(noTrailing);
  if (first !== undefined) {
    const rest = noTrailing.slice(first.length).trim();
    // The same object twice, or doubled closing braces: vendors stutter.
    if (rest === first || /^[}\]\s]*$/.test(rest)) yield first;
  }
  const undoubled = noTrailing.replace(/^\{\s*\{/, "{").replace(/\}\s*\}$/, "}");
  if (undoubled !== noTrailing) yield undoubled;
}

function withoutTrailingCommas(body: string): string {
  return mapOutsideStrings(body, (code) => code.replace(/,(\s*[}\]])/g, "$1"));
}

/** The balanced object the text starts with. */
function firstObject(body: string): string | undefined {
  if (!body.startsWith("{")) return undefined;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < body.length; i++) {
    const char = body[i];
    if (quoted) {
      if (char === "\\") i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return body.slice(0, i + 1);
  }
  return undefined;
}

function mapOutsideStrings(body: string, change: (code: string) => string): string {
  // A comma and its bracket are never separated by a string, so changing the code between strings is safe.
  return body
    .split(/("(?:\\.|[^"\\])*")/)
    .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
    .join("");
}

function bad(why: string): Input {
  return { type: "bad", why };
}
