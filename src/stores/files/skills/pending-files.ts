// pending/skills/<id>.json: changes that wait for a person. The folder holds records and nothing else.

import { dirname, join } from "node:path";
import type { PendingChange, SkillChange, WriteOrigin } from "../../../contracts/skills.ts";
import { isPendingId, readRecord, toArguments } from "../../../kernel/skills/pending.ts";
import { type Disk, listIfThere } from "./disk.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";

export interface PendingFiles {
  add(record: PendingChange): void;
  /** Oldest first. */
  list(): readonly PendingChange[];
  get(id: string): PendingChange | undefined;
  remove(id: string): boolean;
}

const ORIGINS: readonly string[] = ["foreground", "background_review", "curator", "user"];

export function pendingFiles(disk: Disk, dir: string): PendingFiles {
  const pathOf = (id: string) => join(dir, `${id}.json`);
  const get = (id: string): PendingChange | undefined => {
    const record = isPendingId(id) ? readRecord(readJsonFile(disk, pathOf(id))) : undefined;
    if (record === undefined) return undefined;
    return {
      id: record.id,
      action: record.change.type,
      summary: record.summary,
      origin: ORIGINS.includes(record.origin) ? (record.origin as WriteOrigin) : "foreground",
      createdAt: record.created_at,
      change: record.change as SkillChange,
    };
  };
  return {
    get,
    add({ id, action, summary, origin, createdAt, change }) {
      // Written outside and moved in: whenever one looks, there are only whole records.
      const draft = join(dirname(dir), `.${id}.json`);
      writeJsonFile(disk, draft, {
        ...{ id, subsystem: "skills", action, summary, origin, created_at: createdAt },
        payload: toArguments(change),
      });
      disk.rename(draft, pathOf(id));
    },
    list: () =>
      listIfThere(disk, dir)
        .filter(({ name, type }) => type === "file" && name.endsWith(".json"))
        .flatMap(({ name }) => get(name.slice(0, -5)) ?? [])
        .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1)),
    remove(id) {
      if (!isPendingId(id) || disk.linkStat(pathOf(id))?.type !== "file") return false;
      disk.remove(pathOf(id));
      return true;
    },
  };
}
