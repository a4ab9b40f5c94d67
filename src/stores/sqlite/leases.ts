// One driver per session on any process: a lease with an owner, an end, and a token that tells an old holder it lost.

import type { Lease } from "../../contracts/stores.ts";
import { isHeldByOther, type LeaseColumns } from "../shared/lease-columns.ts";
import type { StoreContext } from "./context.ts";
import { requireSession } from "./session-rows.ts";

/** undefined while someone else alive holds it. A dead holder of this machine is replaced at once; the same holder gets it again. */
export async function claimLease(
  context: StoreContext,
  id: string,
  wish: { readonly holder: string; readonly ttlMs: number },
): Promise<Lease | undefined> {
  const { db, clock, ids } = context;
  const token = `${wish.holder} ${ids.id("lease")}`;
  const won = await db.write(() => {
    requireSession(db, id);
    const current = db.get<LeaseColumns>("SELECT holder, expires_at FROM hx_leases WHERE session_id = ?", id);
    if (isHeldByOther(current, wish.holder, clock.now(), context.holderAlive)) return false;
    db.run(
      `INSERT INTO hx_leases (session_id, holder, token, expires_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (session_id) DO UPDATE SET holder = excluded.holder, token = excluded.token, expires_at = excluded.expires_at`,
      id,
      wish.holder,
      token,
      clock.now() + wish.ttlMs,
    );
    return true;
  });
  return won ? leaseOf(context, id, { ...wish, token }) : undefined;
}

function leaseOf(
  { db, clock }: StoreContext,
  sessionId: string,
  held: { readonly holder: string; readonly ttlMs: number; readonly token: string },
): Lease {
  return {
    sessionId,
    holder: held.holder,
    renew: () =>
      db.write(() => {
        const { changes } = db.run(
          "UPDATE hx_leases SET expires_at = ? WHERE session_id = ? AND token = ?",
          clock.now() + held.ttlMs,
          sessionId,
          held.token,
        );
        return changes === 1;
      }),
    release: () =>
      db.write(() => {
        db.run("DELETE FROM hx_leases WHERE session_id = ? AND token = ?", sessionId, held.token);
      }),
  };
}
