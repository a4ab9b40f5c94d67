import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AssistantMessage } from "../kernel/message.ts";
import { callsOf, textOf } from "../kernel/message.ts";
import { ChatDecoder } from "./chat-decode.ts";
import { Decoder } from "./decode.ts";
import { SseReader } from "./sse.ts";

type Delta = Readonly<Record<string, unknown>>;

function decode(deltas: readonly Delta[], finish: string | null = "stop", usage?: object): AssistantMessage {
  const decoder = new Decoder();
  const chat = new ChatDecoder((part) => void decoder.push(part));
  for (const delta of deltas)
    chat.push(JSON.stringify({ id: "resp", choices: [{ index: 0, delta, finish_reason: null }] }));
  chat.push(
    JSON.stringify({ id: "resp", choices: [{ index: 0, delta: {}, finish_reason: finish }], ...(usage && { usage }) }),
  );
  chat.push("[DONE]");
  chat.end();
  expect(decoder.ending.type).toBe(finish === null ? "open" : "finished");
  return decoder.message("p/m", 0);
}

const call = (fields: object, name?: string, args?: unknown): Delta => ({
  tool_calls: [
    {
      ...fields,
      type: "function",
      function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
    },
  ],
});

describe("how servers really stream calls", () => {
  const cases: readonly (readonly [string, readonly Delta[], readonly (readonly [string, unknown])[]])[] = [
    [
      "by the book",
      [
        call({ index: 0, id: "a" }, "t", ""),
        call({ index: 0 }, undefined, '{"x"'),
        call({ index: 0 }, undefined, ":1}"),
      ],
      [["t", { x: 1 }]],
    ],
    [
      "two, interleaved",
      [
        call({ index: 0, id: "a" }, "t", '{"x":'),
        call({ index: 1, id: "b" }, "u", "{}"),
        call({ index: 0 }, undefined, "1}"),
      ],
      [
        ["t", { x: 1 }],
        ["u", {}],
      ],
    ],
    [
      "two whole calls, both with index 0",
      [call({ index: 0, id: "a" }, "t", '{"x":1}'), call({ index: 0, id: "b" }, "t", '{"x":2}')],
      [
        ["t", { x: 1 }],
        ["t", { x: 2 }],
      ],
    ],
    [
      "no index at all",
      [call({ id: "a" }, "t", '{"x":1}'), call({ id: "b" }, "u", '{"x":2}')],
      [
        ["t", { x: 1 }],
        ["u", { x: 2 }],
      ],
    ],
    [
      "neither index nor id",
      [call({}, "t", '{"x":'), call({}, undefined, "1}"), call({}, "u", "{}")],
      [
        ["t", { x: 1 }],
        ["u", {}],
      ],
    ],
    [
      "id and name repeated in every piece",
      [call({ index: 0, id: "a" }, "t", '{"x"'), call({ index: 0, id: "a" }, "t", ":1}")],
      [["t", { x: 1 }]],
    ],
    [
      "another id in every piece, without a name",
      [call({ index: 0, id: "a" }, "t", '{"x"'), call({ index: 0, id: "z9" }, undefined, ":1}")],
      [["t", { x: 1 }]],
    ],
    [
      "name after the first piece",
      [call({ index: 0, id: "a" }, undefined, ""), call({ index: 0 }, "t", "{}")],
      [["t", {}]],
    ],
    ["arguments as an object", [call({ index: 0, id: "a" }, "t", { x: 1 })], [["t", { x: 1 }]]],
    ["no arguments", [call({ index: 0, id: "a" }, "t", null)], [["t", {}]]],
    [
      "an empty id",
      [call({ index: 0, id: "" }, "t", "{}"), call({ index: 1, id: "" }, "u", "{}")],
      [
        ["t", {}],
        ["u", {}],
      ],
    ],
    [
      "the same id twice",
      [call({ index: 0, id: "a" }, "t", "{}"), call({ index: 1, id: "a" }, "u", "{}")],
      [
        ["t", {}],
        ["u", {}],
      ],
    ],
  ];
  test.each(cases.map(([name, deltas, expected]) => ({ name, deltas, expected })))("$name", ({ deltas, expected }) => {
    const message = decode(deltas, "tool_calls");
    const calls = callsOf(message);
    expect(calls.map((made) => [made.tool, made.input])).toEqual(expected);
    expect(new Set(calls.map((made) => made.id)).size).toBe(calls.length);
    expect(calls.every((made) => made.id !== "")).toBe(true);
    expect(message.stop).toBe("calls");
  });
});

describe("how servers really stream words", () => {
  test("content as text or as parts, reasoning under either name", () => {
    const message = decode([
      { role: "assistant", content: null },
      { reasoning: "a" },
      { reasoning_content: "b" },
      {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "c" }] },
          { type: "text", text: "Hello" },
        ],
      },
      { content: " you" },
    ]);
    expect(message.parts).toEqual([
      { type: "reasoning", text: "abc" },
      { type: "text", text: "Hello you" },
    ]);
  });

  test("a refusal is words and a reason", () => {
    expect(decode([{ refusal: "I would rather not." }])).toMatchObject({
      stop: "refused",
      parts: [{ text: "I would rather not." }],
    });
  });

  test("no finish reason is no end", () => {
    decode([{ content: "half" }], null);
  });

  test.each([
    [
      { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 60 } },
      { input: 100, output: 5, cacheRead: 60 },
    ],
    [
      { prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 40, prompt_cache_miss_tokens: 60 },
      { input: 100, cacheRead: 40 },
    ],
    [
      {
        prompt_tokens: 100,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 30 },
      },
      { cacheRead: 10, cacheWrite: 30 },
    ],
    [
      { input_tokens: 7, output_tokens: 3 },
      { input: 7, output: 3 },
    ],
    [{ prompt_tokens: "many" }, { input: 0, output: 0 }],
  ])("usage %j", (usage, expected) => {
    expect(decode([{ content: "x" }], "stop", usage).usage).toMatchObject(expected);
  });
});

test("any chunk of JSON leaves it standing", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), (chunks) => {
      const decoder = new Decoder();
      const chat = new ChatDecoder((part) => void decoder.push(part));
      for (const chunk of chunks) {
        chat.push(JSON.stringify(chunk));
        chat.push(JSON.stringify({ choices: [{ delta: chunk, finish_reason: chunk }], usage: chunk }));
        chat.push(
          JSON.stringify({ choices: [{ delta: { tool_calls: [chunk, { function: chunk }], content: chunk } }] }),
        );
      }
      chat.end();
      decoder.message("p/m", 0);
    }),
  );
});

test("events come out whole however the bytes are cut, whatever the line ends", () => {
  const event = fc
    .string({ unit: "grapheme" })
    .map((text) => JSON.stringify({ choices: [{ delta: { content: text } }] }));
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 6 }),
      fc.constantFrom("\n", "\r\n"),
      fc.array(fc.integer({ min: 1, max: 9 })),
      (events, eol, cuts) => {
        const body = Buffer.from(
          `${events.map((data) => `: note${eol}event: x${eol}data: ${data}${eol}${eol}`).join("")}data: {"half"`,
        );
        const heard: string[] = [];
        const reader = new SseReader((data) => void heard.push(data));
        let at = 0;
        for (let turn = 0; at < body.length; turn++) {
          const size = cuts[turn % Math.max(1, cuts.length)] ?? 5;
          reader.push(body.subarray(at, at + size));
          at += size;
        }
        expect(heard).toEqual(events);
      },
    ),
  );
});

test("words keep their bytes", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1 }), (pieces) => {
      expect(textOf(decode(pieces.map((content) => ({ content }))))).toBe(pieces.join(""));
    }),
  );
});
