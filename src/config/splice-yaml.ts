// Guesses at the smallest text change for an edit. They may be wrong: edit-yaml.ts reads each back before it trusts it.

import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  stringify,
} from "yaml";
import { stripBom } from "../kernel/text.ts";
import { getIn } from "./fold.ts";

// Words that older YAML readers take for booleans get quotes, so that every reader sees the same text.
const STYLE = { lineWidth: 0, compat: "yaml-1.1", flowCollectionPadding: false } as const;

export type Edit =
  | { readonly type: "set"; readonly path: readonly string[]; readonly value: unknown }
  | { readonly type: "unset"; readonly path: readonly string[] };

interface Place {
  /** The deepest node on the path that exists. */
  readonly node: Node | null;
  readonly pair: Pair<Node, Node | null> | undefined;
  readonly parent: Node | null;
  readonly rest: readonly string[];
}

/** Candidates in order of preference; offsets are those of the document parsed from the same text, `wanted` is the data after the edit. */
export function* candidatesFor(
  document: Document.Parsed,
  text: string,
  edit: Edit,
  wanted: unknown,
): Generator<string> {
  const bom = text.length - stripBom(text).length;
  const source = text.slice(bom);
  const eol = /\r\n/.test(source) ? "\r\n" : "\n";
  const place = locate(document.contents, edit.path);
  for (const candidate of edit.type === "set"
    ? setCandidates(source, place, edit, eol)
    : unsetCandidates(source, place)) {
    yield text.slice(0, bom) + candidate;
  }
  const reprinted = reprintFlow(document.contents, source, edit.path, wanted);
  if (reprinted !== undefined) yield text.slice(0, bom) + reprinted;
}

// `{a: 1, b: 2}` on the way: that one collection is written anew, unless comments inside it would be lost.
function reprintFlow(
  contents: Node | null,
  source: string,
  path: readonly string[],
  wanted: unknown,
): string | undefined {
  for (let depth = 0; depth < path.length; depth++) {
    const { node, rest } = locate(contents, path.slice(0, depth));
    if (rest.length > 0) return undefined;
    if (!isCollection(node) || !node.flow || !node.range) continue;
    const [start, end] = node.range;
    return source.slice(start, end).includes("#")
      ? undefined
      : source.slice(0, start) + inline(getIn(wanted, path.slice(0, depth))) + source.slice(end);
  }
  return undefined;
}

/** The change made on the parsed document and printed anew: keeps comments and order, not every space. */
export function documentEdit(text: string, edit: Edit): string | undefined {
  const document = parseDocument(stripBom(text), { uniqueKeys: false, compat: "yaml-1.1" });
  const path = asKeys(document, edit.path);
  try {
    if (edit.type === "set") document.setIn(path, document.createNode(edit.value));
    else document.deleteIn(path);
  } catch {
    // The path leads through an alias or a value: there is no such edit.
    return undefined;
  }
  const printed = document.toString(STYLE);
  return text.includes("\r\n") ? printed.replace(/\r?\n/g, "\r\n") : printed;
}

function asKeys(document: Document, path: readonly string[]): readonly (string | number)[] {
  return path.map((segment, depth) => (isSeq(document.getIn(path.slice(0, depth), true)) ? Number(segment) : segment));
}

function* setCandidates(source: string, place: Place, edit: Edit & { type: "set" }, eol: string): Generator<string> {
  if (place.rest.length > 0) {
    yield* addCandidates(source, place, edit.value, eol);
    return;
  }
  const range = place.node?.range;
  if (!range) return;
  const [start, end] = range;
  if (isBlock(place.node, source) && isFilled(edit.value)) {
    yield source.slice(0, start) +
      indented(block(edit.value), columnOf(source, start), eol).trimStart() +
      closing(source, end, eol) +
      source.slice(end);
  } else if (isBlock(place.node, source)) {
    const colon = place.pair?.key.range?.[1] ?? start;
    yield `${source.slice(0, colon)}: ${inline(edit.value)}${closing(source, end, eol)}${source.slice(end)}`;
  } else {
    yield source.slice(0, start) + inline(edit.value) + source.slice(end);
    yield `${source.slice(0, start)} ${inline(edit.value)}${source.slice(end)}`;
  }
}

function* addCandidates(source: string, { node, rest, parent }: Place, value: unknown, eol: string): Generator<string> {
  const [key = "", ...deeper] = rest;
  const nested = deeper.reduceRight<unknown>((inner, segment) => ({ [segment]: inner }), value);
  if (node === null && parent === null) {
    yield appended(source, indented(block({ [key]: nested }), 0, eol), eol);
  } else if (isMap(node) && node.items.length > 0 && !node.flow) {
    const column = columnOf(source, startOf(node.items[0]?.key));
    const at = lineAfter(source, lastLeafEnd(node));
    yield source.slice(0, at) +
      (at > 0 && source[at - 1] !== "\n" ? eol : "") +
      indented(block({ [key]: nested }), column, eol) +
      eol +
      source.slice(at);
  } else if (isSeq(node) && node.items.length > 0 && !node.flow) {
    const column = columnOf(source, node.range?.[0] ?? 0);
    const at = lineAfter(source, lastLeafEnd(node));
    yield source.slice(0, at) +
      (at > 0 && source[at - 1] !== "\n" ? eol : "") +
      indented(block([nested]), column, eol) +
      eol +
      source.slice(at);
  } else if (isScalar(node) && node.value === null && node.range) {
    const [start, end] = node.range;
    const at = lineAfter(source, end);
    const text = indented(block({ [key]: nested }), indentOfLine(source, start) + 2, eol);
    yield source.slice(0, at) + (source[at - 1] === "\n" ? "" : eol) + text + eol + source.slice(at);
    yield source.slice(0, start) + inline({ [key]: nested }) + source.slice(end);
  }
}

function* unsetCandidates(source: string, { node, pair, parent, rest }: Place): Generator<string> {
  if (rest.length > 0 || parent === null || !isCollection(parent) || parent.flow) return;
  const first = pair === undefined ? (node?.range?.[0] ?? 0) : startOf(pair.key);
  const start = source.lastIndexOf("\n", first - 1) + 1;
  const end = node === null ? lineAfter(source, startOf(pair?.key)) : lineAfter(source, lastLeafEnd(node));
  yield source.slice(0, start) + source.slice(end);
}

function locate(contents: Node | null, path: readonly string[]): Place {
  let node = contents;
  let pair: Pair<Node, Node | null> | undefined;
  let parent: Node | null = null;
  for (const [depth, segment] of path.entries()) {
    const found = childPair(node, segment);
    if (found === undefined) return { node, pair, parent, rest: path.slice(depth) };
    parent = node;
    pair = found.pair;
    node = found.node;
  }
  return { node, pair, parent, rest: [] };
}

function childPair(
  node: Node | null,
  segment: string,
): { pair: Pair<Node, Node | null> | undefined; node: Node | null } | undefined {
  if (isMap<Node, Node | null>(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
    return pair === undefined ? undefined : { pair, node: pair.value };
  }
  if (!isSeq<Node>(node)) return undefined;
  const item = node.items[Number(segment)];
  return item === undefined ? undefined : { pair: undefined, node: item };
}

function isBlock(node: Node | null, source: string): boolean {
  if (isScalar(node))
    return node.range !== undefined && node.range !== null && source.slice(node.range[0], node.range[1]).includes("\n");
  return isCollection(node) && !node.flow;
}

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

const block = (value: unknown): string => stringify(value, STYLE).trimEnd();
const inline = (value: unknown): string =>
  stringify(value, { ...STYLE, collectionStyle: "flow", blockQuote: false }).trimEnd();

function indented(text: string, column: number, eol: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? line : " ".repeat(column) + line))
    .join(eol);
}

function appended(source: string, text: string, eol: string): string {
  return `${source}${source === "" || source.endsWith("\n") ? "" : eol}${text}${eol}`;
}

// The text a node covered may have included its line end.
function closing(source: string, end: number, eol: string): string {
  return source[end - 1] === "\n" ? eol : "";
}

function lastLeafEnd(node: Node): number {
  if (isCollection(node) && !node.flow) {
    const last: unknown = node.items.at(-1);
    const inner = isPair(last) ? (last.value ?? last.key) : (last as Node | undefined);
    if (inner) return lastLeafEnd(inner);
  }
  return node.range?.[1] ?? 0;
}

function isPair(value: unknown): value is Pair<Node, Node | null> {
  return typeof value === "object" && value !== null && "key" in value && "value" in value;
}

function lineAfter(source: string, offset: number): number {
  if (offset > 0 && source[offset - 1] === "\n") return offset;
  const end = source.indexOf("\n", offset);
  return end === -1 ? source.length : end + 1;
}

function columnOf(source: string, offset: number): number {
  return offset - (source.lastIndexOf("\n", offset - 1) + 1);
}

function indentOfLine(source: string, offset: number): number {
  const start = source.lastIndexOf("\n", offset - 1) + 1;
  return /^ */.exec(source.slice(start))?.[0].length ?? 0;
}

function startOf(node: unknown): number {
  const range = typeof node === "object" && node !== null && "range" in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === "number" ? range[0] : 0;
}
