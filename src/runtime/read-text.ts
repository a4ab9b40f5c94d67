// A file of the workspace as text, or the reason why not: reading never fails a turn.

import type { Environment } from "../contracts/environment.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";

export type ReadText =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "absent" }
  /** There, but not usable: unreadable, binary, not UTF-8, too large. */
  | { readonly type: "unusable"; readonly why: string };

/** What a listed name is that cannot be found when it is read. */
export const GONE = "it is a link that leads nowhere, or it has just been deleted";

const MAX_BYTES = 4 * 1024 * 1024;

export async function readText(env: Environment, path: string): Promise<ReadText> {
  try {
    const info = await env.stat(path);
    if (info === undefined) return { type: "absent" };
    if (info.type === "dir") return { type: "unusable", why: "it is a directory" };
    if (info.type !== "file") return { type: "unusable", why: "it is not a regular file" };
    if (info.size > MAX_BYTES) return { type: "unusable", why: `it is larger than ${MAX_BYTES / 1024 / 1024} MB` };
    return decode(await env.read(path));
  } catch (error) {
    if (!(error instanceof EnvironmentFailure)) throw error;
    return error.kind === "not-found" ? { type: "absent" } : { type: "unusable", why: error.message };
  }
}

function decode(bytes: Uint8Array): ReadText {
  if (bytes.includes(0)) return { type: "unusable", why: "it is binary" };
  try {
    return { type: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { type: "unusable", why: "it is not UTF-8 text" };
    throw error;
  }
}
