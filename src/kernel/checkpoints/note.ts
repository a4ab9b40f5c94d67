// What a snapshot says about itself: its reason in the first line, what it does not hold below, readable by any git.

import { parseJson } from "../json.ts";
import { ellipsize, oneLine } from "../text.ts";

export interface Note<Why extends string> {
  readonly reason: string;
  readonly leftOut: readonly { readonly path: string; readonly why: Why }[];
  readonly more: number;
}

const MAX_LISTED = 200;
const MAX_REASON = 200;
const LINE = /^left-out: ([a-z-]+) (".*")$/;
const MORE = /^left-out-more: (\d+)$/;

export function writeNote<Why extends string>(note: Note<Why>): string {
  const listed = note.leftOut.slice(0, MAX_LISTED);
  const more = note.more + note.leftOut.length - listed.length;
  const lines = listed.map(({ path, why }) => `left-out: ${why} ${JSON.stringify(path)}`);
  if (more > 0) lines.push(`left-out-more: ${more}`);
  const reason = ellipsize(plain(note.reason), MAX_REASON);
  return [reason === "" ? "checkpoint" : reason, ...(lines.length > 0 ? ["", ...lines] : [])].join("\n");
}

/** Total: text written by somebody else gives its first line as the reason. */
export function readNote<Why extends string>(text: string, isWhy: (word: string) => word is Why): Note<Why> {
  const [reason = "", ...rest] = text.split("\n");
  const leftOut: { path: string; why: Why }[] = [];
  let more = 0;
  for (const line of rest) {
    const [, why = "", quoted = ""] = LINE.exec(line) ?? [];
    const path = quoted === "" ? undefined : parseJson(quoted);
    if (path?.type === "ok" && typeof path.value === "string" && isWhy(why)) leftOut.push({ path: path.value, why });
    more += Number(MORE.exec(line)?.[1] ?? 0);
  }
  return { reason: plain(reason), leftOut, more };
}

function plain(text: string): string {
  return oneLine(text.replace(/[\u0000-\u001f\u007f]/g, " "));
}
