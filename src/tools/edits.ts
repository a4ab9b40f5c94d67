// A set of file changes that happens whole or not at all.

import type { Environment } from "../contracts/environment.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { decodeText, encodeText, PLAIN, type TextFormat } from "./text-file.ts";

/** One file before and after; undefined means it does not exist. Texts are for people, bytes are what is written. */
export interface FileEdit {
  readonly path: string;
  /** The file is renamed from here first, so that its mode stays. */
  readonly movedFrom?: string;
  readonly text: { readonly before: string | undefined; readonly after: string | undefined };
  readonly bytes: { readonly before: Uint8Array | undefined; readonly after: Uint8Array | undefined };
}

export type Loaded =
  | { readonly type: "text"; readonly text: string; readonly format: TextFormat; readonly bytes: Uint8Array }
  | { readonly type: "binary"; readonly bytes: Uint8Array }
  | { readonly type: "missing" }
  | { readonly type: "refused"; readonly why: string };

const MAX_EDIT_BYTES = 32 * 1024 * 1024;

export async function loadFile(env: Environment, path: string): Promise<Loaded> {
  const stat = await env.stat(path);
  if (stat === undefined) return { type: "missing" };
  if (stat.type !== "file") return { type: "refused", why: `Not a file: ${path}` };
  if (stat.size > MAX_EDIT_BYTES) return { type: "refused", why: `Too large to edit: ${path}` };
  const bytes = await env.read(path);
  const decoded = decodeText(bytes);
  return decoded === undefined ? { type: "binary", bytes } : { type: "text", bytes, ...decoded };
}

export function textEdit(path: string, old: Extract<Loaded, { type: "text" }> | undefined, after: string): FileEdit {
  return {
    path,
    text: { before: old?.text, after },
    bytes: { before: old?.bytes, after: encodeText(after, old?.format ?? PLAIN) },
  };
}

/** Writes all edits, each checked by reading it back; on a failure what was done is undone and the failure thrown. */
export async function applyEdits(env: Environment, edits: readonly FileEdit[]): Promise<void> {
  const done: FileEdit[] = [];
  try {
    for (const edit of edits) {
      done.push(edit);
      await perform(env, edit);
    }
  } catch (error) {
    const left: string[] = [];
    for (const edit of done.reverse()) await undo(env, edit).catch(() => left.push(edit.path));
    if (left.length === 0) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new EnvironmentFailure("io", `${why}. These files could not be put back: ${left.join(", ")}`, error);
  }
}

async function perform(env: Environment, { path, movedFrom, bytes }: FileEdit): Promise<void> {
  if (movedFrom !== undefined) await env.rename(movedFrom, path);
  if (bytes.after === undefined) return env.remove(path);
  if (movedFrom !== undefined && bytes.after === bytes.before) return;
  await env.write(path, bytes.after);
  if (Buffer.compare(await env.read(path), bytes.after) !== 0) {
    throw new EnvironmentFailure("io", `${path} does not hold what was written`);
  }
}

async function undo(env: Environment, { path, movedFrom, bytes }: FileEdit): Promise<void> {
  const exists = (await env.stat(path)) !== undefined;
  if (bytes.before === undefined) {
    if (exists) await env.remove(path);
    return;
  }
  if (movedFrom !== undefined && !exists) return;
  if (bytes.after !== bytes.before) await env.write(path, bytes.before);
  if (movedFrom !== undefined) await env.rename(path, movedFrom);
}
