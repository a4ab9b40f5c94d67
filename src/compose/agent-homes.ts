// The folders whose control files nobody but their owner touches: as they are named, and where those names really lead.

import { realpathSync } from "node:fs";
import type { Home } from "../config/home.ts";

export function agentHomes({ top, root }: Pick<Home, "top" | "root">): readonly string[] {
  return [...new Set([top, root].flatMap((path) => [path, realPathOf(path)]))];
}

export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Not there yet: it has no other name.
    return path;
  }
}
