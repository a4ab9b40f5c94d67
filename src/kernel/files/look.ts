// What files some folders hold and in what state: two such looks tell what changed between them, whoever changed it.

import type { FileChange } from "../compress/file-lists.ts";

/** All paths absolute. */
export interface Looking {
  /** Looked through to the bottom; links are not followed. */
  readonly folders: readonly string[];
  /** Looked at by themselves, wherever they are, and behind links; folders among them are not entered. */
  readonly files: readonly string[];
  /** Never entered. */
  readonly skip: readonly string[];
  /** Entries after which no further folder is entered. */
  readonly most: number;
}

export interface Look {
  /** By path; a file that was written, replaced or given other rights has another mark. */
  readonly marks: ReadonlyMap<string, string>;
  /** Folders that were not entered, or not seen to their end, because there was too much to look at. */
  readonly unseen: readonly string[];
}

/** Made anew by tools, or the record of a version control: nobody's work is in them, and they hold more files than all the rest. */
export const NOT_WORK: ReadonlySet<string> = new Set(
  ".git .hg .svn .jj node_modules bower_components __pycache__ .venv venv .mypy_cache .pytest_cache .ruff_cache .tox .nox .gradle .cache .next .nuxt .svelte-kit .turbo .parcel-cache".split(
    " ",
  ),
);

/** Unseen folders beyond these are named by the one that holds them all. */
const MOST_UNSEEN = 3;

/**
 * In the order of the paths. Of folders that one of the looks did not see whole nothing is said to be new or gone, only that
 * they are unseen, save of the files in them that both looked at by themselves.
 */
export function changesBetween(before: Look, after: Look, files: readonly string[] = []): readonly FileChange[] {
  const changes: FileChange[] = [];
  const sure = new Set(files);
  const [unseenBefore, unseenAfter] = [new Set(before.unseen), new Set(after.unseen)];
  const hidden = (path: string, folders: ReadonlySet<string>) => !sure.has(path) && isBelowAny(path, folders);
  for (const [path, mark] of after.marks) {
    const old = before.marks.get(path);
    if (old === undefined) {
      if (!hidden(path, unseenBefore)) changes.push({ path, state: "created" });
    } else if (old !== mark) changes.push({ path, state: "changed" });
  }
  for (const path of before.marks.keys())
    if (!after.marks.has(path) && !hidden(path, unseenAfter)) changes.push({ path, state: "deleted" });
  const unseen = fewest([...new Set([...before.unseen, ...after.unseen])]);
  return [
    ...changes.sort((a, b) => (a.path < b.path ? -1 : 1)),
    ...unseen.map((path): FileChange => ({ path: asFolder(path), state: "unseen" })),
  ];
}

/** However many folders there are, asking costs as much as the path has parts. */
function isBelowAny(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
    if (folders.has(path.slice(0, end))) return true;
  return folders.has("/");
}

function fewest(folders: readonly string[]): readonly string[] {
  const [first = "", ...rest] = folders;
  if (folders.length <= MOST_UNSEEN) return folders;
  let shared = first.split("/");
  for (const folder of rest) {
    const parts = folder.split("/");
    const differs = shared.findIndex((part, index) => part !== parts[index]);
    if (differs >= 0) shared = shared.slice(0, differs);
  }
  return [shared.join("/")];
}

/** How a folder is written where files are listed. */
export function asFolder(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
