// Inputs wait durably and are taken exactly once; calls are journalled; one machine drives a session at a time.

import { describe, expect, test } from "vitest";
import type { SessionInput } from "../../../contracts/stores.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { answered, asked, headOf, messagesOf, newSession, type StartStore, user, useStore } from "./kit.ts";

function input(id: string, words: string, delivery: SessionInput["delivery"] = "queue"): SessionInput {
  return { id, parts: [{ type: "text", text: words }], delivery, at: 1_768_478_400_500 };
}

export function inboxSuite(start: StartStore): void {
  const kit = useStore(start);

  describe("inbox", () => {
    test("keeps inputs in the order they came, for any process", async () => {
      const { store, again } = kit();
      await store.create(newSession("s1"));
      const given = [input("i1", "first"), input("i2", "second", "steer"), input("i3", "third")];
      for (const one of given) await store.admit("s1", one);
      expect(await (await again()).pending("s1")).toEqual(given);
      expect(await store.history("s1")).toEqual([]);
    });

    test("a delivery repeated while it waits is one input", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      await store.admit("s1", input("i1", "once"));
      await store
        .admit("s1", input("i1", "once"))
        .catch((error: unknown) => expect(error).toBeInstanceOf(StoreFailure));
      expect(await store.pending("s1")).toHaveLength(1);
    });

    test("taking moves the named inputs into the transcript, in the order named", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      for (const one of [input("i1", "one"), input("i2", "two"), input("i3", "three")]) await store.admit("s1", one);
      const taken = await store.take("s1", ["i3", "i1"], 0);
      expect(taken.map((entry) => entry.message)).toEqual([
        user("three", 1_768_478_400_500),
        user("one", 1_768_478_400_500),
      ]);
      expect(await store.history("s1")).toEqual(taken);
      expect((await store.pending("s1")).map((one) => one.id)).toEqual(["i2"]);
      expect((await store.get("s1"))?.messageCount).toBe(2);
    });

    test("who said an input and what it brought in from outside is still known when it is a message, and in every copy of it", async () => {
      const { store, again } = kit();
      await store.create(newSession("s1"));
      const foreign = {
        ...input("i1", "look at this page"),
        taints: ["web page (x.example)"],
        origin: "runtime" as const,
      };
      await store.admit("s1", foreign);
      expect(await (await again()).pending("s1")).toEqual([foreign]);
      await store.take("s1", ["i1"], 0);
      const stored = {
        ...user("look at this page", 1_768_478_400_500),
        taints: ["web page (x.example)"],
        origin: "runtime" as const,
      };
      expect(await messagesOf(await again(), "s1")).toEqual([stored]);
      await store.branch("s1", newSession("s2"));
      expect(await messagesOf(await again(), "s2")).toEqual([stored]);
    });

    test("a conflict takes nothing", async () => {
      const { store, talk } = kit();
      await talk("s1", ["already", "here"]);
      await store.admit("s1", input("i1", "wait"));
      await expect(store.take("s1", ["i1"], 0)).rejects.toMatchObject({ kind: "conflict" });
      expect(await store.pending("s1")).toHaveLength(1);
      expect(await messagesOf(store, "s1")).toHaveLength(2);
    });

    test("however many hands reach for it, an input arrives once", async () => {
      const { store, again } = kit();
      await store.create(newSession("s1"));
      const handles = [store, await again(), await again()];
      for (let round = 0; round < 5; round++) {
        await store.admit("s1", input(`i${round}`, `words ${round}`));
        const head = await headOf(store, "s1");
        await Promise.allSettled(handles.map((handle) => handle.take("s1", [`i${round}`], head)));
        await store
          .take("s1", [`i${round}`], await headOf(store, "s1"))
          .catch((error: unknown) => expect(error).toBeInstanceOf(StoreFailure));
      }
      expect(await messagesOf(store, "s1")).toHaveLength(5);
      expect(await store.pending("s1")).toEqual([]);
    });

    test("images survive the wait", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      const parts = [
        { type: "text", text: "look" },
        { type: "image", mime: "image/png", base64: "iVBORw0KGgo=" },
      ] as const;
      await store.admit("s1", { id: "i1", parts, delivery: "queue", at: 5_000 });
      const [taken] = await store.take("s1", ["i1"], 0);
      expect(taken?.message).toEqual({ role: "user", parts, at: 5_000 });
      expect(await messagesOf(store, "s1")).toEqual([{ role: "user", parts, at: 5_000 }]);
    });
  });

  describe("call journal", () => {
    test("a call is not started, started, done", async () => {
      const { store, again } = kit();
      await store.create(newSession("s1"));
      const [, seq = 0] = await store.append("s1", [user("go"), asked("c1")], 0);
      expect(await store.callState("s1", "c1")).toEqual({ type: "not-started" });
      await store.beginCall("s1", "c1", "read_file", 4_242);
      expect(await (await again()).callState("s1", "c1")).toEqual({ type: "started", at: 4_242 });
      await store.append("s1", [answered("c1")], seq);
      expect(await store.callState("s1", "c1")).toMatchObject({ type: "done" });
    });

    test("the same call id in another session is another call", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      await store.create(newSession("s2"));
      await store.beginCall("s1", "c1", "read_file", 1);
      expect(await store.callState("s2", "c1")).toEqual({ type: "not-started" });
    });
  });

  describe("lease", () => {
    test("one holder at a time; released is free", async () => {
      const { store, again } = kit();
      await store.create(newSession("s1"));
      const mine = await store.claim("s1", "holder-a", 10_000);
      expect(mine).toMatchObject({ sessionId: "s1", holder: "holder-a" });
      const other = await again();
      expect(await other.claim("s1", "holder-b", 10_000)).toBeUndefined();
      await mine?.release();
      expect(await other.claim("s1", "holder-b", 10_000)).toBeDefined();
    });

    test("a holder that went silent loses it, and knows", async () => {
      const { store, pass } = kit();
      await store.create(newSession("s1"));
      const dead = await store.claim("s1", "holder-a", 10_000);
      await pass(10_001);
      const taken = await store.claim("s1", "holder-b", 10_000);
      expect(taken).toBeDefined();
      expect(await dead?.renew()).toBe(false);
      await dead?.release();
      expect(await store.claim("s1", "holder-c", 10_000)).toBeUndefined();
      expect(await taken?.renew()).toBe(true);
    });

    test("renewing keeps it", async () => {
      const { store, pass } = kit();
      await store.create(newSession("s1"));
      const mine = await store.claim("s1", "holder-a", 10_000);
      for (let i = 0; i < 5; i++) {
        await pass(8_000);
        expect(await mine?.renew()).toBe(true);
        expect(await store.claim("s1", "holder-b", 10_000)).toBeUndefined();
      }
    });

    test("a session that is held from its first moment is its holder's to claim and nobody else's", async () => {
      const { store, again, pass } = kit();
      const heldBy = { holder: "holder-a", ttlMs: 10_000 };
      await store.create(newSession("s1", { heldBy }));
      const other = await again();
      expect(await other.claim("s1", "holder-b", 10_000)).toBeUndefined();
      const mine = await store.claim("s1", "holder-a", 10_000);
      await mine?.release();
      expect(await other.claim("s1", "holder-b", 10_000)).toBeDefined();
      await store.create(newSession("s2", { heldBy }));
      await pass(10_001);
      expect(await other.claim("s2", "holder-b", 10_000)).toBeDefined();
    });

    test("of many who claim at once one gets it", async () => {
      const { store, again } = kit();
      await store.create(newSession("s1"));
      const handles = [store, await again(), await again()];
      const claims = await Promise.all(handles.map((handle, index) => handle.claim("s1", `holder-${index}`, 10_000)));
      expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    });

    test("sessions are held apart", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      await store.create(newSession("s2"));
      expect(await store.claim("s1", "holder-a", 10_000)).toBeDefined();
      expect(await store.claim("s2", "holder-b", 10_000)).toBeDefined();
    });
  });
}
