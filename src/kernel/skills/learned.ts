// A stored line of the learning journal, read back as far as it is one.

import { isRecord } from "../json.ts";

const ACTIONS = new Set(["create", "patch", "edit", "write_file", "remove_file", "delete"]);
const ORIGINS = new Set(["foreground", "background_review", "curator", "user"]);

/** Undefined for anything that is not a whole entry. The shape is the contract's; the kernel only checks it. */
export function readLearned<T>(value: unknown): T | undefined {
  if (!isRecord(value) || !hasTexts(value, ["id", "at", "origin", "summary"])) return undefined;
  if (!ORIGINS.has(String(value.origin))) return undefined;
  if (value.subsystem !== "skills" || !ACTIONS.has(String(value.action))) return undefined;
  const hasFile = hasTexts(value, ["skill", "path"]) && isTextOrNull(value.before) && isTextOrNull(value.after);
  return hasFile ? (value as T) : undefined;
}

function hasTexts(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === "string");
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}
