// Whatever happened in a conversation, the next request is one every vendor accepts.

import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { NO_CACHE } from "../contracts/model.ts";
import type { Message, OutputPart, Part } from "../kernel/message.ts";
import { NO_USAGE } from "../kernel/message.ts";
import { wireView } from "../kernel/request.ts";
import { startModelServer } from "../testing/model-server.ts";
import { forever, reply } from "../testing/script.ts";
import { builtInRow, withEndpoint } from "./catalog.ts";
import { createProvider } from "./create.ts";
import { fixedKey } from "./credentials.ts";
import { createTransport } from "./transport.ts";
import { WIRES, type Wire } from "./wire.ts";

const clock = { now: () => Date.now(), sleep: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }) };
const transport = createTransport();
afterAll(() => transport.close());

const MODEL = "test-model";
const TOOLS = ["look", "todo"].map((name) => ({ name, description: name, schema: { type: "object", properties: {} } }));

const text = fc.oneof(fc.constantFrom("", " ", "\n", "hi", "ok"), fc.string({ unit: "grapheme", maxLength: 12 }));
const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 4, arbitrary: text.map((value): Part => ({ type: "text", text: value })) },
  { weight: 1, arbitrary: fc.constant<Part>({ type: "image", mime: "image/png", base64: "iVBORw0KGgo=" }) },
);
const foreign = fc.constantFrom<unknown>(
  undefined,
  { anthropic: { signature: "bogus" } },
  { openai: { itemId: "rs_1", reasoningEncryptedContent: "bogus" } },
  { google: { thoughtSignature: "bogus" } },
  "nonsense",
  7,
);
const callId = fc.oneof(fc.constantFrom("", "a", "b", "c"), fc.string({ maxLength: 70 }));
const output: fc.Arbitrary<OutputPart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text, opaque: foreign }),
  fc.record({ type: fc.constant("reasoning" as const), text, opaque: foreign }),
  fc.record({
    type: fc.constant("call" as const),
    call: fc.record({
      id: callId,
      tool: fc.constantFrom("look", "todo"),
      input: fc.oneof(fc.jsonValue(), fc.string()),
    }),
    opaque: foreign,
  }),
);
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("user" as const), parts: fc.array(part, { maxLength: 3 }), at: fc.constant(0) }),
  fc.record({
    role: fc.constant("assistant" as const),
    parts: fc.array(output, { maxLength: 4 }),
    stop: fc.constantFrom("end" as const, "calls" as const, "length" as const),
    usage: fc.constant(NO_USAGE),
    // Made by someone else: its vendor data is worth nothing here.
    model: fc.constantFrom("other/model", "custom/older-model"),
    at: fc.constant(0),
  }),
  fc.record({
    role: fc.constant("tool" as const),
    callId,
    tool: fc.constantFrom("look", "todo"),
    parts: fc.array(part, { maxLength: 2 }),
    isError: fc.boolean(),
    at: fc.constant(0),
  }),
);

describe.each(WIRES)("%s", (wire: Wire) => {
  test("accepts any transcript", { timeout: 60_000 }, async () => {
    await using server = await startModelServer([forever(reply("ok"))], { strict: true });
    const row = withEndpoint(builtInRow("custom"), { baseUrl: server.url, apiMode: wire });
    const provider = createProvider(row, fixedKey("k"), {
      clock,
      post: transport.post,
      models: { [MODEL]: { images: true } },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 10 }), async (transcript) => {
        const messages = wireView(transcript, { model: `custom/${MODEL}`, images: true });
        const request = { model: MODEL, system: ["one", "two"], messages, tools: TOOLS, cache: NO_CACHE };
        let done = false;
        for await (const event of provider.stream(request, new AbortController().signal))
          done ||= event.type === "done";
        expect(done).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
