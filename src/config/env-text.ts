// The `.env` format as text: reading it tolerantly, changing one line without touching the others.

import { stripBom } from "../kernel/text.ts";
import { DENIED_NAMES, PROVIDER_SECRETS } from "./secret-names.data.ts";
import { isSecretName } from "./secret-names.ts";

export type Secrets = ReadonlyMap<string, string>;

const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/;

/** Later lines win; names that could change how programs start are left out. */
export function parseEnvText(text: string): Secrets {
  const found = new Map<string, string>();
  for (const line of stripBom(text)
    .replaceAll("\0", "")
    .split(/\r\n|\n|\r/)
    .flatMap(unglue)) {
    const [, name = "", rest = ""] = LINE.exec(line) ?? [];
    if (name === "" || isDenied(name)) continue;
    const value = unquoted(rest);
    found.set(name, isSecretName(name) ? asciiOnly(value) : value);
  }
  return found;
}

// An editor or a paste may have swallowed the newline between two known keys.
function unglue(line: string): readonly string[] {
  const first = line.indexOf("=");
  if (first === -1 || !LINE.test(line)) return [line];
  const cuts: number[] = [];
  for (let at = line.indexOf("=", first + 1); at !== -1; at = line.indexOf("=", at + 1)) {
    const name = knownNameBefore(line, at);
    if (name !== undefined && at - name.length > first) cuts.push(at - name.length);
  }
  return [0, ...cuts].map((start, index) => line.slice(start, cuts[index]));
}

// Longest first: the end of `GLM_API_KEY=` is also `LM_API_KEY=`.
function knownNameBefore(line: string, at: number): string | undefined {
  const word = /[A-Z0-9_]+$/.exec(line.slice(Math.max(0, at - 64), at))?.[0] ?? "";
  for (let start = 0; start < word.length; start++) {
    const name = word.slice(start);
    if (PROVIDER_SECRETS.has(name)) return name;
  }
  return undefined;
}

function unquoted(rest: string): string {
  const text = rest.trim();
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const end = closingQuote(text, quote);
    if (end !== -1)
      return quote === '"'
        ? text.slice(1, end).replace(/\\(["\\$n])/g, (_, char: string) => (char === "n" ? "\n" : char))
        : text.slice(1, end);
  }
  return text.replace(/\s+#.*$/, "").trim();
}

function closingQuote(text: string, quote: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === "\\" && quote === '"') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

function quoted(value: string): string {
  if (/^[\w./:@%+,=~^*!?&;|()<>[\]{}-]*$/.test(value)) return value;
  return value.includes("'") ? `"${value.replace(/[\\"$]/g, (char) => `\\${char}`)}"` : `'${value}'`;
}

/** The text with this variable set, or gone when `value` is undefined; every other line stays as it is. */
export function withVariable(text: string, name: string, value: string | undefined): string {
  const line = value === undefined ? undefined : `${name}=${quoted(value)}`;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
  const isOurs = (candidate: string) => LINE.exec(stripBom(candidate))?.[1] === name;
  const at = lines.findIndex(isOurs);
  if (at === -1 && line === undefined) return text;
  const kept = lines.filter((candidate, index) => index === at || !isOurs(candidate));
  const next = at === -1 ? [...kept, line] : line === undefined ? kept.toSpliced(at, 1) : kept.with(at, line);
  return next.length === 0 ? "" : next.join(eol) + eol;
}

/** Names `.env` may not set. */
export function isDenied(name: string): boolean {
  return DENIED_NAMES.has(name.toUpperCase());
}

// Pasted keys bring typographic dashes and invisible spaces that no vendor accepts.
export function asciiOnly(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, "");
}
