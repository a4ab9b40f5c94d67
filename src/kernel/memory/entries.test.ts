// The file format: round trips, forgiveness, and what is data.

import fc from "fast-check";
import { expect, test } from "vitest";
import { charCount } from "../text.ts";
import { bookSize, formatBook, isNormalForm, parseBook, splitsEntry } from "./entries.ts";

test.each([
  ["one\n§\ntwo", ["one", "two"]],
  ["one\r\n§\r\ntwo\r\n", ["one", "two"]],
  ["§\none\n\n§ \n\n two \n§\n", ["one", "two"]],
  ["costs 5 § a piece", ["costs 5 § a piece"]],
  ["a\n§\nb\n§\na", ["a", "b"]],
  ["line 1\nline 2\n§\nx", ["line 1\nline 2", "x"]],
  [" \n\n", []],
  ["\uFEFFone", ["one"]],
])("%j", (raw, entries) => expect(parseBook(raw).entries).toEqual(entries));

test("formatting and parsing are inverse on any book", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (texts) => {
      const book = parseBook(texts.join("\n§\n"));
      expect(parseBook(formatBook(book))).toEqual(book);
      expect(isNormalForm(formatBook(book))).toBe(true);
      expect(bookSize(book)).toBe(charCount(formatBook(book)));
    }),
  );
});

test("any file: nothing but white space, delimiters and repetitions is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "b c", "§", "", "  ", "§x", "é\n")), (lines) => {
      const letters = (text: string): Set<string> =>
        new Set(
          text
            .split("\n")
            .map((line) => line.trim())
            .filter((line) => line !== "" && line !== "§"),
        );
      const raw = lines.join("\n");
      expect(letters(formatBook(parseBook(raw)))).toEqual(letters(raw));
    }),
  );
});

test("content that would split is recognised", () => {
  expect(splitsEntry("a\n§\nb")).toBe(true);
  expect(splitsEntry("a\r\n § \r\nb")).toBe(true);
  expect(splitsEntry("§ 12 of the law")).toBe(false);
});
