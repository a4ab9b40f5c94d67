// One line per model call in a file per day that many processes append to. Reading sums what is young enough; days that
// no limit asks for are dropped as whole files, so nothing is ever rewritten while somebody else appends.

import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../contracts/log.ts";
import type { SpendLedger, Spent } from "../../contracts/spending.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";

const DAY_MS = 86_400_000;
/** Files are cut at UTC midnight, limits at the user's: the longest of their days lies within three of ours. */
const KEPT_DAYS = 3;
/** Without a day it is the one file of earlier versions, which counts for the day it was last written on. */
const FILE = /^spending(?:-(\d{4}-\d\d-\d\d))?\.jsonl$/;

export function fileSpendLedger(dir: string, log: Log): SpendLedger {
  const state = { swept: "" };
  // Lines this short are written whole or not at all, also beside other processes.
  const append = (day: string, line: string) =>
    appendFileSync(join(dir, `spending-${day}.jsonl`), line, { mode: 0o600 });
  return {
    record(at, { tokens, usd }) {
      const day = dayOf(at);
      const line = `${JSON.stringify({ at, tokens, usd })}\n`;
      try {
        try {
          append(day, line);
        } catch (error) {
          if (!isMissing(error)) throw error;
          mkdirSync(dir, { recursive: true, mode: 0o700 });
          append(day, line);
        }
        if (state.swept === day) return;
        state.swept = day;
        for (const file of filesIn(dir))
          if (file.day < dayOf(at - (KEPT_DAYS - 1) * DAY_MS)) rmSync(file.path, { force: true });
      } catch (error) {
        log.warn("spending could not be recorded", { error: String(error) });
      }
    },
    async since(from) {
      const spent = { tokens: 0, usd: 0 };
      try {
        for (const file of filesIn(dir)) if (file.day >= dayOf(from)) addUp(spent, await textOf(file.path), from);
      } catch (error) {
        log.warn("spending could not be read", { error: String(error) });
      }
      return spent;
    },
  };
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

interface LedgerFile {
  readonly path: string;
  readonly day: string;
}

function filesIn(dir: string): readonly LedgerFile[] {
  return namesIn(dir).flatMap((name) => {
    const match = FILE.exec(name);
    if (match === null) return [];
    const path = join(dir, name);
    const day = match[1] ?? lastDayOf(path);
    return day === undefined ? [] : [{ path, day }];
  });
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function lastDayOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : dayOf(stats.mtimeMs);
}

/** Another process may have dropped the file meanwhile. */
async function textOf(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((error) => {
    if (isMissing(error)) return "";
    throw error;
  });
}

function addUp(spent: { -readonly [Key in keyof Spent]: Spent[Key] }, text: string, from: number): void {
  for (const line of text.split("\n")) {
    const parsed = line === "" ? undefined : parseJson(line);
    if (parsed?.type !== "ok" || !isRecord(parsed.value)) continue;
    const { at, tokens, usd } = parsed.value;
    if (typeof at !== "number" || at < from) continue;
    if (typeof tokens === "number") spent.tokens += tokens;
    if (typeof usd === "number") spent.usd += usd;
  }
}
