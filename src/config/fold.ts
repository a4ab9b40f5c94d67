// Older spellings of settings, understood on reading and never written back.

import { isRecord } from "../kernel/json.ts";

type Tree = Readonly<Record<string, unknown>>;

export interface Folded {
  readonly tree: Tree;
  /** Where a value now at this dotted path was written. */
  readonly origins: ReadonlyMap<string, string>;
}

interface Draft {
  tree: Tree;
  readonly origins: Map<string, string>;
}

/** An old key never overrides the new one it stands for. */
export function foldOldKeys(source: Tree): Folded {
  const draft: Draft = { tree: source, origins: new Map() };
  modelAsMap(draft);
  for (const key of ["provider", "base_url", "context_length"]) move(draft, [key], ["model", key]);
  for (const key of ["model", "name"]) move(draft, ["model", key], ["model", "default"]);
  move(draft, ["max_turns"], ["agent", "max_turns"]);
  move(draft, ["compression", "summary_model"], ["auxiliary", "compression", "model"]);
  move(draft, ["compression", "summary_provider"], ["auxiliary", "compression", "provider"]);
  move(draft, ["compression", "summary_base_url"], ["auxiliary", "compression", "base_url"]);
  move(draft, ["fallback_model"], ["fallback_providers"], (value) => (isRecord(value) ? [value] : value));
  for (const section of ["memory", "skills"])
    move(draft, [section, "write_mode"], [section, "write_approval"], (value) => value === "approve");
  foldCustomProviders(draft);
  foldProgressOverrides(draft);
  return draft;
}

function modelAsMap(draft: Draft): void {
  const { model } = draft.tree;
  if (typeof model !== "string" && typeof model !== "number") return;
  draft.tree = { ...draft.tree, model: { default: String(model) } };
  draft.origins.set("model.default", "model");
}

// The list form joins the map, so that everything downstream sees one table of providers.
function foldCustomProviders(draft: Draft): void {
  const listed = draft.tree.custom_providers;
  if (!Array.isArray(listed)) return;
  const providers: Record<string, unknown> = isRecord(draft.tree.providers) ? { ...draft.tree.providers } : {};
  for (const [index, entry] of listed.entries()) {
    if (
      !isRecord(entry) ||
      typeof entry.name !== "string" ||
      typeof entry.base_url !== "string" ||
      Object.hasOwn(providers, entry.name)
    )
      continue;
    const { name, ...rest } = entry;
    providers[name] = rest;
    draft.origins.set(`providers.${name}`, `custom_providers.${index}`);
  }
  draft.tree = { ...draft.tree, providers };
}

function foldProgressOverrides(draft: Draft): void {
  const { display } = draft.tree;
  if (!isRecord(display) || !isRecord(display.tool_progress_overrides)) return;
  const { tool_progress_overrides: overrides, ...rest } = display;
  const platforms: Record<string, unknown> = isRecord(display.platforms) ? { ...display.platforms } : {};
  for (const [platform, mode] of Object.entries(overrides)) {
    const known = platforms[platform];
    platforms[platform] = { tool_progress: mode, ...(isRecord(known) ? known : {}) };
  }
  draft.tree = { ...draft.tree, display: { ...rest, platforms } };
}

function move(
  draft: Draft,
  from: readonly string[],
  to: readonly string[],
  convert: (value: unknown) => unknown = (value) => value,
): void {
  const value = getIn(draft.tree, from);
  if (value === undefined || value === null) return;
  const without = removeIn(draft.tree, from);
  const present = getIn(without, to);
  if (present !== undefined && present !== null && present !== "") {
    draft.tree = without;
    return;
  }
  const moved = setIn(without, to, convert(value));
  if (moved === undefined) return;
  draft.tree = moved;
  draft.origins.set(to.join("."), from.join("."));
}

export function getIn(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => {
    if (Array.isArray(node)) return node[Number(key)];
    return isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  }, tree);
}

function removeIn(tree: Tree, [key = "", ...rest]: readonly string[]): Tree {
  if (rest.length === 0) return Object.fromEntries(Object.entries(tree).filter(([name]) => name !== key));
  const child = tree[key];
  return isRecord(child) ? { ...tree, [key]: removeIn(child, rest) } : tree;
}

// A parent that is not a map is left for validation to report.
function setIn(tree: Tree, [key = "", ...rest]: readonly string[], value: unknown): Tree | undefined {
  if (rest.length === 0) return { ...tree, [key]: value };
  const child = tree[key] ?? {};
  if (!isRecord(child)) return undefined;
  const inner = setIn(child, rest, value);
  return inner === undefined ? undefined : { ...tree, [key]: inner };
}
