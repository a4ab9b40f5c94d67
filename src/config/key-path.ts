// Settings named on a command line: `agent.max_turns`, `toolsets.0`, `providers.x.models."gpt-4.1".context_length`.

import type * as z from "zod/mini";
import { ConfigFailure } from "../kernel/failure.ts";
import { schemaAt } from "./inspect.ts";
import { isSectionName, SECTIONS } from "./schema.ts";

// Root keys of old files that mean a key of a section.
const MOVED: Readonly<Record<string, readonly string[]>> = {
  max_turns: ["agent", "max_turns"],
  provider: ["model", "provider"],
  base_url: ["model", "base_url"],
  context_length: ["model", "context_length"],
  fallback_model: ["fallback_providers"],
};

/** Throws ConfigFailure `invalid` when the text names no key. */
export function parseKey(key: string): readonly string[] {
  const segments = [...key.trim().matchAll(/"((?:[^"\\]|\\.)*)"|((?:[^."\\]|\\.)+)|(\.)/g)];
  const words: string[] = [];
  let expectsWord = true;
  for (const [, quoted, plain, dot] of segments) {
    if ((dot === undefined) !== expectsWord) throw badKey(key);
    if (dot === undefined) words.push((quoted ?? plain ?? "").replace(/\\(.)/g, "$1"));
    expectsWord = dot !== undefined;
  }
  const covered = segments.reduce((sum, [whole]) => sum + whole.length, 0);
  if (expectsWord || covered !== key.trim().length || words.some((word) => word.trim() === "" || word === "__proto__"))
    throw badKey(key);
  const [first = "", ...rest] = words;
  return words.length === 1 && Object.hasOwn(MOVED, first) ? (MOVED[first] ?? words) : [first, ...rest];
}

/** What the schema says about a key; undefined for keys it does not know. */
export function schemaOfKey(path: readonly string[]): z.core.$ZodType | undefined {
  const [section = "", ...rest] = path;
  return isSectionName(section) ? schemaAt(SECTIONS[section](), rest) : undefined;
}

/** Whether the name is that of an environment variable rather than of a setting. */
export function isVariableName(key: string): boolean {
  if (isSectionName(key)) return false;
  return (
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(key) || /^[a-z][a-z0-9_]*_(?:api_key|token|secret|password)$/i.test(key)
  );
}

function badKey(key: string): ConfigFailure {
  return new ConfigFailure(
    "invalid",
    `"${key}" is not a setting. Write it as section.key, for example agent.max_turns.`,
  );
}
