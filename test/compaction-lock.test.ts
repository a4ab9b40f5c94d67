// One compaction of a session at a time, and a lock that is always released.

import { describe, expect, test } from "vitest";
import { compactionHost, REQUEST } from "../bench/parts/compaction-host.ts";
import type { SessionStore } from "../src/contracts/stores.ts";
import { fakeClock } from "../src/testing/fakes.ts";
import { memorySessionStore } from "../src/testing/memory-session-store.ts";
import { forever, reply } from "../src/testing/script.ts";
import { scripted, scriptedWith } from "../src/testing/scripted-model.ts";
import { wholeTurn } from "../src/testing/whole-turn.ts";
import { bodyOf, GOOD, look, lookAgain } from "./compaction-kit.ts";

function place(holder: string, store: SessionStore) {
  const model = scriptedWith({ window: 16_384, maxOutput: 2_000 });
  const summariser = scripted(forever(reply(GOOD)));
  return { ...compactionHost({ model, summariser, tools: [look], store, ports: { holder } }), model, summariser };
}
const memory = () => memorySessionStore({ clock: fakeClock({ auto: true }) });

describe("a session nobody has open", () => {
  test("is in one pair of hands at a time", async () => {
    const store = memory();
    const [here, there] = [place("here", store), place("there", store)];
    here.model.push(...[1, 2, 3].map((n) => reply(`${n} ${"word ".repeat(900)}`)));
    const session = await here.host.create(REQUEST);
    for (const words of ["a", "b", "c"]) await wholeTurn(session, words);
    const busy = { kind: "busy", message: expect.stringContaining(session.id) };
    await expect(there.host.resume(session.id, REQUEST)).rejects.toMatchObject(busy);
    await expect(there.compactions.exclusively(session.id, async () => undefined)).rejects.toMatchObject(busy);
    expect((await session.compact({})).type).toBe("compacted");
    await session.close();

    await here.compactions.exclusively(session.id, async () => {
      const meanwhile = there.compactions.exclusively(session.id, () => there.compactions.undo(session.id));
      await expect(meanwhile).rejects.toMatchObject({ kind: "busy" });
      expect(await here.compactions.undo(session.id)).toMatchObject({ type: "restored" });
    });
    await there.compactions.exclusively(session.id, async () => undefined);
  });

  test("is free again after work that failed", async () => {
    const store = memory();
    const [here, there] = [place("here", store), place("there", store)];
    here.model.push(reply("hello"));
    const session = await here.host.create(REQUEST);
    await wholeTurn(session, "hi");
    await session.close();
    const broken = here.compactions.exclusively(session.id, async () => {
      throw new Error("no coffee");
    });
    await expect(broken).rejects.toThrow("no coffee");
    expect(await there.compactions.exclusively(session.id, async () => "mine")).toBe("mine");
  });
});

test("an open session makes one compaction at a time, and is free for the next one", async () => {
  const { host, model, summariser, store } = place("here", memory());
  model.push(...[1, 2, 3].map((n) => reply(`${n} ${"word ".repeat(900)}`)));
  const session = await host.create(REQUEST);
  for (const words of ["a", "b", "c"]) await wholeTurn(session, words);
  const first = session.id;
  const both = await Promise.all([session.compact({}), session.compact({})]);
  expect(both.map(({ type }) => type)).toEqual(["compacted", "unchanged"]);
  expect(summariser.requests).toHaveLength(1);
  const parts = await store.list({ principal: REQUEST.principal, includeArchived: true });
  expect(parts.map(({ id, parentId }) => [id, parentId]).sort()).toEqual(
    [
      [first, undefined],
      [session.id, first],
    ].sort(),
  );
  model.push(...[4, 5].map((n) => reply(`${n} ${"word ".repeat(900)}`)));
  for (const words of ["d", "e"]) await wholeTurn(session, words);
  expect((await session.compact({})).type).toBe("compacted");
});

describe("a session that compacts in the middle of its turn", () => {
  async function longTurn(store: SessionStore) {
    const here = place("here", store);
    const session = await here.host.create(REQUEST);
    here.model.push(...Array.from({ length: 6 }, (_, n) => lookAgain(n)), reply("Looked."));
    const events = await wholeTurn(session, "Look at all six rooms.");
    return { ...here, session, events };
  }

  test("holds the part that goes on from its first moment, and lets the part it left go", async () => {
    const inner = memory();
    const seen = { claimed: "not tried" };
    const store: SessionStore = {
      ...inner,
      async continueFrom(parentId, child, compaction) {
        const row = await inner.continueFrom(parentId, child, compaction);
        seen.claimed = (await inner.claim(row.id, "there", 60_000)) === undefined ? "refused" : "given";
        return row;
      },
    };
    const { session, events } = await longTurn(store);
    const move = events.find((event) => event.type === "session-moved");
    expect(seen.claimed).toBe("refused");
    expect(await inner.claim(session.id, "there", 60_000)).toBeUndefined();
    expect(await inner.claim(move?.from ?? "", "there", 60_000)).toBeDefined();
    await session.close();
    expect(await inner.claim(session.id, "there", 60_000)).toBeDefined();
  });

  test("stops when somebody else has it all the same: nothing is written twice, nothing said is lost", async () => {
    const inner = memory();
    const store: SessionStore = {
      ...inner,
      async continueFrom(parentId, { heldBy: _gone, ...child }, compaction) {
        const row = await inner.continueFrom(parentId, child, compaction);
        await inner.claim(row.id, "there", 600_000);
        return row;
      },
    };
    const { session, events, model } = await longTurn(store);
    expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "failed", failure: { kind: "busy" } });
    const asked = model.requests.length;
    const before = await inner.history(session.id);
    expect((await wholeTurn(session, "Still there?")).at(-1)).toMatchObject({
      reason: "failed",
      failure: { kind: "busy" },
    });
    expect(model.requests.length).toBe(asked);
    expect(await inner.history(session.id)).toEqual(before);
    expect((await inner.pending(session.id)).map(({ parts }) => parts)).toEqual([
      [{ type: "text", text: "Still there?" }],
    ]);

    const there = place("there", inner);
    there.model.push(reply("Here I am."));
    const taken = await there.host.resume(session.id, REQUEST);
    const heard = taken.events();
    await taken.send({ parts: [{ type: "text", text: "Go on." }], delivery: "queue" });
    for await (const event of heard) if (event.type === "turn-end") break;
    expect(bodyOf(there.model.requests[0])).toContain("Still there?");
  });
});
