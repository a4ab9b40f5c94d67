// Which configured hook programs may run: a person said so once, per event and command, and it is kept in one private file.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../config/schema.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";

export interface HookConsent {
  isAllowed(event: string, command: string): boolean;
  /** One sentence per hook that waits for consent. */
  readonly problems: readonly string[];
}

interface Row {
  readonly event: string;
  readonly command: string;
}

/** `accept` (a flag or setting) allows everything configured now and remembers it. */
export function hookConsent(hooks: Config["hooks"], path: string, accept: boolean): HookConsent {
  const configured = Object.entries(hooks).flatMap(([event, entries]) =>
    entries.map(({ command }): Row => ({ event, command })),
  );
  if (configured.length === 0) return { isAllowed: () => false, problems: [] };
  const kept = readRows(path);
  const allowed = accept ? [...kept, ...configured.filter((row) => !includes(kept, row))] : kept;
  if (allowed.length > kept.length) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify({ approvals: allowed }, null, 2), { mode: 0o600 });
  }
  return {
    isAllowed: (event, command) => includes(allowed, { event, command }),
    problems: configured
      .filter((row) => !includes(allowed, row))
      .map((row) => `The ${row.event} hook "${row.command}" does not run until you allow it once with --accept-hooks.`),
  };
}

function includes(rows: readonly Row[], wanted: Row): boolean {
  return rows.some((row) => row.event === wanted.event && row.command === wanted.command);
}

function readRows(path: string): readonly Row[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    // No file yet: nothing was allowed.
    return [];
  }
  const parsed = parseJson(text);
  const rows = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value.approvals : undefined;
  if (!Array.isArray(rows)) return [];
  return (rows as readonly unknown[]).flatMap((row) =>
    isRecord(row) && typeof row.event === "string" && typeof row.command === "string"
      ? [{ event: row.event, command: row.command }]
      : [],
  );
}
