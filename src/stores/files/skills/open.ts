// The skill library of one home: reading, changing, staging, counting.

import { basename, dirname, join, resolve } from "node:path";
import type { LearnedSkillChange } from "../../../contracts/learning.ts";
import type {
  ChangeAuthor,
  ChangeOutcome,
  PendingChange,
  SkillChange,
  SkillEntry,
  Skills,
} from "../../../contracts/skills.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { CATALOG_WORDING, renderCatalog } from "../../../kernel/skills/catalog.ts";
import { gistOf } from "../../../kernel/skills/pending.ts";
import { findSimilarSkills } from "../../../kernel/skills/similar.ts";

import { stagingReason } from "../../../kernel/skills/staging.ts";
import { usageRank } from "../../../kernel/skills/usage.ts";
import { hiddenBecause, type Surroundings } from "../../../kernel/skills/visible.ts";
import { type ApplyPorts, applyChange, type ReadyPlan } from "./apply-change.ts";
import { skillArchive } from "./archive.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { readDocument, readSkillFile } from "./documents.ts";
import { journalFiles } from "./journal-files.ts";
import { createLibrary, type LibraryView, lookUp } from "./library.ts";
import { createLock } from "./lock.ts";
import type { SkillsOptions } from "./options.ts";
import { pendingFiles } from "./pending-files.ts";
import { planChange } from "./plan-change.ts";
import { createReadyIndex } from "./ready-index.ts";
import { unifiedDiff } from "./unified-diff.ts";
import { usageFile } from "./usage-file.ts";

const INDEX_TOKENS = 3_000;

export function openSkills(options: SkillsOptions): Skills {
  const { places, settings, clock, ids } = options;
  const disk: Disk = options.disk ?? nodeDisk;
  const root = places.skills;
  const usage = usageFile(disk, root);
  const pending = pendingFiles(disk, places.pending);
  const locked = createLock(join(root, ".write.lock"), clock);
  const at = () => new Date(clock.now()).toISOString();
  const roots = [root, ...places.external.map((dir) => resolve(places.home, dir))];
  const library = createLibrary({
    ...{ disk, usage, log: options.log },
    roots,
    cacheFile: places.indexCache,
    version: options.version ?? "",
    now: () => clock.now(),
  });
  const apply: ApplyPorts = {
    ...{ disk, root, usage, at },
    archive: skillArchive(disk, root),
    journal: journalFiles(disk, places.journal),
    newId: () => ids.id("learn"),
  };
  const around: Surroundings = {
    os: options.os,
    disabled: new Set(settings.disabled),
    environments: options.environments ?? [],
  };
  const maxTokens = settings.indexTokens ?? INDEX_TOKENS;
  const readyIndex = createReadyIndex({
    disk,
    log: options.log,
    path: `${places.indexCache}.ready`,
    usage: join(root, ".usage.json"),
  });
  const isVisible = (one: SkillEntry, where: Surroundings) => hiddenBecause(one.name, one.head, where) === undefined;

  /** `approved` is the name its journal entry gets: with one, a person has said yes. */
  async function perform(change: SkillChange, author: ChangeAuthor, approved?: string): Promise<ChangeOutcome> {
    const view = await library.view();
    const plan = await planChange({ disk, root, all: view.all }, change);
    if (plan.type === "refused") return plan;
    // Loaded with the first write: reading skills must not pay for the guard.
    const { inspectWrite } = await import("./inspect-write.ts");
    const blocked = inspectWrite(plan, settings.guardAgentCreated);
    if (blocked !== undefined && author.origin !== "user") return { type: "refused", error: blocked };
    const target = view.all.find((one) => one.name === change.name);
    const why =
      approved !== undefined ? undefined : stagingReason(change.type, author, target?.origin, settings.writeApproval());
    if (why !== undefined) return stage(change, author, why);
    applyChange(
      { ...apply, newId: () => approved ?? apply.newId() },
      plan,
      { ...change, name: nameIn(view, change) },
      author,
    );
    return done(plan, change, view);
  }

  function stage(change: SkillChange, author: ChangeAuthor, why: string): ChangeOutcome {
    const id = ids.id("pending").slice(-8);
    const gist = gistOf(change);
    pending.add({ id, action: change.type, summary: gist, origin: author.origin, createdAt: at(), change });
    return { type: "staged", id, gist, why };
  }

  async function done(plan: ReadyPlan, change: SkillChange, view: LibraryView): Promise<ChangeOutcome> {
    const dir = plan.type === "write" ? plan.dir : plan.skill.dir;
    const fresh = change.type === "create" ? (await library.view()).all.find((one) => one.dir === dir) : undefined;
    return {
      type: "done",
      message: plan.message,
      dir,
      files: plan.type === "write" ? [plan.file] : [],
      similar:
        fresh === undefined ? [] : findSimilarSkills({ ...fresh, tags: fresh.head.tags }, view.all.map(described)),
      diff: plan.type === "write" ? await unifiedDiff(plan.file, plan.before ?? "", plan.after ?? "") : "",
    };
  }

  return {
    async list() {
      const { all } = await library.view();
      return all
        .filter((one) => isVisible(one, around))
        .sort((a, b) => compare(a.category, b.category) || compare(a.name, b.name));
    },
    find: async (reference) => lookUp(await library.view(), reference, around),
    index: (tools, toolsets) => {
      const facts = [tools, toolsets, around.os, settings.disabled, around.environments, maxTokens];
      const key = JSON.stringify([...facts, roots, options.version, CATALOG_WORDING]);
      return readyIndex(key, async () => {
        const view = await library.view();
        const where = {
          ...around,
          tools: new Set(tools),
          ...(toolsets === undefined ? {} : { toolsets: new Set(toolsets) }),
        };
        const entries = view.all
          .filter((one) => isVisible(one, where))
          .map(({ name, category, short }) => ({ name, category, short, rank: usageRank(view.usage[name]) }));
        return { ...renderCatalog({ entries, categories: view.categories, maxTokens }), snapshots: view.snapshots };
      });
    },
    read: (skill, reading) => readDocument(disk, options, skill, reading),
    readFile: async (skill, path) => readSkillFile(disk, options, skill, path),
    change: (change, author) => locked(() => perform(change, author)),
    async count(name, event) {
      try {
        await locked(() => usage.count(name, event, at()));
      } catch (error) {
        // Telemetry is worth no failed view: a read-only home or a busy lock loses one count.
        if (!(error instanceof StoreFailure)) throw error;
        options.log.warn("skill use not counted", { name, error: error.message });
      }
    },
    pending: async () => pending.list(),
    approve: (id) =>
      locked(async () => {
        const record = pending.get(id);
        if (record === undefined) return { type: "refused", error: `No pending change '${id}'.` };
        const entry = `learn_${id}`;
        const made = alreadyMade(disk, root, apply.journal.get(entry));
        // The origin is kept, so that what the review wrote stays the agent's own after a yes.
        const outcome = made ?? (await perform(record.change, { origin: record.origin }, entry));
        if (outcome.type === "done") pending.remove(id);
        return outcome;
      }),
    reject: (id) => locked(() => pending.remove(id)),
    async diff(id) {
      const record = pending.get(id);
      return record === undefined ? undefined : diffOf(record);
    },
  };

  async function diffOf({ change }: PendingChange): Promise<string> {
    const view = await library.view();
    const plan = await planChange({ disk, root, all: view.all }, change);
    if (plan.type === "refused") return `This change no longer applies: ${plan.error}`;
    if (plan.type === "archive") return `The whole skill '${plan.skill.name}' would be archived.`;
    return unifiedDiff(`${change.name}/${plan.file}`, plan.before ?? "", plan.after ?? "");
  }
}

/** A yes that a crash cut short between the change and its record: the journal names the change, and the disk holds it. */
function alreadyMade(disk: Disk, root: string, entry: LearnedSkillChange | undefined): ChangeOutcome | undefined {
  if (entry === undefined) return undefined;
  const path = join(root, entry.path);
  const now = disk.stat(path) === undefined ? null : Buffer.from(disk.read(path)).toString("utf8");
  if (now !== entry.after) return undefined;
  const message = `Skill '${entry.skill}': this change was already made.`;
  return { type: "done", message, dir: dirname(path), files: [], similar: [], diff: "" };
}

/** The identity, also when the folder's name was given. */
function nameIn({ all }: LibraryView, change: SkillChange): string {
  if (change.type === "create" || all.some((one) => one.name === change.name)) return change.name;
  return all.find((one) => basename(one.dir) === change.name)?.name ?? change.name;
}

function described({ name, description, head }: SkillEntry) {
  return { name, description, tags: head.tags };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
