// `hermes sessions`, `backup`, `restore`: the store of this home, and the tools for when it does not open.

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageFailure } from "../kernel/failure.ts";
import { OWNER } from "../kernel/principal.ts";
import type { OpenSessions, SessionAdmin } from "../runtime/admin-sessions.ts";
import { restoreStore } from "../stores/sqlite/backup.ts";
import { repairStore } from "../stores/sqlite/repair.ts";
import type { Ground } from "./ground.ts";
import { openSessionStore } from "./session-store.ts";

export function sessionAdmin(wiring: Ground): SessionAdmin {
  const { home, config, ids } = wiring;
  const path = home.stateDb;
  const blobDir = join(dirname(path), "blobs");
  const shared = config.store.url !== "";
  /** Session ids begin with the time to the second, which is all a file name needs. */
  const stamp = () => ids.sessionId().slice(0, "20261115_221400".length);
  return {
    principal: OWNER,
    ids,
    timeZone: config.timezone === "" ? undefined : config.timezone,
    async open(): Promise<OpenSessions> {
      const { store, archive, meaning } = await openSessionStore(wiring);
      return { ...archive, ...store, meaning };
    },
    async repair({ checkOnly, noBackup }) {
      if (shared) throw elsewhere();
      return repairStore({ path, blobDir, ids, stamp: stamp(), checkOnly, noBackup });
    },
    async restore(from) {
      if (shared) throw elsewhere();
      return restoreStore({ from, path, blobDir, stamp: stamp() });
    },
    backupPath() {
      mkdirSync(home.backups, { recursive: true, mode: 0o700 });
      return join(home.backups, `sessions-${stamp()}.db`);
    },
  };
}

function elsewhere(): UsageFailure {
  return new UsageFailure(
    "These sessions are in PostgreSQL (store.url): its own tools back them up and keep them in order.",
    1,
  );
}
