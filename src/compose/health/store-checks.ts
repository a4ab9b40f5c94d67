// The session database: opens, is of a version we know, and on request is read through.

import { existsSync, statSync } from "node:fs";
import { StoreFailure } from "../../kernel/failure.ts";
import { OWNER } from "../../kernel/principal.ts";
import type { HealthFinding } from "../../runtime/admin-health.ts";
import { openSqliteStore } from "../../stores/sqlite/open.ts";
import { systemClock, systemIds } from "../system-clock.ts";
import { type HealthContext, note, ok, problem } from "./check.ts";

const LARGE_WAL_BYTES = 256 * 2 ** 20;

export async function* storeChecks(context: HealthContext): AsyncGenerator<HealthFinding> {
  const { home } = context;
  if (!existsSync(home.stateDb)) {
    yield ok("store", "database", "No sessions are stored yet.");
    return;
  }
  try {
    const store = await openSqliteStore({ path: home.stateDb, clock: systemClock, ids: systemIds });
    const recent = await store.list({ principal: OWNER, tipsOnly: true, limit: 1 });
    await store.close();
    yield ok("store", "database", recent.length === 0 ? "The database opens; it is empty." : "The database opens.");
    const wal = statSync(`${home.stateDb}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (wal > LARGE_WAL_BYTES)
      yield note(
        "store",
        "database-log",
        `The write-ahead log is ${Math.round(wal / 2 ** 20)} MB.`,
        "hermes sessions optimize",
      );
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    yield problem("store", `database-${error.kind}`, error.message, adviceFor(error));
  }
}

function adviceFor({ kind }: StoreFailure): string {
  switch (kind) {
    case "corrupt":
      return "hermes sessions repair";
    case "newer-schema":
      return "Use the newer program that wrote it, or another home (HERMES_HOME).";
    case "busy":
      return "Another process holds the database: close it and try again.";
    case "full":
      return "Make room on the disk.";
    default:
      return "Check who owns the file and whether the disk is writable.";
  }
}
