// `hermes sessions`, `backup`, `restore`: the store of this home, and the tools for when it does not open.

import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { UsageFailure } from "../kernel/failure.ts";
import { OWNER } from "../kernel/principal.ts";
import type { OpenSessions, SessionAdmin } from "../runtime/admin-sessions.ts";
import { holderName } from "../stores/shared/holder.ts";
import { restoreStore } from "../stores/sqlite/restore.ts";
import type { Ground } from "./ground.ts";
import { mendStore, storePlaces } from "./mend-store.ts";
import { openSessionStore } from "./session-store.ts";

/** `warn` is told what a person should know about the store that was opened. */
export function sessionAdmin(wiring: Ground, warn: (words: string) => void): SessionAdmin {
  const { home, config, ids } = wiring;
  const shared = config.store.url !== "";
  return {
    principal: OWNER,
    ids,
    holder: holderName(ids.id("run")),
    timeZone: config.timezone === "" ? undefined : config.timezone,
    async open(): Promise<OpenSessions> {
      const { store, archive, meaning, notices } = await openSessionStore(wiring);
      for (const notice of notices) warn(notice);
      return { ...archive, ...store, meaning };
    },
    repair: (options) => mendStore(wiring, options),
    async restore(from) {
      if (shared) throw elsewhere();
      return restoreStore({ from, ...storePlaces(home, ids), now: wiring.clock.now() });
    },
    isInUse: (file) => ["", "-wal", "-shm"].some((suffix) => isSameFile(file, home.stateDb + suffix)),
    backupPath() {
      mkdirSync(home.backups, { recursive: true, mode: 0o700 });
      return join(home.backups, `sessions-${storePlaces(home, ids).stamp}.db`);
    },
  };
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

function elsewhere(): UsageFailure {
  return new UsageFailure(
    "These sessions are in PostgreSQL (store.url): restore them there with pg_restore, or use `hermes sessions import`.",
    1,
  );
}
