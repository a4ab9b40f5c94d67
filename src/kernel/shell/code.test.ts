import { describe, expect, test } from "vitest";
import { inspectCode, type Language } from "./code.ts";

describe("computing and printing is free", () => {
  test.each<[Language, string]>([
    ["python", "import json, sys; print(json.load(sys.stdin)['a'])"],
    ["python", "from datetime import date; print(date.today())"],
    ["python", "print(open('a.txt').read())"],
    ["node", "console.log(require('./package.json').version)"],
    ["node", "console.log([1, 2].map((x) => x * 2))"],
    ["perl", "print $1 if /(\\d+)/"],
    ["ruby", "puts 1 + 1"],
    ["php", "echo phpversion();"],
    ["awk", '{ print $1 "|" $2 }'],
    ["sed", "s/a|b/c/g"],
    ["sql", "select * from users where id = 1"],
    ["sql", "delete from users where id = 1"],
  ])("%s: %s", (language, code) => {
    expect(inspectCode(language, code)).toBeUndefined();
  });
});

describe("acting is not", () => {
  test.each<[Language, string]>([
    ["python", "import os; os.remove('a')"],
    ["python", "import os as o"],
    ["python", "__import__('os')"],
    ["python", "exec(input())"],
    ["python", "open('a', 'w').write('x')"],
    ["node", "require('child_process')"],
    ["node", "const x = 'fs'; require(x)"],
    ["node", "fetch('https://x.example')"],
    ["perl", "system('ls')"],
    ["perl", "unlink 'a'"],
    ["ruby", "`ls`"],
    ["php", "shell_exec('ls');"],
    ["lua", "os.execute('ls')"],
    ["awk", 'BEGIN { "date" | getline x }'],
    ["awk", '{ print $1 | "sh" }'],
    ["sed", "1e ls"],
    ["sed", "s/a/b/w out.txt"],
    ["sql", "drop table users"],
    ["sql", "delete from users"],
    ["other", "do shell script"],
  ])("%s: %s", (language, code) => {
    expect(inspectCode(language, code)).toBeTypeOf("string");
  });
});
