// Copies of the whole library before anything tidies it, and the way back. The copy one goes back to is never thrown away on the way.

import { join } from "node:path";
import { StoreFailure } from "../../../kernel/failure.ts";
import { isRecord } from "../../../kernel/json.ts";
import { type Disk, listIfThere, readIfThere } from "./disk.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";
import { filesBelow } from "./places.ts";
import { bundleFiles, planReturns, type ReferencePlaces } from "./references.ts";
import { FRESH, finishRollback, isSwapping, KEPT, swapIn } from "./swap.ts";
import { packTar, type TarFile, unpackTar } from "./tar.ts";

export interface Backup {
  readonly id: string;
  readonly reason: string;
  readonly createdAt: string;
  readonly bytes: number;
  readonly skills: number;
}

/** Jobs and bundles are copied along: they name skills. */
export interface BackupPorts extends ReferencePlaces {
  readonly disk: Disk;
  /** <home>/skills */
  readonly root: string;
  readonly keep: number;
  now(): number;
}

const FOLDER = ".curator_backups";
const ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:-\d\d)?$/;

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
    const copy = referencesIn(dir);
    if (jobs !== undefined) disk.write(copy.jobsFile, jobs);
    for (const name of bundleFiles(disk, ports.bundles))
      disk.write(join(copy.bundles, name), disk.read(join(ports.bundles, name)));
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

function referencesIn(copy: string): ReferencePlaces {
  return { jobsFile: join(copy, "cron-jobs.json"), bundles: join(copy, "skill-bundles") };
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
  return name.endsWith(".tmp") || isSwapping(name);
}

function countJobs(text: string | undefined): number {
  const jobs = text === undefined ? undefined : /"jobs"/.test(text) ? text.match(/"id"\s*:/g) : undefined;
  return jobs?.length ?? 0;
}

function prune(ports: BackupPorts, spare: ReadonlySet<string>): void {
  const old = listBackups(ports).slice(Math.max(1, ports.keep));
  for (const { id } of old) if (!spare.has(id)) ports.disk.remove(join(ports.root, FOLDER, id));
}

/**
 * Goes back to a copy; first makes one of today. A failure leaves the library as it was or, once all of the copy is in,
 * something the next start completes. Callers hold the lock.
 */
export async function rollBack(
  ports: BackupPorts,
  id: string | undefined,
): Promise<{ readonly to: Backup; readonly safety: Backup }> {
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
  const references = await planReturns(disk, ports, referencesIn(join(root, FOLDER, to.id)));
  const safety = makeBackup(ports, `before rollback to ${to.id}`, to.id);
  disk.remove(join(root, FRESH));
  disk.makeDir(join(root, FRESH));
  for (const file of files) disk.write(join(root, FRESH, file.path), file.bytes, file.mode);
  swapIn(disk, root, references);
  return { to, safety };
}
