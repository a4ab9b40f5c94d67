// Reference syntax in the user's words.

import fc from "fast-check";
import { expect, test } from "vitest";
import { joinAttachments, parseReferences, refusePath, weighAttachments } from "./references.ts";

test.each([
  ["see @file:src/a.ts please", [{ type: "file", path: "src/a.ts" }], "see please"],
  ["@file:a.ts:10-20, then", [{ type: "file", path: "a.ts", lines: { from: 10, to: 20 } }], ", then"],
  ["@file:a.ts:7", [{ type: "file", path: "a.ts", lines: { from: 7, to: 7 } }], ""],
  ['read @file:"my file.md":3 now', [{ type: "file", path: "my file.md", lines: { from: 3, to: 3 } }], "read now"],
  ["(look at @folder:src).", [{ type: "folder", path: "src" }], "(look at)."],
  ["@diff and @staged", [{ type: "diff" }, { type: "staged" }], "and"],
  [
    "@git:3 @git:99",
    [
      { type: "git", count: 3 },
      { type: "git", count: 10 },
    ],
    "",
  ],
  ["@url:https://x.y/a(b)!", [{ type: "url", url: "https://x.y/a(b)" }], "!"],
])("%s", (text, references, rest) => expect(parseReferences(text)).toMatchObject({ references, text: rest }));

test.each(["me@diff.org", "x/@file:a", "@difference", "@git:many", "@url:ftp://x", "@file: x", "mail a@file:b"])(
  "%s is plain text",
  (text) => expect(parseReferences(text)).toMatchObject({ text, references: [] }),
);

test("any text without references comes back as it is", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parseReferences(text);
      if (parsed.references.length === 0) expect(parsed.text).toBe(text);
    }),
  );
});

test("sizes and places", () => {
  expect([10, 30, 60].map((tokens) => weighAttachments(tokens, 100))).toEqual(["fits", "large", "refused"]);
  expect(refusePath("/w/a.ts", "/w", "/h")).toBeUndefined();
  expect(refusePath("/etc/passwd", "/w", "/h")).toMatch(/outside/);
  expect(refusePath("/h/.ssh/id_rsa", "/h", "/h")).toMatch(/credentials/);
  expect(refusePath("/h/.env", "/h", "/h")).toMatch(/credentials/);
});

test("attachments follow the text", () => {
  expect(joinAttachments("Explain.", ["b is binary"], ["A", "B"])).toBe(
    "Explain.\n\n--- Context Warnings ---\n- b is binary\n\n--- Attached Context ---\n\nA\n\nB",
  );
});
