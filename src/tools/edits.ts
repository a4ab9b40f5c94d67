// A set of file changes that happens whole or not at all.

import { randomUUID } from "node:crypto";
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
  const begun: Step[] = [];
  try {
    for (const edit of edits) {
      const step: Step = { edit, aside: besides(edit.path), madeDirs: await missingParents(env, edit) };
      begun.push(step);
      await perform(env, step);
    }
    for (const { edit, aside } of begun) if (edit.bytes.after === undefined) await env.remove(aside);
  } catch (error) {
    const left: string[] = [];
    for (const step of begun.reverse()) await undo(env, step).catch(() => left.push(step.edit.path));
    if (left.length === 0) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new EnvironmentFailure("io", `${why}. These files could not be put back: ${left.join(", ")}`, error);
  }
}

interface Step {
  readonly edit: FileEdit;
  /** Where a deleted file waits until all is done, with its mode, owner and links. */
  readonly aside: string;
  /** Directories that come with it, deepest first. */
  readonly madeDirs: readonly string[];
}

function besides(path: string): string {
  const slash = path.lastIndexOf("/") + 1;
  return `${path.slice(0, slash)}.${path.slice(slash, slash + 100)}.${randomUUID().slice(0, 8)}.tmp`;
}

async function missingParents(env: Environment, { path, movedFrom, bytes }: FileEdit): Promise<readonly string[]> {
  const missing: string[] = [];
  if (bytes.before !== undefined && movedFrom === undefined) return missing;
  for (let at = path.slice(0, path.lastIndexOf("/")); at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    if ((await env.stat(at)) !== undefined) break;
    missing.push(at);
  }
  return missing;
}

async function perform(env: Environment, { edit: { path, movedFrom, bytes }, aside }: Step): Promise<void> {
  if (movedFrom !== undefined) await env.rename(movedFrom, path);
  if (bytes.after === undefined) return env.rename(path, aside);
  if (movedFrom !== undefined && bytes.after === bytes.before) return;
  await env.write(path, bytes.after);
  if (Buffer.compare(await env.read(path), bytes.after) !== 0) {
    throw new EnvironmentFailure("io", `${path} does not hold what was written`);
  }
}

async function undo(env: Environment, { edit: { path, movedFrom, bytes }, aside, madeDirs }: Step): Promise<void> {
  if (bytes.after === undefined && (await env.stat(aside)) !== undefined) return env.rename(aside, path);
  const exists = (await env.stat(path)) !== undefined;
  if (bytes.before === undefined) {
    if (exists) await env.remove(path);
  } else if (movedFrom === undefined || exists) {
    if (bytes.after !== bytes.before) await env.write(path, bytes.before);
    if (movedFrom !== undefined) await env.rename(path, movedFrom);
  }
  // One that holds something by now stays.
  for (const dir of madeDirs) await env.remove(dir).catch(() => undefined);
}
