// Project files found on the way: which directories and rules a call opened up, once each, re-armed when they left the window.

import type { Message } from "../message.ts";
import { guardText, type Redaction } from "../scan/redact.ts";
import { charCount, lineOf, normalizeText, stripBom, takeChars, withThousands } from "../text.ts";
import { depthOf, isWithin, parentOf, relativeTo, resolvePath } from "./paths.ts";

/** First non-empty one speaks for its directory. */
export const HINT_FILES: readonly string[] = ["AGENTS.md", "agents.md", "CLAUDE.md", "claude.md", ".cursorrules"];
/** The directory itself and four parents. */
export const HINT_REACH = 5;
export const HINT_MAX_CHARS = 8_000;

export interface HintState {
  /** Directories that were looked into, with or without finding anything. */
  readonly visited: ReadonlySet<string>;
  /** First lines of what is in the window now: a directory's header, a rule's heading. */
  readonly shown: ReadonlySet<string>;
}

/** A path with symbolic links resolved, and what is there. */
export interface Touched {
  readonly path: string;
  readonly kind: "file" | "dir" | "missing";
}

const HEADER = /^\[Subdirectory context discovered: (.+)\]$/;
const RULE_HEADING = /^## \.cursor\/rules\/.+$/;

/** The root's own file is in the prompt already, so it starts as visited; so does what an earlier run of the session gave. Undefined: neither holds here. */
export function startHints(root: string, inWindow: string | undefined): HintState {
  if (inWindow === undefined) return { visited: new Set(), shown: new Set() };
  const shown = shownIn(inWindow);
  return { visited: new Set([root, ...shown.flatMap((line) => directoryOf(root, line))]), shown: new Set(shown) };
}

function shownIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => HEADER.test(line) || RULE_HEADING.test(line));
}

function directoryOf(root: string, header: string): readonly string[] {
  const place = HEADER.exec(header)?.[1];
  return place === undefined ? [] : [resolvePath(root, place)];
}

/** What hints have put into these messages: parts of results that begin as hints do. */
export function hintTextIn(messages: readonly Message[]): string {
  const parts = messages.flatMap((message) => (message.role === "tool" ? message.parts : []));
  return parts.flatMap((part) => (part.type === "text" && isHintText(part.text) ? [part.text] : [])).join("\n");
}

function isHintText(text: string): boolean {
  const first = text.startsWith("\n\n") ? (text.slice(2).split("\n", 1)[0] ?? "") : "";
  return HEADER.test(first) || RULE_HEADING.test(first);
}

/** Directories to look into now, root to leaf, and the state in which they count as visited. */
export function visit(
  state: HintState,
  root: string,
  touched: readonly Touched[],
): { readonly state: HintState; readonly directories: readonly string[] } {
  const opened = new Set<string>();
  for (const { path, kind } of touched) {
    const plain = resolvePath("/", path);
    let directory = kind === "dir" ? plain : parentOf(plain);
    for (let step = 0; step < HINT_REACH && isWithin(root, directory); step++) {
      if (!state.visited.has(directory)) opened.add(directory);
      if (directory === root || directory === "/") break;
      directory = parentOf(directory);
    }
  }
  if (opened.size === 0) return { state, directories: [] };
  // Same depth keeps the order of touching: the sort is stable.
  const directories = [...opened].sort((a, b) => depthOf(a) - depthOf(b));
  return { state: { ...state, visited: new Set([...state.visited, ...opened]) }, directories };
}

export interface Hint {
  readonly directory: string;
  readonly text: string;
  readonly redactions: readonly Redaction[];
}

/** The hint for one directory; undefined for a blank file, then the next name is tried. Trusted text is not scanned. */
export function renderHint(
  root: string,
  directory: string,
  fileName: string,
  raw: string,
  trusted = false,
): Hint | undefined {
  const whole = normalizeText(stripBom(raw));
  const content = whole.trim();
  if (content === "") return undefined;
  const place = relativeTo(root, directory) ?? directory;
  const guarded = trusted
    ? { text: content, redactions: [] }
    : guardText(content, place === "." ? fileName : `${place}/${fileName}`, "context", lineOf(content, whole));
  const total = charCount(guarded.text);
  const body =
    total <= HINT_MAX_CHARS
      ? guarded.text
      : `${takeChars(guarded.text, HINT_MAX_CHARS)}\n\n[...truncated ${fileName}: ${withThousands(total)} chars total]`;
  return { directory, text: `${headerOf(root, directory)}\n${body}`, redactions: guarded.redactions };
}

function headerOf(root: string, directory: string): string {
  return `[Subdirectory context discovered: ${relativeTo(root, directory) ?? directory}]`;
}

/** What is appended to the tool result; empty without hints. */
export function joinHints(hints: readonly { readonly text: string }[]): string {
  return hints.length === 0 ? "" : `\n\n${hints.map((hint) => hint.text).join("\n\n")}`;
}

/** Text that stands in the window from now on, known by its first line. */
export function withShown(state: HintState, texts: readonly { readonly text: string }[]): HintState {
  if (texts.length === 0) return state;
  return { ...state, shown: new Set([...state.shown, ...texts.map(firstLine)]) };
}

export function isShown(state: HintState, text: { readonly text: string }): boolean {
  return state.shown.has(firstLine(text));
}

function firstLine({ text }: { readonly text: string }): string {
  return text.split("\n", 1)[0] ?? "";
}

/** After a compaction: what is no longer in the window may be said again. The prompt was built anew, with the root's own file. */
export function rearm(state: HintState, root: string, inWindow: string): HintState {
  const kept = new Set(shownIn(inWindow));
  const lost = [...state.shown].filter((line) => !kept.has(line));
  const silent = new Set(lost.flatMap((line) => directoryOf(root, line)));
  return {
    visited: new Set([root, ...[...state.visited].filter((directory) => !silent.has(directory))]),
    shown: new Set([...state.shown].filter((line) => kept.has(line))),
  };
}
