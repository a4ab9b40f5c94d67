import fc from "fast-check";
import { expect, test } from "vitest";
import { replaceText } from "./replace.ts";

const replace = (text: string, old: string, next: string, all = false) => replaceText(text, { old, new: next, all });
const textOf = (result: ReturnType<typeof replaceText>) => (result.type === "replaced" ? result.text : result.why);

const FILE = `class A:
    def one(self):
        x = "it's"
        return x

    def two(self):
        y = 2
        return y
`;

test.each([
  [
    "line_trimmed",
    "def two(self):\n    y = 2   \n",
    "def two(self):\n    y = 3\n",
    "    def two(self):\n        y = 3\n        return y\n",
  ],
  ["whitespace_normalized", "y  =  2", "y = 3", "        y = 3\n"],
  [
    "indentation_flexible",
    "\n\n        y = 2\n        return y\n\n\n",
    "        z\n",
    "    def two(self):\n        z\n",
  ],
  ["escape_normalized", 'x = \\"it\'s\\"', 'x = \\"its\\"', '        x = "its"\n'],
  ["trimmed_boundary", 'x = "it\'s"\n return', "x = 1\n        return", "        x = 1\n        return x\n"],
  ["unicode_normalized", "        x = “it’s”", '        x = "it is"', '        x = "it is"\n'],
  [
    "block_anchor",
    "    def two(self):\n        y = 22\n        return y",
    "    pass",
    "        return x\n\n    pass\n",
  ],
  [
    "context_aware",
    "    def two(self):\n        y = 2\n        return yy",
    "    pass",
    "        return x\n\n    pass\n",
  ],
])("%s finds what was meant and keeps the rest", (strategy, old, next, expected) => {
  const result = replace(FILE, old, next);
  expect(result).toMatchObject({ type: "replaced", strategy, count: 1 });
  expect(textOf(result)).toContain(expected);
});

test("replacing what was replaced gives the text back", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z ]{0,12}$/), { minLength: 1, maxLength: 20 }),
      fc.nat(),
      (lines, pick) => {
        const text = lines.join("\n");
        const old = lines[pick % lines.length] ?? "";
        fc.pre(old !== "" && text.split(old).length === 2);
        const there = replace(text, old, "\u2603");
        expect(there).toMatchObject({ type: "replaced", strategy: "exact" });
        expect(textOf(replace(textOf(there), "\u2603", old))).toBe(text);
      },
    ),
  );
});

test("any text and any wish give an answer, and never a change in two places unasked", () => {
  const word = fc.stringMatching(/^[ab \n'"\\]{0,20}$/);
  fc.assert(
    fc.property(word, word, word, (text, old, next) => {
      const result = replace(text, old, next);
      if (result.type === "replaced") expect(result.count).toBe(1);
    }),
  );
});

test("a guess between two equally good places is refused", () => {
  const text = "if a:\n  one()\nend\nif a:\n  ono()\nend\n";
  expect(replace(text, "if a:\n  onx()\nend", "x").type).toBe("refused");
});

test("backslashes added to both strings on the way are not written", () => {
  const result = replace("say('a   b')\n", "say(\\'a b\\')  ", "say(\\'c\\')");
  expect(textOf(result)).not.toContain("\\'c");
});

test("replace_all replaces every place and counts them", () => {
  expect(replace("a-a-a", "a", "b", true)).toMatchObject({ text: "b-b-b", count: 3 });
});
