// One driver per session on any process: a lease with an owner, an end, and a token that tells an old holder it lost.

import type { Lease, NewSession } from "../../contracts/stores.ts";
import { isHeldByOther, type LeaseColumns } from "../shared/lease-columns.ts";
import type { StoreContext } from "./context.ts";
import { mustExist } from "./session-rows.ts";

/** undefined while someone else alive holds it. A dead holder of this machine is replaced at once; the same holder gets it again. */
export async function claimLease(
  context: StoreContext,
  id: string,
  wish: { readonly holder: string; readonly ttlMs: number },
): Promise<Lease | undefined> {
  const { db, clock, ids } = context;
  const token = `${wish.holder} ${ids.id("lease")}`;
  const won = await db.write(() => {
    mustExist(db, id);
    const current = db.get<LeaseColumns>("SELECT holder, expires_at FROM hx_leases WHERE session_id = ?", id);
    if (isHeldByOther(current, wish.holder, clock.now(), context.holderAlive)) return false;
    writeLease(context, id, { ...wish, token });
    return true;
  });
  return won ? leaseOf(context, id, { ...wish, token }) : undefined;
}

/** Inside the transaction that makes the session; whoever holds it claims it as usual afterwards. */
export function holdFromStart(context: StoreContext, { id, heldBy }: Pick<NewSession, "id" | "heldBy">): void {
  if (heldBy === undefined) return;
  writeLease(context, id, { ...heldBy, token: `${heldBy.holder} ${context.ids.id("lease")}` });
}

interface Held {
  readonly holder: string;
  readonly ttlMs: number;
  readonly token: string;
}

function writeLease({ db, clock }: StoreContext, id: string, { holder, ttlMs, token }: Held): void {
  db.run(
    `INSERT INTO hx_leases (session_id, holder, token, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (session_id) DO UPDATE SET holder = excluded.holder, token = excluded.token, expires_at = excluded.expires_at`,
    id,
    holder,
    token,
    clock.now() + ttlMs,
  );
}

function leaseOf({ db, clock }: StoreContext, sessionId: string, held: Held): Lease {
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
