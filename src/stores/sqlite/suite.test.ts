// The promises every session store keeps, on SQLite.

import type { SessionStore } from "../../contracts/stores.ts";
import { fakeIds, tempDir } from "../../testing/fakes.ts";
import { sessionStoreSuite } from "../../testing/suites/session-store-suite.ts";
import { openSqliteStore } from "./open.ts";

sessionStoreSuite("sqlite", async (clock) => {
  const dir = await tempDir();
  const open: SessionStore[] = [];
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
});
