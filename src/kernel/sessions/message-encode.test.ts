// Every message comes back from its row exactly; rows of the reference give the message their columns describe.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "../message.ts";
import { decodeRow, JSON_MARK } from "./message-decode.ts";
import { encodeMessage } from "./message-encode.ts";
import type { SpillPlan } from "./part-layout.ts";

const plan: SpillPlan = {
  keyOf: (kind, body) => `${kind}-${body.length}-${body.slice(0, 8)}`,
  maxTextChars: 50,
  maxImageChars: 20,
};

const words = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: fc.constantFrom("\ud800", "\udc00", "\u0000", "a", "\n", "会", "🌱") }),
  fc.constantFrom("", "\n", `${JSON_MARK}[]`, '{"f":1}', "[image: image/png, 3 bytes]"),
);
const json = fc.jsonValue({ maxDepth: 3 });
const at = fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.double({ min: 0, max: 4e12, noNaN: true }));
const part = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: words }),
  fc.record({
    type: fc.constant("image" as const),
    mime: fc.constantFrom("image/png", "image/jpeg"),
    base64: fc.base64String(),
  }),
);
const count = fc.nat(1e6);
const usage = fc.record({ input: count, output: count, cacheRead: count, cacheWrite: count, reasoning: count });
const output = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: words, opaque: json }, { requiredKeys: ["type", "text"] }),
  fc.record({ type: fc.constant("reasoning" as const), text: words, opaque: json }, { requiredKeys: ["type", "text"] }),
  fc.record(
    {
      type: fc.constant("call" as const),
      call: fc.record({ id: words, tool: words, input: fc.oneof(json, words) }),
      opaque: json,
    },
    { requiredKeys: ["type", "call"] },
  ),
);
const plain: fc.Arbitrary<Message> = fc.oneof(
  fc.record(
    {
      role: fc.constant("user" as const),
      parts: fc.array(part, { maxLength: 4 }),
      origin: fc.constant("runtime" as const),
      at,
    },
    { requiredKeys: ["role", "parts", "at"] },
  ),
  fc.record({
    role: fc.constant("assistant" as const),
    parts: fc.array(output, { maxLength: 5 }),
    stop: fc.constantFrom("end" as const, "calls" as const, "length" as const, "refused" as const),
    usage,
    model: words,
    at,
  }),
  fc.record({
    role: fc.constant("tool" as const),
    callId: words,
    tool: words,
    parts: fc.array(part, { maxLength: 3 }),
    isError: fc.boolean(),
    at,
  }),
);

const change = fc.record({
  path: words,
  state: fc.constantFrom("created" as const, "changed" as const, "deleted" as const, "unseen" as const),
});

const message = fc
  .tuple(
    plain,
    fc.option(fc.array(words, { minLength: 1, maxLength: 2 })),
    fc.option(fc.array(change, { minLength: 1, maxLength: 2 })),
  )
  .map(
    ([one, taints, changes]): Message => ({
      ...one,
      ...(taints === null ? {} : { taints }),
      ...(changes === null ? {} : { changes }),
    }),
  );

/** What a database does to text: UTF-8 has no lone surrogates. */
const stored = (text: string | null) => (text === null ? null : text.toWellFormed());

test("encode, store as UTF-8, decode gives the same message, also when its row is dated later", () => {
  fc.assert(
    fc.property(message, fc.constantFrom(0, 0.0004, 12.5), (original, later) => {
      const encoded = encodeMessage(original, original.at / 1000 + later, plan);
      const files = new Map(encoded.spills.map(({ key, body }) => [key, stored(body) ?? ""]));
      const row = {
        ...encoded.columns,
        content: stored(encoded.columns.content),
        reasoning: stored(encoded.columns.reasoning),
      };
      const back = decodeRow(row, stored(encoded.native), { readSpill: (key) => files.get(key), sessionModel: "s" });
      expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(original)));
    }),
    { numRuns: 2000 },
  );
});

const referenceRow = (role: string, content: string | null) => ({
  role,
  content,
  tool_call_id: null,
  tool_calls: null,
  tool_name: null,
  timestamp: 1794775112.7111804,
  finish_reason: null,
  reasoning: null,
});
const context = { readSpill: () => undefined, sessionModel: "openai/gpt-5" };

test("the reference's marked JSON lists become text and image parts", () => {
  const content = `${JSON_MARK}[{"type": "text", "text": "and this"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]`;
  expect(decodeRow(referenceRow("user", content), null, context)).toEqual({
    role: "user",
    parts: [
      { type: "text", text: "and this" },
      { type: "image", mime: "image/png", base64: "AAAA" },
    ],
    at: 1794775112711,
  });
});

test("the reference's assistant rows keep reasoning, words and calls, and bad arguments stay raw", () => {
  const row = {
    ...referenceRow("assistant", "Let me look."),
    reasoning: "hm",
    tool_calls: '[{"id": "c", "type": "function", "function": {"name": "read_file", "arguments": "{\\"path\\": 1"}}]',
  };
  expect(decodeRow(row, null, context)).toMatchObject({
    parts: [
      { type: "reasoning", text: "hm" },
      { type: "text", text: "Let me look." },
      { type: "call", call: { id: "c", tool: "read_file", input: '{"path": 1' } },
    ],
    stop: "calls",
    model: "openai/gpt-5",
  });
});

test("rows that are no conversation are left out, and a native record that no longer fits gives way to the columns", () => {
  expect(decodeRow(referenceRow("system", "x"), null, context)).toBeUndefined();
  const edited = decodeRow(referenceRow("user", "edited by someone"), '{"p":[3,4]}', context);
  expect(edited?.parts).toEqual([{ type: "text", text: "edited by someone" }]);
});
