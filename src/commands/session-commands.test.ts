// The session commands as any surface runs them.

import { expect, test } from "vitest";
import type { Session } from "../contracts/session.ts";
import { userMessage } from "../kernel/message.ts";
import { OWNER } from "../kernel/principal.ts";
import { fakeClock, fakeIds } from "../testing/fakes.ts";
import { memorySessionStore } from "../testing/memory-session-store.ts";
import { sessionCommands } from "./session-commands.ts";

test("/resume offers what was said long ago, too, and reads the sessions once while somebody types", async () => {
  const clock = fakeClock();
  const kept = memorySessionStore({ clock });
  for (let n = 0; n < 300; n++) {
    const title = n === 0 ? "The oldest talk" : `Talk ${n}`;
    await kept.create({ id: `s${n}`, source: "cli", principal: OWNER, startedAt: n, title });
    await kept.append(`s${n}`, [userMessage("hello", n)], 0);
  }
  let lists = 0;
  const store: typeof kept = {
    ...kept,
    list(filter) {
      lists++;
      return kept.list(filter);
    },
  };
  const resume = sessionCommands({ store, clock, ids: fakeIds(), principal: OWNER }).find(
    ({ name }) => name === "resume",
  );
  const offered = async (typed: string) =>
    ((await resume?.complete?.(typed, {} as Session)) ?? []).map(({ value }) => value);
  expect(await offered("")).toHaveLength(300);
  for (const typed of ["o", "ol", "oldest"]) expect(await offered(typed)).toContain("s0");
  expect(lists).toBe(1);
});
