// Copies of the whole library before anything tidies it, and the way back. The copy one goes back to is never thrown away on the way.

import { join } from "node:path";
import { StoreFailure } from "../../../kernel/failure.ts";
import { isRecord } from "../../../kernel/json.ts";
import { type Disk, listIfThere, readIfThere } from "./disk.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";
import { filesBelow } from "./places.ts";
import { packTar, type TarFile, unpackTar } from "./tar.ts";

export interface Backup {
  readonly id: string;
  readonly reason: string;
  readonly createdAt: string;
  readonly bytes: number;
  readonly skills: number;
}

export interface BackupPorts {
  readonly disk: Disk;
  /** <home>/skills */
  readonly root: string;
  readonly keep: number;
  now(): number;
  /** The scheduler's jobs file, copied along; undefined when there is none. */
  readonly jobsFile: string;
}

const FOLDER = ".curator_backups";
const ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:-\d\d)?$/;
/** Not part of a copy and not touched by going back. */
const KEPT: ReadonlySet<string> = new Set([FOLDER, ".hub", ".write.lock"]);
const ASIDE = ".rollback-aside";
const FRESH = ".rollback-fresh";
/** Written once everything of today is aside: from then on, what stands in the root came from the copy. */
const ALL_ASIDE = ".all-aside";

export function listBackups({ disk, root }: BackupPorts): readonly Backup[] {
  return listIfThere(disk, join(root, FOLDER))
    .filter(({ name, type }) => type === "dir" && ID.test(name))
    .flatMap(({ name }) => readBackup(disk, join(root, FOLDER, name), name) ?? [])
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

function readBackup(disk: Disk, dir: string, id: string): Backup | undefined {
  const value = readJsonFile(disk, join(dir, "manifest.json"));
  if (!isRecord(value) || disk.stat(join(dir, "skills.tar.gz"))?.type !== "file") return undefined;
  return {
    id,
    reason: String(value.reason ?? ""),
    createdAt: String(value.created_at ?? ""),
    bytes: Number(value.archive_bytes ?? 0),
    skills: Number(value.skill_files ?? 0),
  };
}

/** Callers hold the lock. `spare` is never pruned. Throws StoreFailure when no whole copy could be made. */
export function makeBackup(ports: BackupPorts, reason: string, spare?: string): Backup {
  const { disk, root } = ports;
  const created = new Date(ports.now()).toISOString();
  const id = freeId(ports, `${created.slice(0, 19).replaceAll(":", "-")}Z`);
  const dir = join(root, FOLDER, id);
  const files = treeFiles(disk, root);
  const archive = packTar(files, ports.now());
  const jobs = readIfThere(disk, ports.jobsFile);
  try {
    disk.write(join(dir, "skills.tar.gz"), archive);
    if (jobs !== undefined) disk.write(join(dir, "cron-jobs.json"), jobs);
    // The manifest last: a copy without one does not count.
    writeJsonFile(disk, join(dir, "manifest.json"), {
      ...{ id, reason, created_at: created, archive: "skills.tar.gz", archive_bytes: archive.length },
      skill_files: files.filter(({ path }) => path.endsWith("SKILL.md")).length,
      cron_jobs: { backed_up: jobs !== undefined, jobs_count: countJobs(jobs) },
    });
  } catch (error) {
    disk.remove(dir);
    throw error;
  }
  prune(ports, new Set([id, ...(spare === undefined ? [] : [spare])]));
  const made = readBackup(disk, dir, id);
  if (made === undefined) throw new StoreFailure("io", `The backup in ${dir} could not be read back.`);
  return made;
}

function freeId({ disk, root }: BackupPorts, stamp: string): string {
  const names = [stamp, ...Array.from({ length: 98 }, (_, n) => `${stamp}-${String(n + 2).padStart(2, "0")}`)];
  const free = names.find((name) => disk.linkStat(join(root, FOLDER, name)) === undefined);
  if (free === undefined) throw new StoreFailure("conflict", "Too many backups within one second.");
  return free;
}

/** Every file of the tree; links are left where they are, they hold nothing of their own. */
function treeFiles(disk: Disk, root: string): readonly TarFile[] {
  const tops = listIfThere(disk, root).filter(({ name }) => !KEPT.has(name) && !isTemporary(name));
  return tops.flatMap(({ name, type }): readonly TarFile[] => {
    if (type === "file") return [toTarFile(disk, root, name)];
    if (type !== "dir") return [];
    return filesBelow(disk, root, name)
      .filter((file) => file.type === "file")
      .map(({ path }) => toTarFile(disk, root, path));
  });
}

function toTarFile(disk: Disk, root: string, path: string): TarFile {
  return { path, bytes: disk.read(join(root, path)), mode: disk.stat(join(root, path))?.mode ?? 0o644 };
}

function isTemporary(name: string): boolean {
  return name.endsWith(".tmp") || name === ASIDE || name === FRESH;
}

function countJobs(text: string | undefined): number {
  const jobs = text === undefined ? undefined : /"jobs"/.test(text) ? text.match(/"id"\s*:/g) : undefined;
  return jobs?.length ?? 0;
}

function prune(ports: BackupPorts, spare: ReadonlySet<string>): void {
  const old = listBackups(ports).slice(Math.max(1, ports.keep));
  for (const { id } of old) if (!spare.has(id)) ports.disk.remove(join(ports.root, FOLDER, id));
}

/** Goes back to a copy; first makes one of today. On any failure the library is as it was. Callers hold the lock. */
export function rollBack(ports: BackupPorts, id: string | undefined): { readonly to: Backup; readonly safety: Backup } {
  const { disk, root } = ports;
  finishRollback(disk, root);
  const all = listBackups(ports);
  const to = id === undefined ? all[0] : all.find((one) => one.id === id);
  if (to === undefined)
    throw new StoreFailure(
      "not-found",
      id === undefined ? "There is no backup to go back to." : `There is no backup '${id}'.`,
    );
  const files = unpackTar(disk.read(join(root, FOLDER, to.id, "skills.tar.gz")));
  const safety = makeBackup(ports, `before rollback to ${to.id}`, to.id);
  disk.remove(join(root, FRESH));
  disk.makeDir(join(root, FRESH));
  for (const file of files) disk.write(join(root, FRESH, file.path), file.bytes, file.mode);
  swap(disk, root);
  return { to, safety };
}

/** Today's entries aside, yesterday's in; whatever happens in between, `finishRollback` knows which way to go on. */
function swap(disk: Disk, root: string): void {
  disk.makeDir(join(root, ASIDE));
  try {
    for (const { name } of movable(disk, root)) disk.rename(join(root, name), join(root, ASIDE, name));
    disk.write(join(root, ASIDE, ALL_ASIDE), "");
    for (const { name } of disk.list(join(root, FRESH))) disk.rename(join(root, FRESH, name), join(root, name));
  } catch (error) {
    undoSwap(disk, root);
    throw error;
  }
  disk.remove(join(root, FRESH));
  disk.remove(join(root, ASIDE));
}

function movable(disk: Disk, root: string) {
  return disk.list(root).filter(({ name }) => !KEPT.has(name) && name !== ASIDE && name !== FRESH);
}

function undoSwap(disk: Disk, root: string): void {
  const aside = listIfThere(disk, join(root, ASIDE)).map(({ name }) => name);
  if (aside.includes(ALL_ASIDE)) for (const { name } of movable(disk, root)) disk.remove(join(root, name));
  disk.remove(join(root, ASIDE, ALL_ASIDE));
  for (const name of aside.filter((one) => one !== ALL_ASIDE)) disk.rename(join(root, ASIDE, name), join(root, name));
  disk.remove(join(root, ASIDE));
  disk.remove(join(root, FRESH));
}

/** Whether a process died while swapping. */
export function isHalfBack(disk: Disk, root: string): boolean {
  return disk.linkStat(join(root, ASIDE)) !== undefined;
}

/** What such a process left aside is put back. Callers hold the lock. */
export function finishRollback(disk: Disk, root: string): void {
  if (!isHalfBack(disk, root)) return;
  if (disk.linkStat(join(root, FRESH)) === undefined) disk.remove(join(root, ASIDE));
  else undoSwap(disk, root);
}
