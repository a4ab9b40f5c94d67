// Plugins that did not come back in time: remembered, so that each costs one slow start and not every one.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Home } from "../../config/home.ts";
import type { Log } from "../../contracts/log.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";

export interface BrokenPlugins {
  /** Why it is left out; undefined when it may be tried. */
  why(name: string): string | undefined;
  remember(name: string, why: string): void;
  /** It may be tried again. */
  forget(name: string): void;
}

/** Losing the file costs one slow start, so what cannot be read or written is only logged. */
export function brokenPlugins(home: Pick<Home, "cache">, log: Log): BrokenPlugins {
  const path = join(home.cache, "broken-plugins.json");
  const change = (edit: (known: Map<string, string>) => void) => {
    const known = new Map(Object.entries(readAll(path, log)));
    edit(known);
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      log.warn("broken plugins could not be noted", { path, error: String(error) });
    }
  };
  return {
    why: (name) => readAll(path, log)[name],
    remember: (name, why) => change((known) => known.set(name, why)),
    forget(name) {
      if (readAll(path, log)[name] !== undefined) change((known) => known.delete(name));
    },
  };
}

function readAll(path: string, log: Log): Readonly<Record<string, string>> {
  try {
    const parsed = parseJson(readFileSync(path, "utf8"));
    if (parsed.type === "bad" || !isRecord(parsed.value)) return {};
    return Object.fromEntries(
      Object.entries(parsed.value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch (error) {
    // No file is the ordinary case: nothing is broken.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT"))
      log.warn("the note of broken plugins cannot be read", { path, error: String(error) });
    return {};
  }
}
