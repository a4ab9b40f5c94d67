// The library as it was last seen, kept on disk so that a start costs stats instead of reads. Losing it costs only time.

import { isRecord, parseJson } from "../../../kernel/json.ts";
import { readHead, type SkillHead } from "../../../kernel/skills/head.ts";
import { type Disk, readIfThere } from "./disk.ts";
import { NO_SNAPSHOT, type RootSnapshot } from "./scan-root.ts";

/** Raised whenever the same file would be read differently. */
const VERSION = 3;
const EMPTY_HEAD: SkillHead = readHead({});

export type Snapshots = ReadonlyMap<string, RootSnapshot>;

export function loadSnapshots(disk: Disk, path: string, version: string): Snapshots {
  const text = readIfThere(disk, path);
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.type !== "ok" || !isRecord(parsed.value) || parsed.value.version !== `${VERSION} ${version}`)
    return new Map();
  const roots = isRecord(parsed.value.roots) ? parsed.value.roots : {};
  return new Map(Object.entries(roots).map(([root, snapshot]) => [root, unpack(snapshot as RootSnapshot)]));
}

export function saveSnapshots(disk: Disk, path: string, snapshots: Snapshots, version: string): void {
  const roots = Object.fromEntries([...snapshots].map(([root, snapshot]) => [root, pack(snapshot)]));
  disk.writeCache(path, JSON.stringify({ version: `${VERSION} ${version}`, roots }));
}

function pack(snapshot: RootSnapshot): unknown {
  const empty = new Map(Object.entries(EMPTY_HEAD).map(([key, value]) => [key, JSON.stringify(value)]));
  const sparse = (head: SkillHead) =>
    Object.fromEntries(
      Object.entries(head).filter(([key, value]) => key !== "description" && JSON.stringify(value) !== empty.get(key)),
    );
  return { ...snapshot, skills: snapshot.skills.map((skill) => ({ ...skill, head: sparse(skill.head) })) };
}

/** Most fields of most skills are empty and left out. */
function unpack(snapshot: RootSnapshot): RootSnapshot {
  if (!Array.isArray(snapshot.skills)) return NO_SNAPSHOT;
  for (const skill of snapshot.skills) {
    Object.assign(skill, { head: { ...EMPTY_HEAD, description: skill.description, ...skill.head } });
  }
  return snapshot;
}
