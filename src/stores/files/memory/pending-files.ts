// Writes that wait for a person, one file each.

import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJson } from "../../../kernel/json.ts";
import { decodePending, isPendingId, type PendingRecord } from "../../../kernel/memory/approval.ts";
import { codeOf, diskFailure, draft, install, makeFolder, readText, syncAndClose, syncFolder } from "./disk.ts";

/** Durable when it returns. Drafted outside, so that the folder holds records and nothing else, whenever one looks. Throws StoreFailure. */
export function savePending(dir: string, record: PendingRecord): void {
  const path = join(dir, `${record.id}.json`);
  try {
    makeFolder(dir);
    const next = draft(path, `${JSON.stringify(record, undefined, 2)}\n`, record.id, dirname(dir));
    syncAndClose(next.handle);
    install(next);
    syncFolder(dir);
  } catch (error) {
    throw diskFailure(path, error);
  }
}

/** Undefined for an id that is no id, a file that is not there, and a file that is no record. */
export function readPending(dir: string, id: string): ReturnType<typeof decodePending> {
  if (!isPendingId(id)) return undefined;
  const file = readText(join(dir, `${id}.json`));
  const parsed = file.type === "text" ? parseJson(file.text) : undefined;
  const found = parsed?.type === "ok" ? decodePending(parsed.value) : undefined;
  return found?.record.id === id ? found : undefined;
}

export function listPending(dir: string): readonly PendingRecord[] {
  return namesIn(dir)
    .flatMap((name) => {
      const found = readPending(dir, name.replace(/\.json$/, ""));
      return found === undefined ? [] : [found.record];
    })
    .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
}

/** False when there was nothing to remove. */
export function dropPending(dir: string, id: string): boolean {
  if (readPending(dir, id) === undefined) return false;
  const path = join(dir, `${id}.json`);
  try {
    rmSync(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw diskFailure(path, error);
  }
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).filter((name) => name.endsWith(".json"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw diskFailure(dir, error);
  }
}
