// The review counters on disk: losing one costs a review a turn earlier or later, so they are written without syncing.

import type { Nudges } from "../../../contracts/nudges.ts";
import type { Ids } from "../../../contracts/time.ts";
import { parseJson } from "../../../kernel/json.ts";
import { countNudge, decodeCounts, type NudgeCounts } from "../../../kernel/memory/nudge.ts";
import { diskFailure, readText, replaceLoosely } from "./disk.ts";
import { createLock } from "./lock.ts";
import { type MemoryFolders, memoryPlace } from "./places.ts";

export function openNudges(folders: MemoryFolders, ids: Ids): Nudges {
  const locked = createLock(ids);
  return {
    async count(principal, events) {
      const { lock, nudges } = memoryPlace(folders, principal);
      if (events.length === 0) return readCounts(nudges);
      try {
        return await locked(lock, async () => {
          const before = readCounts(nudges);
          const after = events.reduce(countNudge, before);
          if (after.memory !== before.memory || after.skills !== before.skills)
            replaceLoosely(nudges, JSON.stringify(after), ids.id("n"));
          return after;
        });
      } catch (error) {
        throw diskFailure(nudges, error);
      }
    },
  };
}

function readCounts(path: string): NudgeCounts {
  const file = readText(path);
  const parsed = file.type === "text" ? parseJson(file.text) : undefined;
  return decodeCounts(parsed?.type === "ok" ? parsed.value : undefined);
}
