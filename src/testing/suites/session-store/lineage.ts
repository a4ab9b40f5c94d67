// Compaction and branching: a child goes on, the parent is never touched.

import { describe, expect, test } from "vitest";
import type { Compaction, NewSession } from "../../../contracts/stores.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import type { Message } from "../../../kernel/message.ts";
import { OWNER } from "../../../kernel/principal.ts";
import {
  answered,
  asked,
  headOf,
  type Kit,
  messagesOf,
  newSession,
  type StartStore,
  said,
  user,
  useStore,
} from "./kit.ts";

async function compactionOf(kit: Kit, id: string): Promise<Compaction> {
  const history = await kit.store.history(id);
  const last = history.at(-1)?.message;
  const view: Message[] = [user("Summary of what came before."), ...(last ? [said("Understood."), last] : [])];
  const replaced = { fromSeq: history[0]?.seq ?? 0, toSeq: history.at(-2)?.seq ?? 0 };
  return {
    view,
    summary: "Summary of what came before.",
    replaced,
    tokensBefore: 900,
    tokensAfter: 90,
    note: "compacted",
  };
}

/** The parent is compacted a while after it started. */
async function compact(kit: Kit, parent: string, child: string, extra: Partial<NewSession> = {}) {
  await kit.clock.advance(60_000);
  return kit.store.continueFrom(
    parent,
    newSession(child, { startedAt: kit.clock.now(), ...extra }),
    await compactionOf(kit, parent),
  );
}

export function lineageSuite(start: StartStore): void {
  const kit = useStore(start);

  describe("a page of a long list", () => {
    test("is the beginning of the whole list, whatever order things were written in", async () => {
      const { store, clock, talk } = kit();
      const began = clock.now();
      for (let n = 0; n < 140; n++) {
        const startedAt = began + ((n * 61) % 140) * 60_000;
        const id = `n${n}`;
        await store.create(newSession(id, { startedAt, ...(n % 7 === 0 ? { source: "telegram" } : {}) }));
        if (n % 5 !== 0) await store.append(id, [user(`words ${n}`, startedAt + ((n * 37) % 90) * 60_000)], 0);
      }
      await clock.advance(86_400_000);
      await compact(kit(), "n1", "n1-next");
      await store.append("n2", [user("long after", clock.now() + 86_400_000)], await headOf(store, "n2"));
      await store.rewind("n2", await headOf(store, "n2"));
      await store.archive("n3", true);
      await talk("hidden", ["a delegate"], { source: "subagent" });
      await store.branch("n4", newSession("n4-branch", { startedAt: clock.now(), settings: { _branched_from: "n4" } }));
      for (const how of [{ tipsOnly: true }, {}, { tipsOnly: true, source: "telegram" }, { includeArchived: true }]) {
        const all = (await store.list({ principal: OWNER, ...how })).map(({ id }) => id);
        for (const [offset, limit] of [
          [0, 1],
          [0, 20],
          [15, 10],
          [130, 30],
        ] as const) {
          const page = await store.list({ principal: OWNER, ...how, limit, offset });
          expect(page.map(({ id }) => id)).toEqual(all.slice(offset, offset + limit));
        }
      }
    });
  });

  describe("continueFrom", () => {
    test("ends the parent as compressed and starts the child with the view", async () => {
      const { store, talk } = kit();
      await talk("p1", ["one", "eins", "two", "zwei", "three"]);
      const parentBefore = await store.history("p1");
      const compaction = await compactionOf(kit(), "p1");
      const child = await compact(kit(), "p1", "c1");
      expect(child).toMatchObject({
        id: "c1",
        parentId: "p1",
        messageCount: compaction.view.length,
        endedAt: undefined,
      });
      expect(await messagesOf(store, "c1")).toEqual(compaction.view);
      expect(await store.history("p1")).toEqual(parentBefore);
      expect((await store.get("p1"))?.endReason).toBe("compression");
      expect((await store.get("p1"))?.endedAt).toBeDefined();
      await store.append("c1", [said("on we go")], await headOf(store, "c1"));
    });

    test("numbers go on growing in the child", async () => {
      const { store, talk } = kit();
      await talk("p1", ["one", "eins", "two"]);
      const last = await headOf(store, "p1");
      await compact(kit(), "p1", "c1");
      expect((await store.history("c1"))[0]?.seq).toBeGreaterThan(last);
    });

    test("the child's first messages are numbered without a gap, whoever else writes meanwhile", async () => {
      const { store, again, talk } = kit();
      await talk("p1", ["one", "eins", "two", "zwei", "three"]);
      const others = await Promise.all(["a", "b"].map(async (id) => ({ id, other: await again() })));
      for (const { id } of others) await talk(id, ["start"]);
      const writing = others.map(async ({ id, other }) => {
        for (let n = 0; n < 12; n++) await other.append(id, [said(`${n}`)], await headOf(other, id));
      });
      await Promise.all([...writing, compact(kit(), "p1", "c1")]);
      const seqs = (await store.history("c1")).map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.map((_seq, index) => (seqs[0] ?? 0) + index));
    });

    test("what still waited for the parent waits for the child", async () => {
      const { store, talk } = kit();
      await talk("p1", ["one", "eins", "two"]);
      const waiting = { id: "i1", parts: [{ type: "text", text: "steer left" }], delivery: "steer", at: 1 } as const;
      await store.admit("p1", waiting);
      await compact(kit(), "p1", "c1");
      expect(await store.pending("c1")).toEqual([waiting]);
      expect(await store.pending("p1")).toEqual([]);
    });

    test("a child that cannot be made leaves the parent as it was", async () => {
      const { store, talk } = kit();
      await talk("p1", ["one", "eins", "two"]);
      await talk("taken", ["here first"]);
      await expect(compact(kit(), "p1", "taken")).rejects.toBeInstanceOf(StoreFailure);
      expect(await store.get("p1")).toMatchObject({ endedAt: undefined, endReason: undefined });
      expect(await messagesOf(store, "taken")).toEqual([user("here first", kit().clock.now() - 60_000)]);
    });

    test("every name of the chain leads to its newest member", async () => {
      const { store, talk } = kit();
      await talk("chain-1", ["one", "eins", "two"], { title: "Garden" });
      await compact(kit(), "chain-1", "chain-2");
      await compact(kit(), "chain-2", "chain-3");
      for (const reference of ["chain-1", "chain-2", "chain-3", "chain", "Garden"]) {
        expect(await store.find(reference, OWNER)).toMatchObject({ type: "found", session: { id: "chain-3" } });
      }
    });

    test("lists can show a chain once", async () => {
      const { store, talk } = kit();
      await talk("p1", ["one", "eins", "two"]);
      await talk("alone", ["x"]);
      await compact(kit(), "p1", "c1");
      const tips = await store.list({ principal: OWNER, tipsOnly: true });
      expect(tips.map((row) => row.id).sort()).toEqual(["alone", "c1"]);
      const all = await store.list({ principal: OWNER });
      expect(all.map((row) => row.id).sort()).toEqual(["alone", "c1", "p1"]);
    });
  });

  describe("branch", () => {
    test("copies everything into a session of its own", async () => {
      const { store } = kit();
      await store.create(newSession("p1"));
      const opaque = { signature: "s3cr3t", nested: [{ deep: true }] };
      const thinking = {
        ...said("hm"),
        parts: [
          { type: "reasoning", text: "because", opaque },
          { type: "text", text: "hm" },
        ],
      } as const;
      const messages: Message[] = [user("go"), asked("c1"), answered("c1", '{"a":1}'), thinking];
      await store.append("p1", messages, 0);
      const child = await store.branch("p1", newSession("b1", { startedAt: 1_768_478_500_000 }));
      expect(child).toMatchObject({ id: "b1", parentId: "p1", messageCount: 4, toolCallCount: 1 });
      expect(await messagesOf(store, "b1")).toEqual(messages);
      expect(await messagesOf(store, "p1")).toEqual(messages);
      expect((await store.get("p1"))?.endedAt).toBeUndefined();
    });

    test("both go their own ways", async () => {
      const { store, talk } = kit();
      await talk("p1", ["one", "eins"]);
      await store.branch("p1", newSession("b1", { startedAt: 1_768_478_500_000 }));
      await store.append("p1", [user("parent only")], await headOf(store, "p1"));
      await store.append("b1", [user("branch only")], await headOf(store, "b1"));
      expect((await messagesOf(store, "p1")).at(-1)).toEqual(user("parent only"));
      expect((await messagesOf(store, "b1")).at(-1)).toEqual(user("branch only"));
      expect(await store.find("p1", OWNER)).toMatchObject({ session: { id: "p1" } });
      expect((await store.list({ principal: OWNER, tipsOnly: true })).map((row) => row.id).sort()).toEqual([
        "b1",
        "p1",
      ]);
    });

    test("what was undone stays behind", async () => {
      const { store, talk } = kit();
      await talk("p1", ["one", "eins", "two", "zwei"]);
      await store.rewind("p1", (await store.history("p1"))[2]?.seq ?? 0);
      await store.branch("p1", newSession("b1", { startedAt: 1_768_478_500_000 }));
      expect(await messagesOf(store, "b1")).toHaveLength(2);
    });
  });
}
