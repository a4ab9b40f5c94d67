// The promises of the archive port, run against every store that keeps one: nothing is lost on the way out, in or to the bin.

import { beforeEach, describe, expect, test } from "vitest";
import { type Message, type ToolMessage, textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import type { FakeClock } from "../fakes.ts";
import { figuresSuite } from "./session-archive/figures.ts";
import { type ArchivedStore, compaction, RICH } from "./session-archive/kit.ts";
import { transferSuite } from "./session-archive/transfer.ts";
import { answered, headOf, messagesOf, newSession, type StoreHarness, useStore } from "./session-store/kit.ts";

/** `elsewhere` is an empty store of the same kind, with data of its own. */
export interface ArchiveHarness extends StoreHarness<ArchivedStore> {
  elsewhere(): Promise<ArchivedStore>;
}

const DAY = 86_400_000;

export function sessionArchiveSuite(name: string, start: (clock: FakeClock) => Promise<ArchiveHarness>): void {
  describe(`session archive: ${name}`, () => {
    let elsewhere: ArchiveHarness["elsewhere"];
    const kit = useStore<ArchivedStore>(async (clock) => {
      const harness = await start(clock);
      elsewhere = harness.elsewhere;
      return harness;
    });
    let store: ArchivedStore;
    beforeEach(() => {
      store = kit().store;
    });

    describe("out and in", () => transferSuite(() => ({ ...kit(), elsewhere })));

    describe("what goes", () => {
      test("prune goes by last activity and leaves archived, pinned and running conversations", async () => {
        const { clock } = kit();
        const old = clock.now() - 200 * DAY;
        for (const id of ["old", "pinned", "stored", "running", "lively"]) {
          await store.create(newSession(id, { startedAt: old }));
          await store.append(id, [userMessage("words", id === "lively" ? clock.now() : old)], 0);
        }
        await store.pin("pinned", true);
        await store.archive("stored", true);
        await store.claim("running", "someone", 60_000);
        const request = { olderThanDays: 90, now: clock.now() };
        const plan = await store.prunePlan(request);
        expect(plan.sessions.map(({ id }) => id)).toEqual(["old"]);
        expect(Object.fromEntries(plan.kept.map(({ id, why }) => [id, why]))).toEqual({
          pinned: "pinned",
          stored: "archived",
          running: "in use",
        });
        expect(await store.prune(plan, request)).toEqual({ removed: 1 });
        expect(await store.get("old")).toBeUndefined();
        expect(await store.get("lively")).toBeDefined();
      });

      test("automatic pruning keeps its interval, whoever asks", async () => {
        const { clock, again } = kit();
        const old = clock.now() - 200 * DAY;
        const request = { olderThanDays: 90, minIntervalHours: 24, vacuum: true, now: clock.now() };
        for (const id of ["one", "two"]) {
          await store.create(newSession(id, { startedAt: old }));
          await store.append(id, [userMessage("words", old)], 0);
          if (id === "one") expect(await store.autoPrune(request)).toEqual({ removed: 1 });
        }
        const other = await again();
        expect(await other.autoPrune({ ...request, now: clock.now() + DAY / 2 })).toEqual({ removed: 0 });
        expect(await other.autoPrune({ ...request, now: clock.now() + DAY })).toEqual({ removed: 1 });
      });

      test("removing a conversation takes its parts, its delegates and its bodies, and leaves branches whole", async () => {
        await store.create(newSession("a"));
        await store.append("a", RICH, 0);
        await store.branch("a", newSession("branch"));
        await store.create(
          newSession("child", { source: "subagent", parentId: "a", settings: { _delegate_from: "a" } }),
        );
        await store.removeConversation("a");
        expect(await store.get("child")).toBeUndefined();
        expect(await messagesOf(store, "branch")).toEqual(RICH);
        const found = await store.search({ principal: OWNER, query: "character", limit: 3 });
        expect(found.map(({ sessionId }) => sessionId)).toEqual(["branch"]);
        await store.removeConversation("branch");
        expect((await store.stats()).bytes).toMatchObject({ images: 0, large_results: 0 });
      });
    });

    describe("bodies too large for a row", () => {
      const picture = (n: number): Message => ({
        role: "user",
        parts: [{ type: "image", mime: "image/png", base64: Buffer.alloc(60_000, n).toString("base64") }],
        at: 1000 + n,
      });
      const result = (n: number): ToolMessage => answered(`c${n}`, `result ${n} ${"y".repeat(300_000)}`, 1000 + n);
      const shapes = async (id: string) => (await messagesOf(store, id)).map(({ parts }) => parts[0]?.type);

      test("each stands once outside the rows, however often it is sent, copied or sent elsewhere", async () => {
        await store.create(newSession("a"));
        await store.append("a", [...RICH, ...RICH.slice(0, 1), ...RICH.slice(2, 3)], 0);
        await store.branch("a", newSession("b"));
        const { bytes, totalBytes } = await store.stats();
        expect(bytes).toMatchObject({ images: 6_000, large_results: 300_000 });
        expect(bytes.tool_results).toBeLessThan(100_000);
        expect(totalBytes).toBeGreaterThan(0);
        expect((await messagesOf(store, "b")).slice(0, RICH.length)).toEqual(RICH);
      });

      test("images are kept within a quota, the newest first; one that is shown again counts as new", async () => {
        await store.create(newSession("a"));
        for (const n of [1, 2, 3]) await store.append("a", [picture(n)], await headOf(store, "a"));
        expect(await store.keepBodiesWithin({})).toEqual({ images: 0, results: 0 });
        expect(await store.keepBodiesWithin({ imageBytes: 1e9, resultBytes: 0 })).toEqual({ images: 0, results: 0 });
        expect(await store.keepBodiesWithin({ imageBytes: 150_000 })).toEqual({ images: 1, results: 0 });
        expect(await shapes("a")).toEqual(["text", "image", "image"]);
        expect(await store.keepBodiesWithin({ imageBytes: 150_000 })).toEqual({ images: 0, results: 0 });
        await store.append("a", [{ ...picture(1), at: 2000 }], await headOf(store, "a"));
        expect(await shapes("a")).toEqual(["image", "image", "image", "image"]);
        expect(await store.keepBodiesWithin({ imageBytes: 70_000 })).toEqual({ images: 2, results: 0 });
        expect(await shapes("a")).toEqual(["image", "text", "text", "image"]);
      });

      test("long results are kept within a quota and leave their beginning; what people wrote stays whole", async () => {
        const pasted = userMessage(`pasted ${"z".repeat(300_000)}`, 10);
        const quoted = answered("c9", textOf(pasted), 11);
        await store.create(newSession("a"));
        await store.append("a", [pasted, quoted, result(1), result(2)], 0);
        const quota = { resultBytes: 400_000 };
        expect(await store.optimize(quota)).toMatchObject({ dropped: { images: 0, results: 1 } });
        const [first, second, third, fourth] = await messagesOf(store, "a");
        expect([first, second, fourth]).toEqual([pasted, quoted, result(2)]);
        const words = third === undefined ? "" : textOf(third);
        expect(words).toMatch(/^result 1 y{7000}/u);
        expect(words).toMatch(/no longer at hand\]$/u);
        expect(words.length).toBeLessThan(9_000);
        expect(await store.keepBodiesWithin(quota)).toEqual({ images: 0, results: 0 });
        const branched = await store.branch("a", newSession("b")).then(() => messagesOf(store, "b"));
        expect(branched).toEqual(await messagesOf(store, "a"));
      });
    });

    figuresSuite(() => kit().store);

    test("an undone compaction makes the parent live again and keeps the child as a branch", async () => {
      await store.create(newSession("a"));
      const seqs = await store.append("a", [userMessage("one", 1), userMessage("two", 2)], 0);
      await store.continueFrom("a", newSession("b"), compaction(seqs));
      expect(await store.compactions("b")).toMatchObject([{ parentId: "a", childId: "b", tokensBefore: 9 }]);
      expect(await store.undoCompaction("b")).toMatchObject({ id: "a", endReason: undefined });
      expect(await store.find("a", OWNER)).toMatchObject({ session: { id: "a" } });
      await store.append("a", [userMessage("three", 4)], seqs[1] ?? 0);
      const rewound = await store.rewind("a", seqs[1] ?? 0);
      expect(await store.restoreRewound("a")).toEqual(rewound);
    });
  });
}
