// The promises every session store keeps, on SQLite.

import { type FakeClock, fakeIds, tempDir } from "../../testing/fakes.ts";
import { sessionArchiveSuite } from "../../testing/suites/session-archive-suite.ts";
import { sessionStoreSuite } from "../../testing/suites/session-store-suite.ts";
import { vectorShelfSuite } from "../../testing/suites/vector-shelf-suite.ts";
import { openSqliteStore } from "./open.ts";
import type { SqliteSessionStore } from "./store.ts";

async function start(clock: FakeClock) {
  const dir = await tempDir();
  const open: SqliteSessionStore[] = [];
  const openAt = async (path: string) => {
    const store = await openSqliteStore({ path, clock, ids: fakeIds(open.length + 1) });
    open.push(store);
    return store;
  };
  const again = () => openAt(dir.join("state.db"));
  return {
    store: await again(),
    again,
    elsewhere: () => openAt(dir.join("elsewhere", "state.db")),
    async dispose() {
      await Promise.all(open.map((store) => store.close()));
      await dir.remove();
    },
  };
}

sessionStoreSuite("sqlite", start);
sessionArchiveSuite("sqlite", start);
vectorShelfSuite("sqlite", start);
