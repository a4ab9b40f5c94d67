// Where the program's own skills lie, in a checkout and in an installed package.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SyncOptions } from "../stores/files/skills/sync-bundled.ts";
import type { Ground } from "./ground.ts";

/** Beside the bundle's folder, above its chunks, or above the sources. */
export function bundledSkills({ home, clock }: Ground): SyncOptions {
  const here = import.meta.dirname;
  const places = [join(here, "..", "skills"), join(here, "..", "..", "skills")];
  const bundled = places.find((dir) => existsSync(dir) && !dir.startsWith(home.root)) ?? join(here, "..", "skills");
  return { bundled, skills: home.skills, optOut: home.path(".no-bundled-skills"), clock };
}
