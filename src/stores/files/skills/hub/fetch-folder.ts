// Skills in a folder on disk: one, or a whole tree of them.

import { basename, join, sep } from "node:path";
import { SKILL_FILE, SKIPPED_DIRS } from "../../../../kernel/skills/skill.ts";
import type { Disk } from "../disk.ts";
import { checked, type FetchedFile, type FetchedSkill, invalid, MAX_BYTES, MAX_FILES } from "./fetched.ts";

/** The skill in `dir`, or the only one below it. Throws `invalid` when there is none or a choice to make. */
export function fetchFolder(disk: Disk, dir: string, pinned: string): FetchedSkill {
  if (disk.stat(dir)?.type !== "dir") throw invalid(`${dir} is not a folder.`);
  const found = disk.stat(join(dir, SKILL_FILE))?.type === "file" ? [dir] : skillFolders(disk, dir, 0);
  const [only, ...others] = found;
  if (only === undefined) throw invalid(`There is no SKILL.md in ${dir}.`);
  if (others.length > 0) {
    const names = found.map((one) =>
      one
        .slice(dir.length + 1)
        .split(sep)
        .join("/"),
    );
    throw invalid(`There are ${found.length} skills; name one of them: ${names.slice(0, 30).join(", ")}`);
  }
  return checked({ folder: basename(only), files: readFiles(disk, only), pinned });
}

function skillFolders(disk: Disk, dir: string, depth: number): readonly string[] {
  if (depth > 4) return [];
  return disk
    .list(dir)
    .filter(({ name, type }) => type === "dir" && !name.startsWith(".") && !SKIPPED_DIRS.has(name))
    .flatMap(({ name }) => {
      const place = join(dir, name);
      return disk.stat(join(place, SKILL_FILE))?.type === "file" ? [place] : skillFolders(disk, place, depth + 1);
    })
    .sort();
}

const LEFT_OUT: ReadonlySet<string> = new Set([".git", "node_modules", "__pycache__", ".DS_Store"]);

function readFiles(disk: Disk, dir: string, prefix = ""): readonly FetchedFile[] {
  const files: FetchedFile[] = [];
  for (const { name, type } of disk.list(join(dir, prefix))) {
    if (LEFT_OUT.has(name)) continue;
    const path = prefix === "" ? name : `${prefix}/${name}`;
    if (type === "dir") files.push(...readFiles(disk, dir, path));
    else files.push(readOne(disk, dir, path, type));
    if (files.length > MAX_FILES) throw invalid(`It has more than ${MAX_FILES} files.`);
  }
  return files;
}

function readOne(disk: Disk, dir: string, path: string, type: string): FetchedFile {
  const full = join(dir, path);
  const facts = disk.linkStat(full);
  if (type === "file" && facts !== undefined) {
    if (facts.size > MAX_BYTES) throw invalid(`${path} is too large.`);
    return { path, bytes: disk.read(full), executable: (facts.mode & 0o111) !== 0 };
  }
  // A link is reported and never followed; what is neither file nor link has no place in a skill.
  const target = disk.stat(full) === undefined ? "nowhere" : disk.realPath(full);
  const escapes = !`${target}${sep}`.startsWith(`${disk.realPath(dir)}${sep}`);
  return { path, bytes: new Uint8Array(), executable: false, link: { target, escapes } };
}
