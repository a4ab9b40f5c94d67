import fc from "fast-check";
import { expect, test } from "vitest";
import { type LateContext, withLateContext } from "./late-layers.ts";
import { textOf, userMessage } from "./message.ts";

const view = [userMessage("how is the weather?", 1)];
const late = (part: Partial<LateContext>): LateContext => ({ examples: [], layers: [], ...part });

test("without anything late the view is the view", () => {
  expect(withLateContext(view, late({}), 2)).toBe(view);
  expect(withLateContext(view, late({ layers: [{ label: "x", text: " " }] }), 2)).toBe(view);
});

test("layers are one labelled message of the runtime at the end", () => {
  const sent = withLateContext(view, late({ layers: [{ label: "how to speak", text: "Like a pirate." }] }), 2);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ role: "user", origin: "runtime" });
  expect(sent.map(textOf)[1]).toContain('<late-context kind="how to speak">\nLike a pirate.\n</late-context>');
});

test("examples are messages in their roles, between notes; layers follow in the closing note", () => {
  const examples = [
    { role: "user", text: "hi" },
    { role: "assistant", text: "Ahoy!" },
  ] as const;
  const sent = withLateContext(view, late({ examples, layers: [{ label: "plugin context", text: "rain" }] }), 2);
  expect(sent.map(({ role }) => role)).toEqual(["user", "user", "user", "assistant", "user"]);
  expect(sent.slice(2, 4).map(textOf)).toEqual(["hi", "Ahoy!"]);
  expect(sent.map(textOf)[1]).toMatch(/^\[runtime\] Example exchange/);
  expect(sent.map(textOf)[4]).toMatch(/^\[runtime\] End of the example[\s\S]*plugin context[\s\S]*rain/);
});

test("whatever is late, the view stands unchanged before it and the last message is no assistant's", () => {
  const example = fc.record({ role: fc.constantFrom("user", "assistant"), text: fc.string() });
  const layer = fc.record({ label: fc.string(), text: fc.string() });
  fc.assert(
    fc.property(fc.array(example), fc.array(layer), (examples, layers) => {
      const sent = withLateContext(view, { examples: examples as LateContext["examples"], layers }, 2);
      expect(sent.slice(0, view.length)).toEqual(view);
      expect(sent.at(-1)?.role).toBe("user");
    }),
  );
});
