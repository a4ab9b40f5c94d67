// Files the agent has made or changed since the program started: what it writes and then runs is its own words, not the user's work.

import type { Tool, ToolContext } from "../contracts/tool.ts";
import { normalizePath } from "../kernel/shell/paths.ts";
import { realPathOf } from "./real-path.ts";

const MAX_FILES = 5_000;

export interface OwnFiles {
  has(path: string): boolean;
  note(paths: readonly string[]): void;
  /** Notes what a call to a writing tool touches, as named and behind links; whether it is allowed does not matter. */
  noteCall(input: unknown, tool: Tool, context: ToolContext): Promise<void>;
}

export function createOwnFiles(): OwnFiles {
  const files = new Set<string>();
  const note = (paths: readonly string[]) => {
    for (const path of paths) {
      // The newest are kept: they are what is run next.
      files.delete(path);
      files.add(path);
    }
    for (const path of files) {
      if (files.size <= MAX_FILES) break;
      files.delete(path);
    }
  };
  return {
    has: (path) => files.has(path),
    note,
    async noteCall(input, tool, context) {
      const decoded = tool.input.decode(input);
      for (const path of decoded.type === "ok" ? tool.touches(decoded.value) : [])
        note([normalizePath(context.env.resolve(path)), (await realPathOf(context, path)) ?? ""]);
    },
  };
}
