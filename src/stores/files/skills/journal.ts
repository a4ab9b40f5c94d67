// The journal of skills: what was changed by whom, and each change taken back on request.

import { dirname, join, resolve } from "node:path";
import type { LearnedSkillChange, LearningJournal, UndoOutcome } from "../../../contracts/learning.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { NO_SKILL_USAGE } from "../../../kernel/skills/usage.ts";
import { skillArchive } from "./archive.ts";
import { type Disk, nodeDisk, readIfThere } from "./disk.ts";
import { journalFiles } from "./journal-files.ts";
import { createLock } from "./lock.ts";
import type { SkillsOptions } from "./options.ts";
import { isInside } from "./places.ts";
import { usageFile } from "./usage-file.ts";

export type JournalOptions = Pick<SkillsOptions, "places" | "clock" | "disk">;

export function openJournal(options: JournalOptions): LearningJournal<LearnedSkillChange> {
  const { places, clock } = options;
  const disk: Disk = options.disk ?? nodeDisk;
  const root = places.skills;
  const roots = [root, ...places.external.map((folder) => resolve(places.home, folder))];
  const files = journalFiles(disk, places.journal);
  const locked = createLock(join(root, ".write.lock"), clock);
  const at = () => new Date(clock.now()).toISOString();

  async function undoOne(entry: LearnedSkillChange): Promise<UndoOutcome> {
    if (entry.undone_at !== undefined) return refused("It is already undone.");
    const outcome = await undoSkill(entry);
    if (outcome.type === "undone") files.update({ ...entry, undone_at: at() });
    return outcome;
  }

  async function undoSkill(entry: LearnedSkillChange): Promise<UndoOutcome> {
    const path = join(root, entry.path);
    if (entry.action === "delete") return restore(entry.skill, path);
    if (!roots.some((one) => disk.stat(one) !== undefined && isInside(disk, one, path)))
      return refused(`${entry.path} is not in the library any more.`);
    const now = readIfThere(disk, path) ?? null;
    // Also after an undo that was cut short before it was written down.
    if (now === entry.before) return { type: "undone", message: `${entry.path} is as it was before the change.` };
    if (now === null && entry.after !== null) return refused(`${entry.path} is not there any more.`);
    if (entry.action === "create") return takeBack(entry, path, now);
    const next = now === entry.after ? entry.before : await mergedBack(entry, now);
    if (next === undefined)
      return refused(`${entry.path} was changed since, and the change cannot be taken out cleanly.`);
    if (next === null) disk.remove(path);
    else disk.write(path, entry.encoding === undefined ? next : Buffer.from(next, entry.encoding), 0o644);
    return { type: "undone", message: `${entry.path} is as it was before the change.` };
  }

  function takeBack(entry: LearnedSkillChange, path: string, now: string | null): UndoOutcome {
    if (now !== entry.after)
      return refused(`'${entry.skill}' was changed since it was made. Undo those changes first, or archive it.`);
    const category = dirname(dirname(entry.path));
    usageFile(disk, root).update(entry.skill, (record) => ({ ...record, state: "archived", archived_at: at() }));
    skillArchive(disk, root).put(
      { name: entry.skill, category: category === "." ? "" : category, dir: dirname(path) },
      at(),
    );
    return { type: "undone", message: `'${entry.skill}' was put into the archive.` };
  }

  function restore(name: string, path: string): UndoOutcome {
    const archive = skillArchive(disk, root);
    // Moved back by an undo that was cut short before it was written down.
    if (disk.stat(path) !== undefined && !archive.list().some((one) => one.name === name))
      return { type: "undone", message: `'${name}' is back in ${dirname(path)}.` };
    try {
      const { dir } = archive.find(name);
      usageFile(disk, root).update(name, (record) => ({
        ...NO_SKILL_USAGE,
        ...record,
        state: "active",
        archived_at: null,
      }));
      archive.restore(name);
      return { type: "undone", message: `'${name}' is back in ${dir}.` };
    } catch (error) {
      if (error instanceof StoreFailure && (error.kind === "not-found" || error.kind === "conflict"))
        return refused(error.message);
      throw error;
    }
  }

  return {
    list: async (since = 0) => files.list().filter((entry) => Date.parse(entry.at) >= since),
    undo: (id) =>
      locked(async () => {
        const entry = files.get(id);
        return entry === undefined ? refused(`There is no change '${id}'.`) : undoOne(entry);
      }),
  };
}

/** The file without this one change, where later changes left its lines alone. */
async function mergedBack(entry: LearnedSkillChange, now: string | null): Promise<string | undefined> {
  const { before, after, encoding } = entry;
  if (before === null || after === null || now === null || encoding !== undefined) return undefined;
  const { applyPatch, createTwoFilesPatch } = await import("diff");
  const patch = createTwoFilesPatch("a", "b", after, before, undefined, undefined, { context: 1 });
  const result = applyPatch(now, patch, { fuzzFactor: 0 });
  return result === false ? undefined : result;
}

function refused(why: string): UndoOutcome {
  return { type: "refused", why };
}
