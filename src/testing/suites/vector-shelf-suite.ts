// The promises of a vector shelf and of search with `near`, run against every store that keeps vectors.

import { describe, expect, test } from "vitest";
import type { VectorShelf } from "../../contracts/meaning.ts";
import type { SearchQuery, SessionStore } from "../../contracts/stores.ts";
import { OWNER } from "../../kernel/principal.ts";
import { packVector } from "../../kernel/sessions/vectors.ts";
import {
  answered,
  asked,
  GUEST,
  headOf,
  newSession,
  type StartStore,
  said,
  user,
  useStore,
} from "./session-store/kit.ts";

export type ShelvedStore = SessionStore & { readonly shelf: VectorShelf };

export function vectorShelfSuite(name: string, start: StartStore<ShelvedStore>): void {
  describe(`vector shelf: ${name}`, () => {
    const kit = useStore(start);
    const shelf = () => kit().store.shelf;
    const waiting = async (model = "m") => (await shelf().waiting(model, 100)).map(({ text }) => text);
    const placeAll = async (model = "m") => {
      const texts = await shelf().waiting(model, 100);
      await shelf().place(
        model,
        texts.map(({ seq }) => ({ seq, vector: packVector([seq, 1]) })),
      );
    };
    const placed = async () => (await shelf().placedAfter(0, 100)).map(({ seq }) => seq);
    const seqsOf = async (id: string) => (await kit().store.history(id)).map(({ seq }) => seq);
    const search = (query: string, near: readonly number[], extra: Partial<SearchQuery> = {}) =>
      kit().store.search({ principal: OWNER, query, limit: 10, near, ...extra });

    test("words of people and model wait, oldest first, until they are placed; tool output never does", async () => {
      const { store } = kit();
      await store.create(newSession("s1"));
      await store.append("s1", [user("first"), asked("c1"), answered("c1", "a result"), said("last")], 0);
      expect(await waiting()).toEqual(["first", "last"]);
      expect(await shelf().countWaiting("m")).toBe(2);
      await placeAll();
      expect(await waiting()).toEqual([]);
      await store.append("s1", [user("later")], await headOf(store, "s1"));
      expect(await waiting()).toEqual(["later"]);
      expect(await shelf().countWaiting("m")).toBe(1);
    });

    test("vectors come back byte for byte, in the order they were placed, to every process", async () => {
      await kit().talk("s1", ["one", "two"]);
      const [first, second] = await shelf().waiting("m", 100);
      const vector = packVector([0.5, -0.25, 0.125]);
      await shelf().place("m", [{ seq: first?.seq ?? 0, vector }]);
      await shelf().place("m", [{ seq: second?.seq ?? 0, vector: packVector([1, 2, 3]) }]);
      const other = (await kit().again()).shelf;
      const [one, two] = await other.placedAfter(0, 10);
      expect([one?.seq, two?.seq]).toEqual([first?.seq, second?.seq]);
      expect(new Uint8Array(one?.vector ?? [])).toEqual(vector);
      expect((await other.placedAfter(one?.mark ?? 0, 10)).map(({ seq }) => seq)).toEqual([second?.seq]);
    });

    test("placing twice, or for a message that is gone, changes nothing", async () => {
      await kit().talk("s1", ["one"]);
      await placeAll();
      const before = await shelf().placedAfter(0, 10);
      await shelf().place("m", [
        { seq: before[0]?.seq ?? 0, vector: packVector([9, 9]) },
        { seq: 999_999, vector: packVector([1, 1]) },
      ]);
      expect(await shelf().placedAfter(0, 10)).toEqual(before);
    });

    test("vectors of another model are of no use: everything waits again", async () => {
      await kit().talk("s1", ["one", "two"]);
      await placeAll();
      expect(await shelf().countWaiting("other")).toBe(2);
      expect(await waiting("other")).toEqual(["one", "two"]);
      expect(await placed()).toEqual([]);
    });

    test("a copy shares its original's vector and inherits it", async () => {
      const { store } = kit();
      await kit().talk("s1", ["kept words"]);
      await placeAll();
      await store.branch("s1", newSession("s2"));
      expect(await waiting()).toEqual([]);
      await store.remove("s1");
      expect(await placed()).toEqual(await seqsOf("s2"));
      expect(await waiting()).toEqual([]);
    });

    test("removed with its session", async () => {
      await kit().talk("s1", ["one"]);
      await kit().talk("s2", ["two"]);
      await placeAll();
      await kit().store.remove("s1");
      expect(await placed()).toEqual(await seqsOf("s2"));
    });

    test("what is near is found without a common word, fused with what the words find", async () => {
      await kit().talk("s1", ["the automobile is in the garage"]);
      await kit().talk("s2", ["my car is red"]);
      await kit().talk("s3", ["nothing of the kind"]);
      const [auto = 0] = await seqsOf("s1");
      const [car = 0] = await seqsOf("s2");
      expect((await search("car", [])).map((hit) => hit.seq)).toEqual([car]);
      expect((await search("car", [auto])).map((hit) => hit.seq).sort()).toEqual([auto, car].sort());
      const both = await search("car", [car, auto]);
      expect(both.map((hit) => hit.seq)).toEqual([car, auto]);
      expect(both[1]?.snippet).toContain("automobile");
      expect(await search("car", [auto], { limit: 1 })).toHaveLength(1);
    });

    test("what is near obeys every limit of the query", async () => {
      const { store } = kit();
      await kit().talk("g1", ["of a guest"], { principal: GUEST });
      await kit().talk("h1", ["of a helper"], { source: "subagent" });
      await kit().talk("s1", ["mine", "answered"]);
      const [mine = 0, answer = 0] = await seqsOf("s1");
      const near = [...(await seqsOf("g1")), ...(await seqsOf("h1")), mine, answer];
      const found = async (extra: Partial<SearchQuery> = {}) =>
        (await search("zzz", near, extra)).map((hit) => hit.seq);
      expect(await found()).toEqual([mine, answer]);
      expect(await found({ roles: ["assistant"] })).toEqual([answer]);
      expect(await found({ sessionId: "s1" })).toEqual([mine, answer]);
      expect(await found({ perLineage: true })).toEqual([mine]);
      expect(await found({ currentSessionId: "s1" })).toEqual([]);
      await store.rewind("s1", mine);
      expect(await found()).toEqual([]);
    });
  });
}
