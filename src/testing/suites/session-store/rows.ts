// The session row: creating, naming, ending, pricing, listing, finding, removing.

import { describe, expect, test } from "vitest";
import type { FrozenPrompt, SessionRow } from "../../../contracts/stores.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { OWNER } from "../../../kernel/principal.ts";
import { GUEST, messagesOf, newSession, OTHER_GUEST, type StartStore, user, useStore } from "./kit.ts";

const idsOf = (rows: readonly SessionRow[]) => rows.map((row) => row.id);

export function rowsSuite(start: StartStore): void {
  const kit = useStore(start);

  describe("the row", () => {
    test("holds what it was created with and starts empty", async () => {
      const { store } = kit();
      const given = newSession("s1", {
        model: "m",
        provider: "p",
        cwd: "/w",
        title: "Tax",
        settings: { a: [1, { b: null }] },
      });
      const row = await store.create(given);
      expect(row).toMatchObject({ ...given, messageCount: 0, apiCallCount: 0, archived: false, preview: "" });
      expect(row).toMatchObject({ endedAt: undefined, endReason: undefined, costUsd: undefined, parentId: undefined });
      expect(await store.get("s1")).toEqual(row);
    });

    test("a guest's session stays the guest's", async () => {
      const { store } = kit();
      await store.create(newSession("g1", { principal: GUEST }));
      expect((await store.get("g1"))?.principal).toEqual(GUEST);
    });

    test("nobody is undefined", async () => {
      expect(await kit().store.get("nobody")).toBeUndefined();
      expect(await kit().store.prompt("nobody")).toBeUndefined();
    });

    test("an id used twice never costs what is there", async () => {
      const { store, talk } = kit();
      await talk("s1", ["mine"]);
      await store.create(newSession("s1", { title: "intruder" })).catch((error: unknown) => {
        expect(error).toBeInstanceOf(StoreFailure);
      });
      expect(await messagesOf(store, "s1")).toHaveLength(1);
      expect((await store.get("s1"))?.title).toBeUndefined();
    });

    test("the first reason to end counts; reopening clears it", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      await store.end("s1", "cli_close", 2_000_000_000_000);
      await store.end("s1", "session_reset", 2_000_000_001_000);
      expect(await store.get("s1")).toMatchObject({ endReason: "cli_close", endedAt: 2_000_000_000_000 });
      await store.reopen("s1");
      expect(await store.get("s1")).toMatchObject({ endReason: undefined, endedAt: undefined });
    });

    test("model calls add up; a price nobody knows stays unknown", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      const usage = { input: 10, output: 2, cacheRead: 4, cacheWrite: 3, reasoning: 1 };
      await store.recordUsage("s1", { usage, model: "m", provider: "p", costUsd: undefined, at: 1 });
      expect(await store.get("s1")).toMatchObject({ usage, apiCallCount: 1, costUsd: undefined });
      await store.recordUsage("s1", { usage, model: "m", provider: "p", costUsd: 0.25, at: 2 });
      await store.recordUsage("s1", { usage, model: "m", provider: "p", costUsd: 0.5, at: 3 });
      const row = await store.get("s1");
      expect(row?.usage).toEqual({ input: 30, output: 6, cacheRead: 12, cacheWrite: 9, reasoning: 3 });
      expect(row).toMatchObject({ apiCallCount: 3, costUsd: 0.75 });
    });

    test("model, title and archive mark can change", async () => {
      const { store } = kit();
      await store.create(newSession("s1", { model: "a", provider: "b" }));
      await store.setModel("s1", "c", "d");
      await store.setTitle("s1", "Über Größe · 日本");
      await store.archive("s1", true);
      expect(await store.get("s1")).toMatchObject({
        model: "c",
        provider: "d",
        title: "Über Größe · 日本",
        archived: true,
      });
      await store.archive("s1", false);
      expect((await store.get("s1"))?.archived).toBe(false);
    });

    test("two sessions cannot have one title", async () => {
      const { store } = kit();
      await store.create(newSession("s1", { title: "Tax" }));
      await store.create(newSession("s2"));
      await expect(store.setTitle("s2", "Tax")).rejects.toBeInstanceOf(StoreFailure);
      expect((await store.get("s2"))?.title).toBeUndefined();
      await store.setTitle("s1", "Tax");
    });

    test("a session without a title is named, numbered on where the name is taken; a titled one keeps its title", async () => {
      const { store } = kit();
      for (const id of ["s1", "s2", "s3", "s4"]) await store.create(newSession(id));
      await store.setTitle("s4", "Taxes");
      for (const id of ["s1", "s2", "s3", "s4", "s1"]) await store.name(id, "Tax");
      const rows = await Promise.all(["s1", "s2", "s3", "s4"].map((id) => store.get(id)));
      expect(rows.map((row) => row?.title)).toEqual(["Tax", "Tax #2", "Tax #3", "Taxes"]);
    });

    test("the prompt comes back byte for byte", async () => {
      const { store, again } = kit();
      await store.create(newSession("s1"));
      const prompt: FrozenPrompt = {
        system: ["You are.\r\n\u0000\tTab", "日本語 🧪 \u2028", ""],
        tools: [
          {
            name: "t",
            description: 'does "it"',
            schema: { type: "object", properties: { z: {}, a: { enum: ["b", "a"] } } },
          },
        ],
        sharedThrough: 0,
        layers: [{ tier: "stable", name: "identity", chars: 12 }],
      };
      await store.freezePrompt("s1", prompt);
      const read = await (await again()).prompt("s1");
      expect(read).toEqual(prompt);
      expect(JSON.stringify(read?.tools)).toBe(JSON.stringify(prompt.tools));
    });
  });

  test("one setting is put in, replaced and taken out; the others stay", async () => {
    const { store, again } = kit();
    await store.create(newSession("s1", { settings: { a: 1 } }));
    await store.setSetting("s1", "b", { deep: [2, null] });
    await store.setSetting("s1", "b", { deep: [3, "ü"] });
    expect((await (await again()).get("s1"))?.settings).toEqual({ a: 1, b: { deep: [3, "ü"] } });
    await store.setSetting("s1", "b", undefined);
    expect((await store.get("s1"))?.settings).toEqual({ a: 1 });
    await expect(store.setSetting("nobody", "b", 1)).rejects.toBeInstanceOf(StoreFailure);
  });

  describe("remove", () => {
    test("takes the session with its words, and only it", async () => {
      const { store, talk } = kit();
      await talk("s1", ["secret plan"]);
      await talk("s2", ["other words"]);
      await store.freezePrompt("s1", { system: ["x"], tools: [], sharedThrough: -1, layers: [] });
      await store.admit("s1", { id: "i1", parts: [{ type: "text", text: "waiting" }], delivery: "queue", at: 1 });
      await store.remove("s1");
      expect(await store.get("s1")).toBeUndefined();
      expect(await store.prompt("s1")).toBeUndefined();
      expect(await store.search({ principal: OWNER, query: "secret", limit: 5 })).toEqual([]);
      expect(await messagesOf(store, "s2")).toHaveLength(1);
    });

    test("children outlive their parent", async () => {
      const { store, talk } = kit();
      await talk("s1", ["words", "more"]);
      await store.branch("s1", newSession("s2"));
      await store.remove("s1");
      expect(await messagesOf(store, "s2")).toHaveLength(2);
    });
  });

  describe("list", () => {
    test("shows a principal's own, the last active first", async () => {
      const { store } = kit();
      for (const [id, at] of [
        ["s1", 10_000],
        ["s2", 30_000],
        ["s3", 20_000],
      ] as const) {
        await store.create(newSession(id, { startedAt: 1_000 }));
        await store.append(id, [user("x", at)], 0);
      }
      await store.create(newSession("g1", { principal: GUEST }));
      expect(idsOf(await store.list({ principal: OWNER }))).toEqual(["s2", "s3", "s1"]);
      expect(idsOf(await store.list({ principal: GUEST }))).toEqual(["g1"]);
      expect(await store.list({ principal: OTHER_GUEST })).toEqual([]);
    });

    test("filters by source and archive mark, and pages", async () => {
      const { store } = kit();
      for (let i = 0; i < 6; i++)
        await store.create(newSession(`s${i}`, { source: i % 2 ? "telegram" : "cli", startedAt: 1_000 * (i + 1) }));
      await store.archive("s4", true);
      expect(idsOf(await store.list({ principal: OWNER, source: "cli" }))).toEqual(["s2", "s0"]);
      expect(
        idsOf(await store.list({ principal: OWNER, excludeSources: ["telegram"], includeArchived: true })),
      ).toEqual(["s4", "s2", "s0"]);
      expect(idsOf(await store.list({ principal: OWNER, limit: 2, offset: 1 }))).toEqual(["s3", "s2"]);
    });
  });

  describe("find", () => {
    test("by exact id, by the only id that starts so, by title", async () => {
      const { store } = kit();
      await store.create(newSession("20260101_aa", { title: "Garden" }));
      await store.create(newSession("20260101_ab"));
      await store.create(newSession("20260101_a"));
      const find = (reference: string) => store.find(reference, OWNER);
      expect(await find("20260101_a")).toMatchObject({ type: "found", session: { id: "20260101_a" } });
      expect(await find("20260101_ab")).toMatchObject({ type: "found", session: { id: "20260101_ab" } });
      expect(await find("Garden")).toMatchObject({ type: "found", session: { id: "20260101_aa" } });
      expect(await find("2026")).toMatchObject({ type: "ambiguous" });
      await store.setTitle("20260101_ab", "2026");
      expect(await find("2026")).toMatchObject({ type: "found", session: { id: "20260101_ab" } });
      expect(await find("nothing like it")).toEqual({ type: "none" });
      expect(await find("")).toEqual({ type: "none" });
    });

    test("an ambiguous prefix names its matches", async () => {
      const { store } = kit();
      await store.create(newSession("ab1"));
      await store.create(newSession("ab2"));
      const found = await store.find("ab", OWNER);
      expect(found.type === "ambiguous" && idsOf(found.matches).sort()).toEqual(["ab1", "ab2"]);
    });

    test("a title means the newest of its numbered line, and only real numbers count", async () => {
      const { store } = kit();
      await store.create(newSession("s1", { title: "Tax", startedAt: 1_000 }));
      await store.create(newSession("s2", { title: "Tax #2", startedAt: 2_000 }));
      await store.create(newSession("s3", { title: "Tax #10", startedAt: 3_000 }));
      await store.create(newSession("s4", { title: "Tax #later", startedAt: 4_000 }));
      expect(await store.find("Tax", OWNER)).toMatchObject({ type: "found", session: { id: "s3" } });
      expect(await store.find("Tax #2", OWNER)).toMatchObject({ type: "found", session: { id: "s2" } });
    });

    test("wildcards are letters", async () => {
      const { store } = kit();
      await store.create(newSession("s1", { title: "100 apples" }));
      for (const reference of ["100%", "_00 apples", "%", "*", "s_"])
        expect(await store.find(reference, OWNER)).toEqual({ type: "none" });
    });

    test("never finds what belongs to someone else", async () => {
      const { store } = kit();
      await store.create(newSession("g1", { principal: GUEST, title: "Private" }));
      for (const reference of ["g1", "g", "Private"]) {
        expect(await store.find(reference, OWNER)).toEqual({ type: "none" });
        expect(await store.find(reference, OTHER_GUEST)).toEqual({ type: "none" });
        expect(await store.find(reference, GUEST)).toMatchObject({ type: "found" });
      }
    });
  });
}
