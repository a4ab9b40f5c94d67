import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AssistantMessage,
  callsOf,
  type Message,
  NO_USAGE,
  type OutputPart,
  type ToolMessage,
  textOf,
} from "./message.ts";
import { wireView } from "./request.ts";

const TARGET = { model: "p/m", images: true };
const user = (text: string): Message => ({ role: "user", parts: [{ type: "text", text }], at: 0 });
const assistant = (parts: OutputPart[], model = "p/m"): AssistantMessage => ({
  role: "assistant",
  parts,
  stop: "end",
  usage: NO_USAGE,
  model,
  at: 0,
});
const call = (id: string): OutputPart => ({ type: "call", call: { id, tool: "t", input: {} } });
const result = (callId: string, text = "ok"): ToolMessage => ({
  role: "tool",
  callId,
  tool: "t",
  parts: [{ type: "text", text }],
  isError: false,
  at: 0,
});

describe("repairs", () => {
  test("a call without a result is answered as unknown", () => {
    const view = wireView([user("go"), assistant([call("a")])], TARGET);
    expect(view.at(-1)).toMatchObject({ role: "tool", callId: "a", isError: true });
  });
  test("results come directly after their call, in call order, and steering after them", () => {
    const view = wireView(
      [user("go"), assistant([call("a"), call("b")]), result("b"), user("wait"), result("a")],
      TARGET,
    );
    expect(view.map((message) => (message.role === "tool" ? message.callId : message.role))).toEqual([
      "user",
      "assistant",
      "a",
      "b",
      "user",
    ]);
  });
  test("orphaned and repeated results are dropped", () => {
    const view = wireView([user("go"), result("ghost"), assistant([call("a")]), result("a"), result("a")], TARGET);
    expect(view.filter((message) => message.role === "tool")).toHaveLength(1);
  });
  test("reasoning and vendor data go only to the model that made them", () => {
    const thought: OutputPart = { type: "reasoning", text: "hm", opaque: { signature: "s" } };
    const said: OutputPart = { type: "text", text: "hi", opaque: { id: 1 } };
    const own = wireView([user("go"), assistant([thought, said]), user("more")], TARGET);
    expect(own[1]?.parts).toEqual([thought, said]);
    const foreign = wireView([user("go"), assistant([thought, said], "other/model"), user("more")], TARGET);
    expect(foreign[1]?.parts).toEqual([{ type: "text", text: "hi" }]);
  });
  test("images become words for a model that cannot see", () => {
    const view = wireView([{ role: "user", parts: [{ type: "image", mime: "image/png", base64: "AA==" }], at: 0 }], {
      model: "p/m",
      images: false,
    });
    expect(view[0] && textOf(view[0])).toContain("image");
  });
});

const anyParts = fc.array(
  fc.oneof(
    fc.string({ maxLength: 5 }).map((text) => ({ type: "text", text }) as const),
    fc.constant({ type: "image", mime: "image/png", base64: "AA==" } as const),
  ),
  { maxLength: 3 },
);
const anyId = fc.constantFrom("a", "b", "c", "", "weird id!");
const anyOutput: fc.Arbitrary<OutputPart> = fc.oneof(
  fc.string({ maxLength: 5 }).map((text) => ({ type: "text", text }) as const),
  fc.string({ maxLength: 5 }).map((text) => ({ type: "reasoning", text, opaque: { signature: text } }) as const),
  fc
    .record({ id: anyId, input: fc.oneof(fc.constant({ x: 1 }), fc.string(), fc.constant(null)) })
    .map(({ id, input }) => ({ type: "call", call: { id, tool: "t", input } }) as const),
);
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  anyParts.map((parts): Message => ({ role: "user", parts, at: 0 })),
  fc
    .record({ parts: fc.array(anyOutput, { maxLength: 4 }), model: fc.constantFrom("p/m", "q/n") })
    .map(({ parts, model }) => assistant(parts, model)),
  fc
    .record({ callId: anyId, parts: anyParts })
    .map(({ callId, parts }): Message => ({ role: "tool", callId, tool: "t", parts, isError: false, at: 0 })),
);

test("any transcript gives a view every wire accepts", () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 20 }), (messages) => {
      const view = wireView(messages, TARGET);
      expect(view[0]?.role).toBe("user");
      expect(view.at(-1)?.role).not.toBe("assistant");
      const ids = view.flatMap((message) => callsOf(message).map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      view.forEach((message, index) => {
        expect(message.parts.length).toBeGreaterThan(0);
        for (const part of message.parts) if (part.type === "text") expect(part.text.trim()).not.toBe("");
        const calls = callsOf(message);
        const answers = view.slice(index + 1, index + 1 + calls.length);
        expect(answers.map((answer) => answer.role === "tool" && answer.callId)).toEqual(calls.map(({ id }) => id));
        if (message.role === "assistant") expect(["user", "tool"]).toContain(view[index - 1]?.role);
      });
    }),
    { numRuns: 2_000 },
  );
});

test("what was sent once is sent again byte for byte: a longer transcript extends the view", () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), fc.string({ minLength: 1 }), (messages, more) => {
      const complete = wireView(messages, TARGET);
      // Only a transcript whose calls are all answered is ever sent.
      const grown = wireView([...complete, assistant([{ type: "text", text: `x${more}` }]), user("next")], TARGET);
      expect(JSON.stringify(grown.slice(0, complete.length))).toBe(JSON.stringify(complete));
    }),
  );
});

test("a transcript that was looked at before, by whichever model, gives what a fresh copy of it gives", () => {
  const targets = [TARGET, { model: "q/n", images: true }, { model: "p/m", images: false }];
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), fc.shuffledSubarray(targets), (messages, seen) => {
      for (const target of [...seen, ...seen.toReversed()]) {
        expect(wireView(messages, target)).toEqual(wireView(structuredClone(messages), target));
        expect(wireView(messages.slice(1), target)).toEqual(wireView(structuredClone(messages.slice(1)), target));
      }
    }),
  );
});

test("a message that is sent again is the same object, so that it is written down once", () => {
  // Some servers name every call the same.
  const messages = [user("go"), assistant([call("a")]), result("a"), assistant([call("a"), call("a")])];
  messages.push(result("a", "second"), result("a", "third"));
  const first = wireView(messages, TARGET);
  expect(first.flatMap((message) => (message.role === "tool" ? [message.callId] : []))).toEqual(["a", "a_2", "a_3"]);
  const later = wireView([...messages, assistant([call("b")]), result("b")], TARGET);
  first.forEach((message, index) => {
    expect(later[index]).toBe(message);
  });
});
