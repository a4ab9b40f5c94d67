// The prompt's index as it was last rendered, with the times of every file it came from. As long as they hold, a start costs
// one small read and a stat per skill; it is the same text in every case.

import type { Log } from "../../../contracts/log.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { isRecord, parseJson } from "../../../kernel/json.ts";
import { type Disk, readIfThere } from "./disk.ts";
import type { Snapshots } from "./index-cache.ts";

export interface ReadyIndexPorts {
  readonly disk: Disk;
  readonly log: Log;
  readonly path: string;
  /** The telemetry file: it counts only when it decided what is shown. */
  readonly usage: string;
}

export interface FreshIndex {
  readonly text: string;
  readonly whole: boolean;
  readonly snapshots: Snapshots;
}

interface Ready {
  readonly key: string;
  readonly text: string;
  /** Path, time, size; size -1 for folders, of which only the time counts; time -1 for what was not there. */
  readonly seen: readonly (readonly [string, number, number])[];
}

const VERSION = 1;

/** `render` is asked only when something it depends on has changed. */
export function createReadyIndex(
  ports: ReadyIndexPorts,
): (key: string, render: () => Promise<FreshIndex>) => Promise<string> {
  const memory = { ready: undefined as Ready | undefined };
  return async (key, render) => {
    const known = memory.ready ?? load(ports);
    if (known?.key === key && isCurrent(ports.disk, known)) {
      memory.ready = known;
      return known.text;
    }
    const fresh = await render();
    const ready = toReady(ports, key, fresh);
    memory.ready = ready;
    if (ready !== undefined) save(ports, ready);
    return fresh.text;
  };
}

function isCurrent(disk: Disk, { seen }: Ready): boolean {
  for (const [path, mtimeMs, size] of seen) {
    const facts = disk.stat(path);
    if (mtimeMs === -1 ? facts !== undefined : facts === undefined || facts.mtimeMs !== mtimeMs) return false;
    if (size !== -1 && facts?.size !== size) return false;
  }
  return true;
}

/** Undefined while some file is so young that its time proves nothing. */
function toReady(
  { disk, usage }: ReadyIndexPorts,
  key: string,
  { text, whole, snapshots }: FreshIndex,
): Ready | undefined {
  const seen: (readonly [string, number, number])[] = [];
  for (const [root, { skills, dirs, categories }] of snapshots) {
    if (dirs[""] === undefined) seen.push([root, -1, -1]);
    for (const [path, { mtimeMs }] of Object.entries(dirs)) seen.push([`${root}/${path}`, mtimeMs, -1]);
    for (const { path, mtimeMs, size } of skills) seen.push([`${root}/${path}/SKILL.md`, mtimeMs, size]);
    for (const [path, { mtimeMs, size }] of Object.entries(categories))
      seen.push([`${root}/${path}/DESCRIPTION.md`, mtimeMs, size]);
    if ([...skills, ...Object.values(dirs), ...Object.values(categories)].some(({ mtimeMs }) => mtimeMs === -1))
      return undefined;
  }
  if (!whole) {
    const facts = disk.stat(usage);
    seen.push(facts === undefined ? [usage, -1, -1] : [usage, facts.mtimeMs, facts.size]);
  }
  return { key, text, seen };
}

function load({ disk, path, log }: ReadyIndexPorts): Ready | undefined {
  try {
    const parsed = parseJson(readIfThere(disk, path) ?? "");
    if (parsed.type === "bad" || !isRecord(parsed.value) || parsed.value.version !== VERSION) return undefined;
    const { key, text, seen } = parsed.value;
    if (typeof key !== "string" || typeof text !== "string" || !Array.isArray(seen)) return undefined;
    return { key, text, seen: seen as Ready["seen"] };
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    log.warn("ready skills index could not be read", { error: error.message });
    return undefined;
  }
}

function save({ disk, path, log }: ReadyIndexPorts, ready: Ready): void {
  try {
    disk.writeCache(path, JSON.stringify({ version: VERSION, ...ready }));
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    log.warn("ready skills index could not be kept", { error: error.message });
  }
}
