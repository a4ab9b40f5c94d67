// Test support: a disk on which one operation fails, or on which nothing works from then on, as after a crash.

import { StoreFailure } from "../../../kernel/failure.ts";
import { type Disk, nodeDisk } from "./disk.ts";

const CHANGING: readonly (keyof Disk)[] = ["write", "writeCache", "append", "rename", "remove", "makeDir", "copy"];

export interface FaultyDisk extends Disk {
  /** Changing operations asked for so far. */
  readonly count: number;
}

/** The `failAt`th change fails (from 1); with `crash`, so does everything after it. */
export function faultyDisk(failAt: number, crash: boolean): FaultyDisk {
  const state = { count: 0 };
  const faulty = Object.fromEntries(
    Object.entries(nodeDisk).map(([name, act]) => [
      name,
      (...args: never[]) => {
        if (CHANGING.includes(name as keyof Disk)) state.count++;
        if (CHANGING.includes(name as keyof Disk) && (crash ? state.count >= failAt : state.count === failAt))
          throw new StoreFailure("full", `${name} failed on purpose`);
        return (act as (...all: never[]) => unknown)(...args);
      },
    ]),
  ) as unknown as Disk;
  return Object.defineProperty(faulty, "count", { get: () => state.count }) as FaultyDisk;
}
