// The curator's hands: everything it may do to the library, each under the lock, each recoverable.

import { join } from "node:path";
import type { CurationOutcome, SkillCuration, Surveyed } from "../../../contracts/skill-curation.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { isRecord } from "../../../kernel/json.ts";
import { checkSkillContent } from "../../../kernel/skills/checks.ts";
import { type CuratorRun, reportText } from "../../../kernel/skills/curator-report.ts";
import {
  type CuratorState,
  FRESH_CURATOR,
  isCurated,
  planAging,
  type Transition,
} from "../../../kernel/skills/lifecycle.ts";
import { renamesOf } from "../../../kernel/skills/merge-plan.ts";
import { splitSkill } from "../../../kernel/skills/split.ts";
import { NO_SKILL_USAGE } from "../../../kernel/skills/usage.ts";
import { skillArchive } from "./archive.ts";
import { type BackupPorts, listBackups, makeBackup, rollBack } from "./backups.ts";
import { type Disk, nodeDisk, readIfThere } from "./disk.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";
import { createLibrary } from "./library.ts";
import { createLock } from "./lock.ts";
import type { SkillsOptions } from "./options.ts";
import { namedSkills, planRewrites } from "./references.ts";
import { finishRollback } from "./swap.ts";
import { carryOut } from "./tidy.ts";
import { usageFile } from "./usage-file.ts";
import { loadYaml } from "./yaml.ts";

/** Names the copy a plan started from, for as long as the plan is being carried out. */
export const PLAN_MARK = ".curator_plan";

export interface CurationOptions extends Pick<SkillsOptions, "places" | "clock" | "log" | "disk" | "version"> {
  /** `curator.backup.keep` */
  readonly keep: number;
  /** <home>/logs/curator */
  readonly reports: string;
  /** <home>/skill-bundles */
  readonly bundles: string;
  /** <home>/cron/jobs.json */
  readonly jobsFile: string;
}

export function openCuration(options: CurationOptions): SkillCuration {
  const { places, clock } = options;
  const disk: Disk = options.disk ?? nodeDisk;
  const root = places.skills;
  const usage = usageFile(disk, root);
  const archive = skillArchive(disk, root);
  const locked = createLock(join(root, ".write.lock"), clock);
  const at = () => new Date(clock.now()).toISOString();
  const stateFile = join(root, ".curator_state");
  const suppressed = join(root, ".curator_suppressed");
  const backupPorts: BackupPorts = {
    disk,
    root,
    keep: options.keep,
    now: () => clock.now(),
    bundles: options.bundles,
    jobsFile: options.jobsFile,
  };
  const library = createLibrary({
    ...{
      disk,
      usage,
      log: options.log,
      roots: [root],
      cacheFile: `${places.indexCache}.curator`,
      version: options.version ?? "",
    },
    now: () => clock.now(),
  });

  const survey = async (): Promise<readonly Surveyed[]> => {
    const view = await library.view();
    const named = await namedSkills(disk, options);
    return view.all.map((entry) => ({
      ...{ name: entry.name, origin: entry.origin, pinned: entry.pinned, isNamed: named.has(entry.name) },
      usage: view.usage[entry.name],
      entry,
    }));
  };

  function apply(transition: Transition, found: readonly Surveyed[]): void {
    const skill = found.find(({ name }) => name === transition.name);
    if (skill === undefined) return;
    if (transition.type === "seed") {
      const created_by = skill.origin === "agent" ? "agent" : null;
      usage.update(skill.name, () => ({ ...NO_SKILL_USAGE, created_by, created_at: at() }));
    } else if (transition.type === "archive") putAway(skill);
    else usage.update(skill.name, (record) => ({ ...record, state: transition.type === "stale" ? "stale" : "active" }));
  }

  function putAway({ entry, origin }: Surveyed): void {
    usage.update(entry.name, (record) => ({ ...record, state: "archived", archived_at: at() }));
    archive.put(entry, at());
    // Otherwise the next start would copy it in again.
    if (origin === "bundled") writeSuppressed(disk, suppressed, (names) => names.add(entry.name));
  }

  /** What a crash left half done goes back whole. Callers hold the lock. */
  const finish = async (): Promise<void> => {
    finishRollback(disk, root);
    const before = readIfThere(disk, join(root, PLAN_MARK))?.trim();
    if (before !== undefined) await rollBack(backupPorts, before);
  };

  const named = async (name: string): Promise<Surveyed | undefined> =>
    (await survey()).find((one) => one.name === name && one.origin !== "external");

  return {
    survey,
    state: async () => readState(disk, stateFile),
    updateState: (change) => locked(() => writeJsonFile(disk, stateFile, { ...readState(disk, stateFile), ...change })),
    age: (policy) =>
      locked(async () => {
        await finish();
        const found = await survey();
        const transitions = planAging(found, clock.now(), policy);
        for (const transition of transitions) apply(transition, found);
        return transitions;
      }),
    async planFacts(policy) {
      const found = await survey();
      const parse = await loadYaml();
      const { inspectText } = await import("./inspect-write.ts");
      return {
        curated: new Set(found.filter((one) => isCurated(one, policy)).map(({ name }) => name)),
        taken: new Set(found.map(({ name }) => name)),
        checkContent(name, content) {
          const { head } = splitSkill(content);
          const parsed = head === undefined ? undefined : parse(head);
          return checkSkillContent({ head: parsed?.type === "ok" ? parsed.value : undefined, content, name });
        },
        inspect: (file, content) => inspectText({ file, before: "", after: content }, false),
      };
    },
    tidy: (plan) =>
      locked(async () => {
        await finish();
        const skills = new Map((await survey()).map(({ entry }) => [entry.name, entry]));
        const rewrites = await planRewrites(disk, options, renamesOf(plan));
        const { id } = makeBackup(backupPorts, "before a plan");
        disk.write(join(root, PLAN_MARK), `${id}\n`);
        try {
          carryOut({ disk, root, archive, usage, at }, plan, skills, rewrites);
          disk.remove(join(root, PLAN_MARK));
        } catch (error) {
          // Where not even this is possible, the mark stays and the next start does it.
          await rollBack(backupPorts, id).catch(() => undefined);
          throw error;
        }
        return rewrites.flatMap(({ changes }) => changes);
      }),
    mend: () => locked(finish),
    pin: (name, pinned) =>
      locked(async (): Promise<CurationOutcome> => {
        const found = await named(name);
        if (found === undefined) return { type: "refused", why: `There is no skill '${name}'.` };
        usage.update(name, (record) => ({ ...record, pinned }));
        return {
          type: "done",
          message: pinned ? `'${name}' is pinned: never archived, never deleted.` : `'${name}' is no longer pinned.`,
        };
      }),
    archive: (name) =>
      locked(async (): Promise<CurationOutcome> => {
        const found = await named(name);
        if (found === undefined) return { type: "refused", why: `There is no skill '${name}'.` };
        if (found.pinned) return { type: "refused", why: `'${name}' is pinned. Unpin it first.` };
        putAway(found);
        return { type: "done", message: `'${name}' archived. \`hermes curator restore ${name}\` brings it back.` };
      }),
    restore: (name) =>
      locked(async (): Promise<CurationOutcome> => {
        if ((await named(name)) !== undefined) return { type: "refused", why: `A skill '${name}' is already there.` };
        try {
          const { category } = archive.find(name);
          // Its records first: a crash before the move leaves it in the archive, from where it can be asked for again.
          usage.update(name, (record) => ({ ...record, state: "active", archived_at: null, last_patched_at: at() }));
          writeSuppressed(disk, suppressed, (names) => names.delete(name));
          archive.restore(name);
          return { type: "done", message: `'${name}' is back${category === "" ? "" : ` in ${category}`}.` };
        } catch (error) {
          if (error instanceof StoreFailure && (error.kind === "conflict" || error.kind === "not-found"))
            return { type: "refused", why: error.message };
          throw error;
        }
      }),
    archived: async () => archive.list().map(({ name, category, at: when }) => ({ name, category, at: when })),
    backup: (reason) => locked(() => makeBackup(backupPorts, reason)),
    backups: async () => listBackups(backupPorts),
    rollback: (id) => locked(() => rollBack(backupPorts, id)),
    report: async (run) => writeReport(disk, options.reports, run),
  };
}

function readState(disk: Disk, path: string): CuratorState {
  const value = readJsonFile(disk, path);
  if (!isRecord(value)) return FRESH_CURATOR;
  const known = Object.entries(value).filter(([key]) => key in FRESH_CURATOR || key.startsWith("_"));
  return { ...FRESH_CURATOR, ...(Object.fromEntries(known) as Partial<CuratorState>), paused: value.paused === true };
}

function writeSuppressed(disk: Disk, path: string, change: (names: Set<string>) => void): void {
  const before = readIfThere(disk, path) ?? "";
  const names = new Set(
    before
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );
  change(names);
  const after = [...names]
    .sort()
    .map((name) => `${name}\n`)
    .join("");
  if (after !== before) disk.write(path, after);
}

function writeReport(disk: Disk, reports: string, run: CuratorRun): string {
  const stamp = run.startedAt.replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
  const names = [stamp, ...Array.from({ length: 98 }, (_, n) => `${stamp}-${n + 2}`)];
  const dir = join(reports, names.find((name) => disk.linkStat(join(reports, name)) === undefined) ?? stamp);
  writeJsonFile(disk, join(dir, "run.json"), run);
  if (run.rewritten.length > 0) writeJsonFile(disk, join(dir, "cron_rewrites.json"), run.rewritten);
  disk.write(join(dir, "REPORT.md"), reportText(run));
  return join(dir, "REPORT.md");
}
