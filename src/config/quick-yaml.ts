// The YAML most settings files consist of (keys, indentation, plain values, short lists, comments), read without a parser.
// Whatever is not plainly that is not read at all: the full parser then decides. So this may be incomplete, never different.

type Tree = Record<string, unknown>;

interface Level {
  readonly indent: number;
  readonly map: Tree;
  /** A key whose value may follow on deeper lines. */
  open?: string;
  list?: { readonly indent: number; readonly items: unknown[] };
}

const BLANK = /^ *(?:#.*)?$/;
const KEY = /^( *)([A-Za-z_][A-Za-z0-9_-]*):(?: +(.*))?$/;
const ITEM = /^( *)- +(.*)$/;
const PLAIN = /^(?:[A-Za-z0-9_./$(\u00c0-\ud7ff]|[-+](?=[A-Za-z0-9_./])).*$/;
const DOUBLE_QUOTED = /^("(?:[^"\\]|\\["\\/nt]|\\u[0-9a-fA-F]{4})*")(?: +#.*)?$/;
const SINGLE_QUOTED = /^'((?:[^']|'')*)'(?: +#.*)?$/;
// Controls, odd line ends, marks and undecodable bytes: nothing a settings file needs, everything parsers disagree about.
const ODD = /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufff0-\uffff]/;
const NUMBER = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+(?:[eE][-+]?[0-9]+)?)$/;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...["null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);

const NOT_SIMPLE = Symbol("not simple");

/** The same data the full parser gives, or undefined when the text needs it. */
export function readQuickYaml(text: string): Readonly<Tree> | undefined {
  if (ODD.test(text)) return undefined;
  const root: Level = { indent: 0, map: {} };
  const levels: Level[] = [root];
  for (const line of text.split(/\r?\n/)) {
    if (!BLANK.test(line) && !addLine(levels, line)) return undefined;
  }
  for (const level of levels) close(level);
  return root.map;
}

function addLine(levels: Level[], line: string): boolean {
  const item = ITEM.exec(line);
  if (item !== null) return addItem(levels, item[1]?.length ?? 0, item[2] ?? "");
  const [, spaces, key = "", rest = ""] = KEY.exec(line) ?? [];
  if (spaces === undefined) return false;
  const level = levelFor(levels, spaces.length);
  if (level === undefined || Object.hasOwn(level.map, key) || level.open === key) return false;
  close(level);
  const value = valueOn(rest);
  if (value === NOT_SIMPLE) return false;
  if (value === undefined) level.open = key;
  else level.map[key] = value;
  return true;
}

function addItem(levels: Level[], indent: number, rest: string): boolean {
  while ((levels.at(-1)?.indent ?? 0) > indent && levels.length > 1) close(levels.pop());
  const level = levels.at(-1);
  if (level === undefined || level.open === undefined || indent < level.indent) return false;
  level.list ??= { indent, items: [] };
  const value = /:(?: |$)/.test(rest) && !/^["']/.test(rest) ? NOT_SIMPLE : valueOn(rest);
  if (level.list.indent !== indent || value === NOT_SIMPLE || value === undefined || typeof value === "object")
    return false;
  level.list.items.push(value);
  return true;
}

function levelFor(levels: Level[], indent: number): Level | undefined {
  while ((levels.at(-1)?.indent ?? 0) > indent) close(levels.pop());
  const level = levels.at(-1);
  if (level === undefined || level.indent === indent) return level;
  if (level.open === undefined || level.list !== undefined) return undefined;
  const deeper: Level = { indent, map: {} };
  level.map[level.open] = deeper.map;
  delete level.open;
  levels.push(deeper);
  return deeper;
}

// A key with nothing below it is null; one with items is their list.
function close(level: Level | undefined): void {
  if (level?.open === undefined) return;
  level.map[level.open] = level.list?.items ?? null;
  delete level.open;
  delete level.list;
}

/** Undefined for nothing but a comment. */
function valueOn(rest: string): unknown {
  const text = rest.replace(/ +$/, "");
  if (text === "" || text.startsWith("#")) return undefined;
  const double = DOUBLE_QUOTED.exec(text)?.[1];
  if (double !== undefined) return JSON.parse(double);
  const single = SINGLE_QUOTED.exec(text)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  const flow = /^\[ *((?:[A-Za-z_][A-Za-z0-9_.-]*(?: *, *|(?= *\])))*) *\](?: +#.*)?$/.exec(text);
  if (flow !== null) return flowItems(flow[1] ?? "");
  if (/^\{ *\}(?: +#.*)?$/.test(text)) return {};
  const plain = text.replace(/ +#.*$/, "");
  return PLAIN.test(plain) && !/:(?: |$)/.test(plain) ? scalar(plain) : NOT_SIMPLE;
}

function flowItems(inner: string): unknown {
  const words = inner.trim() === "" ? [] : inner.split(",").map((word) => word.trim());
  return words.includes("") ? NOT_SIMPLE : words.map(scalar);
}

function scalar(plain: string): unknown {
  if (WORDS.has(plain)) return WORDS.get(plain);
  if (/^[-+.]?[0-9]/.test(plain) && /^(?:0[ox]|[-+]?[0-9]*$)/.test(plain) && !Number.isSafeInteger(Number(plain)))
    return NOT_SIMPLE;
  if (/^(?:0o|0x|[-+]?\.(?:inf|nan))/i.test(plain)) return NOT_SIMPLE;
  return NUMBER.test(plain) ? Number(plain) : plain;
}
