// Appending, reading back, going back: the transcript is never rewritten and never half-written.

import { describe, expect, test } from "vitest";
import type { Message } from "../../../kernel/message.ts";
import { answered, asked, headOf, messagesOf, newSession, type StartStore, said, user, useStore } from "./kit.ts";

export function transcriptSuite(start: StartStore): void {
  const kit = useStore(start);

  describe("append", () => {
    test("gives growing numbers and reads back in order", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      const first = await store.append("s1", [user("one"), said("two")], 0);
      const second = await store.append("s1", [user("three")], first[1] ?? -1);
      const seqs = [...first, ...second];
      expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
      expect(new Set(seqs).size).toBe(3);
      expect(seqs[0]).toBeGreaterThan(0);
      expect((await store.history("s1")).map((entry) => entry.seq)).toEqual(seqs);
      expect(await messagesOf(store, "s1")).toEqual([user("one"), said("two"), user("three")]);
    });

    test("conflicts when someone else was faster, and then writes nothing", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      const [seq = 0] = await store.append("s1", [user("mine")], 0);
      await expect(store.append("s1", [user("late"), said("later")], 0)).rejects.toMatchObject({
        name: "StoreFailure",
        kind: "conflict",
      });
      expect(await messagesOf(store, "s1")).toEqual([user("mine")]);
      await store.append("s1", [said("after all")], seq);
      expect(await messagesOf(store, "s1")).toHaveLength(2);
    });

    test("of two handles racing from the same view exactly one wins", async () => {
      const { store, again } = kit();
      await store.create(newSession("s1"));
      const other = await again();
      for (let round = 0; round < 10; round++) {
        const head = await headOf(store, "s1");
        const results = await Promise.allSettled([
          store.append("s1", [user(`a${round}`)], head),
          other.append("s1", [user(`b${round}`)], head),
        ]);
        expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
        expect(await messagesOf(store, "s1")).toHaveLength(round + 1);
      }
    });

    test("sessions do not disturb each other", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      await store.create(newSession("s2"));
      const [one = 0] = await store.append("s1", [user("one")], 0);
      await store.append("s2", [user("two")], 0);
      await store.append("s1", [said("answer")], one);
      expect(await messagesOf(store, "s2")).toEqual([user("two")]);
    });

    test("an unknown session is not found", async () => {
      const { store } = kit();
      await expect(store.append("nobody", [user("x")], 0)).rejects.toMatchObject({ kind: "not-found" });
    });

    test("nothing appended is nothing changed", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      expect(await store.append("s1", [], 0)).toEqual([]);
      expect(await store.history("s1")).toEqual([]);
    });

    test("what was acknowledged is there for the next process", async () => {
      const { store, again } = kit();
      await store.create(newSession("s1"));
      await store.append("s1", [user("keep me")], 0);
      await store.close();
      expect(await messagesOf(await again(), "s1")).toEqual([user("keep me")]);
    });

    test("counts messages and calls, dates the last activity, remembers the first words", async () => {
      const { store } = kit();
      await store.create(newSession("s1", { startedAt: 1_000 }));
      const messages: Message[] = [
        user("What is\n in a?", 5_000),
        { ...asked("c1"), at: 6_000 },
        answered("c1", "{}", 7_000),
        said("This.", 8_000),
      ];
      await store.append("s1", messages, 0);
      expect(await store.get("s1")).toMatchObject({ messageCount: 4, toolCallCount: 1, lastActiveAt: 8_000 });
      expect((await store.get("s1"))?.preview).toContain("What is in a?");
    });

    test("a session is remembered by the words beside its pictures, or by a picture without words", async () => {
      const { store } = kit();
      const image = { type: "image" as const, mime: "image/png", base64: Buffer.alloc(9_000, 7).toString("base64") };
      for (const [id, parts, preview] of [
        ["seen", [image, { type: "text", text: "What is this?" }, image], "What is this?"],
        ["shown", [image], "[image: image/png, 9,000 bytes]"],
      ] as const) {
        await store.create(newSession(id));
        await store.append(id, [{ role: "user", parts, at: 5_000 }], 0);
        expect((await store.get(id))?.preview).toBe(preview);
      }
    });

    test("with usage counts the call in the same stroke", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      const usage = { input: 100, output: 20, cacheRead: 50, cacheWrite: 10, reasoning: 5 };
      const entry = { usage, model: "m", provider: "p", costUsd: 0.5, at: 1 };
      const [seq = 0] = await store.append("s1", [user("x"), said("y")], 0, entry);
      expect(await store.get("s1")).toMatchObject({ usage, apiCallCount: 1, costUsd: 0.5 });
      await expect(store.append("s1", [user("z")], seq + 1_000, entry)).rejects.toMatchObject({ kind: "conflict" });
      expect(await store.get("s1")).toMatchObject({ usage, apiCallCount: 1 });
    });
  });

  describe("rewind", () => {
    test("takes the user message and all after it out of the view", async () => {
      const { store, talk } = kit();
      await talk("s1", ["one", "eins", "two", "zwei", "three", "drei"]);
      const history = await store.history("s1");
      expect(await store.rewind("s1", history[2]?.seq ?? 0)).toEqual({ count: 4 });
      expect((await messagesOf(store, "s1")).map((message) => message.role)).toEqual(["user", "assistant"]);
      expect((await store.get("s1"))?.messageCount).toBe(2);
    });

    test("goes on from what is left; numbers are never given twice", async () => {
      const { store, talk } = kit();
      await talk("s1", ["one", "eins", "two", "zwei"]);
      const before = await store.history("s1");
      await store.rewind("s1", before[2]?.seq ?? 0);
      const [seq = 0] = await store.append("s1", [user("another two")], before[1]?.seq ?? 0);
      expect(seq).toBeGreaterThan(before.at(-1)?.seq ?? 0);
      expect((await messagesOf(store, "s1")).at(-1)).toEqual(user("another two"));
    });

    test("a writer who still believes in the old end conflicts", async () => {
      const { store, talk } = kit();
      await talk("s1", ["one", "eins", "two", "zwei"]);
      const before = await store.history("s1");
      await store.rewind("s1", before[2]?.seq ?? 0);
      await expect(store.append("s1", [user("x")], before.at(-1)?.seq ?? 0)).rejects.toMatchObject({
        kind: "conflict",
      });
    });
  });
}
