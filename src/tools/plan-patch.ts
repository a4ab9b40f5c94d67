// A parsed patch against the files as they are: every operation is checked before any file is touched.

import type { Environment } from "../contracts/environment.ts";
import { applyHunks } from "../kernel/files/apply-hunks.ts";
import { type PatchOperation, patchPaths } from "../kernel/files/v4a.ts";
import { type FileEdit, type Loaded, loadFile, textEdit } from "./edits.ts";

export type Plan =
  | { readonly type: "planned"; readonly edits: readonly FileEdit[] }
  | { readonly type: "refused"; readonly why: string };

export async function planPatch(operations: readonly PatchOperation[], env: Environment): Promise<Plan> {
  const edits: FileEdit[] = [];
  const problems: string[] = await namedTwice(operations, env);
  for (const operation of operations) {
    const planned = await planOne(operation, env);
    if (typeof planned === "string") problems.push(planned);
    else edits.push(planned);
  }
  return problems.length > 0 ? { type: "refused", why: problems.join("\n") } : { type: "planned", edits };
}

/** One file under two names would lose one of its edits. */
async function namedTwice(operations: readonly PatchOperation[], env: Environment): Promise<string[]> {
  const seen = new Map<string, string>();
  const problems: string[] = [];
  for (const path of operations.flatMap((operation) => patchPaths([operation]))) {
    const real = await env.realPath(path);
    const other = seen.get(real);
    if (other !== undefined) problems.push(`${other} and ${path} are the same file; combine their operations.`);
    seen.set(real, path);
  }
  return problems;
}

async function planOne(operation: PatchOperation, env: Environment): Promise<FileEdit | string> {
  const path = env.resolve(operation.path);
  const loaded = await loadFile(env, path);
  if (loaded.type === "refused") return loaded.why;
  if (operation.type === "add") {
    return loaded.type === "missing"
      ? textEdit(path, undefined, operation.content)
      : `${operation.path} exists already; update it instead of adding it.`;
  }
  if (loaded.type === "missing") return `File not found: ${operation.path}`;
  if (operation.type === "delete") return asIs(path, loaded, "deleted");
  const edit = operation.type === "move" ? asIs(path, loaded, "kept") : updated(operation, path, loaded);
  if (typeof edit === "string" || operation.to === undefined) return edit;
  const to = env.resolve(operation.to);
  if ((await env.stat(to)) !== undefined) return `${operation.to} exists already; nothing is moved over it.`;
  return { ...edit, path: to, movedFrom: path };
}

type Present = Extract<Loaded, { readonly bytes: Uint8Array }>;

function asIs(path: string, { bytes, ...loaded }: Present, how: "kept" | "deleted"): FileEdit {
  const before = loaded.type === "text" ? loaded.text : "(binary)\n";
  const kept = how === "kept";
  return {
    path,
    text: { before, after: kept ? before : undefined },
    bytes: { before: bytes, after: kept ? bytes : undefined },
  };
}

function updated(
  operation: Extract<PatchOperation, { type: "update" }>,
  path: string,
  loaded: Present,
): FileEdit | string {
  if (loaded.type === "binary") return `Not a text file: ${operation.path}`;
  const applied = applyHunks(loaded.text, operation.hunks);
  if (applied.type === "bad") return `${operation.path}: ${applied.why}`;
  if (applied.text === loaded.text && operation.to === undefined)
    return `${operation.path}: the update changes nothing.`;
  return applied.text === loaded.text ? asIs(path, loaded, "kept") : textEdit(path, loaded, applied.text);
}
