// Commands are read here and nowhere else: within bounds, and never with an exception.

import { type ParsedScript, parse } from "unbash";
import type { Script } from "../kernel/shell/tree.ts";
import { plainScript } from "./plain-tree.ts";

/** Longer than any command a person or a model writes by hand; judging it is not worth the time it would take. */
const MAX_CHARS = 100_000;

/** Openings of substitutions; a parser follows each of them. */
const MAX_NESTINGS = 2_000;

function nestings(text: string): number {
  let count = 0;
  for (let at = text.indexOf("$("); at !== -1; at = text.indexOf("$(", at + 2)) count++;
  for (let at = text.indexOf("`"); at !== -1; at = text.indexOf("`", at + 1)) count++;
  return count;
}

/** Total: text that is no shell command becomes a tree with an `unparsable` node beside whatever could be read. */
export function parseCommand(text: string): Script {
  if (text.length > MAX_CHARS) return { statements: [{ type: "unparsable", why: "the command is too long to read" }] };
  if (nestings(text) > MAX_NESTINGS) return { statements: [{ type: "unparsable", why: "nested too deeply" }] };
  const parsed = parse(text);
  return isRefused(parsed, text) ? plainScript({ ...parsed, errors: undefined }) : plainScript(parsed);
}

/**
 * True when the only thing wrong is a pipe, `&&` or redirect with nothing after it. Every shell refuses such a line whole,
 * so judging the parts that could be read leaves nothing out.
 */
function isRefused(parsed: ParsedScript, text: string): boolean {
  return (parsed.errors ?? []).every((error) => {
    const before = text.slice(0, error.pos).trimEnd();
    const after = text.slice(error.pos).trimStart();
    return /[<>]$/.test(before) ? /^([;&|)<>\n]|$)/.test(after) : after === "" && /[|&]$/.test(before);
  });
}
