// What a restore does to each path. Nothing that could not be saved first is overwritten or removed.

/** Paths to what git calls mode and object id, as one comparable word. */
export type Tree = ReadonlyMap<string, string>;

/** What stands at a path now. */
export type Standing = "nothing" | "file" | "folder" | "behind-something";

export interface RestorePlan {
  readonly write: readonly string[];
  readonly remove: readonly string[];
  readonly kept: readonly string[];
  readonly leftOut: readonly { readonly path: string; readonly why: "in-the-way" | "not-saved" }[];
}

export interface RestoreQuestion {
  readonly target: Tree;
  /** What is there now and can be had back. */
  readonly saved: Tree;
  readonly removeNew: boolean;
  /** Limits the restore to one file or folder. */
  readonly within?: string;
  standing(path: string): Standing;
}

/** Paths of the target that are not there now as they were. */
export function changedPaths(target: Tree, saved: Tree, within?: string): readonly string[] {
  return [...target].filter(([path, entry]) => covers(path, within) && saved.get(path) !== entry).map(([path]) => path);
}

export function planRestore({ target, saved, removeNew, within, standing }: RestoreQuestion): RestorePlan {
  const fresh = [...saved.keys()].filter((path) => covers(path, within) && !target.has(path));
  const write: string[] = [];
  const leftOut: { path: string; why: "in-the-way" | "not-saved" }[] = [];
  for (const path of changedPaths(target, saved, within)) {
    const stands = standing(path);
    if (stands === "file" && !saved.has(path)) leftOut.push({ path, why: "not-saved" });
    else if ((stands === "folder" || stands === "behind-something") && !removeNew)
      leftOut.push({ path, why: "in-the-way" });
    else write.push(path);
  }
  return { write, remove: removeNew ? fresh : [], kept: removeNew ? [] : fresh, leftOut };
}

export function covers(path: string, within: string | undefined): boolean {
  return within === undefined || within === "" || path === within || path.startsWith(`${within}/`);
}

/** A path inside the project as snapshots name it: relative, no dots; undefined when it leads out. */
export function insidePath(path: string, workdir: string): string | undefined {
  const inside = path.startsWith(`${workdir}/`) ? path.slice(workdir.length + 1) : path;
  if (path === workdir) return "";
  if (inside.startsWith("/")) return undefined;
  const parts = inside.split("/").filter((part) => part !== "" && part !== ".");
  return parts.includes("..") || parts.some((part) => part.includes("\0")) ? undefined : parts.join("/");
}
