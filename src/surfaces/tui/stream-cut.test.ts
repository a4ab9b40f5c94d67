import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutStream } from "./stream-cut.ts";

describe("where a growing text may be cut", () => {
  test("a paragraph is let go once a whole line follows it", () => {
    expect(cutStream("One.\n\nTwo", undefined)).toBeUndefined();
    expect(cutStream("One.\n\nTwo\n", undefined)).toEqual({ head: { text: "One." }, tail: { text: "Two\n" } });
  });

  test("a list stays together, and goes when something else follows it", () => {
    expect(cutStream("- a\n\n- b\n\n  still b\n\n- c", undefined)).toBeUndefined();
    expect(cutStream("- a\n- b\n\nAfter.\nmore", undefined)?.head.text).toBe("- a\n- b");
  });

  test("nothing is cut inside a short code block", () => {
    expect(cutStream("```js\na\n\nb\n\nc\n", undefined)).toBeUndefined();
  });

  test("prose before an open code block is let go", () => {
    expect(cutStream("Look:\n```js\na", undefined)).toEqual({ head: { text: "Look:" }, tail: { text: "```js\na" } });
  });

  test("a long open code block is let go in runs that remember their language", () => {
    const code = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const cut = cutStream(`\`\`\`py\n${code.join("\n")}`, undefined);
    expect(cut?.head.fence).toEqual({ language: "py", opens: true, closes: false });
    expect(cut?.tail.fence).toEqual({ language: "py", opens: false, closes: false });
    expect(`${cut?.head.text}\n${cut?.tail.text}`).toBe(code.join("\n"));
  });

  test("the end of a code run closes it and what follows is prose again", () => {
    const fence = { language: "py", opens: false, closes: false };
    expect(cutStream("last\n```\nAfter", fence)).toEqual({
      head: { text: "last", fence: { ...fence, closes: true } },
      tail: { text: "After" },
    });
  });

  test("however a text arrives, every word of it is there once and in order", () => {
    const line = fc.constantFrom("word", "- item", "  more", "", "", "```js", "```", "1. one", "| a | b |", "# Head");
    const text = fc
      .array(line, { maxLength: 60 })
      .map((lines) =>
        lines.map((words, index) => (/^(word|- item|1\. one)$/.test(words) ? `${words} n${index}` : words)).join("\n"),
      );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, size) => {
        const kept: string[] = [];
        let rest: { text: string; fence?: NonNullable<Parameters<typeof cutStream>[1]> } = { text: "" };
        for (let at = 0; at < whole.length; at += size) {
          rest = { ...rest, text: rest.text + whole.slice(at, at + size) };
          for (let cut = cutStream(rest.text, rest.fence); cut; cut = cutStream(rest.text, rest.fence)) {
            kept.push(cut.head.text);
            rest = cut.tail;
          }
        }
        const marks = (value: string) => value.match(/n\d+\b/g) ?? [];
        expect(marks([...kept, rest.text].join("\n"))).toEqual(marks(whole));
      }),
    );
  });
});
