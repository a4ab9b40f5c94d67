// Scripts in both languages calling real tools over the socket.

import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Tool } from "../contracts/tool.ts";
import { executeCodeTool } from "./execute-code.ts";
import { createFileLedger } from "./file-ledger.ts";
import { readFileTool } from "./read-file.ts";
import { terminalTool } from "./terminal.ts";
import { type Bench, createBench } from "./testbench.ts";
import { createTodoBoard, todoTool } from "./todo.ts";

let bench: Bench;
let made: string[];
beforeEach(async () => {
  made = [];
  const tools = [readFileTool({ ledger: createFileLedger() }), terminalTool(), todoTool(createTodoBoard())];
  const place = await createBench([]);
  const temp = place.root;
  const create = (more: object = {}) =>
    executeCodeTool({
      tools,
      tempDir: join(temp, "cache/code"),
      now: () => 0,
      python: "python3",
      node: process.execPath,
      async callTool(tool: Tool, input, context) {
        made.push(tool.name);
        const decoded = tool.input.decode(input);
        if (decoded.type === "bad") throw new Error(decoded.why);
        return tool.run(decoded.value, context);
      },
      ...more,
    });
  bench = await createBench([create({ maxCalls: 3, timeoutS: 20 })]);
  await mkdir(join(bench.root, "d"));
  await writeFile(join(bench.root, "d/a.txt"), "one\ntwo\n");
  return async () => {
    if ((await readdir(temp)).length > 0) {
      expect(await readdir(join(temp, "cache/code"))).toEqual([]);
      expect((await stat(join(temp, "cache/code"))).mode & 0o777).toBe(0o700);
    }
    await place.remove();
  };
});
afterEach(() => bench.remove());

const run = (code: string, language: string) => bench.call("execute_code", { code, language });
const PYTHON = await new Promise<boolean>((done) => {
  void import("node:child_process").then(({ exec }) => exec("python3 -c 1", (error) => done(error === null)));
});

test("JavaScript calls tools and only its prints come back", async () => {
  const result = await run(
    `import { read_file, terminal } from "hermes_tools";
     const { content } = await read_file({ path: "d/a.txt" });
     const { output } = await terminal({ command: "echo hi", background: true });
     console.log(content.length, output.trim());`,
    "javascript",
  );
  expect(result).toMatchObject({ status: "success", output: "11 hi\n", tool_calls_made: 2 });
});

test.runIf(PYTHON)("Python calls tools by named arguments", async () => {
  const result = await run(
    `from hermes_tools import read_file, terminal, shell_quote
print(read_file("d/a.txt", limit=1)["content"])
print(terminal("echo " + shell_quote("it's"))["output"], end="")`,
    "python",
  );
  expect(result).toMatchObject({ status: "success", output: "1|one\nit's\n", tool_calls_made: 2 });
  expect(made).toEqual(["read_file", "terminal"]);
});

test("the number of calls is limited and other tools are out of reach", async () => {
  const result = await run(
    `import * as tools from "hermes_tools";
     for (let i = 0; i < 5; i++) console.log(JSON.stringify(await tools.terminal({ command: "true" })));
     console.log(typeof tools.todo);`,
    "javascript",
  );
  expect(result.tool_calls_made).toBe(3);
  expect(result.output).toContain("limit of 3");
  expect(result.output).toContain("undefined");
});

test("a failing script keeps its output and says so", async () => {
  const result = await run(`console.log("before"); throw new Error("boom");`, "javascript");
  expect(result).toMatchObject({ status: "error", error: expect.stringContaining("exit code 1") });
  expect(result.output).toMatch(/before[\s\S]*boom/);
});
