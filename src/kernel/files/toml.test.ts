import fc from "fast-check";
import { expect, test } from "vitest";
import { checkToml } from "./toml.ts";

test.each([
  "title = \"x\" # note\n[owner]\nname = 'T'\ndob = 1979-05-27T07:32:00-08:00\n",
  'a.b."c d" = 1\nlist = [\n 1, # one\n [ "x", ],\n]\npoint = { x = 1, y = { z = -2.5e3 } }\n',
  "[[p]]\nn = 1\n[p.q]\nk = 1\n[[p]]\nn = 2\n[p.q]\nk = 2\n",
  's = """\nmany \\\n   lines "quoted" \\u00e9"""\nr = \'\'\'raw \\ \'\'\'\nn = 1_000\nh = 0xdead_beef\nf = inf\n',
  "",
])("%j is sound", (source) => expect(checkToml(source)).toEqual([]));

test.each([
  ["a = ", 1, "value"],
  ["a = 1\nb 2", 2, "="],
  ["a = 1\na = 2", 2, "twice"],
  ["[x]\n[x]", 2, "twice"],
  ['a = "\\q"', 1, "escape"],
  ["a = [1, 2", 1, "expected"],
  ["a = 1 b = 2", 1, "end here"],
  ["a = 012", 1, "value"],
])("%j is not", (source, line, why) => {
  expect(checkToml(source)).toEqual([{ line, message: expect.stringContaining(why) }]);
});

test("any text gets an answer", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a="'[\]{}.,\n #\\0-9]{0,40}$/), (source) => checkToml(source).length <= 1),
  );
});
