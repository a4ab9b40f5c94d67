// Files for people: there when they are complete, and never in the place of something that is no file.

import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { UsageFailure } from "../../kernel/failure.ts";
import { WORDS } from "./words.data.ts";

/** The file appears when it is complete; it holds everything said, so only its owner may read it. */
export async function writeWhole(path: string, texts: AsyncIterable<string>): Promise<void> {
  const draft = `${path}.${randomUUID().slice(0, 8)}.part`;
  if (isNoFile(path)) return writeInto(path, texts);
  let file: FileHandle | undefined;
  try {
    file = await open(draft, "wx", 0o600);
    for await (const text of texts) await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file?.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw notWritten(path, error);
  }
}

/** A device or a pipe takes what it is given; a file in its place would put an end to it. */
async function writeInto(path: string, texts: AsyncIterable<string>): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "w");
    for await (const text of texts) await file.writeFile(text);
  } catch (error) {
    throw notWritten(path, error);
  } finally {
    await file?.close();
  }
}

export function isNoFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
}

/** What the system says about the file; anything else is thrown as it is. */
function notWritten(path: string, error: unknown): unknown {
  if (!(error instanceof Error && "syscall" in error && "code" in error)) return error;
  return new UsageFailure(WORDS.sessions.export.notWritten(path, WHY_NOT[String(error.code)] ?? String(error.code)), 1);
}

const WHY_NOT: Readonly<Record<string, string>> = WORDS.sessions.export.whyNot;
