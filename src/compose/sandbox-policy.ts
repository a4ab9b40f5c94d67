// What a confined command may write, and what it does not even see: the control files of every profile, keys, git's hooks.

import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Home } from "../config/home.ts";
import { gitControlPaths, gitDirOf, type SandboxPolicy } from "../environments/local/bubblewrap.ts";
import { CONTROL_NAMES } from "../kernel/shell/places.data.ts";
import { realPathOf } from "./agent-homes.ts";

export interface SandboxPlaces {
  readonly home: Pick<Home, "top" | "root" | "profiles" | "workspace" | "userHomeForCommands" | "cache">;
  readonly userHome: string;
  readonly network: boolean;
}

/** Caches programs keep in the home directory: without them package managers fail inside the sandbox. */
const CACHES = [".cache", ".npm", ".cargo", ".rustup", ".gradle", ".m2", ".local/share", ".local/state", "go"];
const KEYS = [".ssh", ".aws", ".gnupg"];

export async function sandboxPolicy({ home, userHome, network }: SandboxPlaces, cwd: string): Promise<SandboxPolicy> {
  const gitDir = gitDirOf(cwd);
  const profiles = await readdir(home.profiles).catch((): string[] => []);
  const blank = join(home.cache, "blank");
  await writeFile(blank, "", { mode: 0o600 }).catch(() => undefined);
  const homes = [
    ...new Set([home.top, home.root, ...profiles.map((name) => join(home.profiles, name))].map(realPathOf)),
  ];
  return {
    writable: [
      ...[cwd, ...(gitDir === undefined ? [] : [gitDir]), "/tmp", "/var/tmp"],
      ...CACHES.map((dir) => join(userHome, dir)),
      ...[home.workspace, home.userHomeForCommands],
    ],
    // Whole, so that what is not there yet cannot be planted; who works in a home itself is left its other files.
    readOnly: [...homes.filter((one) => one !== cwd), ...(gitDir === undefined ? [] : gitControlPaths(gitDir))],
    hidden: [
      ...homes.flatMap((one) => [...CONTROL_NAMES].map((name) => join(one, name))),
      ...KEYS.map((dir) => join(userHome, dir)),
    ],
    blank,
    network,
  };
}
