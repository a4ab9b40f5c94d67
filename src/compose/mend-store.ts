// Repairing the session database, in the home or shared: for `hermes sessions repair` and for `hermes doctor --fix`.

import { dirname, join } from "node:path";
import type { Home } from "../config/home.ts";
import type { RepairReport } from "../contracts/session-archive.ts";
import type { Ids } from "../contracts/time.ts";
import { repairStore } from "../stores/sqlite/repair.ts";
import type { Ground } from "./ground.ts";
import { openSharedStore } from "./session-store.ts";

export interface MendOptions {
  readonly checkOnly: boolean;
  readonly noBackup: boolean;
}

type Wiring = Pick<Ground, "home" | "config" | "clock" | "ids">;

export async function mendStore(wiring: Wiring, options: MendOptions): Promise<RepairReport> {
  const { home, config, ids } = wiring;
  if (config.store.url === "") return repairStore({ ...storePlaces(home, ids), ids, ...options });
  const store = await openSharedStore(wiring);
  try {
    return options.checkOnly ? { findings: await store.check(), backup: undefined, done: [] } : await store.repair();
  } finally {
    await store.close();
  }
}

/** The database, the files beside it, and a name for copies: session ids begin with the time to the second, which is enough. */
export function storePlaces(home: Home, ids: Ids) {
  const path = home.stateDb;
  return { path, blobDir: join(dirname(path), "blobs"), stamp: ids.sessionId().slice(0, "20261115_221400".length) };
}
