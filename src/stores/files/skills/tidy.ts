// A checked plan carried out as one transaction: every step knows its way back, and the first failure takes all of them.

import { join } from "node:path";
import type { SkillEntry } from "../../../contracts/skills.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import type { Archiving, Merge, Move, TidyPlan } from "../../../kernel/skills/merge-plan.ts";
import { SKILL_FILE, SUPPORT_DIRS } from "../../../kernel/skills/skill.ts";
import { splitSkill } from "../../../kernel/skills/split.ts";
import { NO_SKILL_USAGE, type SkillUsage, type UsageBook } from "../../../kernel/skills/usage.ts";
import type { Archive } from "./archive.ts";
import { type Disk, readIfThere } from "./disk.ts";
import { filesBelow, isInside } from "./places.ts";
import type { PlannedRewrite } from "./references.ts";
import type { UsageFile } from "./usage-file.ts";

export interface TidyPorts {
  readonly disk: Disk;
  readonly root: string;
  readonly archive: Archive;
  readonly usage: UsageFile;
  at(): string;
}

type Undo = () => void;

/** Callers hold the lock and have a backup. Throws StoreFailure; then everything is as it was. */
export function carryOut(
  ports: TidyPorts,
  plan: TidyPlan,
  skills: ReadonlyMap<string, SkillEntry>,
  rewrites: readonly PlannedRewrite[],
): void {
  const undos: Undo[] = [];
  const usage = ports.usage.read();
  try {
    for (const step of plan.steps) {
      if (step.type === "merge") merge(ports, step, skills, undos);
      else if (step.type === "move") move(ports, step, skills, undos);
      else retire(ports, step, skills, undos);
    }
    for (const { path, before, after } of rewrites) {
      undos.push(() => ports.disk.write(path, before));
      ports.disk.write(path, after);
    }
    undos.push(() => ports.usage.updateAll(() => usage));
    ports.usage.updateAll((book) => recorded(book, plan, ports.at()));
  } catch (error) {
    for (const undo of undos.reverse()) undo();
    throw error;
  }
}

function merge(ports: TidyPorts, step: Merge, skills: ReadonlyMap<string, SkillEntry>, undos: Undo[]): void {
  const existing = skills.get(step.into);
  const dir = existing?.dir ?? join(ports.root, step.category, step.into);
  if (existing === undefined && ports.disk.linkStat(dir) !== undefined)
    throw new StoreFailure("conflict", `${dir} is already in use.`);
  if (existing === undefined && !isInside(ports.disk, ports.root, dir))
    throw new StoreFailure("conflict", `${dir} leads outside the skills folder.`);
  if (existing === undefined) undos.push(() => ports.disk.remove(dir));
  const sources = step.sources.filter((name) => name !== step.into).map((name) => known(skills, name));
  for (const [path, bytes] of [
    ...inherited(ports.disk, sources),
    ...step.files.map(({ path, content }) => [path, content] as const),
  ])
    put(ports.disk, join(dir, path), bytes, undos);
  put(ports.disk, join(dir, SKILL_FILE), step.content, undos);
  for (const source of sources) putAway(ports, source, undos);
}

/** Nothing of a merged skill is lost: its text becomes a reference, its files move under its name. */
function inherited(disk: Disk, sources: readonly SkillEntry[]): readonly (readonly [string, Uint8Array | string])[] {
  return sources.flatMap((source) => {
    const text = readIfThere(disk, join(source.dir, SKILL_FILE)) ?? "";
    const files = filesBelow(disk, source.dir).filter(
      ({ path, type }) => type === "file" && SUPPORT_DIRS.includes(path.split("/")[0] ?? ""),
    );
    return [
      [`references/${source.name}.md`, splitSkill(text).body.trimStart()] as const,
      ...files.map(({ path }) => {
        const [top = "", ...rest] = path.split("/");
        return [`${top}/${source.name}/${rest.join("/")}`, disk.read(join(source.dir, path))] as const;
      }),
    ];
  });
}

function put(disk: Disk, path: string, content: Uint8Array | string, undos: Undo[]): void {
  const before = disk.stat(path)?.type === "file" ? disk.read(path) : undefined;
  undos.push(() => (before === undefined ? disk.remove(path) : disk.write(path, before)));
  disk.write(path, content, 0o644);
}

function putAway(ports: TidyPorts, skill: SkillEntry, undos: Undo[]): void {
  const to = ports.archive.put(skill, ports.at());
  undos.push(() => ports.disk.rename(to, skill.dir));
}

function move(ports: TidyPorts, step: Move, skills: ReadonlyMap<string, SkillEntry>, undos: Undo[]): void {
  const skill = known(skills, step.name);
  const to = join(ports.root, step.category, step.name);
  if (to === skill.dir) return;
  if (
    ports.disk.linkStat(to) !== undefined ||
    ports.disk.stat(join(ports.root, step.category, SKILL_FILE)) !== undefined
  )
    throw new StoreFailure("conflict", `${to} is already in use.`);
  if (!isInside(ports.disk, ports.root, to))
    throw new StoreFailure("conflict", `${to} leads outside the skills folder.`);
  ports.disk.rename(skill.dir, to);
  undos.push(() => ports.disk.rename(to, skill.dir));
}

function retire(ports: TidyPorts, step: Archiving, skills: ReadonlyMap<string, SkillEntry>, undos: Undo[]): void {
  putAway(ports, known(skills, step.name), undos);
}

function known(skills: ReadonlyMap<string, SkillEntry>, name: string): SkillEntry {
  const skill = skills.get(name);
  if (skill === undefined) throw new StoreFailure("not-found", `Skill '${name}' is gone.`);
  return skill;
}

/** Umbrellas are the curator's own, so it goes on looking after them; what they absorbed is archived. */
function recorded(book: UsageBook, plan: TidyPlan, at: string): UsageBook {
  const next: Record<string, SkillUsage> = { ...book };
  const archived = (name: string) => {
    next[name] = { ...(next[name] ?? NO_SKILL_USAGE), state: "archived", archived_at: at };
  };
  for (const step of plan.steps) {
    if (step.type === "archive") archived(step.name);
    if (step.type !== "merge") continue;
    const sources = step.sources.filter((name) => name !== step.into);
    const before = next[step.into] ?? { ...NO_SKILL_USAGE, created_by: "agent", created_at: at };
    next[step.into] = { ...before, state: "active", patch_count: before.patch_count + 1, last_patched_at: at };
    sources.forEach(archived);
  }
  return next;
}
