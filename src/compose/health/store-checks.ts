// The session database: opens, is of a version we know, and on request is read through.

import { existsSync, statSync } from "node:fs";
import { SILENT_LOG } from "../../contracts/log.ts";
import type { Finding } from "../../contracts/session-archive.ts";
import { ConfigFailure, StoreFailure } from "../../kernel/failure.ts";
import { OWNER } from "../../kernel/principal.ts";
import type { HealthFinding } from "../../runtime/admin-health.ts";
import { mendStore } from "../mend-store.ts";
import { openSessionStore } from "../session-store.ts";
import { systemClock, systemIds } from "../system-clock.ts";
import { type HealthContext, note, ok, problem, repairing } from "./check.ts";

const LARGE_WAL_BYTES = 256 * 2 ** 20;

export async function* storeChecks(context: HealthContext): AsyncGenerator<HealthFinding> {
  const { home, config, deep } = context;
  const shared = config.store.url !== "";
  if (!shared && !existsSync(home.stateDb)) {
    yield ok("store", "database", "No sessions are stored yet.");
    return;
  }
  let found: readonly Finding[] = [];
  try {
    const { store, archive, meaning } = await openSessionStore({
      ...{ home, config },
      ...{ clock: systemClock, ids: systemIds, log: SILENT_LOG },
    });
    try {
      const recent = await store.list({ principal: OWNER, tipsOnly: true, limit: 1 });
      const where = shared ? "PostgreSQL answers" : "The database opens";
      yield ok("store", "database", recent.length === 0 ? `${where}; it is empty.` : `${where}.`);
      if (meaning.type === "missing")
        yield note("store", "search-model", "search.semantic is on, but its model is not installed.", meaning.how);
      found = deep ? await archive.check() : [];
    } finally {
      await store.close();
    }
    yield* damage(found, context);
    const wal = statSync(`${home.stateDb}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (wal > LARGE_WAL_BYTES)
      yield note(
        "store",
        "database-log",
        `The write-ahead log is ${Math.round(wal / 2 ** 20)} MB.`,
        "hermes sessions optimize",
      );
  } catch (error) {
    if (error instanceof ConfigFailure) yield problem("store", "store-url", error.message, "hermes config edit");
    else if (error instanceof StoreFailure) {
      const finding = problem(
        "store",
        `database-${error.kind}`,
        error.message,
        shared ? adviceForServer(error) : adviceFor(error),
      );
      yield error.kind === "corrupt" && !shared ? await repairing(finding, context.fix, () => mend(context)) : finding;
    } else throw error;
  }
}

/** One repair mends all that can be mended. */
async function* damage(findings: readonly Finding[], context: HealthContext): AsyncGenerator<HealthFinding> {
  if (context.deep && findings.length === 0) yield ok("store", "database-read", "Everything in it can be read.");
  const mendable = findings.some(({ remedy }) => remedy !== "lost" && remedy !== "none");
  const repair = mendable && context.fix ? mend(context) : undefined;
  for (const { kind, text, remedy } of findings) {
    const finding = problem("store", `database-${kind}`, text, "hermes sessions repair");
    if (remedy === "lost") yield { ...finding, fix: "It cannot be brought back; a backup may have it." };
    else if (remedy === "none") yield finding;
    else yield await repairing(finding, repair !== undefined, () => repair);
  }
}

/** As `hermes sessions repair` does: messages are the truth, and a damaged file is kept beside the mended one. */
async function mend({ home, config }: HealthContext): Promise<void> {
  await mendStore({ home, config, clock: systemClock, ids: systemIds }, { checkOnly: false, noBackup: false });
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

function adviceForServer({ kind }: StoreFailure): string {
  switch (kind) {
    case "corrupt":
      return "hermes sessions repair";
    case "newer-schema":
      return "Update this program, or use another database (store.url).";
    case "busy":
      return "The server is busy or starting: try again. What it allows is set there (max_connections, statement_timeout).";
    case "full":
      return "Make room on the server's disk.";
    case "read-only":
      return "store.url must name a database that its user may write to: no replica, and with CREATE on the schema.";
    default:
      return "Check store.url (hermes config get store.url) and whether the server runs.";
  }
}
