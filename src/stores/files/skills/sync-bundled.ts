// Bundled skills in the home: copied once, updated as long as nobody edited them, never brought back when deleted.

import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { Clock } from "../../../contracts/time.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { formatManifest, planSync, readManifest, type SyncStep } from "../../../kernel/skills/manifest.ts";
import { skillArchive } from "./archive.ts";
import { type Disk, nodeDisk, readIfThere } from "./disk.ts";
import { createLock } from "./lock.ts";
import { filesBelow } from "./places.ts";
import { NO_SNAPSHOT, scanRoot } from "./scan-root.ts";
import { finishRollback, isHalfBack } from "./swap.ts";

export interface SyncOptions {
  /** Where the program's own skills lie. */
  readonly bundled: string;
  /** <home>/skills */
  readonly skills: string;
  /** <home>/.no-bundled-skills: the person does not want them. */
  readonly optOut: string;
  readonly clock: Clock;
  readonly disk?: Disk;
}

export interface SyncReport {
  readonly steps: readonly SyncStep[];
}

interface Shipped {
  readonly name: string;
  /** Relative folder, the same in both places. */
  readonly path: string;
}

const STAMP = ".bundled_stamp";

/** Cheap when nothing changed since the last time: the shipped files are only looked at, not read. */
export async function syncBundled(options: SyncOptions): Promise<SyncReport> {
  const disk = options.disk ?? nodeDisk;
  const { bundled, skills } = options;
  const locked = createLock(join(skills, ".write.lock"), options.clock);
  // Before anything is copied in: what stands aside would otherwise meet its own names on the way back.
  if (isHalfBack(disk, skills)) await locked(() => finishRollback(disk, skills));
  if (disk.stat(options.optOut) !== undefined || disk.stat(bundled) === undefined) return { steps: [] };
  const stamp = stampOf(disk, bundled);
  if (readIfThere(disk, join(skills, STAMP)) === stamp) return { steps: [] };
  return locked(async () => {
    await fillHoles(disk, skills);
    const shipped = await shippedSkills(disk, bundled);
    const manifestFile = join(skills, ".bundled_manifest");
    const manifest = new Map(readManifest(readIfThere(disk, manifestFile) ?? ""));
    const suppressed = new Set(
      (readIfThere(disk, join(skills, ".curator_suppressed")) ?? "").split("\n").map((line) => line.trim()),
    );
    const present = await presentSkills(disk, skills);
    const facts = shipped.map(({ name, path }) => {
      const place = present.get(name);
      return {
        name,
        shipped: treeHash(disk, join(bundled, path)),
        present: place === undefined ? undefined : treeHash(disk, join(skills, place)),
      };
    });
    const steps = planSync(facts, manifest, suppressed);
    for (const step of steps) {
      const skill = shipped.find(({ name }) => name === step.name);
      const fact = facts.find(({ name }) => name === step.name);
      if (step.type === "forget") manifest.delete(step.name);
      if (skill === undefined || fact === undefined) continue;
      if (step.type === "copy" || step.type === "update")
        replaceTree(disk, join(bundled, skill.path), skills, present.get(step.name) ?? skill.path);
      if (step.type === "copy" || step.type === "update") manifest.set(step.name, fact.shipped);
      if (step.type === "record") manifest.set(step.name, fact.present ?? fact.shipped);
    }
    disk.write(manifestFile, formatManifest(manifest));
    copyDescriptions(disk, bundled, skills);
    disk.write(join(skills, STAMP), stamp);
    return { steps };
  });
}

/** Takes the shipped version again, or with `keepEdits` declares the edited one the new base line; the edited copy stays in the archive either way. */
export async function resetBundled(options: SyncOptions, name: string, keepEdits: boolean): Promise<string> {
  const disk = options.disk ?? nodeDisk;
  const { bundled, skills } = options;
  return createLock(
    join(skills, ".write.lock"),
    options.clock,
  )(async () => {
    const shipped = (await shippedSkills(disk, bundled)).find((one) => one.name === name);
    if (shipped === undefined) throw new StoreFailure("not-found", `'${name}' is not a bundled skill.`);
    const place = (await presentSkills(disk, skills)).get(name);
    const target = join(skills, place ?? shipped.path);
    const manifestFile = join(skills, ".bundled_manifest");
    const manifest = new Map(readManifest(readIfThere(disk, manifestFile) ?? ""));
    const source = join(bundled, shipped.path);
    if (place !== undefined && treeHash(disk, target) !== treeHash(disk, source))
      keepCopy(disk, skills, name, place, options.clock.now());
    if (!keepEdits || place === undefined) replaceTree(disk, source, skills, place ?? shipped.path);
    manifest.set(name, treeHash(disk, target));
    disk.write(manifestFile, formatManifest(manifest));
    return target;
  });
}

function keepCopy(disk: Disk, skills: string, name: string, place: string, now: number): void {
  const copy = join(skills, ".reset-copy", name);
  disk.remove(dirname(copy));
  disk.copy(join(skills, place), copy);
  const category = dirname(place);
  skillArchive(disk, skills).put(
    { name, category: category === "." ? "" : category, dir: copy },
    new Date(now).toISOString(),
  );
}

async function shippedSkills(disk: Disk, bundled: string): Promise<readonly Shipped[]> {
  const { skills } = await scanRoot(disk, bundled, NO_SNAPSHOT, 0);
  return skills.map(({ name, path }) => ({ name, path }));
}

async function presentSkills(disk: Disk, root: string): Promise<ReadonlyMap<string, string>> {
  const { skills } = await scanRoot(disk, root, NO_SNAPSHOT, 0);
  return new Map(skills.map(({ name, path }) => [name, path]));
}

/** Same files, same bytes, same hash, wherever the folder stands. */
export function treeHash(disk: Disk, dir: string): string {
  const hash = createHash("md5");
  for (const { path, type } of filesBelow(disk, dir)) {
    if (type !== "file") continue;
    hash
      .update(path)
      .update("\0")
      .update(disk.read(join(dir, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function stampOf(disk: Disk, bundled: string): string {
  const hash = createHash("md5");
  for (const { path } of filesBelow(disk, bundled)) {
    const facts = disk.stat(join(bundled, path));
    hash.update(`${path} ${facts?.size} ${facts?.mtimeMs}\n`);
  }
  return hash.digest("hex");
}

const FRESH = ".sync-fresh";
const ASIDE = ".sync-aside";

/** The copy is made whole elsewhere; then the old one goes aside, the copy in, the old one away. */
function replaceTree(disk: Disk, from: string, skills: string, path: string): void {
  const to = join(skills, path);
  const fresh = join(skills, FRESH, path);
  const aside = join(skills, ASIDE, path);
  disk.remove(join(skills, FRESH));
  disk.makeDir(dirname(fresh));
  disk.copy(from, fresh);
  const hadOne = disk.linkStat(to) !== undefined;
  if (hadOne) disk.rename(to, aside);
  try {
    disk.rename(fresh, to);
  } catch (error) {
    if (hadOne) disk.rename(aside, to);
    throw error;
  }
  disk.remove(join(skills, ASIDE));
  disk.remove(join(skills, FRESH));
}

/** A crash between aside and in left a hole: what is aside goes back. */
async function fillHoles(disk: Disk, skills: string): Promise<void> {
  for (const { path } of (await scanRoot(disk, join(skills, ASIDE), NO_SNAPSHOT, 0)).skills)
    if (disk.linkStat(join(skills, path)) === undefined) disk.rename(join(skills, ASIDE, path), join(skills, path));
  disk.remove(join(skills, ASIDE));
  disk.remove(join(skills, FRESH));
}

function copyDescriptions(disk: Disk, bundled: string, skills: string): void {
  for (const { path, type } of filesBelow(disk, bundled)) {
    if (type !== "file" || !path.endsWith("DESCRIPTION.md") || disk.stat(join(skills, path)) !== undefined) continue;
    if (disk.stat(dirname(join(skills, path))) !== undefined)
      disk.write(join(skills, path), disk.read(join(bundled, path)), 0o644);
  }
}
