// Paths inside a skill that really are inside: no link may lead a read or a write elsewhere.

import { dirname, join, sep } from "node:path";
import type { Disk } from "./disk.ts";

/** Whether `path`, as far as it exists, really lies in `root`; a final link never does. */
export function isInside(disk: Disk, root: string, path: string): boolean {
  if (disk.linkStat(path)?.type === "link") return false;
  let existing = path;
  while (existing !== dirname(existing) && disk.linkStat(existing) === undefined) existing = dirname(existing);
  const real = disk.realPath(existing);
  const top = disk.realPath(root);
  return real === top || real.startsWith(top.endsWith(sep) ? top : top + sep);
}

/** Every file below a folder, relative with `/`, sorted; links are listed as such and not followed. */
export function filesBelow(disk: Disk, dir: string, prefix = ""): readonly FileBelow[] {
  const found: FileBelow[] = [];
  for (const entry of [...disk.list(join(dir, prefix))].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.type === "dir") found.push(...filesBelow(disk, dir, path));
    else found.push({ path, type: entry.type });
  }
  return found;
}

export interface FileBelow {
  readonly path: string;
  readonly type: "file" | "link" | "other";
}
