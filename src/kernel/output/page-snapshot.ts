// A page's accessibility tree as short text: what can be acted on keeps a reference, empty wrappers disappear.

export interface PageSnapshot {
  readonly text: string;
  /** How many elements can be referred to. */
  readonly elements: number;
}

const ACTIVE =
  /^(?:button|link|textbox|searchbox|checkbox|radio|combobox|listbox|option|menuitem\w*|tab|switch|slider|spinbutton|treeitem|iframe)\b/;
const LINE = /^(\s*)- (.*)$/;
const REFERENCE = /\s*\[ref=([a-z0-9]+)\]/;

/** What an element is called here, by the name the tree has for it. */
export type NameOf = (reference: string) => string;

/** `full` keeps every element with its reference and address; otherwise only what carries words or can be used. */
export function pageSnapshot(tree: string, full: boolean, nameOf: NameOf): PageSnapshot {
  const out: string[] = [];
  let elements = 0;
  /** How many levels the wrappers above this line took away. */
  const dropped: number[] = [];
  for (const raw of tree.split("\n")) {
    const parts = LINE.exec(raw);
    if (parts === null) continue;
    const depth = (parts[1] ?? "").length / 2;
    dropped.length = Math.min(dropped.length, depth);
    const body = parts[2] ?? "";
    const wrapper = !full && isWrapper(body);
    const lift = dropped.reduce((sum, one) => sum + one, 0);
    dropped[depth] = wrapper ? 1 : 0;
    if (wrapper || (!full && body.startsWith("/url:"))) continue;
    const reference = referenceOf(body, full);
    if (reference !== undefined) elements++;
    const shown = describe(body, reference === undefined ? undefined : nameOf(reference));
    out.push(`${"  ".repeat(Math.max(0, depth - lift))}- ${shown}`);
  }
  return { text: out.join("\n"), elements };
}

function isWrapper(body: string): boolean {
  return /^(?:generic|group|list|listitem|paragraph|region|none|presentation)(?:\s*\[(?:ref=\w+|active)\])*:?$/.test(
    body,
  );
}

function referenceOf(body: string, full: boolean): string | undefined {
  return full || ACTIVE.test(body) || body.includes("[cursor=pointer]") ? REFERENCE.exec(body)?.[1] : undefined;
}

function describe(body: string, name: string | undefined): string {
  const plain = body.replace(REFERENCE, "").replace(/\s*\[(?:cursor=pointer|active)\]/g, "");
  if (name === undefined) return plain;
  // The reference stands before the text or the colon, where the role and name end.
  const end = /^(?:[\w-]+)(?: "(?:[^"\\]|\\.)*")?(?: \[[^\]]*\])*/.exec(plain)?.[0].length ?? plain.length;
  return `${plain.slice(0, end)} ${name}${plain.slice(end)}`;
}

const CHALLENGE =
  /just a moment|attention required|verify you are human|are you (?:a )?(?:human|robot)|captcha|access denied|unusual traffic|bot detection/i;

/** A sentence when the page looks like a gate against robots. */
export function challengeWarning(title: string, text: string): string | undefined {
  return CHALLENGE.test(title) || CHALLENGE.test(text.slice(0, 2_000))
    ? "The page looks like a check against robots; its real content may be missing."
    : undefined;
}
