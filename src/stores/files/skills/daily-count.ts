// How often something was done today, across processes: a cap on what runs unasked.

import type { Clock } from "../../../contracts/time.ts";
import { isRecord } from "../../../kernel/json.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";
import { createLock } from "./lock.ts";

export interface DailyCount {
  count(): Promise<number>;
  add(): Promise<void>;
}

export function dailyCount(path: string, clock: Clock, disk: Disk = nodeDisk): DailyCount {
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const locked = createLock(`${path}.lock`, clock);
  const read = (): number => {
    const value = readJsonFile(disk, path);
    return isRecord(value) && value.day === today() && typeof value.count === "number" ? value.count : 0;
  };
  return {
    count: async () => read(),
    add: () => locked(() => writeJsonFile(disk, path, { day: today(), count: read() + 1 })),
  };
}
