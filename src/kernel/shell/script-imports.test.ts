import { expect, test } from "vitest";
import { possibleImports } from "./script-imports.ts";

const imports = (path: string, language: Parameters<typeof possibleImports>[1], text: string) =>
  possibleImports(path, language, text);

test("python: modules, packages and names in them, from where the script lies", () => {
  const found = imports(
    "/w/a/run.py",
    "python",
    "import evil, os.path as p\nfrom .near import x\nfrom ..up import (y)\n",
  );
  for (const path of ["/w/a/evil.py", "/w/a/os/__init__.py", "/w/a/near.py", "/w/a/near/x.py", "/w/up.py"])
    expect(found).toContain(path);
  expect(imports("/w/run.py", "python", 'importlib.import_module("plug.in")')).toContain("/w/plug/in.py");
  expect(imports("/w/run.py", "python", 'runpy.run_path("other.py")')).toContain("/w/other.py");
  expect(imports("/w/pkg/__main__.py", "python", "")).toEqual(["/w/pkg/__init__.py"]);
});

test.each([
  "import os; import evil",
  "try: import evil\nexcept ImportError: pass",
  "from evil import(run)",
  "from evil import*",
  "from evil import (\n    run,\n)",
  "from evil import \\\n  run",
  "if x:\n  from.evil import run",
])("python loads it however it is written: %j", (text) => {
  expect(imports("/w/run.py", "python", text)).toContain("/w/evil.py");
});

test("python: every name of a list over several lines", () => {
  expect(imports("/w/run.py", "python", "from pkg import (\n  one,\n  two,\n)\nimport last")).toEqual(
    expect.arrayContaining(["/w/pkg/one.py", "/w/pkg/two.py", "/w/last.py"]),
  );
});

test("other languages by the words they load with", () => {
  expect(imports("/w/a/run.mjs", "node", 'import { x } from "../lib/x.ts";\nimport fs from "node:fs";')).toContain(
    "/w/lib/x.ts",
  );
  expect(imports("/w/run.js", "node", "const a = require('./a')")).toContain("/w/a.js");
  expect(imports("/w/run.js", "node", "require('/w/lib/a.js')")).toContain("/w/lib/a.js");
  expect(imports("/w/run.rb", "ruby", "require_relative 'a/b'\n")).toContain("/w/a/b.rb");
  expect(imports("/w/run.pl", "perl", 'do "./lib.pl";')).toEqual(["/w/lib.pl"]);
  expect(imports("/w/run.php", "php", "include_once(__DIR__ . '/lib.php');")).toEqual(["/w/lib.php"]);
  expect(imports("/w/run.lua", "lua", 'require("a.b")')).toContain("/w/a/b.lua");
  expect(imports("/w/run.sh", "shell", "import evil")).toEqual([]);
});

test("any text is read in a moment", () => {
  for (const piece of ["import ", "from . ", "require(", "a, ", " \t"])
    for (const language of ["python", "node", "ruby", "php"] as const)
      expect(Array.isArray(imports("/w/a", language, piece.repeat(100_000)))).toBe(true);
  for (const start of ["", "from", "from .", "import", "require", "from x import"])
    for (const filling of [" ", "\n", "\t\n", ".", "a", "("])
      for (const language of ["python", "node", "ruby", "perl", "php", "lua"] as const)
        expect(Array.isArray(imports("/w/a", language, start + filling.repeat(400_000)))).toBe(true);
});
