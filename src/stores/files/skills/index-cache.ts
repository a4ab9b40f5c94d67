// The library as it was last seen, kept on disk so that a start costs stats instead of reads. Losing it costs only time.

import { isRecord, parseJson } from "../../../kernel/json.ts";
import { readHead, type SkillHead } from "../../../kernel/skills/head.ts";
import { type Disk, readIfThere } from "./disk.ts";
import { NO_SNAPSHOT, type RootSnapshot } from "./scan-root.ts";

/** Raised whenever the same file would be read differently. */
const VERSION = 1;
const EMPTY_HEAD: SkillHead = readHead({});

export type Snapshots = ReadonlyMap<string, RootSnapshot>;

export function loadSnapshots(disk: Disk, path: string): Snapshots {
  const text = readIfThere(disk, path);
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.type !== "ok" || !isRecord(parsed.value) || parsed.value.version !== VERSION) return new Map();
  const roots = isRecord(parsed.value.roots) ? parsed.value.roots : {};
  return new Map(Object.entries(roots).map(([root, snapshot]) => [root, unpack(snapshot as RootSnapshot)]));
}

export function saveSnapshots(disk: Disk, path: string, snapshots: Snapshots): void {
  const roots = Object.fromEntries([...snapshots].map(([root, snapshot]) => [root, pack(snapshot)]));
  disk.write(path, JSON.stringify({ version: VERSION, roots }));
}

function pack(snapshot: RootSnapshot): unknown {
  return { ...snapshot, skills: snapshot.skills.map((skill) => ({ ...skill, head: sparse(skill.head) })) };
}

function unpack(snapshot: RootSnapshot): RootSnapshot {
  if (!Array.isArray(snapshot.skills)) return NO_SNAPSHOT;
  return {
    ...snapshot,
    skills: snapshot.skills.map((skill) => ({ ...skill, head: { ...EMPTY_HEAD, ...skill.head } })),
  };
}

/** Most fields of most skills are empty. */
function sparse(head: SkillHead): Partial<SkillHead> {
  const empty = new Map<string, string | undefined>(
    Object.entries(EMPTY_HEAD).map(([key, value]) => [key, JSON.stringify(value)]),
  );
  return Object.fromEntries(Object.entries(head).filter(([key, value]) => JSON.stringify(value) !== empty.get(key)));
}
