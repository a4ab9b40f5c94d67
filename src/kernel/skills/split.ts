// SKILL.md in two: the front matter's text and the body. A byte-order mark, CRLF and a fence at the very end are all fine.

import { stripBom } from "../text.ts";

export interface SkillText {
  /** Undefined when there is no front matter or it is never closed; then `body` is everything. */
  readonly head: string | undefined;
  readonly body: string;
}

const OPENING = /^---[ \t]*\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m;

export function splitSkill(source: string): SkillText {
  const text = source.includes("\r") ? stripBom(source).replace(/\r\n?/g, "\n") : stripBom(source);
  const opening = OPENING.exec(text);
  if (opening === null) return { head: undefined, body: text };
  const rest = text.slice(opening[0].length);
  const closing = CLOSING.exec(rest);
  if (closing === null) return { head: undefined, body: text };
  return { head: rest.slice(0, closing.index), body: rest.slice(closing.index + closing[0].length) };
}

/** What can be read line by line from front matter that is not valid YAML: `key: value`, continued by indented lines. */
export function looseHead(head: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  let open: string | undefined;
  for (const line of head.split("\n")) {
    const field = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/.exec(line);
    if (field?.[1] !== undefined) {
      open = field[1];
      fields[open] = unquoted((field[2] ?? "").trim().replace(/^[>|][+-]?$/, ""));
    } else if (open !== undefined && /^[ \t]+\S/.test(line)) {
      fields[open] = `${fields[open] ?? ""} ${line.trim()}`.trim();
    }
  }
  return fields;
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}
