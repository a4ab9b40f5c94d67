// Search: finds what was said, shows it only to whom it belongs, and no query breaks it.

import { describe, expect, test } from "vitest";
import type { SearchQuery } from "../../../contracts/stores.ts";
import { OWNER } from "../../../kernel/principal.ts";
import { NAUGHTY } from "../naughty.data.ts";
import { answered, asked, GUEST, headOf, newSession, type StartStore, said, user, useStore } from "./kit.ts";

export function searchSuite(start: StartStore): void {
  const kit = useStore(start);
  const search = (query: string, extra: Partial<SearchQuery> = {}) =>
    kit().store.search({ principal: OWNER, query, limit: 10, ...extra });
  const sessionsOf = async (query: string, extra: Partial<SearchQuery> = {}) =>
    (await search(query, extra)).map((hit) => hit.sessionId);

  describe("search", () => {
    test("finds words whatever their case and shows them in the snippet", async () => {
      await kit().talk("s1", ["Where is the Rhubarb pie?", "In the oven."]);
      await kit().talk("s2", ["Nothing to see"]);
      const [hit, ...rest] = await search("rhubarb");
      expect(rest).toEqual([]);
      expect(hit).toMatchObject({ sessionId: "s1", role: "user" });
      expect(hit?.snippet).toMatch(/Rhubarb/);
      expect((await kit().store.history("s1")).map((entry) => entry.seq)).toContain(hit?.seq);
      expect(await sessionsOf("oven")).toEqual(["s1"]);
    });

    test("a word deep in a long message is found and shown", async () => {
      const pages = (words: string) => `${words} `.repeat(3_000);
      await kit().talk("long", [`${pages("filler text here")} the Xylophones stand here ${pages("and more of it")}`]);
      const [hit] = await search("xylophone stand");
      expect(hit).toMatchObject({ sessionId: "long", snippet: expect.stringContaining("Xylophones") });
    });

    test("several words must all be there", async () => {
      await kit().talk("s1", ["red apple tree"]);
      await kit().talk("s2", ["red pear tree"]);
      expect(await sessionsOf("apple red")).toEqual(["s1"]);
    });

    test("finds Chinese, Japanese, accents and emoji neighbours", async () => {
      await kit().talk("s1", ["明天去北京出差，记得带护照"]);
      await kit().talk("s2", ["東京タワーの予約"]);
      await kit().talk("s3", ["Größe und Façade 🧪 Versuch"]);
      expect(await sessionsOf("北京")).toEqual(["s1"]);
      expect(await sessionsOf("タワー")).toEqual(["s2"]);
      expect(await sessionsOf("größe")).toEqual(["s3"]);
      expect(await sessionsOf("Versuch")).toEqual(["s3"]);
    });

    test("belongs to its principal", async () => {
      await kit().talk("g1", ["guest secret"], { principal: GUEST });
      expect(await search("secret")).toEqual([]);
      expect(await sessionsOf("secret", { principal: GUEST })).toEqual(["g1"]);
      expect(await search("secret", { sessionId: "g1" })).toEqual([]);
    });

    test("narrows by role and session", async () => {
      await kit().talk("s1", ["plum asked", "plum answered"]);
      await kit().talk("s2", ["plum elsewhere"]);
      expect((await search("plum", { roles: ["assistant"] })).map((hit) => hit.role)).toEqual(["assistant"]);
      expect(await sessionsOf("plum", { sessionId: "s2" })).toEqual(["s2"]);
    });

    test("reads tool results only when asked to", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      await store.append(
        "s1",
        [user("go"), asked("c1"), answered("c1", '{"content":"quince jelly"}'), said("done")],
        0,
      );
      expect((await search("quince", { roles: ["tool"] })).map((hit) => hit.role)).toEqual(["tool"]);
      expect(await search("quince", { roles: ["user", "assistant"] })).toEqual([]);
    });

    test("keeps to its limit and to the wanted order", async () => {
      for (let i = 1; i <= 4; i++) await kit().talk(`s${i}`, ["fig"], { startedAt: i * 1_000 });
      for (let i = 1; i <= 4; i++) {
        await kit().store.append(
          `s${i}`,
          [user("fig again", 2_000_000_000_000 + i * 1_000)],
          await headOf(kit().store, `s${i}`),
        );
      }
      expect(await search("fig", { limit: 3 })).toHaveLength(3);
      const dates = (await search("fig again", { sort: "oldest" })).map((hit) => hit.at);
      expect(dates).toEqual([...dates].sort((a, b) => a - b));
      const newest = (await search("fig again", { sort: "newest" })).map((hit) => hit.at);
      expect(newest).toEqual([...newest].sort((a, b) => b - a));
    });

    test("what was undone or removed is not found", async () => {
      const { store, talk } = kit();
      await talk("s1", ["keep this", "yes", "undo mango", "ok"]);
      await store.rewind("s1", (await store.history("s1"))[2]?.seq ?? 0);
      expect(await search("mango")).toEqual([]);
      expect(await sessionsOf("keep")).toEqual(["s1"]);
    });

    test("what was undone is found where a branch still has it", async () => {
      const { store, talk } = kit();
      await talk("trunk", ["plain words", "an answer", "a marzipan stollen", "delicious"]);
      await store.branch("trunk", newSession("twig"));
      await store.rewind("trunk", (await store.history("trunk"))[2]?.seq ?? 0);
      for (const extra of [{}, { perLineage: true }, { sessionId: "twig" }])
        expect(await sessionsOf("marzipan", extra)).toEqual(["twig"]);
      expect(await sessionsOf("marzipan", { sessionId: "trunk" })).toEqual([]);
      await store.rewind("twig", (await store.history("twig"))[2]?.seq ?? 0);
      expect(await sessionsOf("marzipan")).toEqual([]);
    });

    test("leaves out the conversation at hand, but not what compaction took from it", async () => {
      const { store, clock, talk } = kit();
      await talk("p1", ["early lychee", "noted", "late kiwi"]);
      await talk("other", ["lychee and kiwi"]);
      const history = await store.history("p1");
      await clock.advance(60_000);
      await store.continueFrom("p1", newSession("c1", { startedAt: clock.now() }), {
        view: [user("summary"), said("ok"), user("late kiwi")],
        summary: "summary",
        replaced: { fromSeq: history[0]?.seq ?? 0, toSeq: history[1]?.seq ?? 0 },
        tokensBefore: 10,
        tokensAfter: 5,
        note: "",
      });
      expect((await sessionsOf("kiwi", { currentSessionId: "c1" })).sort()).toEqual(["other"]);
      expect((await sessionsOf("lychee", { currentSessionId: "c1" })).sort()).toEqual(["other", "p1"]);
    });

    test("can give one hit per chain", async () => {
      await kit().talk("s1", ["date palm", "date fruit", "date night"]);
      await kit().talk("s2", ["date format"]);
      expect((await sessionsOf("date", { perLineage: true })).sort()).toEqual(["s1", "s2"]);
    });

    test("a chatty conversation of several sessions counts once and hides no other", async () => {
      const { store, clock, talk } = kit();
      const chatter = () => Array.from({ length: 60 }, (_, n) => `date date date ${n}`);
      await talk("quiet-1", [
        "among many other words of a long message there stands one date, and nothing more is said about it",
      ]);
      await talk("quiet-2", ["a date, which is mentioned here between a lot of words that have nothing to do with it"]);
      await talk("chatty-1", chatter());
      for (const part of [2, 3, 4]) {
        await clock.advance(60_000);
        const [before, after] = [`chatty-${part - 1}`, `chatty-${part}`];
        const history = await store.history(before);
        await store.continueFrom(before, newSession(after, { startedAt: clock.now() }), {
          view: [user("what was said so far")],
          summary: "what was said so far",
          replaced: { fromSeq: history[0]?.seq ?? 0, toSeq: history.at(-1)?.seq ?? 0 },
          tokensBefore: 10,
          tokensAfter: 5,
          note: "",
        });
        const head = await headOf(store, after);
        await store.append(
          after,
          chatter().map((text) => user(text, clock.now())),
          head,
        );
      }
      const found = await sessionsOf("date", { perLineage: true, limit: 3 });
      expect(found.filter((id) => id.startsWith("quiet")).sort()).toEqual(["quiet-1", "quiet-2"]);
      expect(found.filter((id) => id.startsWith("chatty"))).toHaveLength(1);
      const both = await search("date", { perLineage: true, limit: 9 });
      expect(both).toHaveLength(3);
    });

    test("of a conversation the best message that may be shown counts, however many others match better", async () => {
      const { store, talk } = kit();
      await talk("undone", ["a pomelo, once, in a longer message about other things"]);
      await talk("shown", ["nothing of it", "yes"]);
      const kept = await headOf(store, "undone");
      const [first] = await store.append(
        "undone",
        Array.from({ length: 40 }, () => user("pomelo pomelo")),
        kept,
      );
      await store.rewind("undone", first ?? 0);
      const hits = await search("pomelo", { perLineage: true, limit: 3 });
      expect(hits.map((hit) => hit.sessionId)).toEqual(["undone"]);
      expect(hits[0]?.seq).toBeLessThan(first ?? 0);
    });

    test("no query breaks it", async () => {
      await kit().talk("s1", ["plain words"]);
      const operators = [
        '"',
        "'",
        "a AND",
        "OR",
        "NOT",
        "NEAR(",
        "a NEAR/2 b",
        "-",
        "*",
        "a*",
        "(",
        ")",
        "col:x",
        "^a",
        '"a',
        "{a b}",
        "\\",
        ";--",
        "a\u0000b",
        "",
        "   ",
      ];
      for (const query of [...operators, ...NAUGHTY]) expect(Array.isArray(await search(query))).toBe(true);
    });
  });
}
