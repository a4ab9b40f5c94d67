// What the parts of the SQLite store share: the connection, time, ids, and where large bodies live.

import type { Log } from "../../contracts/log.ts";
import type { Clock, Ids } from "../../contracts/time.ts";
import type { SpillPlan } from "../../kernel/sessions/part-layout.ts";
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

/** Rows stay small enough to read a whole session at once; a screenshot or a long log goes to a file. */
const MAX_INLINE_TEXT = 200_000;
const MAX_INLINE_IMAGE = 2_000;

export function spillPlan(blobs: Blobs): SpillPlan {
  return { keyOf: blobs.keyOf, maxTextChars: MAX_INLINE_TEXT, maxImageChars: MAX_INLINE_IMAGE };
}
