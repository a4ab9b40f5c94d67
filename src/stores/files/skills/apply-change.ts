// A checked plan becomes files, telemetry and a line in the journal, in an order in which a crash loses nothing.

import { isUtf8 } from "node:buffer";
import { dirname, join, relative } from "node:path";
import type { LearnedSkillChange } from "../../../contracts/learning.ts";
import type { ChangeAuthor, SkillChange } from "../../../contracts/skills.ts";
import { gistOf } from "../../../kernel/skills/pending.ts";
import { SKILL_FILE } from "../../../kernel/skills/skill.ts";
import { NO_SKILL_USAGE } from "../../../kernel/skills/usage.ts";
import type { Archive } from "./archive.ts";
import { type Disk, listIfThere } from "./disk.ts";
import type { JournalFiles } from "./journal-files.ts";
import type { ChangePlan } from "./plan-change.ts";
import type { UsageFile } from "./usage-file.ts";

export interface ApplyPorts {
  readonly disk: Disk;
  readonly root: string;
  readonly usage: UsageFile;
  readonly archive: Archive;
  readonly journal: JournalFiles;
  /** ISO time. */
  at(): string;
  newId(): string;
}

export type ReadyPlan = Exclude<ChangePlan, { type: "refused" }>;

/** Callers hold the lock. Throws StoreFailure; then the skill is as it was. */
export function applyChange(ports: ApplyPorts, plan: ReadyPlan, change: SkillChange, author: ChangeAuthor): void {
  const at = ports.at();
  // The journal first: an entry whose change never happened can be recognised, a change without an entry cannot.
  if (author.origin !== "user") ports.journal.add(entryFor(ports, plan, change, author, at));
  if (plan.type === "archive") {
    ports.usage.update(plan.skill.name, (record) => ({ ...record, state: "archived", archived_at: at }));
    ports.archive.put(plan.skill, at);
    return;
  }
  const path = join(plan.dir, plan.file);
  if (plan.after === null) removeFile(ports.disk, plan.dir, path);
  else writeFile(ports.disk, plan.dir, path, plan.after, change.type === "create");
  if (change.type === "create") {
    const created_by = author.origin === "background_review" || author.origin === "curator" ? "agent" : null;
    ports.usage.update(change.name, () => ({ ...NO_SKILL_USAGE, created_by, created_at: at }));
  } else ports.usage.count(change.name, "patch", at);
}

function entryFor(
  ports: ApplyPorts,
  plan: ReadyPlan,
  change: SkillChange,
  author: ChangeAuthor,
  at: string,
): LearnedSkillChange {
  const isWrite = plan.type === "write";
  return {
    id: ports.newId(),
    at,
    origin: author.origin,
    ...(author.sessionId === undefined ? {} : { session: author.sessionId }),
    summary: gistOf(change),
    subsystem: "skills",
    action: change.type,
    skill: isWrite ? change.name : plan.skill.name,
    path: relative(ports.root, isWrite ? join(plan.dir, plan.file) : join(plan.skill.dir, SKILL_FILE)),
    ...before(ports.disk, plan),
    after: isWrite ? plan.after : null,
  };
}

/** Text as the plan saw it; a file that is none keeps its bytes. */
function before(disk: Disk, plan: ReadyPlan): Pick<LearnedSkillChange, "before" | "encoding"> {
  if (plan.type !== "write" || plan.before === null) return { before: null };
  const bytes = disk.read(join(plan.dir, plan.file));
  return isUtf8(bytes) ? { before: plan.before } : { before: bytes.toString("base64"), encoding: "base64" };
}

function writeFile(disk: Disk, dir: string, path: string, content: string, isNew: boolean): void {
  try {
    disk.write(path, content, 0o644);
  } catch (error) {
    if (isNew) removeEmptyDirs(disk, dir, dirname(dir));
    throw error;
  }
}

function removeFile(disk: Disk, dir: string, path: string): void {
  disk.remove(path);
  removeEmptyDirs(disk, dirname(path), dir);
}

/** Upwards from `from`, as long as they are empty and below `top`. */
function removeEmptyDirs(disk: Disk, from: string, top: string): void {
  let folder = from;
  while (
    folder !== top &&
    folder.startsWith(top) &&
    disk.stat(folder) !== undefined &&
    listIfThere(disk, folder).length === 0
  ) {
    disk.remove(folder);
    folder = dirname(folder);
  }
}
