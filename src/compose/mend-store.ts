// Repairing the session database of a home: for `hermes sessions repair` and for `hermes doctor --fix`.

import { dirname, join } from "node:path";
import type { Home } from "../config/home.ts";
import type { RepairReport } from "../contracts/session-archive.ts";
import type { Ids } from "../contracts/time.ts";
import { repairStore } from "../stores/sqlite/repair.ts";

export interface MendOptions {
  readonly checkOnly: boolean;
  readonly noBackup: boolean;
}

export function mendStore(home: Home, ids: Ids, options: MendOptions): Promise<RepairReport> {
  return repairStore({ ...storePlaces(home, ids), ids, ...options });
}

/** The database, the files beside it, and a name for copies: session ids begin with the time to the second, which is enough. */
export function storePlaces(home: Home, ids: Ids) {
  const path = home.stateDb;
  return { path, blobDir: join(dirname(path), "blobs"), stamp: ids.sessionId().slice(0, "20261115_221400".length) };
}
