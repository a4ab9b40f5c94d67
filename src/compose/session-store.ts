// Where sessions live: this home's SQLite file, or PostgreSQL when a URL says so; the driver is loaded only then.

import type { SessionArchive } from "../contracts/session-archive.ts";
import type { SessionStore } from "../contracts/stores.ts";
import { ConfigFailure } from "../kernel/failure.ts";
import { openSqliteStore } from "../stores/sqlite/open.ts";
import type { Ground } from "./ground.ts";

export interface OpenedStore {
  readonly store: SessionStore;
  readonly archive: SessionArchive;
}

/** Throws StoreFailure when the store cannot be opened, ConfigFailure for a URL nobody understands. */
export async function openSessionStore({
  home,
  config,
  clock,
  ids,
  log,
}: Pick<Ground, "home" | "config" | "clock" | "ids" | "log">): Promise<OpenedStore> {
  const { url } = config.store;
  if (url === "") {
    const store = await openSqliteStore({ path: home.stateDb, clock, ids, log });
    return { store, archive: store };
  }
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new ConfigFailure(
      "invalid",
      "store.url must begin with postgres:// ; leave it empty for the file in the home.",
    );
  }
  const { openPostgresStore } = await import("../stores/postgres/open.ts");
  const store = await openPostgresStore({ url, clock, ids });
  return { store, archive: store };
}
