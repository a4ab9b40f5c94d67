// Servers that do not stop, and clocks that go wrong: a call has an end all the same.

import { expect, test } from "vitest";
import { fakeClock } from "../testing/fakes.ts";
import { SseReader } from "./sse.ts";
import type { OnBytes, Post } from "./transport.ts";
import { startWatchdog } from "./watchdog.ts";
import { createWireCall } from "./wire-call.ts";
import { wireFetch } from "./wire-fetch.ts";

const WHERE = { provider: "p", endpoint: "p.example", model: "m", keyAdvice: "", local: false, secrets: [] };

/** Sends without end until its reader has enough. */
function flood(): { readonly post: Post; readonly over: Promise<void> } {
  const over = Promise.withResolvers<void>();
  const chunk = Buffer.alloc(8_000_000, "x");
  const read = async (onBytes: OnBytes) => {
    while (onBytes(chunk) !== "enough") await new Promise((resolve) => setImmediate(resolve));
    over.resolve();
    return {};
  };
  const headers = { "content-type": "text/event-stream" };
  return { post: async () => ({ status: 200, headers, body: { read } }), over: over.promise };
}

function callTo(post: Post) {
  const { signal } = new AbortController();
  return createWireCall({ post, authHeaders: {}, where: WHERE, clock: fakeClock(), signal });
}

test("a stream without an end is given up before it takes all memory", async () => {
  const { post, over } = flood();
  const answer = await callTo(post).send("https://p.example", {}, "");
  await expect(answer.read(() => undefined)).rejects.toMatchObject({ code: "stream_endless" });
  await over;
});

test("so it is for the packages, which read a stream of their own", async () => {
  const { post, over } = flood();
  const response = await wireFetch(callTo(post))("https://p.example", { method: "POST", body: "" });
  const reading = (async () => {
    for await (const _bytes of response.body ?? []);
  })();
  await expect(reading).rejects.toMatchObject({ code: "stream_endless" });
  await over;
});

test("a line that comes in many pieces is one line", () => {
  const heard: string[] = [];
  const reader = new SseReader((data) => heard.push(data));
  const bytes = Buffer.from("data: grö\r\ndata: ße\r\n\r\ndata: next\n\ndata: unfinished");
  for (const byte of bytes) reader.push(Uint8Array.of(byte));
  expect(heard).toEqual(["grö\nße", "next"]);
});

test("a clock that is set back makes nobody wait the longer", async () => {
  const clock = fakeClock();
  const set = { back: 0 };
  const stale: number[] = [];
  const shifted = { ...clock, now: () => clock.now() - set.back, sleep: clock.sleep };
  const options = { clock: shifted, staleMs: 10_000, noticeMs: 5_000, onNotice: () => undefined };
  const watchdog = startWatchdog({ ...options, onStale: (silentMs) => stale.push(silentMs) });
  set.back = 3_600_000;
  await clock.advance(5_000);
  await clock.advance(5_000);
  await clock.advance(5_000);
  expect(stale).toEqual([10_000]);
  watchdog.stop();
});
