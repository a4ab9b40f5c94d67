import { expect, test } from "vitest";
import { createDemoLines, createDemoView, wrapWords } from "./demo-view.ts";

const sorted = (text: string) => {
  const lines = createDemoLines();
  return text
    .split("\n")
    .flatMap((line) => lines.take(line))
    .map(({ text: words, kind }) => `${kind}: ${words}`);
};

test("a diff is coloured, said once, and without remarks about line ends; lists are no diffs", () => {
  const diff = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file";
  expect(sorted(`· patch x\n${diff}\nReplaced it.\n\`\`\`\n${diff}\n\`\`\`\n- a point\n\`\`\`\nother\n\`\`\``)).toEqual(
    [
      "aside: · patch x",
      ...["aside: --- a/x", "aside: +++ b/x", "aside: @@ -1 +1 @@", "removed: -old", "added: +new"],
      "words: Replaced it.",
      "words: - a point",
      "aside: │ other",
    ],
  );
});

test("words break between words, and what follows a point stands under it", () => {
  expect(wrapWords("- one two three four", 12)).toEqual(["- one two", "  three four"]);
  expect(wrapWords("fits", 12)).toEqual(["fits"]);
  expect(wrapWords("  a    table  row", 40)).toEqual(["  a    table  row"]);
});

test("pieces of a line that come one by one are one line", () => {
  let out = "";
  const view = createDemoView({
    out: (text) => {
      out += text;
    },
    columns: 40,
    colour: false,
  });
  const show = view.output();
  for (const piece of ["Hel", "lo.\nAnd ", "more"]) show.chunk(piece);
  show.end();
  expect(out).toBe("  Hello.\n  And more\n");
});
