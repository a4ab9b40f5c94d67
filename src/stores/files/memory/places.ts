// Where one person's memory lives. Two principals never share a path, whatever their ids look like.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { FILE_NAMES, type Target } from "../../../kernel/memory/entries.ts";
import type { Principal } from "../../../kernel/principal.ts";

export interface MemoryPlace {
  readonly dir: string;
  readonly lock: string;
  readonly journal: string;
  /** What the journal adds up to; can be lost. */
  readonly ledger: string;
  readonly nudges: string;
  /** Holds records of waiting writes and nothing else. */
  readonly pending: string;
  file(target: Target): string;
}

export interface MemoryFolders {
  /** `<home>/memories`. */
  readonly memories: string;
  /** `<home>/pending`. */
  readonly pending: string;
}

/** The owner's files are where they always were; each guest has folders of their own below `guests/`. */
export function memoryPlace({ memories, pending }: MemoryFolders, principal: Principal): MemoryPlace {
  if (principal.type === "owner") return placeAt(memories, join(pending, "memory"));
  const name = folderName(principal.id);
  return placeAt(join(memories, "guests", name), join(pending, "guests", name, "memory"));
}

function placeAt(dir: string, pending: string): MemoryPlace {
  return {
    dir,
    pending,
    lock: join(dir, ".memory.lock"),
    journal: join(dir, "journal.jsonl"),
    ledger: join(dir, "provenance.json"),
    nudges: join(dir, "nudges.json"),
    file: (target) => join(dir, FILE_NAMES[target]),
  };
}

const MAX_NAME = 120;

/** Injective on every file system: lower-case letters, digits and dashes stand for themselves, each other byte is spelled out. */
export function folderName(id: string): string {
  const spelled = Array.from(new TextEncoder().encode(id.toWellFormed()), (byte) => {
    const char = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(char) ? char : `_${byte.toString(16).padStart(2, "0")}`;
  }).join("");
  // Lone surrogates fold together and long names do not fit; then the digest of the exact units tells ids apart.
  if (spelled !== "" && spelled.length <= MAX_NAME && id.isWellFormed()) return spelled;
  const digest = createHash("sha256").update(Buffer.from(id, "utf16le")).digest("hex");
  return `${spelled.slice(0, MAX_NAME / 2)}.${digest}`;
}
