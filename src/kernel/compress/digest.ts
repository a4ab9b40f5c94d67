// One line per old tool result: what was done and how it came out, total on whatever models have sent as arguments.

import { isRecord, parseJson } from "../json.ts";
import type { ToolCall } from "../message.ts";
import { charCount, ellipsize, oneLine, withThousands } from "../text.ts";

export interface Outcome {
  readonly tool: string;
  readonly call: ToolCall | undefined;
  readonly result: string;
}

type Fields = Readonly<Record<string, unknown>>;

export function digestOf({ tool, call, result }: Outcome): string {
  const input = fieldsOf(call?.input);
  const name = oneLine(tool) || "tool";
  const write = DIGESTS[name];
  return oneLine(`[${ellipsize(name, 40)}] ${write === undefined ? generic(input, result) : write(input, result)}`);
}

const DIGESTS: Readonly<Record<string, (input: Fields, result: string) => string>> = {
  terminal: (input, result) => {
    const fields = jsonOf(result);
    return `ran \`${shown(input.command, 80)}\` -> exit ${exitOf(fields, result)}, ${lineCount(outputOf(fields, result))} lines output`;
  },
  read_file: (input, result) =>
    `read ${shown(input.path, 90)} from line ${whole(input.offset, 1)} (${size(result)} chars)`,
  write_file: (input) => `wrote to ${shown(input.path, 90)} (${lineCount(asText(input.content))} lines)`,
  search_files: (input, result) =>
    `${input.target === "files" ? "files" : "content"} search for '${shown(input.pattern ?? input.query, 60)}' in ${shown(input.path ?? ".", 60)} -> ${matchesOf(result)} matches`,
  patch: (input, result) =>
    `${shown(input.mode ?? "replace", 20)} in ${shown(input.path ?? "several files", 90)} (${size(result)} chars result)`,
  web_search: (input, result) => `query='${shown(input.query, 80)}' (${size(result)} chars result)`,
  web_extract: (input, result) => `${urlsOf(input)} (${size(result)} chars)`,
  delegate_task: (input, result) => `'${shown(input.goal ?? input.task, 60)}' (${size(result)} chars result)`,
  execute_code: (input, result) =>
    `\`${shown(input.code, 60)}\` (${lineCount(outputOf(jsonOf(result), result))} lines output)`,
  memory: (input) => `${shown(input.action ?? "?", 20)} on ${shown(input.target ?? "?", 20)}`,
  todo: () => "updated task list",
  process: (input) => `${shown(input.action ?? "?", 20)} session=${shown(input.session_id ?? "?", 40)}`,
};

function generic(input: Fields, result: string): string {
  const named = Object.entries(input)
    .slice(0, 2)
    .map(([key, value]) => `${shown(key, 40)}=${shown(value, 40)}`);
  return [...named, `(${size(result)} chars result)`].join(" ");
}

function fieldsOf(input: unknown): Fields {
  if (isRecord(input)) return input;
  if (typeof input !== "string") return {};
  const parsed = parseJson(input);
  return parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
}

const asText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : (JSON.stringify(value) ?? "");

function shown(value: unknown, max: number): string {
  return ellipsize(oneLine(asText(value)) || "?", max);
}

const size = (result: string): string => withThousands(charCount(result));
const lineCount = (text: string): string => withThousands(linesIn(text));

/** A line break at the very end starts no line. */
function linesIn(text: string): number {
  let lines = text === "" ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < text.length - 1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function whole(value: unknown, fallback: number): string {
  const number = typeof value === "number" ? value : Number(asText(value) || Number.NaN);
  return Number.isFinite(number) ? withThousands(number) : String(fallback);
}

function jsonOf(result: string): Fields {
  if (!result.startsWith("{")) return {};
  const parsed = parseJson(result);
  return parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
}

function exitOf(fields: Fields, result: string): string {
  const code = fields.exit_code ?? /"exit_code"\s*:\s*(-?\d+)/.exec(result)?.[1];
  return code === undefined || code === null ? "?" : shown(code, 12);
}

function outputOf({ output }: Fields, result: string): string {
  return typeof output === "string" ? output : result;
}

function matchesOf(result: string): string {
  const fields = jsonOf(result);
  const count = fields.total_count ?? fields.total ?? fields.count ?? /"total_count"\s*:\s*(\d+)/.exec(result)?.[1];
  return count === undefined ? "?" : shown(count, 12);
}

function urlsOf(input: Fields): string {
  const urls = Array.isArray(input.urls) ? input.urls : [input.url ?? input.urls];
  return `${shown(urls[0], 90)}${urls.length > 1 ? ` (+${urls.length - 1} more)` : ""}`;
}
