// Skills put away, never deleted: flat under .archive, with a note of where each one stood.

import { basename, dirname, join } from "node:path";
import { StoreFailure } from "../../../kernel/failure.ts";
import { isRecord } from "../../../kernel/json.ts";
import { type Disk, listIfThere } from "./disk.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";

export interface ArchivedSkill {
  readonly name: string;
  /** Folder below .archive. */
  readonly folder: string;
  /** The folders it stood in, "" for the top. */
  readonly category: string;
  readonly at: string;
}

export interface ArchivedPlace {
  readonly folder: string;
  readonly dir: string;
  readonly category: string;
}

export interface Archive {
  list(): readonly ArchivedSkill[];
  /** Moves the folder away; gives back where it went. Callers hold the lock. */
  put(skill: { readonly name: string; readonly category: string; readonly dir: string }, at: string): string;
  /** The newest of that name and where it stood. Throws `conflict` when something is there, `not-found` without one. */
  find(name: string): ArchivedPlace;
  /** Moves it back there. Throws as `find` does. */
  restore(name: string): ArchivedPlace;
}

export function skillArchive(disk: Disk, dir: string): Archive {
  const root = join(dir, ".archive");
  const book = join(root, ".places.json");

  const list = (): readonly ArchivedSkill[] => {
    const notes = readNotes(disk, book);
    return listIfThere(disk, root)
      .filter((entry) => entry.type === "dir")
      .map(({ name: folder }) => notes.get(folder) ?? unnoted(folder))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.at < b.at ? 1 : -1));
  };

  const find = (name: string): ArchivedPlace => {
    const found = list().find((one) => one.name === name) ?? list().find((one) => one.folder === name);
    if (found === undefined) throw new StoreFailure("not-found", `No archived skill is called '${name}'.`);
    const target = join(dir, found.category, found.name);
    if (disk.linkStat(target) !== undefined)
      throw new StoreFailure("conflict", `'${target}' exists already. Move it away first; the archived copy stays.`);
    return { folder: found.folder, dir: target, category: found.category };
  };

  return {
    list,
    find,
    put(skill, at) {
      const folder = freeFolder(disk, root, basename(skill.dir), at);
      const notes = readNotes(disk, book);
      notes.set(folder, { name: skill.name, folder, category: skill.category, at });
      // The note first: a crash in between leaves a note without a folder, which says nothing wrong.
      writeJsonFile(disk, book, Object.fromEntries(notes));
      disk.rename(skill.dir, join(root, folder));
      removeIfEmpty(disk, dirname(skill.dir), dir);
      return join(root, folder);
    },
    restore(name) {
      const found = find(name);
      disk.rename(join(root, found.folder), found.dir);
      const notes = readNotes(disk, book);
      notes.delete(found.folder);
      writeJsonFile(disk, book, Object.fromEntries(notes));
      return found;
    },
  };
}

/** `foo`, else `foo-20260115120000`, else with a counter. */
function freeFolder(disk: Disk, root: string, wanted: string, at: string): string {
  const stamped = `${wanted}-${at.replace(/\D/g, "").slice(0, 14)}`;
  const names = [wanted, stamped, ...Array.from({ length: 100 }, (_, n) => `${stamped}-${n + 2}`)];
  const free = names.find((name) => disk.linkStat(join(root, name)) === undefined);
  if (free === undefined)
    throw new StoreFailure("conflict", `The archive already holds too many copies of '${wanted}'.`);
  return free;
}

/** A folder put there by another program: its own name, with or without a stamp. */
function unnoted(folder: string): ArchivedSkill {
  return { name: folder.replace(/-\d{8}[-_T]?\d{6}$|-\d{14}$/, ""), folder, category: "", at: "" };
}

function readNotes(disk: Disk, path: string): Map<string, ArchivedSkill> {
  const value = readJsonFile(disk, path);
  const notes = new Map<string, ArchivedSkill>();
  if (!isRecord(value)) return notes;
  for (const [folder, note] of Object.entries(value)) {
    if (!isRecord(note) || typeof note.name !== "string") continue;
    const category = typeof note.category === "string" && isPlain(note.category) ? note.category : "";
    notes.set(folder, { name: note.name, folder, category, at: typeof note.at === "string" ? note.at : "" });
  }
  return notes;
}

function isPlain(category: string): boolean {
  return (
    category === "" || category.split("/").every((part) => /^[\w.-]+$/.test(part) && part !== ".." && part !== ".")
  );
}

/** An emptied category goes too; one with a description or other skills stays. */
function removeIfEmpty(disk: Disk, folder: string, root: string): void {
  if (folder === root || !folder.startsWith(root)) return;
  try {
    if (listIfThere(disk, folder).length === 0) disk.remove(folder);
  } catch (error) {
    // The skill is already safe in the archive; an empty folder harms nobody.
    if (!(error instanceof StoreFailure)) throw error;
  }
}
