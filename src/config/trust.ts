// Vouching for context files: a path and exactly its present content go into config.yaml, and out of it again.

import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigFailure } from "../kernel/failure.ts";
import { stripBom } from "../kernel/text.ts";
import type { Home } from "./home.ts";
import { loadConfig } from "./load.ts";
import type { Facts } from "./process-facts.ts";
import { setKey } from "./save.ts";

const KEY = "security.trusted_context_files";

export interface TrustedFile {
  readonly path: string;
  readonly sha256: string;
}

export interface TrustedNow extends TrustedFile {
  /** Only an unchanged file is loaded without scanning. */
  readonly state: "unchanged" | "changed" | "missing";
}

/** Replaces an earlier trust in the same path. Throws ConfigFailure when the file cannot be read. */
export function trustContextFile(home: Home, facts: Facts, file: string): TrustedFile {
  const path = realPath(locate(home, facts, file));
  if (path === undefined)
    throw new ConfigFailure(
      "unreadable",
      `${locate(home, facts, file)} cannot be read. Name an existing context file.`,
    );
  const sha256 = hashOf(path);
  if (sha256 === undefined) throw new ConfigFailure("unreadable", `${path} cannot be read as text.`);
  const others = trustedFiles(home, facts).filter((entry) => entry.path !== path);
  save(home, facts, [...others, { path, sha256 }]);
  return { path, sha256 };
}

/** What is no longer trusted; undefined when nothing was. The file itself may be gone. */
export function untrustContextFile(home: Home, facts: Facts, file: string): string | undefined {
  const named = locate(home, facts, file);
  const wanted = new Set([named, realPath(named)]);
  const before = trustedFiles(home, facts);
  const gone = before.find((entry) => wanted.has(entry.path));
  if (gone === undefined) return undefined;
  const left = before.filter((entry) => !wanted.has(entry.path));
  save(home, facts, left);
  return gone.path;
}

export function trustedContextFiles(home: Home, facts: Facts): readonly TrustedNow[] {
  return trustedFiles(home, facts).map((entry) => {
    const now = hashOf(entry.path);
    return { ...entry, state: now === undefined ? "missing" : now === entry.sha256 ? "unchanged" : "changed" };
  });
}

function trustedFiles(home: Home, facts: Facts): readonly TrustedFile[] {
  return loadConfig({ home, env: facts.env }).config.security.trusted_context_files.map(({ path, sha256 }) => ({
    path,
    sha256,
  }));
}

function save(home: Home, facts: Facts, entries: readonly TrustedFile[]): void {
  setKey({ home, env: facts.env }, KEY, JSON.stringify(entries));
}

/** The identity file has one place, wherever one stands. */
function locate(home: Home, facts: Facts, file: string): string {
  return file === "SOUL.md" ? home.soul : resolve(facts.cwd, file);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** Of the text as it would be loaded; undefined for what cannot be read or is no text. */
function hashOf(path: string): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
    return createHash("sha256").update(stripBom(text)).digest("hex");
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** From the file system, or from the decoder. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}
