// Databases and their copies hold everything said: only their owner may read them.

import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** An empty file where none is, for SQLite to fill; it gives its side files the same mode. */
export function createPrivately(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
}
