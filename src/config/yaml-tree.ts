// YAML text as plain data, within limits, with a way back from a key to its line. Hostile files end in a ConfigFailure, never in a hang.

import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
} from "yaml";
import { ConfigFailure } from "../kernel/failure.ts";
import { stripBom } from "../kernel/text.ts";

export const MAX_FILE_BYTES = 256 * 1024;
const MAX_DEPTH = 48;
const MAX_NODES = 50_000;

const REASONS: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: "the indentation does not fit the lines around it",
  BAD_SCALAR_START: "a value starts with a character that needs quotes",
  BLOCK_AS_IMPLICIT_KEY: "two keys stand on one line, or a value with a colon needs quotes",
  MISSING_CHAR: "a quote, bracket, comma or colon is missing",
  MULTILINE_IMPLICIT_KEY: "a key has no colon after it",
  MULTIPLE_DOCS: "a line of three dashes starts a second document",
  TAB_AS_INDENT: "tabs cannot indent; use spaces",
  UNEXPECTED_TOKEN: "a bracket, quote or word stands where it does not belong; quote values that contain {, } or ${",
};

export type KeyPath = readonly (string | number)[];

export interface YamlTree {
  readonly value: Readonly<Record<string, unknown>>;
  readonly document: Document.Parsed;
  /** Keys written twice in one map: the last one counts. */
  readonly duplicates: readonly { readonly path: KeyPath; readonly line: number }[];
  /** The line of the key, or of its nearest parent that is written down. */
  lineOf(path: KeyPath): number | undefined;
}

interface Walk {
  readonly file: string;
  readonly source: string;
  readonly document: Document.Parsed;
  readonly duplicates: { path: KeyPath; line: number }[];
  readonly open: Set<Node>;
  nodes: number;
}

/** Throws ConfigFailure: `broken-yaml` with the line, or `invalid` when a limit is passed. */
export function parseYaml(text: string, file: string): YamlTree {
  const source = stripBom(text);
  const document = parseSource(source, file);
  const walk: Walk = { file, source, document, duplicates: [], open: new Set(), nodes: 0 };
  const value = document.contents === null ? {} : plain(document.contents, [], walk);
  return {
    value: rootMap(value, file),
    document,
    duplicates: walk.duplicates,
    lineOf: (path) => lineOfPath(document, source, path),
  };
}

function parseSource(source: string, file: string): Document.Parsed {
  if (Buffer.byteLength(source) > MAX_FILE_BYTES) {
    throw new ConfigFailure(
      "invalid",
      `${file} is larger than 256 KB, which no settings file should be. Move large texts into files of their own.`,
    );
  }
  const document = attempt(
    () => parseDocument(source, { uniqueKeys: false, prettyErrors: false, resolveKnownTags: false }),
    file,
  );
  const error = document.errors[0];
  if (error?.code === "RESOURCE_EXHAUSTION") throw tooDeep(file);
  if (error !== undefined) throw broken(file, lineAt(source, error.pos[0]), REASONS[error.code] ?? error.message);
  return document;
}

function attempt<T>(parse: () => T, file: string): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(file);
    throw new ConfigFailure(
      "broken-yaml",
      `${file} is not valid YAML. Correct it or move it away; nothing was changed.`,
      error,
    );
  }
}

function plain(node: unknown, path: KeyPath, walk: Walk): unknown {
  if (++walk.nodes > MAX_NODES)
    throw new ConfigFailure(
      "invalid",
      `${walk.file} expands to more than ${MAX_NODES} values; remove repeated aliases.`,
    );
  if (path.length > MAX_DEPTH) throw tooDeep(walk.file);
  if (isAlias(node)) return plainAlias(node.resolve(walk.document), node.source, path, walk);
  if (isScalar(node)) return scalarValue(node.value, node.source);
  if (isSeq(node)) return node.items.map((item, index) => plain(item, [...path, index], walk));
  if (isMap(node)) return plainMap(node.items, path, walk);
  return null;
}

function plainAlias(target: Node | undefined, name: string, path: KeyPath, walk: Walk): unknown {
  if (target === undefined)
    throw new ConfigFailure("broken-yaml", `${walk.file} refers to *${name}, which is not defined.`);
  if (walk.open.has(target)) throw new ConfigFailure("broken-yaml", `${walk.file} refers to *${name} inside itself.`);
  walk.open.add(target);
  const value = plain(target, path, walk);
  walk.open.delete(target);
  return value;
}

function plainMap(items: readonly Pair[], path: KeyPath, walk: Walk): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const { key, value } of items) {
    const name = keyText(key, walk);
    if (name === "<<") {
      for (const source of [plain(value, path, walk)].flat()) if (isPlainMap(source)) mergeInto(merged, source);
      continue;
    }
    if (Object.hasOwn(own, name))
      walk.duplicates.push({ path: [...path, name], line: lineAt(walk.source, startOf(key)) });
    put(own, name, plain(value, [...path, name], walk));
  }
  return Object.keys(merged).length === 0 ? own : mergeInto(own, merged);
}

function mergeInto(into: Record<string, unknown>, from: Readonly<Record<string, unknown>>): Record<string, unknown> {
  for (const [key, value] of Object.entries(from)) if (!Object.hasOwn(into, key)) put(into, key, value);
  return into;
}

// `__proto__` is data here, like every other key.
function put(into: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(into, key, { value, enumerable: true, writable: true, configurable: true });
  else into[key] = value;
}

function keyText(key: unknown, walk: Walk): string {
  if (isScalar(key)) return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
  if (key === null) return "null";
  throw broken(walk.file, lineAt(walk.source, startOf(key)), "a key must be plain text");
}

// Chat and channel ids are longer than a double can hold: keep their digits.
function scalarValue(value: unknown, source: string | undefined): unknown {
  if (typeof value === "number" && !Number.isSafeInteger(value) && source !== undefined && /^[-+]?\d+$/.test(source)) {
    return source;
  }
  return value === undefined ? null : value;
}

function rootMap(value: unknown, file: string): Record<string, unknown> {
  if (value === null) return {};
  if (isPlainMap(value)) return value;
  throw new ConfigFailure(
    "broken-yaml",
    `${file} must hold "key: value" lines, not a single value or list. Correct it or move it away.`,
  );
}

function lineOfPath(document: Document.Parsed, source: string, path: KeyPath): number | undefined {
  let node: unknown = document.contents;
  let found: number | undefined;
  for (const segment of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.findLast(({ key }) => isScalar(key) && String(key.value) === String(segment));
      if (pair === undefined) return found;
      found = lineAt(source, startOf(pair.key));
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(segment)];
      if (node === undefined) return found;
      found = lineAt(source, startOf(node));
    } else return found;
  }
  return found;
}

function startOf(node: unknown): number {
  const range = typeof node === "object" && node !== null && "range" in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === "number" ? range[0] : 0;
}

function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf("\n"); at !== -1 && at < offset; at = source.indexOf("\n", at + 1)) line++;
  return line;
}

function isPlainMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function broken(file: string, line: number, why: string): ConfigFailure {
  return new ConfigFailure(
    "broken-yaml",
    `${file} line ${line}: ${why.replace(/[.\s]+$/, "")}. Correct the line or move the file away; nothing was changed.`,
  );
}

function tooDeep(file: string): ConfigFailure {
  return new ConfigFailure("invalid", `${file} is nested deeper than ${MAX_DEPTH} levels, which no setting is.`);
}
