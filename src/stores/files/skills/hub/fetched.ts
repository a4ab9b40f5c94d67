// A skill in memory, as it came from its source: every byte, nothing run, nothing trusted.

import { createHash } from "node:crypto";
import { StoreFailure } from "../../../../kernel/failure.ts";
import type { GuardFile } from "../../../../kernel/skills/guard/finding.ts";
import { SKILL_FILE } from "../../../../kernel/skills/skill.ts";

export interface FetchedFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
  /** Set for a link: where it leads, and whether that is outside. */
  readonly link?: { readonly target: string; readonly escapes: boolean };
}

export interface FetchedSkill {
  /** Folder name at the source; the front matter may say otherwise. */
  readonly folder: string;
  readonly files: readonly FetchedFile[];
  /** A commit, an etag or a date: what exactly was fetched. */
  readonly pinned: string;
}

export const MAX_FILES = 500;
export const MAX_BYTES = 20 * 1024 * 1024;

/** Throws `invalid` for names that lead out, for too much, or without a SKILL.md. */
export function checked(skill: FetchedSkill): FetchedSkill {
  if (skill.files.length > MAX_FILES)
    throw invalid(`It has ${skill.files.length} files; more than ${MAX_FILES} are not a skill.`);
  const bytes = skill.files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > MAX_BYTES) throw invalid(`It has ${bytes} bytes; more than ${MAX_BYTES} are not a skill.`);
  for (const { path } of skill.files) {
    const parts = path.split("/");
    const isSafe =
      path !== "" &&
      !path.startsWith("/") &&
      !/[\\:\0]/.test(path) &&
      !parts.some((part) => part === "" || part === "." || part === "..");
    if (!isSafe) throw invalid(`It holds an unsafe file name: ${JSON.stringify(path)}.`);
  }
  if (!skill.files.some(({ path }) => path === SKILL_FILE)) throw invalid("There is no SKILL.md.");
  return skill;
}

/** Same files, same bytes, same hash. */
export function hashOf(files: readonly FetchedFile[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes, link } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1)))
    hash
      .update(path)
      .update("\0")
      .update(link?.target ?? bytes)
      .update("\0");
  return `sha256:${hash.digest("hex")}`;
}

export function guardFiles(files: readonly FetchedFile[]): readonly GuardFile[] {
  return files.map((file): GuardFile => {
    const facts = { path: file.path, bytes: file.bytes.length, executable: file.executable };
    if (file.link !== undefined) return { ...facts, type: "link", text: file.link.target, escapes: file.link.escapes };
    const text = decoded(file.bytes);
    const magic = Buffer.from(file.bytes.subarray(0, 8)).toString("hex");
    return text === undefined
      ? { ...facts, type: "binary", text: printable(file.bytes), magic }
      : { ...facts, type: "text", text, magic };
  });
}

/** Undefined for bytes that are no text in any usual encoding. */
function decoded(bytes: Uint8Array): string | undefined {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  // Old single-byte text: hardly any control characters.
  const odd = bytes.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0);
  return odd === 0 ? new TextDecoder("latin1").decode(bytes) : undefined;
}

/** Runs of readable characters inside a binary: addresses and commands show there too. */
function printable(bytes: Uint8Array): string {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, 2 * 1024 * 1024));
  return (text.match(/[\x20-\x7e]{6,}/g) ?? []).join("\n").slice(0, 400_000);
}

export function invalid(message: string): StoreFailure {
  return new StoreFailure("invalid", message);
}
