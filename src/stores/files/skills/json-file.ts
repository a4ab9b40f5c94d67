// Small JSON documents: a broken one is set aside, never silently replaced by an empty one.

import { parseJson } from "../../../kernel/json.ts";
import { type Disk, readIfThere } from "./disk.ts";

/** Undefined when there is none. A file that is not JSON is renamed to `<path>.broken` and counts as none. */
export function readJsonFile(disk: Disk, path: string): unknown {
  const text = readIfThere(disk, path);
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  if (parsed.type === "ok") return parsed.value;
  disk.rename(path, `${path}.broken`);
  return undefined;
}

export function writeJsonFile(disk: Disk, path: string, value: unknown): void {
  disk.write(path, `${JSON.stringify(value, null, 2)}\n`);
}
