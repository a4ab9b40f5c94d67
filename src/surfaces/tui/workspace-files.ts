// Files for completion: one directory at a time, and a bounded look through the workspace for a name.

import { readdir } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { charCount } from "../../kernel/text.ts";
import type { Files } from "./completion.ts";

const SKIPPED = new Set(["node_modules", ".git", "dist", "build", "target", ".venv", "__pycache__", ".cache"]);
const MOST_ENTRIES = 4_000;
const MOST_FOUND = 12;

export function workspaceFiles(cwd: string, userHome: string): Files {
  const expand = (path: string) =>
    path.startsWith("~/")
      ? join(userHome, path.slice(2))
      : isAbsolute(path)
        ? path
        : resolve(cwd, path === "" ? "." : path);
  return {
    list: (directory) => entriesOf(expand(directory)),
    async find(letters, signal) {
      const found: string[] = [];
      let seen = 0;
      const queue = [""];
      for (let here = queue.shift(); here !== undefined && !signal.aborted; here = queue.shift()) {
        for (const entry of await entriesOf(join(cwd, here))) {
          if (++seen > MOST_ENTRIES || found.length >= MOST_FOUND) return shortestFirst(found);
          const path = here + entry;
          if (entry.endsWith("/")) {
            if (!SKIPPED.has(entry.slice(0, -1)) && !entry.startsWith(".")) queue.push(path);
          } else if (entry.toLowerCase().includes(letters)) found.push(path);
        }
      }
      return shortestFirst(found);
    },
  };
}

/** A directory that cannot be read has nothing to offer; that is not worth a message while typing. */
async function entriesOf(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
}

function shortestFirst(paths: readonly string[]): readonly string[] {
  return [...paths].sort((a, b) => charCount(a) - charCount(b));
}
