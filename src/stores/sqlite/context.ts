// What the parts of the SQLite store share: the connection, time, ids, and where large bodies live.

import type { Log } from "../../contracts/log.ts";
import type { Clock, Ids } from "../../contracts/time.ts";
import type { Blobs } from "./blobs.ts";
import type { Db } from "./db.ts";

export interface StoreContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly blobs: Blobs;
  readonly holderAlive: (holder: string) => boolean;
  readonly log: Log;
}
