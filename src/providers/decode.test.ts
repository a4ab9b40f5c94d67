import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decoder, decodeArguments } from "./decode.ts";

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

function finish(unified: "stop" | "tool-calls" | "length" | "content-filter" | "other"): LanguageModelV4StreamPart {
  return { type: "finish", usage: USAGE, finishReason: { unified, raw: unified } };
}

/** Well-formed, malformed and borderline texts, each with what must come of it. */
const SUITE: readonly (readonly [string, unknown])[] = [
  ["", {}],
  ["  \n", {}],
  ["{}", {}],
  [' {"a":1} ', { a: 1 }],
  ['{"a":"\\u00e9\\ud83d\\ude80"}', { a: "é🚀" }],
  ['{"a":"\\ud83d"}', { a: "\ud83d" }],
  ['{"__proto__":1}', JSON.parse('{"__proto__":1}')],
  ['{"a":1,"a":2}', { a: 2 }],
  ["[1,[2,[3]]]", [1, [2, [3]]]],
  ["null", null],
  ['"text"', "text"],
  ["1e400", Number.POSITIVE_INFINITY],
  ["-0", -0],
  ['{"a":1,}', '{"a":1,}'],
  ["{'a':1}", "{'a':1}"],
  ['{"a":1}{"a":1}', '{"a":1}{"a":1}'],
  ["{{}}", "{{}}"],
  ['{"a":"line\nbreak"}', '{"a":"line\nbreak"}'],
  ["{a:1}", "{a:1}"],
  ["NaN", "NaN"],
  ["\ufeff{}", "\ufeff{}"],
  ['{"a":01}', '{"a":01}'],
  ['{"a"', '{"a"'],
];

function decode(parts: readonly LanguageModelV4StreamPart[]) {
  const decoder = new Decoder();
  const events = parts.flatMap((part) => decoder.push(part) ?? []);
  return { decoder, events, message: decoder.message("p/m", 1) };
}

describe("tool-call arguments", () => {
  test("any JSON value comes back as itself", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) => void expect(decodeArguments(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value))),
      ),
    );
  });

  test("whatever is not JSON comes back untouched, and nothing throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), brokenJson()), (raw) => {
        const value = decodeArguments(raw);
        if (typeof value === "string" && !isJson(raw)) expect(value).toBe(raw);
        else if (raw.trim() === "") expect(value).toEqual({});
        else expect(isJson(raw)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each(SUITE)("%j", (raw, expected) => {
    expect(decodeArguments(raw)).toEqual(expected);
  });

  test("arguments cut into any pieces arrive whole", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.nat(20), { maxLength: 30 }), (value, cuts) => {
        const raw = JSON.stringify(value);
        const deltas = slices(raw, cuts).map((delta) => ({ type: "tool-input-delta" as const, id: "c", delta }));
        const { message } = decode([
          { type: "tool-input-start", id: "c", toolName: "t" },
          ...deltas,
          { type: "tool-call", toolCallId: "c", toolName: "t", input: deltas.map((piece) => piece.delta).join("") },
          finish("tool-calls"),
        ]);
        expect(message.parts).toEqual([{ type: "call", call: { id: "c", tool: "t", input: JSON.parse(raw) } }]);
      }),
    );
  });
});

describe("the assembled message", () => {
  test("keeps the vendor's order and its data, with later values winning over earlier nulls", () => {
    const { message, events } = decode([
      { type: "reasoning-start", id: "r", providerMetadata: { v: { item: "i1", sealed: null } } },
      { type: "reasoning-delta", id: "r", delta: "think" },
      { type: "reasoning-end", id: "r", providerMetadata: { v: { item: "i1", sealed: "zzz" } } },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "say" },
      { type: "text-end", id: "t" },
      { type: "tool-call", toolCallId: "c", toolName: "do", input: "{}", providerMetadata: { v: { sig: "s" } } },
      finish("stop"),
    ]);
    expect(message.parts).toEqual([
      { type: "reasoning", text: "think", opaque: { v: { item: "i1", sealed: "zzz" } } },
      { type: "text", text: "say" },
      { type: "call", call: { id: "c", tool: "do", input: {} }, opaque: { v: { sig: "s" } } },
    ]);
    expect(message.stop).toBe("calls");
    expect(events.map((event) => event.type)).toEqual(["reasoning", "text"]);
  });

  test("an id used again is another block", () => {
    const block = (delta: string): LanguageModelV4StreamPart[] => [
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta },
      { type: "text-end", id: "0" },
    ];
    expect(decode([...block("a"), ...block("b"), finish("stop")]).message.parts).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
  });

  test("a cut answer stays cut even when it holds a call", () => {
    const { message } = decode([
      { type: "tool-call", toolCallId: "c", toolName: "t", input: '{"a":' },
      finish("length"),
    ]);
    expect(message.stop).toBe("length");
    expect(message.parts[0]).toMatchObject({ call: { input: '{"a":' } });
  });

  test("an error is not undone by a finish after it", () => {
    const { decoder } = decode([{ type: "error", error: new Error("x") }, finish("stop")]);
    expect(decoder.ending.type).toBe("error");
  });
});

function isJson(raw: string): boolean {
  try {
    JSON.parse(raw);
    return true;
  } catch {
    return false;
  }
}

/** JSON with one mutilation of the kinds models make. */
function brokenJson(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("cut", "double", "comma", "brace", "quote", "fence"))
    .map(([json, at, how]) => {
      switch (how) {
        case "cut":
          return json.slice(0, at % (json.length + 1));
        case "double":
          return json + json;
        case "comma":
          return json.replace(/}$/, ",}");
        case "brace":
          return `${json}}`;
        case "quote":
          return json.replaceAll('"', "'");
        default:
          return `\`\`\`json\n${json}\n\`\`\``;
      }
    });
}

function slices(text: string, cuts: readonly number[]): readonly string[] {
  const out: string[] = [];
  let rest = text;
  for (const cut of cuts) {
    out.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...out, rest];
}
