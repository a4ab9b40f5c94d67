// Spoken files are kept on this machine, wherever commands run: that is where a person can play them.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EnvironmentFailure } from "../kernel/failure.ts";

export interface AudioShelf {
  /** Gives the path it can be played from. */
  keep(name: string, bytes: Uint8Array): Promise<string>;
}

export function createAudioShelf(dir: string): AudioShelf {
  return {
    async keep(name, bytes) {
      const path = join(dir, name);
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 });
        await writeFile(path, bytes, { mode: 0o600 });
      } catch (error) {
        throw new EnvironmentFailure("io", `The audio could not be saved in ${dir}: ${String(error)}`, error);
      }
      return path;
    },
  };
}
