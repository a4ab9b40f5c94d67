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

  test("the whole message is read, however long it is", () => {
    const paste = Array.from({ length: 2_000 }, (_, n) => `The value ${n} was entered on a Tuesday.`).join(" ");
    expect(rulesIn(`Never guess. ${paste} Never invent numbers. ${paste} Always round down.`)).toEqual([
      "Never guess.",
      "Never invent numbers.",
      "Always round down.",
    ]);
  });

  test("a long sentence is a rule as a whole, wherever in it the rule stands", () => {
    const around = "the tables of the northern branch, the ones of the southern branch, ".repeat(12);
    const rule = `As for ${around}and the docs say otherwise, never drop any of them, because ${around}are live.`;
    expect(rule.length).toBeGreaterThan(1_500);
    expect(rulesIn(`Hello. ${rule} Thanks.`)).toEqual([rule]);
    expect(rulesIn(`As for ${around}they are live.`)).toEqual([]);
  });

  test("of text without full stops the clauses that state rules are taken", () => {
    const filler = "one more word, ".repeat(500);
    const found = rulesIn(`${filler}never drop the tables, ${filler}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("never drop the tables,");
    expect(found[0]?.length).toBeLessThanOrEqual(400);
    const words = "word ".repeat(3_000);
    expect(rulesIn(`${words}you must never drop the tables ${words}`).join()).toContain("must never drop the tables");
  });

  test("words without end are read in pieces", () => {
    expect(rulesIn(`${"n'".repeat(200_000)} jamais`).every((rule) => rule.length <= 400)).toBe(true);
    expect(rulesIn(`Never push.\n${"x".repeat(500_000)}`)).toEqual(["Never push."]);
  });

  test("any text gives a list of its own sentences", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (message) => {
        for (const rule of rulesIn(message)) expect(rule.trim()).not.toBe("");
      }),
    );
  });
});
