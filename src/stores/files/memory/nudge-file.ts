// The review counters on disk: losing one costs a review a turn earlier or later, so they are written without syncing.

import { parseJson } from "../../../kernel/json.ts";
import { countNudge, decodeCounts, type NudgeCounts, type NudgeEvent } from "../../../kernel/memory/nudge.ts";
import { diskFailure, makeFolder, readText, replaceLoosely } from "./disk.ts";
import type { MemoryPlace } from "./places.ts";
import type { BookShell } from "./write-book.ts";

/** Throws StoreFailure when the disk refuses. */
export async function countNudges(
  { ids, locked }: BookShell,
  place: MemoryPlace,
  events: readonly NudgeEvent[],
): Promise<NudgeCounts> {
  if (events.length === 0) return readCounts(place.nudges);
  try {
    makeFolder(place.dir);
    return await locked(place.lock, async () => {
      const before = readCounts(place.nudges);
      const after = events.reduce(countNudge, before);
      if (after.memory !== before.memory || after.skills !== before.skills)
        replaceLoosely(place.nudges, JSON.stringify(after), ids.id("n"));
      return after;
    });
  } catch (error) {
    throw diskFailure(place.nudges, error);
  }
}

function readCounts(path: string): NudgeCounts {
  const file = readText(path);
  const parsed = file.type === "text" ? parseJson(file.text) : undefined;
  return decodeCounts(parsed?.type === "ok" ? parsed.value : undefined);
}
