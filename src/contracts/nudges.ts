// The counters behind the background review, on disk: a restart neither forgets nor repeats.

import type { NudgeCounts, NudgeEvent } from "../kernel/memory/nudge.ts";
import type { Principal } from "../kernel/principal.ts";

export interface Nudges {
  /** The counts as they are after the events. Throws StoreFailure. */
  count(principal: Principal, events: readonly NudgeEvent[]): Promise<NudgeCounts>;
}
