// A list of files made short without leaving any out: where many files of one folder changed, the folder stands for them.

import { asFolder } from "../files/look.ts";
import type { FileChange } from "./file-lists.ts";

/**
 * At most `most` entries, whatever was given: the folders with the most entries are named first in place of what is in
 * them, then, if need be, the folders around those. Entries that are not folded stay as they are, in their order.
 */
export function foldFiles<T extends FileChange>(files: readonly T[], most: number): readonly T[] {
  let entries = files;
  while (entries.length > Math.max(1, most)) {
    const folded = foldOnce(entries, Math.max(1, most));
    if (folded.length === entries.length && folded.every(({ path }, index) => path === entries[index]?.path)) break;
    entries = folded;
  }
  return entries;
}

/** The fullest folders first, no more of them than needed; where each holds one entry, the deepest. */
function foldOnce<T extends FileChange>(entries: readonly T[], most: number): readonly T[] {
  const folders = [...Map.groupBy(entries, ({ path }) => folderOf(path))];
  const full = folders.filter(([, inside]) => inside.length > 1).sort(([, a], [, b]) => b.length - a.length);
  const deepest = Math.max(...folders.map(([folder]) => depthOf(folder)));
  const taken = new Set<string>();
  let left = entries.length;
  for (const [folder, inside] of full) {
    if (left <= most) break;
    taken.add(folder);
    left -= inside.length - 1;
  }
  if (full.length === 0) for (const [folder] of folders) if (depthOf(folder) === deepest) taken.add(folder);
  const out = new Map<string, T>();
  for (const entry of entries) {
    const folder = folderOf(entry.path);
    const path = taken.has(folder) ? folder : entry.path;
    const known = out.get(path);
    out.set(path, known === undefined ? { ...entry, path } : { ...known, ...entry, path, state: both(known, entry) });
  }
  return [...out.values()];
}

/** Of a folder the one around it. */
function folderOf(path: string): string {
  const bare = path.endsWith("/") ? path.slice(0, -1) : path;
  return asFolder(bare.slice(0, Math.max(0, bare.lastIndexOf("/"))));
}

const depthOf = (folder: string): number => folder.split("/").length;

function both(a: FileChange, b: FileChange): FileChange["state"] {
  if (a.state === b.state || b.state === "unseen") return a.state;
  return a.state === "unseen" ? b.state : "changed";
}
