// The promises every session store keeps, on SQLite.

import { type FakeClock, fakeIds, tempDir } from "../../testing/fakes.ts";
import { sessionStoreSuite } from "../../testing/suites/session-store-suite.ts";
import { vectorShelfSuite } from "../../testing/suites/vector-shelf-suite.ts";
import { openSqliteStore } from "./open.ts";
import type { SqliteSessionStore } from "./store.ts";

async function start(clock: FakeClock) {
  const dir = await tempDir();
  const open: SqliteSessionStore[] = [];
  const again = async () => {
    const store = await openSqliteStore({ path: dir.join("state.db"), clock, ids: fakeIds(open.length + 1) });
    open.push(store);
    return store;
  };
  return {
    store: await again(),
    again,
    async dispose() {
      await Promise.all(open.map((store) => store.close()));
      await dir.remove();
    },
  };
}

sessionStoreSuite("sqlite", start);
vectorShelfSuite("sqlite", start);
