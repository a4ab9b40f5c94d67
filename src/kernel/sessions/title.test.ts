// Titles: what is kept, how lines are numbered, whom a title means.

import fc from "fast-check";
import { expect, test } from "vitest";
import { charCount } from "../text.ts";
import { cleanTitle, MAX_TITLE_CHARS, nextTitle, resolveTitle, titleLine } from "./title.ts";

test("a cleaned title is one visible line and cleaning it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 120 }), (raw) => {
      const cleaned = cleanTitle(raw);
      if (cleaned.type === "too-long" || cleaned.title === undefined) return;
      expect(cleaned.title).not.toMatch(/[\u0000-\u001f\u200b-\u200f\u202a-\u202e\ufeff]/u);
      expect(cleanTitle(cleaned.title)).toEqual(cleaned);
    }),
  );
});

test("control and invisible characters go, spaces collapse, nothing left is no title, 101 characters are too many", () => {
  expect(cleanTitle(" a\u0000\u200b\tb \n c\u202e ")).toEqual({ type: "ok", title: "a b c" });
  expect(cleanTitle("\ufeff \u2060")).toEqual({ type: "ok", title: undefined });
  expect(cleanTitle("🌱".repeat(100)).type).toBe("ok");
  expect(cleanTitle("x".repeat(101))).toEqual({ type: "too-long", chars: 101 });
});

test("the next title of a line is free, of the same line, and never too long", () => {
  const title = fc.string({ minLength: 1, maxLength: 99 }).map((raw) => {
    const cleaned = cleanTitle(raw);
    return cleaned.type === "ok" && cleaned.title !== undefined ? cleaned.title : "t";
  });
  fc.assert(
    fc.property(title, fc.nat(30), (first, steps) => {
      const taken = [first];
      for (let i = 0; i < steps; i++) {
        const next = nextTitle(taken.at(-1) ?? first, taken);
        expect(taken).not.toContain(next);
        expect(charCount(next)).toBeLessThanOrEqual(MAX_TITLE_CHARS);
        taken.push(next);
      }
    }),
  );
  expect(nextTitle("tax #2", ["tax", "tax #2", "tax #9", "tax #old"])).toBe("tax #10");
  expect(nextTitle("fresh", [])).toBe("fresh");
});

test("a title means the newest of its numbered line; `#words` is no number; a number means exactly that one", () => {
  const sessions = [
    { id: "1", title: "tax", startedAt: 1 },
    { id: "2", title: "tax #2", startedAt: 2 },
    { id: "3", title: "tax #3", startedAt: 3 },
    { id: "x", title: "tax #refund", startedAt: 9 },
  ];
  expect(resolveTitle("tax", sessions)?.id).toBe("3");
  expect(resolveTitle("tax #2", sessions)?.id).toBe("2");
  expect(resolveTitle("tax #refund", sessions)?.id).toBe("x");
  expect(resolveTitle("ta", sessions)).toBeUndefined();
  expect(titleLine("a #12")).toEqual({ base: "a", number: 12 });
});
