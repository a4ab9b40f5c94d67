// What was learned, one file per change, with enough kept to take it back.

import { join } from "node:path";
import type { LearnedSkillChange } from "../../../contracts/learning.ts";
import { readLearned } from "../../../kernel/skills/learned.ts";
import { type Disk, listIfThere } from "./disk.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";

export interface JournalFiles {
  add(change: LearnedSkillChange): void;
  /** Newest first. */
  list(): readonly LearnedSkillChange[];
  get(id: string): LearnedSkillChange | undefined;
  update(change: LearnedSkillChange): void;
}

const ID = /^[a-z]+_[0-9a-f]{4,32}$/;

export function journalFiles(disk: Disk, dir: string): JournalFiles {
  const pathOf = (id: string) => join(dir, `${id}.json`);
  const get = (id: string): LearnedSkillChange | undefined =>
    ID.test(id) ? readLearned(readJsonFile(disk, pathOf(id))) : undefined;
  const write = (change: LearnedSkillChange) => writeJsonFile(disk, pathOf(change.id), change);
  return {
    add: write,
    update: write,
    get,
    list: () =>
      listIfThere(disk, dir)
        .filter(({ name, type }) => type === "file" && name.endsWith(".json"))
        .flatMap(({ name }) => get(name.slice(0, -5)) ?? [])
        .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? 1 : -1)),
  };
}
