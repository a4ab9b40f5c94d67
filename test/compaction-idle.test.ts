// Passes that make no room: two are enough, for this run and the next, until something relevant changes.

import { describe, expect, test } from "vitest";
import { compactionHost, REQUEST } from "../bench/parts/compaction-host.ts";
import type { SessionStore } from "../src/contracts/stores.ts";
import { openSqliteStore } from "../src/stores/sqlite/open.ts";
import { fakeClock, fakeIds, fakeLog, tempDir } from "../src/testing/fakes.ts";
import { memorySessionStore } from "../src/testing/memory-session-store.ts";
import { forever, overflow, reply } from "../src/testing/script.ts";
import { scripted, scriptedWith } from "../src/testing/scripted-model.ts";
import { wholeTurn } from "../src/testing/whole-turn.ts";
import { GOOD, noticesIn } from "./compaction-kit.ts";

const LONG = `It is so. ${"And so on. ".repeat(1_100)}`;

/** Shared, so that a later run over the same store makes no id twice. */
const ids = fakeIds();

/** A conversation past its threshold, and a summariser that only answers with nothing: every pass is paid for in vain. */
function crowded(store: SessionStore, options: { readonly window?: number; readonly summary?: string } = {}) {
  const model = scriptedWith({ window: options.window ?? 16_384, maxOutput: 1_000 });
  const summariser = scripted(forever(reply(options.summary ?? "")));
  const ports = { ids };
  const kit = compactionHost({ model, summariser, tools: [], store, ports, engine: { abortOnFailure: true } });
  const say = async (session: Parameters<typeof wholeTurn>[0], words: string, answer = "Yes.") => {
    model.push(reply(answer));
    const paid = summariser.requests.length;
    const events = await wholeTurn(session, words);
    return { events, tried: summariser.requests.length > paid };
  };
  return { ...kit, model, summariser, say };
}

/** Two passes that brought nothing, the second of which says that it was the last. */
async function worn(store: SessionStore) {
  const kit = crowded(store);
  const session = await kit.host.create(REQUEST);
  for (const words of ["one", "two", "three"]) expect((await kit.say(session, words, LONG)).tried).toBe(false);
  const first = await kit.say(session, "four");
  expect(first.tried).toBe(true);
  expect(noticesIn(first.events, "warning").join()).not.toContain("left alone");
  const second = await kit.say(session, "five");
  expect(second.tried).toBe(true);
  expect(noticesIn(second.events, "warning").join()).toContain("/compress tries again");
  return { ...kit, session };
}

const memory = () => memorySessionStore({ clock: fakeClock({ auto: true }) });

test("the third turn pays for no summary, and the next run does not either", async () => {
  await using place = await tempDir();
  const open = () =>
    openSqliteStore({
      path: place.join("state.db"),
      clock: fakeClock({ auto: true }),
      ids: fakeIds(7),
      log: fakeLog(),
    });
  const store = await open();
  const { session, say } = await worn(store);
  const third = await say(session, "six");
  expect(third.tried).toBe(false);
  expect(noticesIn(third.events, "warning")).toEqual([]);
  expect(third.events.at(-1)).toMatchObject({ reason: "answered" });
  await session.close();
  await store.close();

  const again = await open();
  const next = crowded(again);
  const resumed = await next.host.resume(session.id, REQUEST);
  expect((await next.say(resumed, "seven")).tried).toBe(false);
  await resumed.close();
  await again.close();
});

test("an overflow then ends the turn with a way out instead of paying again", async () => {
  const { session, model, summariser } = await worn(memory());
  const paid = summariser.requests.length;
  model.push(overflow(16_384));
  const events = await wholeTurn(session, "six");
  expect(events.at(-1)).toMatchObject({ reason: "failed", failure: { kind: "context-overflow" } });
  expect(events.at(-1)).toMatchObject({ failure: { message: expect.stringContaining("/compress tries again") } });
  expect(summariser.requests.length).toBe(paid);
});

describe("it tries again", () => {
  test("when a person asks, and from then on by itself", async () => {
    const store = memory();
    const { session } = await worn(store);
    await session.close();
    const better = crowded(store, { summary: GOOD });
    const resumed = await better.host.resume(session.id, REQUEST);
    expect((await resumed.compact({})).type).toBe("compacted");
    for (const words of ["six", "seven", "eight"]) await better.say(resumed, words, LONG);
    expect((await better.say(resumed, "nine")).tried).toBe(true);
  });

  test("when much more was said", async () => {
    const { session, say } = await worn(memory());
    expect((await say(session, "six", LONG)).tried).toBe(false);
    expect((await say(session, "seven")).tried).toBe(true);
    expect((await say(session, "eight")).tried).toBe(false);
  });

  test("in another model's window", async () => {
    const store = memory();
    const { session } = await worn(store);
    await session.close();
    const other = crowded(store, { window: 18_000 });
    const resumed = await other.host.resume(session.id, REQUEST);
    expect((await other.say(resumed, "six")).tried).toBe(true);
  });

  test("when messages were taken back", async () => {
    const store = memory();
    const { session } = await worn(store);
    await session.close();
    const last = (await store.history(session.id)).findLast(({ message }) => message.role === "user");
    await store.rewind(session.id, last?.seq ?? 0);
    const next = crowded(store);
    const resumed = await next.host.resume(session.id, REQUEST);
    expect((await next.say(resumed, "another five")).tried).toBe(true);
  });
});

test("passes that leave almost everything are counted like those that change nothing", async () => {
  const store = memory();
  const model = scriptedWith({ window: 16_384, maxOutput: 1_000 }, forever(reply("Yes.")));
  const passes = { made: 0 };
  const kit = compactionHost({
    model,
    summariser: scripted(),
    tools: [],
    store,
    ports: {
      engine: {
        name: "lazy",
        assess: () => "compact",
        async compact({ messages }) {
          passes.made++;
          const view = messages.map(({ message }) => message);
          const replaced = { fromSeq: messages[0]?.seq ?? 0, toSeq: messages[0]?.seq ?? 0 };
          const compaction = { view, summary: "", replaced, tokensBefore: 1_000, tokensAfter: 950, note: "hardly" };
          return { type: "compacted", compaction };
        },
      },
    },
  });
  const session = await kit.host.create(REQUEST);
  expect((await wholeTurn(session, "one")).at(-1)).toMatchObject({ reason: "answered" });
  expect((await wholeTurn(session, "two")).at(-1)).toMatchObject({ reason: "answered" });
  expect(passes.made).toBe(2);
});
