// One context file from raw text to prompt text: normalise, strip front matter, scan, head, cut.

import { quote } from "../files/search.ts";
import { DEFAULT_IDENTITY } from "../prompt/guidance.data.ts";
import { guardText, type Redaction } from "../scan/redact.ts";
import { lineOf, normalizeText, stripBom } from "../text.ts";
import type { Candidate } from "./choose.ts";
import { splitFrontMatter } from "./frontmatter.ts";
import { parseRule } from "./mdc.ts";
import { type CutFacts, truncateContext } from "./truncate.ts";

export type LoadedFile =
  /** Nothing in it: the next candidate is tried. */
  | { readonly type: "empty" }
  /** A rule that waits for a matching file. */
  | {
      readonly type: "waiting";
      readonly candidate: Candidate;
      readonly globs: readonly string[];
      readonly text: string;
      readonly redactions: readonly Redaction[];
      readonly cut: CutFacts | undefined;
    }
  | {
      readonly type: "loaded";
      readonly candidate: Candidate;
      readonly text: string;
      readonly redactions: readonly Redaction[];
      readonly cut: CutFacts | undefined;
    };

export interface LoadOptions {
  readonly maxChars: number;
  /** The user trusts this exact content: it is not scanned. */
  readonly trusted: boolean;
}

export function loadContextFile(raw: string, candidate: Candidate, options: LoadOptions): LoadedFile {
  const whole = normalizeText(stripBom(raw));
  const text = whole.trim();
  if (text === "") return { type: "empty" };
  const rule = candidate.isRule ? parseRule(text) : undefined;
  const body = rule ? rule.body.trim() : candidate.family === "hermes" ? hermesBody(text) : text;
  if (body === "") return { type: "empty" };
  const guarded = options.trusted
    ? { text: body, redactions: [] }
    : guardText(body, candidate.name, "context", lineOf(body, whole));
  const { text: shown, cut } = truncateContext(
    `## ${candidate.name}\n\n${guarded.text}`,
    candidate.label,
    options.maxChars,
  );
  if (rule && rule.globs.length > 0)
    return { type: "waiting", candidate, globs: rule.globs, text: shown, redactions: guarded.redactions, cut };
  return { type: "loaded", candidate, text: shown, redactions: guarded.redactions, cut };
}

/** A file that is nothing but front matter is taken as it is. */
function hermesBody(text: string): string {
  const { body } = splitFrontMatter(text);
  return body.trim() === "" ? text : body.trim();
}

export interface LoadedIdentity {
  readonly text: string;
  readonly redactions: readonly Redaction[];
  readonly cut: CutFacts | undefined;
}

/** The identity file: scanned and cut like the others, without a heading. When nothing but notices is left, the default identity speaks first. */
export function loadIdentity(raw: string, options: LoadOptions): LoadedIdentity {
  const whole = normalizeText(stripBom(raw));
  const text = whole.trim();
  if (text === "") return { text: "", redactions: [], cut: undefined };
  const guarded = options.trusted
    ? { text, redactions: [] }
    : guardText(text, "SOUL.md", "context", lineOf(text, whole));
  const isBlocked = guarded.text.replace(/\[BLOCKED: SOUL\.md [^\]]*\]/g, "").trim() === "";
  const speaking = isBlocked ? `${DEFAULT_IDENTITY}\n\n${guarded.text}` : guarded.text;
  const { text: shown, cut } = truncateContext(speaking, "SOUL.md", options.maxChars);
  return { text: shown, redactions: guarded.redactions, cut };
}

/** What a person is told about a redaction; `trustable` is the file as `hermes context trust` finds it, if it is one. */
export function redactionNotice(name: string, redaction: Redaction, trustable?: string): string {
  const what = `${name}:${redaction.line}: ${redaction.chars} characters were not loaded (${redaction.ids.join(", ")}).`;
  return trustable === undefined
    ? what
    : `${what} If the text is yours and harmless: hermes context trust ${quote(trustable)}`;
}

/** What `hermes context` says of a file that was not loaded as it is; undefined when it was. */
export function changesNote({ redactions, cut }: Pick<LoadedIdentity, "redactions" | "cut">): string | undefined {
  const notes = [
    ...redactions.map(({ line, ids }) => `line ${line} left out (${ids.join(", ")})`),
    ...(cut === undefined ? [] : [`cut: kept ${cut.keptHead}+${cut.keptTail} of ${cut.total} characters`]),
  ];
  return notes.length === 0 ? undefined : notes.join("; ");
}

export function cutNotice(name: string, cut: CutFacts): string {
  return `${name} is longer than context_file_max_chars: kept ${cut.keptHead}+${cut.keptTail} of ${cut.total} characters.`;
}
