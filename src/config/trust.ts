// Vouching for a context file: its path and exactly its present content go into config.yaml.

import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigFailure } from "../kernel/failure.ts";
import type { Home } from "./home.ts";
import { loadConfig } from "./load.ts";
import type { Facts } from "./process-facts.ts";
import { setKey } from "./save.ts";

export interface TrustedFile {
  readonly path: string;
  readonly sha256: string;
}

/** Replaces an earlier trust in the same path. Throws ConfigFailure when the file cannot be read. */
export function trustContextFile(home: Home, facts: Facts, file: string): TrustedFile {
  const path = realPath(resolve(facts.cwd, file));
  const sha256 = createHash("sha256").update(readText(path)).digest("hex");
  const before = loadConfig({ home, env: facts.env }).config.security.trusted_context_files;
  const entries = [...before.filter((entry) => entry.path !== path), { path, sha256 }];
  setKey({ home, env: facts.env }, "security.trusted_context_files", JSON.stringify(entries));
  return { path, sha256 };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw new ConfigFailure("unreadable", `${path} cannot be read. Name an existing context file.`, error);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigFailure("unreadable", `${path} cannot be read.`, error);
  }
}
