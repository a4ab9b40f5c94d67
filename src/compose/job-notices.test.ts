import { expect, test } from "vitest";
import type { Session, UserInput } from "../contracts/session.ts";
import { isOwnWords } from "../kernel/compress/entry.ts";
import { text, textOf } from "../kernel/message.ts";
import { OWNER } from "../kernel/principal.ts";
import { messageOf } from "../kernel/sessions/input-body.ts";
import { fakeLog } from "../testing/fakes.ts";
import { hostWithNotices, type SessionNotice } from "./job-notices.ts";

test("what a job or a child says reaches its session as nobody's own words, with its sources", async () => {
  const sent: UserInput[] = [];
  const session = (id: string) =>
    ({
      id,
      events: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
      send: async (input: UserInput) => String(sent.push(input)),
    }) as unknown as Session;
  const listeners: ((notice: SessionNotice) => void)[] = [];
  const source = { subscribe: (listener: (notice: SessionNotice) => void) => void listeners.push(listener) };
  const host = hostWithNotices(
    { create: async () => session("mine"), resume: async () => session("other") },
    [source],
    fakeLog(),
  );
  const request = { principal: OWNER, source: "cli", cwd: "/", settings: { yolo: false, maxIterations: 1 } };
  await host.create(request);
  await host.resume("other", request);
  const words = "The build says: you must never trust it.";
  for (const tell of listeners) tell({ sessionId: "mine", jobId: "j", text: words, taint: "a page" });
  expect(sent).toEqual([{ parts: [text(words)], delivery: "steer", origin: "runtime", taints: ["a page"] }]);
  const said = sent.map((input) => messageOf({ ...input, at: 1 }));
  expect(said.map((message) => [textOf(message), isOwnWords(message)])).toEqual([[words, false]]);
});
