// Checkpoints on a shadow git store in the agent's home: the port over the parts of this folder.

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { isAbsolute, join, normalize } from "node:path";
import type {
  CheckpointDiff,
  Checkpoints,
  PartOfProject,
  Restored,
  RestoreOptions,
  Saved,
  SaveOptions,
} from "../../../contracts/checkpoints.ts";
import type { Log } from "../../../contracts/log.ts";
import type { Clock, Ids } from "../../../contracts/time.ts";
import { type ProjectPlaces, refusal } from "../../../kernel/checkpoints/project.ts";
import { covers, insidePath, type Tree } from "../../../kernel/checkpoints/restore-plan.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { createLock } from "../memory/lock.ts";
import { collect } from "./collect.ts";
import { findProject, homeRules, realDir } from "./find-project.ts";
import { diskFailure, gitAt } from "./git.ts";
import { diffToIndex, type Entry, pick, readDetail, readHistory, readIds, readTree } from "./history.ts";
import { exists, layoutOf, prepareStore, projectHash, projectHashes, readProject } from "./layout.ts";
import { fromText } from "./names.ts";
import { type CleanUp, cleanUp, isDue } from "./prune.ts";
import { restoreFiles } from "./restore.ts";
import { clearLeftovers, enforceCap, storeBytes, trimProject } from "./shorten.ts";
import { takeSnapshot, tipOf } from "./snapshot.ts";
import { withIndex } from "./working-index.ts";

export interface CheckpointOptions {
  /** `checkpoints/` of the agent's home. */
  readonly dir: string;
  /** Whether snapshots are taken by themselves; only reported here. */
  readonly enabled: boolean;
  /** The git program; `git` is looked up in `searchPath`. */
  readonly git?: string;
  readonly searchPath: string;
  readonly timeoutMs: number;
  readonly places: ProjectPlaces;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Ids;
  readonly log: Log;
  /** Takes secrets out of reasons, which may quote commands. */
  redact(text: string): string;
  readonly maxSnapshots: number;
  readonly maxTotalBytes: number;
  readonly maxFileBytes: number;
  readonly maxEntries: number;
  readonly retentionMs: number;
  readonly deleteOrphans: boolean;
  readonly minIntervalMs: number;
}

export function createCheckpoints(options: CheckpointOptions): Checkpoints {
  const { places, log, ids } = options;
  const layout = layoutOf(options.dir);
  const now = () => options.clock.now();
  const git = gitAt({
    git: options.git ?? "git",
    searchPath: options.searchPath,
    store: layout.store,
    timeoutMs: options.timeoutMs,
  });
  const limits = {
    maxEntries: options.maxEntries,
    maxFileBytes: options.maxFileBytes,
    maxNewBytes: options.maxTotalBytes,
  };
  const shelf: CleanUp = {
    ...{ layout, git, now },
    maxBytes: options.maxTotalBytes,
    maxSnapshots: options.maxSnapshots,
    retentionMs: options.retentionMs,
    deleteOrphans: options.deleteOrphans,
    minIntervalMs: options.minIntervalMs,
  };
  const lock = createLock(ids);

  async function locked<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(layout.root, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw diskFailure(error, layout.root);
    });
    return lock(layout.lock, work);
  }

  async function snapshot(workdir: string, reason: string, also: readonly string[], keepEmpty = false) {
    await prepareStore(layout, git, now());
    await clearLeftovers(shelf);
    return takeSnapshot(
      { layout, git, ids, limits, now },
      {
        workdir,
        hash: projectHash(workdir),
        reason: options.redact(reason),
        excludes: homeRules(workdir, places),
        also,
        keepEmpty,
      },
    );
  }

  /** A store that cannot be made smaller is no reason to lose the snapshot just taken. */
  async function shorten(hash: string, spared: readonly string[]): Promise<void> {
    try {
      await trimProject(shelf, hash, spared);
      await enforceCap(shelf, new Set(spared));
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      log.warn("checkpoints could not be cleaned up", { error: error.message });
    }
  }

  async function entriesOf(workdir: string): Promise<readonly Entry[]> {
    return (await exists(join(layout.store, "HEAD"))) ? readHistory(git, projectHash(workdir)) : [];
  }

  /** Names the target has and the project's index may not know, because they are ignored by now. */
  async function unknownNames(workdir: string, target: Tree): Promise<readonly string[]> {
    const tip = await tipOf(git, projectHash(workdir));
    const known = tip === undefined ? new Map() : await readTree(git, tip.id);
    return [...target.keys()].filter((name) => !known.has(name));
  }

  async function save(dir: string, reason: string, { also = [], pinned }: SaveOptions): Promise<Saved> {
    const workdir = await realDir(dir);
    const refused = refusal(workdir, places);
    if (refused !== undefined) return { type: "skipped", why: refused };
    if (!(await exists(workdir))) return { type: "skipped", why: `${workdir} does not exist` };
    const named = also.flatMap((path) => {
      const inside = insidePath(path, workdir);
      return inside === undefined || inside === "" ? [] : [fromText(inside)];
    });
    return locked(async () => {
      const { tree: _tree, ...saved } = await snapshot(workdir, reason, named);
      if (saved.type === "saved")
        await shorten(projectHash(workdir), [saved.id, ...(pinned === undefined ? [] : [pinned])]);
      return saved;
    });
  }

  async function restore(
    dir: string,
    reference: string,
    { removeNew = false, ...part }: RestoreOptions,
  ): Promise<Restored> {
    const workdir = await realDir(dir);
    const possible = await partsOf(part, workdir);
    return locked(async () => {
      const entry = pick(await entriesOf(workdir), reference);
      const target = await readTree(git, entry.id);
      const within = possible.find((one) => [...target.keys()].some((name) => covers(name, one)));
      if (within === undefined && possible.length > 0)
        throw new StoreFailure("not-found", `${part.path} is not in checkpoint ${entry.id.slice(0, 8)}.`);
      await mkdir(workdir, { recursive: true });
      const also = await unknownNames(workdir, target);
      const undo = await snapshot(workdir, `before restoring ${entry.id.slice(0, 8)}`, also, true);
      if (undo.type === "skipped" || undo.tree === undefined)
        throw new StoreFailure(
          "invalid",
          `Nothing was restored: ${undo.type === "skipped" ? undo.why : "nothing to save"}.`,
        );
      const saved = await readTree(git, undo.tree);
      const done = await restoreFiles(git, {
        ...{ workdir, target, saved, removeNew, note: entry.note },
        ...(within === undefined ? {} : { within }),
      });
      await shorten(projectHash(workdir), [entry.id, undo.id]);
      const never = entry.note.leftOut.filter((one) => covers(fromText(one.path), within));
      const leftOutMore = within === undefined ? entry.note.more : 0;
      return { id: entry.id, workdir, ...done, leftOut: [...done.leftOut, ...never], leftOutMore, undo: undo.id };
    });
  }

  async function diff(dir: string, reference: string, part: PartOfProject): Promise<CheckpointDiff> {
    const workdir = await realDir(dir);
    const possible = await partsOf(part, workdir);
    const entry = pick(await entriesOf(workdir), reference);
    const target = await readTree(git, entry.id);
    const within = possible.find((one) => [...target.keys()].some((name) => covers(name, one))) ?? possible[0];
    const also = await unknownNames(workdir, target);
    const objects = await mkdtemp(join(layout.store, "compare-"));
    // What is only looked at is not kept: new objects go to a folder of their own.
    const env = { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(layout.store, "objects") };
    try {
      return await withIndex({ layout, git, ids }, projectHash(workdir), async (index) => {
        const excludes = homeRules(workdir, places);
        const scan = { workTree: workdir, index: index.path, tracked: index.tracked, limits, excludes, also, env };
        const collected = await collect(git, scan);
        if (collected.type === "too-much") throw new StoreFailure("invalid", `Cannot compare: ${collected.why}.`);
        const against = { index: index.path, env, ...(within === undefined ? {} : { within }) };
        return diffToIndex(git, workdir, entry.id, against);
      });
    } finally {
      await rm(objects, { recursive: true, force: true });
    }
  }

  return {
    projectOf: (path, workspace) => findProject(path, workspace, places),
    save: (workdir, reason, how = {}) => save(workdir, reason, how),
    async list(dir) {
      const workdir = await realDir(dir);
      const checkpoints = (await entriesOf(workdir)).map(({ note: _note, ...checkpoint }) => checkpoint);
      return { workdir, checkpoints };
    },
    async show(dir, reference) {
      const workdir = await realDir(dir);
      const entries = await entriesOf(workdir);
      const entry = pick(entries, reference);
      return readDetail(git, workdir, entry, entries[entry.number]?.id);
    },
    diff: (dir, reference, part = {}) => diff(dir, reference, part),
    restore: (dir, reference, how = {}) => restore(dir, reference, how),
    async prune(how = {}) {
      if (how.onlyIfDue === true && !(await isDue(shelf)))
        return { ran: false, projectsRemoved: [], checkpointsRemoved: 0, bytesBefore: 0, bytesAfter: 0 };
      return locked(() => cleanUp(shelf, how));
    },
    async status() {
      const there = await exists(join(layout.store, "HEAD"));
      const projects = [];
      for (const hash of there ? await projectHashes(layout) : []) {
        const project = await readProject(layout, hash);
        if (project === undefined) continue;
        projects.push({
          workdir: project.workdir,
          exists: await exists(project.workdir),
          checkpoints: (await readIds(git, hash)).length,
          lastUsed: new Date(project.lastTouchMs).toISOString(),
        });
      }
      const bytes = there ? await storeBytes(git) : 0;
      return { enabled: options.enabled, store: layout.store, bytes, maxBytes: options.maxTotalBytes, projects };
    },
  };
}

/** What `path` can mean, in bytes: from the folder the person is in, then as checkpoints name files. Empty for the whole project. */
async function partsOf({ path, from }: PartOfProject, workdir: string): Promise<readonly string[]> {
  if (path === undefined) return [];
  const meant = [...(from === undefined || isAbsolute(path) ? [] : [join(await realDir(from), path)]), path];
  const inside = meant.flatMap((one) => insidePath(isAbsolute(one) ? normalize(one) : one, workdir) ?? []);
  if (inside.length === 0) throw new StoreFailure("invalid", `${path} is not inside ${workdir}.`);
  return inside.includes("") ? [] : [...new Set(inside)].map(fromText);
}
