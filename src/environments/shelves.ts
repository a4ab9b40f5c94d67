// Folders of this machine that can be read from an environment elsewhere: what was put aside for the model must be in its reach.

import { realpathSync } from "node:fs";
import { sep } from "node:path";
import type { Environment } from "../contracts/environment.ts";
import { createLocalFiles } from "./local/files.ts";

/** The same environment; absolute paths below `dirs` are read here, everything else there. Nothing is written here. */
export function withShelves(env: Environment, dirs: readonly string[]): Environment {
  const here = createLocalFiles(
    (path, access) =>
      access === "read" && dirs.some((dir) => isBelow(path, real(dir))) ? undefined : `Refused: ${path}`,
    () => "never written",
  );
  const at = (path: string) => (dirs.some((dir) => isBelow(path, dir)) ? here : env);
  const reading: Pick<Environment, "realPath" | "stat" | "read"> = {
    realPath: (path) => at(path).realPath(path),
    stat: (path) => at(path).stat(path),
    read: (path, maxBytes) => at(path).read(path, maxBytes),
  };
  const members = Object.getOwnPropertyDescriptors(env);
  return Object.defineProperties({ ...env }, { ...members, ...Object.getOwnPropertyDescriptors(reading) });
}

function isBelow(path: string, dir: string): boolean {
  return path.startsWith(dir + sep) && !path.split(sep).includes("..");
}

function real(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    // A folder that is not there yet holds nothing.
    return dir;
  }
}
