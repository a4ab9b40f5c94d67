// What the parts of the PostgreSQL store share.

import type { Clock, Ids } from "../../contracts/time.ts";
import type { PgPool } from "./pool.ts";

export interface PostgresWorld {
  readonly pool: PgPool;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly holderAlive: (holder: string) => boolean;
}
