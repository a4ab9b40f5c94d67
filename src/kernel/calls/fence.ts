// Foreign text inside a JSON result, fenced passage by passage: the object stays valid JSON, the text cannot pass for instructions.

import { isRecord, parseJson } from "../json.ts";

/** From here on a passage is fenced; below it only what reads like a sentence. */
const LONG = 32;
const SENTENCE_WORDS = 3;
const MAX_LOCATOR = 200;
/** Scripts that write sentences without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const UNSPACED_SENTENCE = 6;

/**
 * Fences every string at and below the named fields, keys included; "all" fences the whole object, and text that is no
 * JSON object is fenced as a whole.
 */
export function fenceFields(content: string, fields: readonly string[] | "all", source: string, nonce: string): string {
  const parsed = parseJson(content);
  if (parsed.type === "bad" || typeof parsed.value !== "object") return fence(content, source, nonce);
  const wanted = new Set(fields === "all" ? [] : fields);
  return JSON.stringify(fenceValue(parsed.value, wanted, nonce, fields === "all"));
}

function fenceValue(value: unknown, fields: ReadonlySet<string>, nonce: string, isForeign: boolean): unknown {
  if (typeof value === "string") return isForeign ? fencePassage(value, nonce) : value;
  if (Array.isArray(value)) return value.map((item) => fenceValue(item, fields, nonce, isForeign));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isForeign ? fencePassage(name, nonce) : name,
      fenceValue(inner, fields, nonce, isForeign || fields.has(name)),
    ]),
  );
}

function fencePassage(passage: string, nonce: string): string {
  return isPassage(passage) ? `<untrusted-${nonce}>\n${defuse(passage)}\n</untrusted-${nonce}>` : defuse(passage);
}

/** A word or two, a path and an address are names: a fence around each would cost more than it protects. */
function isPassage(text: string): boolean {
  if (text.length <= MAX_LOCATOR && /^[!-~]*\/[!-~]*$/.test(text)) return false;
  if (text.length >= LONG) return true;
  const words = text.split(/\s+/u).filter((word) => word !== "").length;
  return words > SENTENCE_WORDS || (text.match(UNSPACED)?.length ?? 0) >= UNSPACED_SENTENCE;
}

/** The tag carries a nonce the text cannot know; anything that looks like such a tag is defused. */
export function fence(content: string, source: string, nonce: string): string {
  return `<untrusted-${nonce} source="${source.replace(/["<>\n]/g, "_")}">\n${defuse(content)}\n</untrusted-${nonce}>`;
}

/** Text in which none of our own tags can be opened or closed. */
export function defuse(content: string): string {
  return content.replace(/([<＜]\s*(?:[/／]\s*)?)(untrusted|persisted-output)/gi, "$1\u200B$2");
}
