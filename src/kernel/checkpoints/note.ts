// What a snapshot says about itself: its reason in the first line, what git does not hold below, readable by any git.

import { parseJson } from "../json.ts";
import { ellipsize, oneLine } from "../text.ts";

export interface Note<Why extends string> {
  readonly reason: string;
  readonly leftOut: readonly { readonly path: string; readonly why: Why }[];
  readonly more: number;
  /** Files that are less open than new files are; git itself keeps no more of a mode than whether a file can be run. */
  readonly guarded: readonly GuardedFile[];
  readonly moreGuarded: number;
}

export interface GuardedFile {
  readonly path: string;
  /** Permission bits. */
  readonly mode: number;
}

const MAX_LISTED = 200;
const MAX_GUARDED = 2000;
const MAX_REASON = 200;
const LINE = /^left-out: ([a-z-]+) (".*")$/;
const MORE = /^left-out-more: (\d+)$/;
const GUARDED = /^guarded: ([0-7]{3,4}) (".*")$/;
const MORE_GUARDED = /^guarded-more: (\d+)$/;

export function writeNote<Why extends string>(note: Note<Why>): string {
  const listed = note.leftOut.slice(0, MAX_LISTED);
  const more = note.more + note.leftOut.length - listed.length;
  const lines = listed.map(({ path, why }) => `left-out: ${why} ${JSON.stringify(path)}`);
  if (more > 0) lines.push(`left-out-more: ${more}`);
  const guarded = note.guarded.slice(0, MAX_GUARDED);
  const moreGuarded = note.moreGuarded + note.guarded.length - guarded.length;
  for (const { path, mode } of guarded)
    lines.push(`guarded: ${mode.toString(8).padStart(3, "0")} ${JSON.stringify(path)}`);
  if (moreGuarded > 0) lines.push(`guarded-more: ${moreGuarded}`);
  const reason = ellipsize(plain(note.reason), MAX_REASON);
  return [reason === "" ? "checkpoint" : reason, ...(lines.length > 0 ? ["", ...lines] : [])].join("\n");
}

/** Total: text written by somebody else gives its first line as the reason. */
export function readNote<Why extends string>(text: string, isWhy: (word: string) => word is Why): Note<Why> {
  const [reason = "", ...rest] = text.split("\n");
  const leftOut: { path: string; why: Why }[] = [];
  const guarded: GuardedFile[] = [];
  let more = 0;
  let moreGuarded = 0;
  for (const line of rest) {
    const [, why = "", left = ""] = LINE.exec(line) ?? [];
    const leftPath = pathIn(left);
    if (leftPath !== undefined && isWhy(why)) leftOut.push({ path: leftPath, why });
    const [, mode = "", kept = ""] = GUARDED.exec(line) ?? [];
    const keptPath = pathIn(kept);
    if (keptPath !== undefined) guarded.push({ path: keptPath, mode: Number.parseInt(mode, 8) });
    more += Number(MORE.exec(line)?.[1] ?? 0);
    moreGuarded += Number(MORE_GUARDED.exec(line)?.[1] ?? 0);
  }
  return { reason: plain(reason), leftOut, more, guarded, moreGuarded };
}

function pathIn(quoted: string): string | undefined {
  const path = quoted === "" ? undefined : parseJson(quoted);
  return path?.type === "ok" && typeof path.value === "string" ? path.value : undefined;
}

function plain(text: string): string {
  return oneLine(text.replace(/[\u0000-\u001f\u007f]/g, " "));
}
