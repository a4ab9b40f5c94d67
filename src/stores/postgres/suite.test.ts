// The promises every session store keeps, on a real PostgreSQL server.

import { type FakeClock, fakeIds } from "../../testing/fakes.ts";
import { onPostgres } from "../../testing/suites/on-postgres.ts";
import { sessionArchiveSuite } from "../../testing/suites/session-archive-suite.ts";
import { sessionStoreSuite } from "../../testing/suites/session-store-suite.ts";
import { vectorShelfSuite } from "../../testing/suites/vector-shelf-suite.ts";
import { openPostgresStore } from "./open.ts";
import type { PostgresSessionStore } from "./store.ts";

await onPostgres("postgres", (server) => {
  async function start(clock: FakeClock) {
    const url = await server().freshDatabase();
    const open: PostgresSessionStore[] = [];
    const openAt = async (where: string) => {
      const store = await openPostgresStore({ url: where, clock, ids: fakeIds(open.length + 1), maxConnections: 3 });
      open.push(store);
      return store;
    };
    const again = () => openAt(url);
    return {
      store: await again(),
      again,
      elsewhere: async () => openAt(await server().freshDatabase()),
      // Leases follow the server's clock, which tests cannot move: their ends move instead.
      age: (ms: number) => server().admin(`UPDATE hx_leases SET expires_at = expires_at - ${ms}`, url),
      async dispose() {
        await Promise.all(open.map((store) => store.close()));
      },
    };
  }

  sessionStoreSuite("postgres", start);
  sessionArchiveSuite("postgres", start);
  vectorShelfSuite("postgres", start);
});
