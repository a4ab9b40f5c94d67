// Homes of other agents on this machine whose notes a person may want to bring along.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Facts } from "../../config/process-facts.ts";
import type { MemoryTarget } from "../../contracts/memory.ts";
import { parseBook } from "../../kernel/memory/entries.ts";
import type { OpenAdmin } from "../../runtime/admin.ts";
import type { Prompts } from "./prompts.ts";
import { withMemory } from "./with-memory.ts";
import { WORDS } from "./words.data.ts";

export interface FoundNotes {
  readonly agent: string;
  readonly path: string;
  readonly target: MemoryTarget;
  readonly entries: readonly string[];
}

const PLACES: readonly { readonly agent: string; readonly path: string; readonly target: MemoryTarget }[] = [
  { agent: "OpenClaw", path: ".openclaw/workspace/MEMORY.md", target: "memory" },
  { agent: "OpenClaw", path: ".openclaw/workspace/USER.md", target: "user" },
  { agent: "Clawdbot", path: ".clawdbot/workspace/MEMORY.md", target: "memory" },
  { agent: "Clawdbot", path: ".clawdbot/workspace/USER.md", target: "user" },
  { agent: "Claude Code", path: ".claude/CLAUDE.md", target: "memory" },
  { agent: "Codex", path: ".codex/AGENTS.md", target: "memory" },
  { agent: "Gemini CLI", path: ".gemini/GEMINI.md", target: "memory" },
];

export async function findOtherAgents({ userHome }: Pick<Facts, "userHome">): Promise<readonly FoundNotes[]> {
  const found = await Promise.all(
    PLACES.map(async ({ agent, path, target }) => {
      const file = join(userHome, path);
      const text = await readFile(file, "utf8").catch(() => undefined);
      const entries = text === undefined ? [] : notesIn(text);
      return entries.length === 0 ? [] : [{ agent, path: file, target, entries }];
    }),
  );
  return found.flat();
}

/** Entries of a memory file, or the points of a Markdown list; headings are not notes. */
export function notesIn(text: string): readonly string[] {
  const { entries } = parseBook(text);
  if (entries.length > 1) return entries;
  return text
    .split("\n")
    .map((line) => /^\s*[-*]\s+(\S.*)$/.exec(line)?.[1]?.trim() ?? "")
    .filter((line) => line !== "");
}

/** Each file is taken whole or not at all: the memory is small, and a scanner reads along. */
export async function offerMemories(
  prompts: Prompts,
  found: readonly FoundNotes[],
  openAdmin: OpenAdmin,
): Promise<void> {
  for (const notes of found) {
    const question = WORDS.setup.notes.question(notes.agent, notes.entries.length, notes.path);
    if (!(await prompts.confirm(question, false))) continue;
    await withMemory(openAdmin, async ({ book, principal }) => {
      const { answer, changes } = await book.import(principal, notes.target, notes.entries, { origin: "import" });
      prompts.say(answer.success ? WORDS.setup.notes.taken(changes.length) : WORDS.setup.notes.notTaken(answer.error));
    });
  }
}
