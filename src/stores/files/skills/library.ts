// All skills of all roots as entries: who hides whom, where each comes from, what state it is in.

import { basename } from "node:path";
import type { Log } from "../../../contracts/log.ts";
import type { SkillEntry, SkillLookup } from "../../../contracts/skills.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { slugOf } from "../../../kernel/skills/names.ts";
import type { UsageBook } from "../../../kernel/skills/usage.ts";
import { hiddenBecause, type Surroundings } from "../../../kernel/skills/visible.ts";
import type { Disk } from "./disk.ts";
import { loadSnapshots, type Snapshots, saveSnapshots } from "./index-cache.ts";
import { type Provenance, readProvenance } from "./provenance.ts";
import { type FoundSkill, NO_SNAPSHOT, type RootSnapshot, scanRoot } from "./scan-root.ts";
import type { UsageFile } from "./usage-file.ts";

export interface LibraryPorts {
  readonly disk: Disk;
  readonly log: Log;
  readonly roots: readonly string[];
  readonly cacheFile: string;
  /** A cache of another version is not used. */
  readonly version: string;
  readonly usage: UsageFile;
  now(): number;
}

export interface LibraryView {
  /** Every skill, hidden ones included, local before external, by path; one per name. */
  readonly all: readonly LibraryEntry[];
  /** Those that lost their name to another of the same root: reachable by `category/name` only. */
  readonly doubles: readonly SkillEntry[];
  /** Category → description. */
  readonly categories: Readonly<Record<string, string>>;
  readonly usage: UsageBook;
  /** By which files and times all this is known. */
  readonly snapshots: Snapshots;
}

/** An entry with the words the prompt's index shows. */
export interface LibraryEntry extends SkillEntry {
  readonly short: string;
}

export interface Library {
  /** Looks at the disk; cheap when nothing changed. */
  view(): Promise<LibraryView>;
}

export function createLibrary(ports: LibraryPorts): Library {
  const { disk, roots } = ports;
  const memory = { snapshots: undefined as Snapshots | undefined };
  return {
    async view() {
      const before = memory.snapshots ?? loadQuietly(ports);
      const after = new Map<string, RootSnapshot>();
      for (const root of roots)
        after.set(root, await scanRoot(disk, root, before.get(root) ?? NO_SNAPSHOT, ports.now()));
      if (!isSame(before, after)) saveQuietly(ports, after);
      memory.snapshots = after;
      return toView(ports, after);
    },
  };
}

/** The cache only saves time: one that cannot be read or written is a line in the log. */
function loadQuietly({ disk, cacheFile, log, version }: LibraryPorts): Snapshots {
  try {
    return loadSnapshots(disk, cacheFile, version);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    log.warn("skills index could not be read", { error: error.message });
    return new Map();
  }
}

function saveQuietly({ disk, log, cacheFile, version }: LibraryPorts, snapshots: Snapshots): void {
  try {
    saveSnapshots(disk, cacheFile, snapshots, version);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    log.warn("skills index could not be kept", { error: error.message });
  }
}

/** Unchanged skills and folders are carried over as the same objects. */
function isSame(before: Snapshots, after: Snapshots): boolean {
  for (const [root, snapshot] of after) {
    const old = before.get(root);
    if (old === undefined || old.skills.length !== snapshot.skills.length) return false;
    if (snapshot.skills.some((skill, i) => skill !== old.skills[i])) return false;
    const dirs = Object.keys(snapshot.dirs);
    if (dirs.length !== Object.keys(old.dirs).length || dirs.some((dir) => snapshot.dirs[dir] !== old.dirs[dir]))
      return false;
    if (Object.keys(snapshot.categories).some((key) => snapshot.categories[key] !== old.categories[key])) return false;
  }
  return true;
}

function toView({ disk, roots, usage }: LibraryPorts, snapshots: Snapshots): LibraryView {
  const book = usage.read();
  const provenance = readProvenance(disk, roots[0] ?? "", book);
  const byName = new Map<string, LibraryEntry & { readonly root: string; readonly shadows: string[] }>();
  const doubles: SkillEntry[] = [];
  const categories: Record<string, string> = {};
  for (const [i, root] of roots.entries()) {
    const snapshot = snapshots.get(root);
    for (const found of snapshot?.skills ?? []) {
      const entry = toEntry(found, { root, isLocal: i === 0, provenance, usage: book });
      const winner = byName.get(entry.name);
      if (winner === undefined) byName.set(entry.name, entry);
      else {
        winner.shadows.push(entry.dir);
        if (winner.root === root) doubles.push(entry);
      }
    }
    for (const [category, { text }] of Object.entries(snapshot?.categories ?? {})) categories[category] ??= text;
  }
  return { all: [...byName.values()], doubles, categories, usage: book, snapshots };
}

interface EntryFacts {
  readonly root: string;
  readonly isLocal: boolean;
  readonly provenance: Provenance;
  readonly usage: UsageBook;
}

function toEntry(
  found: FoundSkill,
  { root, isLocal, provenance, usage }: EntryFacts,
): LibraryEntry & { readonly root: string; readonly shadows: string[] } {
  const { name, description, short, path, head, doubts } = found;
  const record = usage[name];
  return {
    ...{ name, description, short, head, doubts, root },
    category: path.slice(0, Math.max(0, path.lastIndexOf("/"))),
    dir: path === "" ? root : `${root}/${path}`,
    origin: isLocal ? provenance.originOf(name) : "external",
    state: record?.state ?? "active",
    pinned: record?.pinned ?? false,
    shadows: [],
  };
}

/** By name, then folder, then slug; `category/name` always means exactly that one. */
export function lookUp(view: LibraryView, reference: string, around: Surroundings): SkillLookup {
  const wanted = reference.trim().replace(/\/+$/, "");
  const everything = [...view.all, ...view.doubles];
  const matches =
    wanted.includes("/") || wanted.includes(":")
      ? everything.filter((one) => pathOf(one) === wanted.replace(":", "/"))
      : firstMatches(everything, wanted);
  const [first, ...others] = matches;
  if (first === undefined) return { type: "none", known: view.all.map(({ name }) => name) };
  const rivals = others.filter((one) => one.origin !== "external" || first.origin === "external");
  if (rivals.length > 0) return { type: "ambiguous", matches: [first, ...rivals].map(pathOf) };
  const why = hiddenBecause(first.name, first.head, {
    os: around.os,
    disabled: around.disabled,
    environments: around.environments,
  });
  // An explicit request is enough for a skill meant for other surroundings.
  return why === undefined || why === "environment"
    ? { type: "found", skill: first }
    : { type: "hidden", skill: first, why };
}

function pathOf(entry: SkillEntry): string {
  return entry.category === "" ? basename(entry.dir) : `${entry.category}/${basename(entry.dir)}`;
}

function firstMatches(entries: readonly SkillEntry[], wanted: string): readonly SkillEntry[] {
  const slug = slugOf(wanted);
  const ways: readonly ((one: SkillEntry) => boolean)[] = [
    (one) => one.name === wanted,
    (one) => basename(one.dir) === wanted,
    (one) => slug !== "" && slugOf(one.name) === slug,
  ];
  for (const way of ways) {
    const found = entries.filter(way);
    if (found.length > 0) return found;
  }
  return [];
}
