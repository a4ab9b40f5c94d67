import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RULE_SENTENCES } from "./rule-sentences.data.ts";
import { ruleLanguage, rulesIn } from "./rules.ts";

describe("recognition on the committed list", () => {
  test("the list holds a hundred rules and as many ordinary sentences, in five languages", () => {
    expect(RULE_SENTENCES).toHaveLength(5);
    for (const { rules, ordinary } of RULE_SENTENCES) {
      expect(new Set(rules).size).toBe(20);
      expect(new Set(ordinary).size).toBe(20);
    }
  });

  test.each(RULE_SENTENCES)("$language: every rule is recognised", ({ rules }) => {
    expect(rules.filter((sentence) => ruleLanguage(sentence) === undefined)).toEqual([]);
  });

  test.each(RULE_SENTENCES)("$language: no ordinary sentence is taken for one", ({ ordinary }) => {
    expect(ordinary.filter((sentence) => ruleLanguage(sentence) !== undefined)).toEqual([]);
  });
});

describe("rules in a message", () => {
  test("are found between other words, verbatim, once each", () => {
    const message =
      "Here is the plan.\n- Never push to main.\n- Rename the module.\nOh, and never push to main. Also ask me before you delete files.\nNever push to main.";
    expect(rulesIn(message)).toEqual([
      "Never push to main.",
      "Oh, and never push to main.",
      "Also ask me before you delete files.",
    ]);
  });

  test("a whole list of them is taken", () => {
    const list = Array.from({ length: 40 }, (_, n) => `Never open door ${n}.`);
    expect(rulesIn(`My rules:\n${list.map((rule) => `- ${rule}`).join("\n")}`)).toEqual(list);
  });

  test("a rule about “it” takes along the sentence that says what it is", () => {
    expect(rulesIn("The orders table is live. Never write to it.")).toEqual([
      "The orders table is live. Never write to it.",
    ]);
  });

  test("code, quotations and attached files are not the user speaking", () => {
    const message =
      "Fix this:\n```\n// never call this twice\nYou must not pass.\n```\n> Always wear a hat.\nthanks\n--- Attached Context ---\nNever do that.";
    expect(rulesIn(message)).toEqual([]);
  });

  test("of a long paste only the two ends speak", () => {
    const paste = "You must enter a value. ".repeat(2_000);
    const found = rulesIn(`Never guess.\n${paste}\nNever invent numbers.`);
    expect(found).toContain("Never guess.");
    expect(found).toContain("Never invent numbers.");
    expect(found.length).toBeLessThan(6);
  });

  test("any text gives a list of its own sentences", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (message) => {
        for (const rule of rulesIn(message)) expect(rule.trim()).not.toBe("");
      }),
    );
  });
});
