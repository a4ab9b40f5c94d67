// The connection fails at every byte of an answer in turn: no hang, no lost word, the right kind of failure.

import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { NO_CACHE } from "../contracts/model.ts";
import type { Clock } from "../contracts/time.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { textOf, userMessage } from "../kernel/message.ts";
import { fakeClock, settled } from "../testing/fakes.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { call, type Fault, forever, raw, says, thought, words } from "../testing/script.ts";
import { builtInRow, withEndpoint } from "./catalog.ts";
import { createProvider } from "./create.ts";
import { fixedKey } from "./credentials.ts";
import { createTransport } from "./transport.ts";
import type { Wire } from "./wire.ts";

const realClock: Clock = { now: () => performance.now(), sleep: (ms, signal) => wait(ms, undefined, { signal }) };
const transport = createTransport();
afterAll(() => transport.close());

const STALE_MS = 60_000;
const AT_ONCE = 8;
const FAULTS = ["end", "reset", "stall"] as const;
type FaultName = (typeof FAULTS)[number];

const ANSWER = says([thought("hm"), words("Grüße 🚀 an alle"), call("todo", { n: 1 })], { pieceChars: 6 });

function providerAt(url: string, wire: Wire, clock: Clock) {
  const baseUrl = wire === "anthropic_messages" ? url : `${url}/v1`;
  const row = withEndpoint(builtInRow("custom"), { baseUrl, apiMode: wire });
  return createProvider(row, fixedKey("sk-chaos"), {
    clock,
    post: transport.post,
    staleMs: STALE_MS,
    noticeMs: 2 * STALE_MS,
  });
}

interface Heard {
  readonly heard: string;
  readonly done: string | undefined;
  readonly failure: unknown;
}

async function listen(
  url: string,
  wire: Wire,
  model: string,
  clock: Clock,
  onText: (heard: string) => void,
): Promise<Heard> {
  let heard = "";
  let done: string | undefined;
  let failure: unknown;
  const request = { model, system: ["s"], messages: [userMessage("hi", 0)], tools: [], cache: NO_CACHE };
  try {
    for await (const event of providerAt(url, wire, clock).stream(request, new AbortController().signal)) {
      if (event.type === "text") heard += event.delta;
      onText(heard);
      if (event.type === "done") done = textOf(event.message);
    }
  } catch (error) {
    failure = error;
  }
  return { heard, done, failure };
}

/** The whole body of a healthy answer, as bytes. */
async function healthyBody(wire: Wire): Promise<Uint8Array> {
  await using server = await startModelServer([ANSWER]);
  const path = {
    chat_completions: "/chat/completions",
    anthropic_messages: "/messages",
    codex_responses: "/responses",
    gemini: "/models/m:streamGenerateContent?alt=sse",
  };
  const body = JSON.stringify({ model: "m", stream: true });
  const response = await fetch(`${server.url}${path[wire]}`, { method: "POST", body });
  return new Uint8Array(await response.arrayBuffer());
}

/** A second, simpler reader of each wire: the words in the complete events of a body, and whether it says it is over. */
function oracle(wire: Wire, bytes: Uint8Array): { readonly text: string; readonly over: boolean } {
  let text = "";
  let over = false;
  const whole = new TextDecoder().decode(bytes);
  const blocks = whole.split(/\r?\n\r?\n/);
  for (const block of blocks.slice(0, -1)) {
    const data = /^data: (.*)$/m.exec(block)?.[1] ?? "";
    const parsed = parseJson(data);
    if (parsed.type === "bad" || !isRecord(parsed.value)) continue;
    const read = JSON.stringify(parsed.value);
    text += wordsIn(wire, parsed.value);
    if (
      /"finish_reason":"tool_calls"|"type":"message_stop"|"type":"response.completed"|"finishReason":"STOP"/.test(read)
    )
      over = true;
  }
  return { text, over };
}

function wordsIn(wire: Wire, event: Readonly<Record<string, unknown>>): string {
  const at = (value: unknown, ...path: (string | number)[]): unknown =>
    path.reduce<unknown>(
      (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
      value,
    );
  switch (wire) {
    case "chat_completions":
      return String(at(event, "choices", 0, "delta", "content") ?? "");
    case "anthropic_messages":
      return at(event, "delta", "type") === "text_delta" ? String(at(event, "delta", "text")) : "";
    case "codex_responses":
      return event.type === "response.output_text.delta" ? String(event.delta) : "";
    case "gemini":
      return at(event, "candidates", 0, "content", "parts", 0, "thought") === true
        ? ""
        : String(at(event, "candidates", 0, "content", "parts", 0, "text") ?? "");
  }
}

/** The model's name says what goes wrong and where, so that many calls may be under way at once. */
function chaosServer(body: Uint8Array): Promise<ModelServer> {
  return startModelServer([
    forever((request) => {
      const [, type, at] = request.model.split("-");
      const fault = { type, at: Number(at) } as Fault;
      return { ...raw(200, new TextDecoder().decode(body), { "content-type": "text/event-stream" }), faults: [fault] };
    }),
  ]);
}

describe.each(["chat_completions", "anthropic_messages", "codex_responses", "gemini"] as const)("%s", (wire) => {
  test("fails at every byte in turn: ended, reset, stalled", { timeout: 300_000 }, async () => {
    const body = await healthyBody(wire);
    const full = oracle(wire, body).text;
    expect(full).toBe("Grüße 🚀 an alle");
    await using server = await chaosServer(body);
    const problems: string[] = [];
    const offsets = body.keys();
    const worker = async () => {
      for (const at of offsets)
        for (const fault of FAULTS) problems.push(...(await judge(server.url, wire, { fault, at, body, full })));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(problems).toEqual([]);
  });
});

/** A stall is waited for on a clock that moves only once everything sent has been heard. */
async function stall(url: string, wire: Wire, model: string, expected: string): Promise<Heard> {
  const clock = fakeClock();
  let arrived: () => void = () => undefined;
  const allHeard = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const listening = listen(url, wire, model, clock, (heard) => {
    if (heard.startsWith(expected)) arrived();
  });
  if (expected === "") arrived();
  await Promise.race([allHeard, listening]);
  let over = false;
  const settling = listening.finally(() => {
    over = true;
  });
  // The flush after a stall has a limit on the same clock; it must not pass before the flush had its chance.
  await clock.advance(STALE_MS);
  for (let round = 0; !over && round < 500; round++) await settled();
  if (!over) await clock.advance(STALE_MS);
  return settling;
}

interface Case {
  readonly fault: FaultName;
  readonly at: number;
  readonly body: Uint8Array;
  readonly full: string;
}

async function judge(url: string, wire: Wire, { fault, at, body, full }: Case): Promise<readonly string[]> {
  const where = `${fault} at ${at}`;
  const model = `m-${fault}-${at}`;
  const expected = oracle(wire, body.subarray(0, at));
  const limit = new AbortController();
  const result = await Promise.race([
    fault === "stall" ? stall(url, wire, model, expected.text) : listen(url, wire, model, realClock, () => undefined),
    wait(20_000, "hung" as const, { signal: limit.signal }),
  ]);
  limit.abort();
  if (result === "hung") return [`${where}: hung`];
  const out: string[] = [];
  if (!result.heard.startsWith(expected.text) || !full.startsWith(result.heard))
    out.push(`${where}: heard "${result.heard}" of "${expected.text}"`);
  if (result.done !== undefined) {
    if (result.done !== full) out.push(`${where}: done with "${result.done}"`);
    // One line end more or less: readers differ in whether a lone \r already ends an event.
    if (!oracle(wire, body.subarray(0, at + 2)).over) out.push(`${where}: done before the end`);
    return out;
  }
  if (expected.over && wire !== "anthropic_messages") out.push(`${where}: complete, yet failed`);
  const kind = result.failure instanceof ModelFailure ? result.failure.kind : String(result.failure);
  const wanted = fault === "stall" ? "timeout" : "transport";
  if (kind !== wanted) out.push(`${where}: ${kind} instead of ${wanted}`);
  return out;
}
