// Random transcripts as a long-lived home really holds them: aborted turns, lost results, other models' thoughts, odd ids and names.

import fc from "fast-check";
import type { AssistantMessage, Message, OutputPart, Part, ToolMessage } from "../../kernel/message.ts";
import { HALF_CHARACTERS, NAUGHTY } from "./naughty.data.ts";

export interface TranscriptOptions {
  /** "provider/model" names the assistant messages may carry. */
  readonly models: readonly string[];
  /** Vendor data for a thought or call of a given model; undefined leaves it out. */
  readonly opaqueFor?: (model: string, content: string) => unknown;
  /** Half characters are normalised when text enters a transcript; on by default to prove that nothing depends on it. */
  readonly halfCharacters?: boolean;
}

const AT = 1_768_478_400_000;
const TOOL_NAMES = [
  "read_file",
  "terminal",
  "search_files",
  "mcp_x_y",
  "read_fileread_file",
  "not a name!",
  "",
  "x".repeat(90),
  "日本",
];
const CALL_IDS = ["call_1", "call_2", "toolu_01AbC", "", "a b/c:d|e", "x".repeat(80), "日本", "call_1"];

/** Valid turns, then damaged the way crashes, aborts and odd models damage them, then cut anywhere. */
export function arbitraryTranscript(options: TranscriptOptions): fc.Arbitrary<readonly Message[]> {
  const strings = fc.oneof(
    { weight: 4, arbitrary: fc.lorem({ maxCount: 8 }) },
    { weight: 2, arbitrary: fc.constantFrom("", " ", "\n", ...NAUGHTY) },
    { weight: 1, arbitrary: fc.string({ maxLength: 30, unit: "grapheme" }) },
    ...(options.halfCharacters === false ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...HALF_CHARACTERS) }]),
  );
  return fc
    .array(arbitraryTurn(strings, options), { minLength: 1, maxLength: 5 })
    .chain((turns) => fc.nat({ max: turns.flat().length }).map((length) => turns.flat().slice(0, Math.max(1, length))));
}

function arbitraryTurn(strings: fc.Arbitrary<string>, options: TranscriptOptions): fc.Arbitrary<readonly Message[]> {
  const user = fc
    .tuple(fc.array(arbitraryPart(strings), { maxLength: 3 }), fc.boolean())
    .map(([parts, runtime]): Message => ({ role: "user", parts, ...(runtime ? { origin: "runtime" } : {}), at: AT }));
  const users = fc.array(user, { minLength: 1, maxLength: 2 });
  const steps = fc.array(arbitraryStep(strings, options), { maxLength: 3 });
  return fc.tuple(users, steps).map(([asked, answered]) => [...asked, ...answered.flat()]);
}

/** One assistant message with results for some of its calls, in any order, some twice, some of nobody's. */
function arbitraryStep(strings: fc.Arbitrary<string>, options: TranscriptOptions): fc.Arbitrary<readonly Message[]> {
  return arbitraryAssistant(strings, options).chain((message) => {
    const results = message.parts.flatMap((part) =>
      part.type === "call" ? [resultFor(part.call.id, part.call.tool)] : [],
    );
    const stray = fc.constantFrom<ToolMessage[]>([], [], [], [resultFor("nobody", "read_file")]);
    return fc
      .tuple(fc.shuffledSubarray(results, { minLength: 0 }), fc.boolean(), stray, strings)
      .map(([some, complete, strays, words]) => {
        const kept = complete ? results : some;
        const spoken = kept.map((result, index) =>
          index === 0 ? { ...result, parts: [{ type: "text" as const, text: words }] } : result,
        );
        return [message, ...spoken, ...strays];
      });
  });
}

function resultFor(callId: string, tool: string): ToolMessage {
  return { role: "tool", callId, tool, parts: [{ type: "text", text: "{}" }], isError: false, at: AT };
}

function arbitraryPart(strings: fc.Arbitrary<string>): fc.Arbitrary<Part> {
  const image: Part = { type: "image", mime: "image/png", base64: "iVBORw0KGgo=" };
  return fc.oneof(
    { weight: 5, arbitrary: strings.map((text): Part => ({ type: "text", text })) },
    { weight: 1, arbitrary: fc.constant(image) },
  );
}

function arbitraryAssistant(strings: fc.Arbitrary<string>, options: TranscriptOptions): fc.Arbitrary<AssistantMessage> {
  return fc.constantFrom(...options.models).chain((model) => {
    const opaque = (content: string) => {
      const value = options.opaqueFor?.(model, content);
      return value === undefined ? {} : { opaque: value };
    };
    const input = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(strings, fc.integer(), fc.constant(null)), {
          maxKeys: 3,
        }),
      },
      { weight: 1, arbitrary: fc.constantFrom<unknown>("", '{"path": "a', '{"a":1}{"a":1}', [], 3, null) },
    );
    const part = fc.oneof(
      { weight: 3, arbitrary: strings.map((text): OutputPart => ({ type: "text", text })) },
      { weight: 2, arbitrary: strings.map((text): OutputPart => ({ type: "reasoning", text, ...opaque(text) })) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom(...CALL_IDS), fc.constantFrom(...TOOL_NAMES), input)
          .map(([id, tool, value]): OutputPart => ({ type: "call", call: { id, tool, input: value } })),
      },
    );
    return fc.tuple(fc.array(part, { maxLength: 5 }), fc.constantFrom("end", "calls", "length", "refused")).map(
      ([parts, stop]): AssistantMessage => ({
        role: "assistant",
        parts,
        stop: stop as AssistantMessage["stop"],
        usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
        model,
        at: AT,
      }),
    );
  });
}
