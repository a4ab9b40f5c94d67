// One change to a YAML text that leaves every other byte where it was: comments, order, blank lines, line ends.
// Each candidate is read back and must mean exactly the intended data; otherwise the next, blunter way is tried.

import { isDeepStrictEqual } from "node:util";
import { ConfigFailure } from "../kernel/failure.ts";
import { isRecord } from "../kernel/json.ts";
import { candidatesFor, documentEdit, type Edit } from "./splice-yaml.ts";
import { parseYaml, type YamlTree } from "./yaml-tree.ts";

/** The new text, or undefined when there was nothing to unset. Throws ConfigFailure on a broken file or an impossible path. */
export function editYaml(text: string, file: string, edit: Edit): string | undefined {
  const tree = parseYaml(text, file);
  refuseDuplicates(tree, file, edit.path);
  const wanted =
    edit.type === "set" ? withValue(tree.value, edit.path, edit.value, edit.path) : withoutKey(tree.value, edit.path);
  if (wanted === undefined) return undefined;
  if (isDeepStrictEqual(wanted, tree.value)) return text;
  const pruned: Edit = edit.type === "set" ? edit : { ...edit, path: emptiedPath(tree.value, edit.path) };
  for (const candidate of attempts(tree, text, pruned, wanted)) {
    if (means(candidate, file, wanted)) return candidate;
  }
  throw new ConfigFailure(
    "invalid",
    `${edit.path.join(".")} cannot be changed safely in ${file}; edit the file by hand. Nothing was changed.`,
  );
}

function* attempts(tree: YamlTree, text: string, edit: Edit, wanted: unknown): Generator<string | undefined> {
  yield* candidatesFor(tree.document, text, edit, wanted);
  yield documentEdit(text, edit);
}

function means(candidate: string | undefined, file: string, wanted: unknown): boolean {
  if (candidate === undefined) return false;
  try {
    return isDeepStrictEqual(parseYaml(candidate, file).value, wanted);
  } catch (error) {
    if (error instanceof ConfigFailure) return false;
    throw error;
  }
}

function refuseDuplicates(tree: YamlTree, file: string, path: readonly string[]): void {
  const twice = tree.duplicates.find((duplicate) =>
    duplicate.path.every((segment, index) => String(segment) === path[index]),
  );
  if (twice === undefined) return;
  throw new ConfigFailure(
    "invalid",
    `${file} line ${twice.line}: ${twice.path.join(".")} is written twice. Remove one, then try again; nothing was changed.`,
  );
}

function withValue(node: unknown, path: readonly string[], value: unknown, whole: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(node)) {
    const index = /^\d+$/.test(key) ? Number(key) : Number.NaN;
    if (!(index <= node.length))
      throw new ConfigFailure(
        "invalid",
        `${whole.join(".")}: the list has ${node.length} entries, so use a number from 0 to ${node.length}.`,
      );
    return node.toSpliced(index, 1, withValue(node[index], rest, value, whole));
  }
  if (node !== null && node !== undefined && !isRecord(node)) {
    const parent = whole.slice(0, whole.length - path.length).join(".");
    throw new ConfigFailure(
      "invalid",
      `${parent} holds a single value, so nothing can be set below it. Unset ${parent} first.`,
    );
  }
  return { ...node, [key]: withValue(node?.[key], rest, value, whole) };
}

// Maps and lists that become empty go too, so that the file says what it means.
function withoutKey(node: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return undefined;
  if (Array.isArray(node)) {
    if (!/^\d+$/.test(key) || Number(key) >= node.length) return undefined;
    const inner = rest.length === 0 ? undefined : withoutKey(node[Number(key)], rest);
    if (rest.length > 0 && inner === undefined) return undefined;
    return rest.length === 0 || isEmpty(inner) ? node.toSpliced(Number(key), 1) : node.with(Number(key), inner);
  }
  if (!isRecord(node) || !Object.hasOwn(node, key)) return undefined;
  const { [key]: child, ...kept } = node;
  if (rest.length === 0) return kept;
  const inner = withoutKey(child, rest);
  if (inner === undefined) return undefined;
  return isEmpty(inner) ? kept : { ...node, [key]: inner };
}

function emptiedPath(tree: unknown, path: readonly string[]): readonly string[] {
  const nodes = path.map((_, depth) =>
    path
      .slice(0, depth)
      .reduce<unknown>(
        (node, key) => (Array.isArray(node) ? node[Number(key)] : isRecord(node) ? node[key] : undefined),
        tree,
      ),
  );
  let length = path.length;
  while (length > 1 && sizeOf(nodes[length - 1]) === 1) length--;
  return path.slice(0, length);
}

function sizeOf(node: unknown): number {
  return Array.isArray(node) ? node.length : isRecord(node) ? Object.keys(node).length : 0;
}

function isEmpty(node: unknown): boolean {
  return typeof node === "object" && node !== null && sizeOf(node) === 0;
}
