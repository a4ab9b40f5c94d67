// Makes a home usable: folders private to their owner, an identity to start from, or one sentence saying why not.

import { accessSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { ConfigFailure } from "../kernel/failure.ts";
import { codeOf, PRIVATE_DIR, PRIVATE_FILE, writeFailure } from "./atomic-file.ts";
import type { Home } from "./home.ts";
import type { Env } from "./process-facts.ts";
import { DEFAULT_SOUL } from "./soul.data.ts";

/** Idempotent; existing folders and files are left as they are. Throws ConfigFailure when the home cannot be used. */
export function ensureHome(home: Home, env: Env = {}): { readonly created: boolean } {
  const mode = homeMode(env);
  const created = makeRoot(home, mode);
  try {
    for (const folder of [home.memories, home.skills, home.sessions, home.logs, home.cron, home.cache])
      mkdirSync(folder, { recursive: true, mode });
    seed(home.soul, DEFAULT_SOUL);
  } catch (error) {
    throw writeFailure(home.root, error);
  }
  return { created };
}

function makeRoot(home: Home, mode: number): boolean {
  const found = statSync(home.root, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) {
    throw new ConfigFailure(
      "io",
      `${home.root} is a file, but the home must be a folder. Move it away or choose another home with HERMES_HOME.`,
    );
  }
  try {
    if (found === undefined) mkdirSync(home.root, { recursive: true, mode });
    accessSync(home.root, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw writeFailure(home.root, error);
  }
  return found === undefined;
}

// Created only when absent, also when two processes start at once.
function seed(path: string, text: string): void {
  if (existsSync(path)) return;
  try {
    writeFileSync(path, text, { flag: "wx", mode: PRIVATE_FILE });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

// HERMES_HOME_MODE lets several users share a home on purpose.
function homeMode(env: Env): number {
  const given = env.HERMES_HOME_MODE?.trim() ?? "";
  return /^0?[0-7]{3}$/.test(given) ? Number.parseInt(given, 8) : PRIVATE_DIR;
}
