// The launcher takes the start-up snapshot when its stamp names the running boot and is younger than the installed packages.
// A start without it looks whether the snapshot still fits, and says so in the stamp for the starts to come.

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedDataVersionTag } from "node:v8";

export interface StampOptions {
  /** The folder of the built program. */
  readonly dist: string;
  /** The file in which the system names its current boot. */
  readonly bootFile: string;
}

/** Never throws: a place that cannot be written only keeps starts as slow as this one. */
export function renewStamp({ dist, bootFile }: StampOptions): void {
  const stamp = join(dist, "program.stamp");
  try {
    const [, madeFor] = readFileSync(stamp, "utf8").split("\n");
    if (madeFor !== `${process.version} ${cachedDataVersionTag()}`) return;
    const draft = `${stamp}.${process.pid}`;
    writeFileSync(draft, `${readFileSync(bootFile, "utf8").trim()}\n${madeFor}\n`);
    renameSync(draft, stamp);
  } catch {
    return;
  }
}
