// Scripts in both languages calling real tools, over the socket here and over pipes elsewhere.

import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Environment } from "../contracts/environment.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { type ExecuteCodeOptions, executeCodeTool } from "./execute-code.ts";
import { createFileLedger } from "./file-ledger.ts";
import { readFileTool } from "./read-file.ts";
import { terminalTool } from "./terminal.ts";
import { type Bench, createBench } from "./testbench.ts";
import { createTodoBoard, todoTool } from "./todo.ts";
import { writeFileTool } from "./write-file.ts";

let bench: Bench;
let made: string[];
let temp: string;
let left: string;

async function open(kind: Environment["kind"], more: Partial<ExecuteCodeOptions> = {}): Promise<void> {
  made = [];
  const ledger = createFileLedger();
  const tools = [readFileTool({ ledger }), writeFileTool({ ledger }), terminalTool(), todoTool(createTodoBoard())];
  const place = await createBench([]);
  temp = join(place.root, "cache/code");
  left = join(place.root, "tmp");
  await mkdir(left);
  const code = executeCodeTool({
    ...{ tools, tempDir: temp, now: () => 0, maxCalls: 3, timeoutS: 20 },
    ...{ python: "python3", node: process.execPath },
    ...more,
  });
  // Elsewhere is here, by another name and with a temporary folder that can be looked into.
  const env = (plain: Environment): Environment =>
    kind === "local"
      ? plain
      : { ...plain, kind, exec: (command, options) => plain.exec(`export TMPDIR=${left}\n${command}`, options) };
  bench = await createBench([code], { env });
  await mkdir(join(bench.root, "d"));
  await writeFile(join(bench.root, "d/a.txt"), "one\ntwo\n");
}
afterEach(() => bench.remove());

async function call(tool: Tool, input: unknown, context: ToolContext) {
  made.push(tool.name);
  const decoded = tool.input.decode(input);
  if (decoded.type === "bad") throw new Error(decoded.why);
  return tool.run(decoded.value, context);
}
const run = (code: string, language: string) =>
  bench.call("execute_code", { code, language }, { call: (tool, input) => call(tool, input, bench.context) });
const PYTHON = await new Promise<boolean>((done) => {
  void import("node:child_process").then(({ exec }) => exec("python3 -c 1", (error) => done(error === null)));
});

describe.each(["local", "ssh"] as const)("%s", (kind) => {
  beforeEach(() => open(kind));
  afterEach(async () => {
    // Nothing stays behind, and what is there meanwhile is the user's alone.
    expect(await readdir(left)).toEqual([]);
    if (kind === "local") {
      expect(await readdir(temp)).toEqual([]);
      expect((await stat(temp)).mode & 0o777).toBe(0o700);
    }
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

  test("the files it changed are listed, also when it fails later", async () => {
    const result = await run(
      `import { write_file } from "hermes_tools";
     await write_file({ path: "d/a.txt", content: "three" });
     await write_file({ path: "d/new.txt", content: "one" });
     await write_file({ path: "d/new.txt", content: "two" });
     throw new Error("boom");`,
      "javascript",
    );
    expect(result).toMatchObject({
      status: "error",
      files_modified: [join(bench.root, "d/a.txt")],
      files_created: [join(bench.root, "d/new.txt")],
    });
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

  test("words with other line separators pass whole, there and back", async () => {
    const result = await run(
      `import { read_file, write_file } from "hermes_tools";
     await write_file({ path: "d/odd.txt", content: "a\\u2028b\\u2029c" });
     console.log(JSON.stringify((await read_file({ path: "d/odd.txt" })).content.includes("a\\u2028b\\u2029c")));`,
      "javascript",
    );
    expect(result).toMatchObject({ status: "success", output: "true\n", tool_calls_made: 2 });
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
});

test("what a script asked for last is stopped with it", async () => {
  await open("local", { timeoutS: 2 });
  const stopped = Promise.withResolvers<string>();
  const call = async (_tool: Tool, _input: unknown, until?: AbortSignal) => {
    until?.addEventListener("abort", () => stopped.resolve("stopped"));
    return { parts: [{ type: "text" as const, text: await stopped.promise }], isError: true };
  };
  const code = `import { terminal } from "hermes_tools"; console.log(await terminal({ command: "sleep 600" }));`;
  expect(await bench.call("execute_code", { code, language: "javascript" }, { call })).toMatchObject({
    status: "timeout",
    tool_calls_made: 1,
  });
  expect(await stopped.promise).toBe("stopped");
});

test("calls made at once are all answered, also over pipes", async () => {
  await open("ssh");
  const result = await run(
    `import { terminal } from "hermes_tools";
     const all = await Promise.all(["a", "b", "c"].map((word) => terminal({ command: "echo " + word })));
     console.log(all.map(({ output }) => output.trim()).join(""));`,
    "javascript",
  );
  expect(result).toMatchObject({ status: "success", output: "abc\n" });
});

test.runIf(PYTHON)("results longer than a pipe holds arrive whole, from several processes too", async () => {
  await open("ssh");
  await writeFile(join(bench.root, "long.txt"), `${"x".repeat(1500)}\n`.repeat(80));
  const result = await run(
    `from multiprocessing import Pool
from hermes_tools import read_file
def size(number):
    return len(read_file("long.txt", offset=10 + number, limit=50)["content"])
if __name__ == "__main__":
    with Pool(3) as pool:
        print(pool.map(size, range(3)))`,
    "python",
  );
  expect(result).toMatchObject({ status: "success", tool_calls_made: 3 });
  expect(new Set(JSON.parse(result.output)).size).toBe(1);
});

test("an environment without the interpreter says so", async () => {
  await open("docker");
  const none = (plain: Environment): Environment => ({
    ...plain,
    kind: "docker",
    exec: (command, options) => plain.exec(command.includes("command -v") ? "false" : command, options),
  });
  const result = await bench.call("execute_code", { code: "1" }, { env: none(bench.context.env) });
  expect(result).toMatchObject({ status: "error", error: expect.stringContaining("no python3 in this docker") });
});

test("strict scripts start in a folder of their own; others with the project's own Python", async () => {
  await open("local", { mode: "strict" });
  const script = "console.log(process.cwd())";
  expect((await run(script, "javascript")).output).toContain("code-");
  await open("local");
  expect((await run(script, "javascript")).output.trim()).toBe(bench.root);
  await mkdir(join(bench.root, ".venv/bin"), { recursive: true });
  await writeFile(join(bench.root, ".venv/bin/python"), "#!/bin/sh\necho own\n", { mode: 0o755 });
  expect((await run("print(1)", "python")).output).toBe("own\n");
});
