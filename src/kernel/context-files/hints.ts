// Project files found on the way: which directories a call opened up, once each, re-armed when their hint left the window.

import { guardText, type Redaction } from "../scan/redact.ts";
import { charCount, normalizeText, stripBom, takeChars, withThousands } from "../text.ts";
import { depthOf, isWithin, parentOf, relativeTo, resolvePath } from "./paths.ts";

/** First non-empty one speaks for its directory. */
export const HINT_FILES: readonly string[] = ["AGENTS.md", "agents.md", "CLAUDE.md", "claude.md", ".cursorrules"];
/** The directory itself and four parents. */
export const HINT_REACH = 5;
export const HINT_MAX_CHARS = 8_000;

export interface HintState {
  readonly visited: ReadonlySet<string>;
  /** Directories whose hint was given, with the line that proves it is still in the window. */
  readonly given: ReadonlyMap<string, string>;
}

/** A path with symbolic links resolved, and what is there. */
export interface Touched {
  readonly path: string;
  readonly kind: "file" | "dir" | "missing";
}

/** The root's own file is in the prompt already, so it starts as visited. */
export function startHints(root: string): HintState {
  return { visited: new Set([root]), given: new Map() };
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
  const content = normalizeText(stripBom(raw)).trim();
  if (content === "") return undefined;
  const place = relativeTo(root, directory) ?? directory;
  const guarded = trusted
    ? { text: content, redactions: [] }
    : guardText(content, place === "." ? fileName : `${place}/${fileName}`, "context");
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

export function withGiven(state: HintState, root: string, hints: readonly Hint[]): HintState {
  if (hints.length === 0) return state;
  const given = new Map(state.given);
  for (const hint of hints) given.set(hint.directory, headerOf(root, hint.directory));
  return { ...state, given };
}

/** After a compaction: directories whose hint is no longer in the live text may speak again. */
export function rearm(state: HintState, liveText: string): HintState {
  const gone = [...state.given].filter(([, header]) => !liveText.includes(header)).map(([directory]) => directory);
  if (gone.length === 0) return state;
  const lost = new Set(gone);
  return {
    visited: new Set([...state.visited].filter((directory) => !lost.has(directory))),
    given: new Map([...state.given].filter(([directory]) => !lost.has(directory))),
  };
}
