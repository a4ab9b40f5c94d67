// Each language: a broken edit is reported with its line, a sound one is not, old faults are not ours.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDiagnose } from "./checkers.ts";
import { createFileLedger } from "./file-ledger.ts";
import { type Bench, createBench } from "./testbench.ts";
import { writeFileTool } from "./write-file.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await createBench([writeFileTool({ ledger: createFileLedger(), diagnose: createDiagnose() })]);
});
afterEach(() => bench.remove());

const lint = async (path: string, content: string) => (await bench.call("write_file", { path, content })).lint;

test.each([
  ["a.json", '{"a": 1,\n "b": }', /line 2/],
  ["a.yaml", "a: 1\nb: [1, 2\nc: 3\n", /line \d/],
  ["a.toml", 'a = 1\nb = "open\n', /line 2.*not closed/],
  ["a.js", "const a = 1;\nconst b = ;\n", /line 2/],
  ["a.ts", "const a: number = 1;\nfunction f( {\n", /line \d/],
  ["a.mjs", "import x from 'y';\nexport const = 1;\n", /line 2/],
])("%s: a fault is found", async (path, content, expected) => {
  expect((await lint(path, content)).join()).toMatch(expected);
});

test.each([
  ["a.json", '{"a": [1, 2, null]}'],
  ["tsconfig.json", '{ // why\n "a": 1, }'],
  ["a.yaml", "a: &x {b: 1}\nc: *x\n---\nd: |\n  text\n"],
  ["chart.yaml", "a: {{ .Values.x }}\n"],
  ["a.js", "#!/usr/bin/env node\nimport x from 'y'; await x; export default class { #p = 1 }\n"],
  ["view.js", "export const V = () => <div>hi</div>;\n"],
  ["a.ts", "enum A { B }\nabstract class C<T> { constructor(private x: T) {} }\n"],
  ["a.txt", "{{{{"],
])("%s: nothing is wrong", async (path, content) => expect(await lint(path, content)).toBeUndefined());

test("what was broken before is not reported again", async () => {
  await writeFile(join(bench.root, "a.json"), '{"a": }');
  expect(await lint("a.json", '\n\n{"a": }')).toBeUndefined();
  expect(await lint("a.json", '{"b": }')).toHaveLength(1);
});

test("python is asked where it is installed", async (context) => {
  const python = await bench.context.env.exec("python3 -c 1", { timeoutMs: 20_000, signal: bench.context.signal });
  if (python.code !== 0) context.skip("python3 is not installed");
  expect((await lint("a.py", "def f(:\n  pass\n")).join()).toMatch(/line 1: SyntaxError/);
  expect(await lint("b.py", "print('ok')\n")).toBeUndefined();
});
