// A verb behind a command: the same answer for the terminal, for a chat and for `--json`.

import type { Reply } from "../contracts/command.ts";

export interface VerbCall {
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | true>>;
}

export interface VerbResult {
  readonly reply: Reply;
  /** What `--json` prints. */
  readonly json: unknown;
  readonly exitCode: number;
}

export interface VerbFlag {
  readonly name: string;
  readonly summary: string;
  /** Present when it takes a value. */
  readonly value?: string;
}

export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** As shown in help: `<name>`, `[dir]`. */
  readonly args?: string;
  readonly flags?: readonly VerbFlag[];
  run(call: VerbCall): Promise<VerbResult>;
}

export function said(text: string, json: unknown, exitCode = 0): VerbResult {
  return { reply: { type: "text", text }, json, exitCode };
}

export function refusal(why: string, json: unknown = { error: why }): VerbResult {
  return said(why, json, 1);
}

export function listed(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  json: unknown,
  empty: string,
): VerbResult {
  return rows.length === 0 ? said(empty, json) : { reply: { type: "table", columns, rows }, json, exitCode: 0 };
}

/** `pin "my skill" --days 3 -y` → words and flags; quotes keep a word together, `--flag=value` and `--flag value` are the same. */
export function readCall(text: string, verb: Pick<Verb, "flags">): VerbCall {
  const parts = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  const words: string[] = [];
  const flags: Record<string, string | true> = {};
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? "";
    const flag = /^--([\w-]+)(?:=(.*))?$/.exec(part);
    if (flag?.[1] === undefined) words.push(part);
    else if (flag[2] !== undefined) flags[flag[1]] = flag[2];
    else if (verb.flags?.some(({ name, value }) => name === flag[1] && value !== undefined))
      flags[flag[1]] = parts[++i] ?? "";
    else flags[flag[1]] = true;
  }
  return { words, flags };
}

/** The verb a line begins with, and the rest; the first verb for an empty line and for one that begins with a flag. */
export function pickVerb(
  verbs: readonly Verb[],
  line: string,
): { readonly verb: Verb; readonly rest: string } | undefined {
  const [first = "", ...rest] = line.trim().split(/\s+/);
  if (first.startsWith("--")) return verbs[0] === undefined ? undefined : { verb: verbs[0], rest: line.trim() };
  const verb = first === "" ? verbs[0] : verbs.find(({ name }) => name === first);
  return verb === undefined ? undefined : { verb, rest: rest.join(" ") };
}

export function flagText(call: VerbCall, name: string): string | undefined {
  const value = call.flags[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function hasFlag(call: VerbCall, name: string): boolean {
  return call.flags[name] !== undefined;
}

/** Milliseconds of `7d`, `24h`, `30m`, a date, or undefined. */
export function momentOf(text: string, now: number): number | undefined {
  const span = /^(\d+)\s*(m|min|h|d|w)$/.exec(text.trim());
  if (span !== null) {
    const unit = { m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }[span[2] ?? "d"] ?? 86_400_000;
    return now - Number(span[1]) * unit;
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}
