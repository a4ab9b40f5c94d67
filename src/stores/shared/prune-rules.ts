// Which old conversations stay although they are old: the same rule in every database.

import type { SessionRow } from "../../contracts/stores.ts";

/** The entry of a session's settings that keeps it from being pruned. */
export const PIN_MARK = "_pinned";

export function reasonToKeep(row: SessionRow, held: boolean): "archived" | "pinned" | "in use" | undefined {
  if (row.archived) return "archived";
  if (row.settings[PIN_MARK] === true) return "pinned";
  return held ? "in use" : undefined;
}
