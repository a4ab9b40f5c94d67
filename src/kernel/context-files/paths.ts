// Lexical POSIX paths: pure, no file system. Symbolic links are resolved by whoever reads.

/** Absolute, without `.`, `..`, doubled or trailing slashes. */
export function resolvePath(base: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root === "/" ? "/" : `${root}/`);
}

/** The path below `root`, "." for the root itself, undefined outside of it. */
export function relativeTo(root: string, path: string): string | undefined {
  if (path === root) return ".";
  if (!isWithin(root, path)) return undefined;
  return path.slice(root === "/" ? 1 : root.length + 1);
}

export function depthOf(path: string): number {
  return path === "/" ? 0 : path.split("/").length - 1;
}
