// Staged writes: the record on disk and the tool arguments inside it, both ways.

import { isRecord } from "../json.ts";
import { charCount, ellipsize, oneLine } from "../text.ts";

/** The arguments of `skill_manage`, as models send them and records keep them. */
export interface ManageArguments {
  readonly action: string;
  readonly name: string;
  readonly content?: string;
  readonly category?: string;
  readonly file_path?: string;
  readonly file_content?: string;
  readonly old_string?: string;
  readonly new_string?: string;
  readonly replace_all?: boolean;
  readonly absorbed_into?: string;
}

/** One change to one skill, complete and in its own words. */
export type ManagedChange =
  | { readonly type: "create"; readonly name: string; readonly content: string; readonly category?: string }
  | { readonly type: "edit"; readonly name: string; readonly content: string }
  | {
      readonly type: "patch";
      readonly name: string;
      readonly file?: string;
      readonly old: string;
      readonly new: string;
      readonly all: boolean;
    }
  | { readonly type: "write_file"; readonly name: string; readonly file: string; readonly content: string }
  | { readonly type: "remove_file"; readonly name: string; readonly file: string }
  | { readonly type: "delete"; readonly name: string; readonly absorbedInto?: string };

export type ReadChange =
  | { readonly type: "ok"; readonly change: ManagedChange }
  | { readonly type: "bad"; readonly why: string };

export const ACTIONS = ["create", "patch", "edit", "delete", "write_file", "remove_file"] as const;

export function readChange(given: ManageArguments): ReadChange {
  const { action, content, file_path: file } = given;
  const name = given.name.trim();
  switch (action) {
    case "create":
      if (content === undefined) return bad("content is required for 'create'. Provide the full SKILL.md text.");
      return ok({ type: "create", name, content, ...optional("category", given.category) });
    case "edit":
      return content === undefined
        ? bad("content is required for 'edit'. Provide the full updated SKILL.md text.")
        : ok({ type: "edit", name, content });
    case "patch":
      return readPatch(given, name);
    case "write_file":
      if (!file) return bad("file_path is required for 'write_file'. Example: 'references/api-guide.md'");
      return given.file_content === undefined
        ? bad("file_content is required for 'write_file'.")
        : ok({ type: "write_file", name, file, content: given.file_content });
    case "remove_file":
      return file ? ok({ type: "remove_file", name, file }) : bad("file_path is required for 'remove_file'.");
    case "delete":
      return ok({ type: "delete", name, ...optional("absorbedInto", given.absorbed_into) });
    default:
      return bad(`Unknown action '${action}'. Use: ${ACTIONS.join(", ")}`);
  }
}

function readPatch(given: ManageArguments, name: string): ReadChange {
  const { old_string: old, new_string: next } = given;
  if (!old) return bad("old_string is required for 'patch'. Provide the text to find.");
  if (next === undefined) return bad("new_string is required for 'patch'. Use an empty string to delete the text.");
  return ok({
    type: "patch",
    name,
    old,
    new: next,
    all: given.replace_all === true,
    ...optional("file", given.file_path),
  });
}

/** Back to the arguments, for the record. */
export function toArguments(change: ManagedChange): ManageArguments {
  const { type: action, name } = change;
  switch (change.type) {
    case "create":
      return { action, name, content: change.content, ...optional("category", change.category) };
    case "edit":
      return { action, name, content: change.content };
    case "patch":
      return {
        ...{ action, name, old_string: change.old, new_string: change.new, replace_all: change.all },
        ...optional("file_path", change.file),
      };
    case "write_file":
      return { action, name, file_path: change.file, file_content: change.content };
    case "remove_file":
      return { action, name, file_path: change.file };
    case "delete":
      return { action, name, ...optional("absorbed_into", change.absorbedInto) };
  }
}

/** One line for a list: `create 'x' — what it is (3 KB)`, `patch 'x' SKILL.md (+4/-2 lines)`. */
export function gistOf(change: ManagedChange, description = ""): string {
  const head = `${change.type} '${change.name}'`;
  switch (change.type) {
    case "create":
    case "edit":
      return `${head}${description === "" ? "" : ` — ${ellipsize(oneLine(description), 80)}`} (${sizeOf(change.content)})`;
    case "patch":
      return `${head} ${change.file ?? "SKILL.md"} (+${lineCount(change.new)}/-${lineCount(change.old)} lines)`;
    case "write_file":
      return `${head} ${change.file} (${sizeOf(change.content)})`;
    case "remove_file":
      return `${head} ${change.file}`;
    case "delete":
      return change.absorbedInto ? `${head} (absorbed into '${change.absorbedInto}')` : head;
  }
}

export interface PendingRecord {
  readonly id: string;
  readonly subsystem: string;
  readonly action: string;
  readonly summary: string;
  readonly origin: string;
  readonly created_at: string;
  readonly payload: ManageArguments;
}

const ID = /^[0-9a-f]{8}$/;

/** Ids name files, so nothing but eight hex digits is one. */
export function isPendingId(id: string): boolean {
  return ID.test(id);
}

export function readRecord(value: unknown): (PendingRecord & { readonly change: ManagedChange }) | undefined {
  if (!isRecord(value) || typeof value.id !== "string" || !isPendingId(value.id) || !isRecord(value.payload))
    return undefined;
  const payload = value.payload;
  if (typeof payload.action !== "string" || typeof payload.name !== "string") return undefined;
  const read = readChange(payload as unknown as ManageArguments);
  if (read.type === "bad") return undefined;
  return {
    id: value.id,
    subsystem: "skills",
    action: read.change.type,
    summary: typeof value.summary === "string" ? value.summary : gistOf(read.change),
    origin: typeof value.origin === "string" ? value.origin : "foreground",
    created_at: typeof value.created_at === "string" ? value.created_at : String(value.created_at ?? ""),
    payload: payload as unknown as ManageArguments,
    change: read.change,
  };
}

function sizeOf(content: string): string {
  const chars = charCount(content);
  return chars < 1000 ? `${chars} characters` : `${Math.round(chars / 1000)} KB`;
}

function lineCount(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}

function optional<K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } {
  return value === undefined || value === "" ? {} : ({ [key]: value } as { readonly [P in K]?: string });
}

function ok(change: ManagedChange): ReadChange {
  return { type: "ok", change };
}

function bad(why: string): ReadChange {
  return { type: "bad", why };
}
