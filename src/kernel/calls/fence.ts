// Foreign text inside a JSON result, fenced field by field: the object stays valid JSON, the text cannot pass for instructions.

import { isRecord, parseJson } from "../json.ts";

const SHORTEST_FENCED = 32;

/** Fences the named string fields at any depth; text that is not JSON is fenced as a whole. */
export function fenceFields(content: string, fields: readonly string[], source: string, nonce: string): string {
  const parsed = parseJson(content);
  if (parsed.type === "bad" || typeof parsed.value !== "object") return fence(content, source, nonce);
  return JSON.stringify(fenceValue(parsed.value, new Set(fields), nonce, undefined));
}

function fenceValue(value: unknown, fields: ReadonlySet<string>, nonce: string, key: string | undefined): unknown {
  if (typeof value === "string") return key !== undefined && fields.has(key) ? fencePassage(value, nonce) : value;
  if (Array.isArray(value)) return value.map((item) => fenceValue(item, fields, nonce, key));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fenceValue(inner, fields, nonce, name)]),
  );
}

function fencePassage(passage: string, nonce: string): string {
  return passage.length < SHORTEST_FENCED
    ? defuse(passage)
    : `<untrusted-${nonce}>\n${defuse(passage)}\n</untrusted-${nonce}>`;
}

/** The tag carries a nonce the text cannot know; anything that looks like such a tag is defused. */
export function fence(content: string, source: string, nonce: string): string {
  return `<untrusted-${nonce} source="${source}">\n${defuse(content)}\n</untrusted-${nonce}>`;
}

function defuse(content: string): string {
  return content.replace(/<(\/?\s*)untrusted/gi, "<$1\u200Buntrusted");
}
