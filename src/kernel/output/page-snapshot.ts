// A page's accessibility tree as short text: what can be acted on keeps a reference, empty wrappers disappear.

import { markOf, type TreeLine, treeLine } from "./tree-line.ts";

export interface PageSnapshot {
  readonly text: string;
  /** How many elements can be referred to. */
  readonly elements: number;
}

const ACTIVE =
  /^(?:button|link|textbox|searchbox|checkbox|radio|combobox|listbox|option|menuitem\w*|tab|switch|slider|spinbutton|treeitem|iframe)\b/;
const WRAPPER = /^(?:generic|group|list|listitem|paragraph|region|none|presentation)$/;

/** What an element is called here: by the reference the tree has for it, and by its role and name. */
export type NameOf = (reference: string, what: string) => string;

/** `full` keeps every element with its reference and address; otherwise only what carries words or can be used. */
export function pageSnapshot(tree: string, full: boolean, nameOf: NameOf): PageSnapshot {
  const out: string[] = [];
  let elements = 0;
  /** How many levels the wrappers above this line took away. */
  const dropped: number[] = [];
  for (const raw of tree.split("\n")) {
    const line = treeLine(raw);
    if (line === undefined) continue;
    const { depth } = line;
    dropped.length = Math.min(dropped.length, depth);
    const wrapper = !full && isWrapper(line);
    const lift = dropped.reduce((sum, one) => sum + one, 0);
    dropped[depth] = wrapper ? 1 : 0;
    if (wrapper || (!full && line.rest.startsWith("/url:"))) continue;
    const reference = full || isUsable(line) ? markOf(line, "ref") : undefined;
    if (reference !== undefined) elements++;
    const name = reference === undefined ? [] : [nameOf(reference, line.head)];
    out.push(`${"  ".repeat(Math.max(0, depth - lift))}- ${describe(line, name)}`);
  }
  return { text: out.join("\n"), elements };
}

const isSilent = (mark: string) => mark === "[active]" || mark === "[cursor=pointer]" || mark.startsWith("[ref=");

function isWrapper({ head, marks, rest }: TreeLine): boolean {
  const plain = marks.every((mark) => isSilent(mark) && mark !== "[cursor=pointer]");
  return WRAPPER.test(head) && plain && (rest === "" || rest === ":");
}

function isUsable({ head, marks }: TreeLine): boolean {
  return ACTIVE.test(head) || marks.includes("[cursor=pointer]");
}

/** The reference stands before the text or the colon, where role and name end. */
function describe({ head, marks, rest }: TreeLine, name: readonly string[]): string {
  const known = marks.filter((mark) => !isSilent(mark));
  return [...(head === "" ? [] : [head]), ...known, ...name].join(" ") + rest;
}

const CHALLENGE =
  /just a moment|attention required|verify you are human|are you (?:a )?(?:human|robot)|captcha|access denied|unusual traffic|bot detection/i;

/** A sentence when the page looks like a gate against robots. */
export function challengeWarning(title: string, text: string): string | undefined {
  return CHALLENGE.test(title) || CHALLENGE.test(text.slice(0, 2_000))
    ? "The page looks like a check against robots; its real content may be missing."
    : undefined;
}
