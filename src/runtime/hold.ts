// The claim on a conversation while it is open here: renewed in time, moved along with it, let go at the end.

import type { Log } from "../contracts/log.ts";
import type { Lease } from "../contracts/stores.ts";
import { StoreFailure } from "../kernel/failure.ts";
import type { Principal } from "../kernel/principal.ts";
import { claimSession } from "./claim.ts";
import type { HostPorts } from "./host-ports.ts";

export interface Hold {
  /** Somebody else has the conversation: nothing is taken from its inbox here any more. */
  readonly lost: StoreFailure | undefined;
  /** From the part of the conversation that was compacted to the one that goes on. */
  follow(sessionId: string): Promise<void>;
  /** No renewal after this; the claim itself is kept until it is released. */
  rest(): void;
  release(): Promise<void>;
}

export interface Held {
  readonly sessionId: string;
  readonly principal: Principal;
  readonly lease: Lease;
  readonly log: Log;
}

export function holdSession(ports: HostPorts, { sessionId, principal, lease, log }: Held): Hold {
  const live = { sessionId, lease, lost: undefined as StoreFailure | undefined };
  const renewal = setInterval(() => {
    live.lease.renew().catch((error: unknown) => log.warn("the lease was not renewed", { error: String(error) }));
  }, ports.leaseTtlMs / 3);
  renewal.unref();
  return {
    get lost() {
      return live.lost;
    },
    async follow(to) {
      const left = live.lease;
      try {
        live.lease = await claimSession(ports, to, "It goes on there; resume it to see what was said.");
      } catch (error) {
        if (error instanceof StoreFailure) live.lost = error;
        throw error;
      }
      ports.onMoved?.(live.sessionId, to, principal);
      live.sessionId = to;
      await left.release();
    },
    rest: () => clearInterval(renewal),
    release: () => live.lease.release(),
  };
}
