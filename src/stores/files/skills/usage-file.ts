// skills/.usage.json: who was used, viewed, patched, pinned, put away.

import { join } from "node:path";
import { parseJson } from "../../../kernel/json.ts";
import {
  countUsage,
  NO_SKILL_USAGE,
  readUsage,
  type SkillUsage,
  type UsageBook,
  type UsageEvent,
} from "../../../kernel/skills/usage.ts";
import { type Disk, readIfThere } from "./disk.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";

export interface UsageFile {
  read(): UsageBook;
  /** Callers hold the lock. */
  update(name: string, change: (record: SkillUsage) => SkillUsage): void;
  updateAll(change: (book: UsageBook) => UsageBook): void;
  count(name: string, event: UsageEvent, at: string): void;
  forget(name: string): void;
}

export function usageFile(disk: Disk, dir: string): UsageFile {
  const path = join(dir, ".usage.json");
  const updateAll: UsageFile["updateAll"] = (change) => {
    const before = readUsage(readJsonFile(disk, path));
    const after = change(before);
    if (after !== before) writeJsonFile(disk, path, after);
  };
  return {
    read() {
      const parsed = parseJson(readIfThere(disk, path) ?? "{}");
      return readUsage(parsed.type === "ok" ? parsed.value : {});
    },
    updateAll,
    update: (name, change) => updateAll((book) => ({ ...book, [name]: change(book[name] ?? NO_SKILL_USAGE) })),
    count: (name, event, at) => updateAll((book) => ({ ...book, [name]: countUsage(book[name], event, at) })),
    forget: (name) =>
      updateAll((book) => {
        if (!(name in book)) return book;
        const { [name]: _gone, ...rest } = book;
        return rest;
      }),
  };
}
