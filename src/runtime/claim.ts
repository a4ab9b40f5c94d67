// One driver per session: the lease, or a failure that says who is in the way.

import type { Lease } from "../contracts/stores.ts";
import { StoreFailure } from "../kernel/failure.ts";
import type { HostPorts } from "./host-ports.ts";

export type ClaimPorts = Pick<HostPorts, "store" | "holder" | "leaseTtlMs">;

/** Throws StoreFailure `busy`, ending in the advice, while somebody else holds the session. */
export async function claimSession(ports: ClaimPorts, id: string, advice: string): Promise<Lease> {
  const lease = await ports.store.claim(id, ports.holder, ports.leaseTtlMs);
  if (lease !== undefined) return lease;
  throw new StoreFailure("busy", `Session ${id} is open in another process. ${advice}`);
}
