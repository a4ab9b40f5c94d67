// The store, open for the length of one piece of work; and finding the session a person means.

import type { SessionRow } from "../../contracts/stores.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { OpenAdmin } from "../../runtime/admin.ts";
import type { OpenSessions, SessionAdmin } from "../../runtime/admin-sessions.ts";
import { claimSession } from "../../runtime/claim.ts";
import { WORDS } from "./words.data.ts";

export interface SessionWork {
  readonly store: OpenSessions;
  readonly admin: SessionAdmin;
  now(): number;
  /** Id, unique prefix or title; the newest part of that conversation. Throws UsageFailure. */
  find(reference: string): Promise<SessionRow>;
  /** Exactly this session when the id is whole, else like `find`. */
  exactly(reference: string): Promise<SessionRow>;
  /** For what would pull a conversation from under somebody in it. Throws StoreFailure `busy` while it is open elsewhere. */
  alone<R>(id: string, change: () => Promise<R>): Promise<R>;
}

/** Long enough for any change, short enough after a machine that died in it. */
const HELD_MS = 60_000;

export async function withSessions<T>(openAdmin: OpenAdmin, work: (sessions: SessionWork) => Promise<T>): Promise<T> {
  const { clock, sessions } = await openAdmin();
  const admin = await sessions();
  const store = await admin.open();
  const find = async (reference: string): Promise<SessionRow> => {
    const found = await store.find(reference, admin.principal);
    if (found.type === "found") return found.session;
    if (found.type === "none") throw new UsageFailure(WORDS.sessions.noMatch(reference), 1);
    const ids = found.matches.map((row) => row.id).slice(0, 5);
    throw new UsageFailure(WORDS.sessions.severalMatch(reference, ids.join(", ")), 1);
  };
  try {
    return await work({
      ...{ store, admin, find },
      now: () => clock.now(),
      exactly: async (reference) => (await store.get(reference)) ?? find(reference),
      async alone(id, change) {
        const ports = { store, holder: admin.holder, leaseTtlMs: HELD_MS };
        const lease = await claimSession(ports, id, WORDS.sessions.closeFirst);
        try {
          return await change();
        } finally {
          await lease.release();
        }
      },
    });
  } finally {
    await store.close();
  }
}
