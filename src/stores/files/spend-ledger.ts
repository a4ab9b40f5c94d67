// One line per model call in a file that many processes append to; reading sums what is young enough.

import { appendFileSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Log } from "../../contracts/log.ts";
import type { SpendLedger } from "../../contracts/spending.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";

export function fileSpendLedger(path: string, log: Log): SpendLedger {
  // Lines this short are written whole or not at all, also beside other processes.
  const append = (line: string) => appendFileSync(path, line, { mode: 0o600 });
  return {
    record(at, { tokens, usd }) {
      const line = `${JSON.stringify({ at, tokens, usd })}\n`;
      try {
        try {
          append(line);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
          mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
          append(line);
        }
      } catch (error) {
        log.warn("spending could not be recorded", { error: String(error) });
      }
    },
    async since(from) {
      const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") log.warn("spending could not be read", { error: String(error) });
        return "";
      });
      let tokens = 0;
      let usd = 0;
      for (const line of text.split("\n")) {
        const parsed = line === "" ? undefined : parseJson(line);
        if (parsed?.type !== "ok" || !isRecord(parsed.value)) continue;
        const { at, tokens: used, usd: paid } = parsed.value;
        if (typeof at !== "number" || at < from) continue;
        if (typeof used === "number") tokens += used;
        if (typeof paid === "number") usd += paid;
      }
      return { tokens, usd };
    },
  };
}
