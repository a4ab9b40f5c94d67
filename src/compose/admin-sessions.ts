// `hermes sessions`, `backup`, `restore`: the store of this home, and the tools for when it does not open.

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { OWNER } from "../kernel/principal.ts";
import type { SessionAdmin } from "../runtime/admin-sessions.ts";
import { restoreStore } from "../stores/sqlite/backup.ts";
import { openSqliteStore } from "../stores/sqlite/open.ts";
import { repairStore } from "../stores/sqlite/repair.ts";
import type { AdminWiring } from "./admin.ts";
import { systemClock, systemIds } from "./system-clock.ts";

export function sessionAdmin({ home, config }: AdminWiring): SessionAdmin {
  const path = home.stateDb;
  const blobDir = join(dirname(path), "blobs");
  /** Session ids begin with the time to the second, which is all a file name needs. */
  const stamp = () => systemIds.sessionId().slice(0, "20261115_221400".length);
  return {
    principal: OWNER,
    ids: systemIds,
    timeZone: config.timezone === "" ? undefined : config.timezone,
    open: () => openSqliteStore({ path, clock: systemClock, ids: systemIds }),
    repair: ({ checkOnly, noBackup }) =>
      repairStore({ path, blobDir, ids: systemIds, stamp: stamp(), checkOnly, noBackup }),
    restore: (from) => restoreStore({ from, path, blobDir, stamp: stamp() }),
    backupPath() {
      mkdirSync(home.backups, { recursive: true, mode: 0o700 });
      return join(home.backups, `sessions-${stamp()}.db`);
    },
  };
}
