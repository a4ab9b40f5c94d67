// Where sessions live: this home's SQLite file, or PostgreSQL when a URL says so; the driver is loaded only then.

import type { MeaningStatus, VectorShelf } from "../contracts/meaning.ts";
import type { SessionArchive } from "../contracts/session-archive.ts";
import type { SessionStore } from "../contracts/stores.ts";
import { ConfigFailure } from "../kernel/failure.ts";
import type { PostgresSessionStore } from "../stores/postgres/store.ts";
import { openSqliteStore } from "../stores/sqlite/open.ts";
import type { Ground } from "./ground.ts";

export interface OpenedStore {
  readonly store: SessionStore;
  readonly archive: SessionArchive;
  readonly meaning: MeaningStatus;
  /** What a person should know about what was found on opening. */
  readonly notices: readonly string[];
}

type Wiring = Pick<Ground, "home" | "config" | "clock" | "ids" | "log">;

/** Throws StoreFailure when the store cannot be opened, ConfigFailure for a URL nobody understands. */
export async function openSessionStore(wiring: Wiring): Promise<OpenedStore> {
  const notices: string[] = [];
  const store = await openDatabase(wiring, (words) => notices.push(words));
  if (!wiring.config.search.semantic) return { store, archive: store, meaning: { type: "off" }, notices };
  const { openMeaning } = await import("../stores/meaning/open.ts");
  return { archive: store, ...openMeaning(store, store.shelf, wiring), notices };
}

async function openDatabase(
  { home, config, clock, ids, log }: Wiring,
  notice: (words: string) => void,
): Promise<SessionStore & SessionArchive & { readonly shelf: VectorShelf }> {
  const { url } = config.store;
  return url === ""
    ? openSqliteStore({ path: home.stateDb, clock, ids, log, notice })
    : openSharedStore({ config, clock, ids });
}

/** The database `store.url` names; throws as `openSessionStore` does. */
export async function openSharedStore({
  config,
  clock,
  ids,
}: Pick<Ground, "config" | "clock" | "ids">): Promise<PostgresSessionStore> {
  const { url } = config.store;
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new ConfigFailure(
      "invalid",
      "store.url must begin with postgres:// ; leave it empty for the file in the home.",
    );
  }
  const { openPostgresStore } = await import("../stores/postgres/open.ts");
  return openPostgresStore({ url, clock, ids });
}

/** For those who asked for search by meaning on a machine without its model; [] otherwise. */
export function meaningProblems(meaning: MeaningStatus): readonly string[] {
  return meaning.type === "missing"
    ? [
        `search.semantic is on, but its model is not installed; search goes by words. Where hermes is installed: ${meaning.how}`,
      ]
    : [];
}
