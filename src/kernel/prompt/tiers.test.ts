// Tiers: order, join rules, and what stays the same between sessions.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { charCount } from "../text.ts";
import { joinTiers, SEGMENTS, type Section, textOfLayer } from "./tiers.ts";

const section: fc.Arbitrary<Section> = fc.record({
  segment: fc.constantFrom(...SEGMENTS),
  name: fc.string({ minLength: 1 }),
  text: fc.oneof(fc.string(), fc.constant("   \n"), fc.string({ unit: "grapheme", minLength: 1 })),
});

describe("joinTiers", () => {
  test("keeps every non-empty section once, stable before context before volatile", () => {
    fc.assert(
      fc.property(fc.array(section), (sections) => {
        const { system, layers } = joinTiers(sections);
        const filled = SEGMENTS.flatMap((segment) =>
          sections.filter((one) => one.segment === segment && one.text.trim() !== ""),
        );
        expect(layers.map(({ name }) => name)).toEqual(filled.map(({ name }) => name));
        expect(system.join("\n\n")).toBe(filled.map(({ text }) => text.trim()).join("\n\n"));
        expect(layers.map(({ chars }) => chars)).toEqual(filled.map(({ text }) => charCount(text.trim())));
      }),
    );
  });

  test("every layer can be read back from the prompt, and nothing around it", () => {
    fc.assert(
      fc.property(fc.array(section), (sections) => {
        const named = sections.map((one, index) => ({ ...one, name: `layer ${index}` }));
        const tiered = joinTiers(named);
        for (const { name, text } of named) expect(textOfLayer(tiered, name)).toBe(text.trim());
      }),
    );
    expect(textOfLayer(joinTiers([]), "project")).toBe("");
  });

  test("the shared block does not depend on any other segment", () => {
    fc.assert(
      fc.property(fc.array(section), fc.array(section), (sections, others) => {
        const rest = others.filter((one) => one.segment !== "shared");
        const shared = sections.filter((one) => one.segment === "shared");
        const one = joinTiers([...shared, ...rest]);
        const two = joinTiers([...rest.toReversed(), ...shared]);
        expect(one.system.slice(0, one.sharedThrough + 1)).toEqual(two.system.slice(0, two.sharedThrough + 1));
        expect(one.sharedThrough).toBe(shared.some((each) => each.text.trim() !== "") ? 0 : -1);
      }),
    );
  });
});
