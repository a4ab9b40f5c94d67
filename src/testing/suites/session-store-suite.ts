// The promises of the session port, run against every store.

import { describe } from "vitest";
import { inboxSuite } from "./session-store/inbox.ts";
import type { StartStore } from "./session-store/kit.ts";
import { lineageSuite } from "./session-store/lineage.ts";
import { roundTripsSuite } from "./session-store/round-trips.ts";
import { rowsSuite } from "./session-store/rows.ts";
import { searchSuite } from "./session-store/search.ts";
import { transcriptSuite } from "./session-store/transcript.ts";

/** `start` makes empty data for one test and handles on it; it gets the clock that leases must follow. */
export function sessionStoreSuite(name: string, start: StartStore): void {
  describe(`session store: ${name}`, () => {
    describe("transcript", () => transcriptSuite(start));
    describe("rows", () => rowsSuite(start));
    describe("inbox", () => inboxSuite(start));
    describe("lineage", () => lineageSuite(start));
    describe("search", () => searchSuite(start));
    describe("round trips", () => roundTripsSuite(start));
  });
}
