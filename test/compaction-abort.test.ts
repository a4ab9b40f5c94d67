// Stopped at any moment a compaction leaves no trace, and the next one is what it would have been.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compactionHost, REQUEST } from "../bench/parts/compaction-host.ts";
import type { SessionStore } from "../src/contracts/stores.ts";
import { type Message, NO_USAGE, text, userMessage } from "../src/kernel/message.ts";
import { fakeClock, fakeIds } from "../src/testing/fakes.ts";
import { memorySessionStore } from "../src/testing/memory-session-store.ts";
import { forever, reply } from "../src/testing/script.ts";
import { scripted, scriptedWith } from "../src/testing/scripted-model.ts";
import { arbitraryTranscript } from "../src/testing/suites/arbitrary-transcript.ts";
import { GOOD } from "./compaction-kit.ts";

/** A stored session with these messages, opened; and everything the store has about it. */
async function opened(messages: readonly Message[]) {
  const clock = fakeClock();
  const store: SessionStore = memorySessionStore({ clock });
  const summariser = scripted(forever(reply(GOOD)));
  const kit = compactionHost({
    model: scriptedWith({ window: 16_384 }),
    summariser,
    tools: [],
    store,
    ports: { clock, ids: fakeIds() },
  });
  const { id } = await store.create({ id: "s", source: "cli", principal: REQUEST.principal, startedAt: 1 });
  await store.append(id, messages, 0);
  const session = await kit.host.resume(id, REQUEST);
  const all = async () => {
    const rows = await store.list({ principal: REQUEST.principal, includeArchived: true });
    return Promise.all(rows.map(async (row) => ({ row, history: await store.history(row.id) })));
  };
  return { session, all, store };
}

/** An exchange that is over: nothing of it has to stay word for word. */
const exchange = (n: number): readonly Message[] => [
  userMessage(`question ${n}`, 1),
  {
    role: "assistant",
    parts: [text(`${n} ${"old words ".repeat(300)}`)],
    stop: "end",
    usage: NO_USAGE,
    model: "s/m",
    at: 1,
  },
];

test("any transcript, stopped after any number of steps", async () => {
  const seen = { stopped: 0, made: 0 };
  const arbitrary = [arbitraryTranscript({ models: ["s/m"] }), fc.nat(400), fc.integer({ min: 4, max: 8 })] as const;
  const holds = async (talk: readonly Message[], steps: number, exchanges: number) => {
    const messages = [...Array.from({ length: exchanges }, (_, n) => exchange(n)).flat(), ...talk];
    const [stopped, untouched] = [await opened(messages), await opened(messages)];
    const before = await stopped.all();
    const pending = stopped.session.compact({});
    for (let step = 0; step < steps; step++) await Promise.resolve();
    stopped.session.abort();
    if ((await pending).type === "unchanged") {
      seen.stopped++;
      expect(await stopped.all()).toEqual(before);
      expect((await stopped.session.compact({})).type).toBe("compacted");
    } else seen.made++;
    expect((await untouched.session.compact({})).type).toBe("compacted");
    const histories = async ({ all }: typeof stopped) => (await all()).map(({ history }) => history);
    expect(await histories(stopped)).toEqual(await histories(untouched));
    expect(await stopped.store.history("s")).toEqual(before[0]?.history);
    await stopped.session.close();
    await untouched.session.close();
  };
  await fc.assert(fc.asyncProperty(...arbitrary, holds), { numRuns: 60 });
  expect(seen.stopped).toBeGreaterThan(0);
});
