// What a model gets back from a command, besides its output.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { terminalTool } from "./terminal.ts";
import { type Bench, createBench } from "./testbench.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await createBench([
    terminalTool({
      refuse: async (command) => (command.includes("serve") ? "use background=true" : undefined),
      maxChars: 1_000,
      spill: async (output) => `/spilled/${output.length}`,
    }),
  ]);
});
afterEach(() => bench.remove());

const run = (command: string, more: object = {}) => bench.call("terminal", { command, ...more });

test("output, code and no error", async () => {
  expect(await run("echo hi; exit 5")).toEqual({ output: "hi\n", exit_code: 5, error: null });
});

test("escape sequences and overwritten progress never reach the model", async () => {
  expect((await run("printf '\\033[31mred\\033[0m\\n10%%\\r50%%\\r100%%\\n'")).output).toBe("red\n100%\n");
});

test("a code that is an answer is explained and is no error; a crash is", async () => {
  expect(await run("echo a | grep b")).toMatchObject({
    exit_code: 1,
    exit_code_meaning: expect.stringContaining("No matches"),
  });
  expect((await bench.raw("terminal", { command: "echo a | grep b" })).isError).toBe(false);
  expect((await bench.raw("terminal", { command: "no-such-command-here" })).isError).toBe(true);
});

test("long output keeps both ends and says where all of it is", async () => {
  const { output } = await run("seq 2000");
  expect(output).toMatch(/^1\n2\n/);
  expect(output).toContain("\n2000\n");
  expect(output).toContain("omitted");
  expect(output).toContain("/spilled/8893");
});

test("people see the latest line of a command that takes its time", async () => {
  const seen: string[] = [];
  await bench.call("terminal", { command: "echo one; echo two; sleep 0.6" }, { progress: (line) => seen.push(line) });
  expect(seen).toEqual(["two"]);
});

test("output of the network and of files that are not of this work names its source; the work's own does not", async () => {
  const outside = await mkdtemp(join(tmpdir(), "elsewhere-"));
  await writeFile(join(outside, "letter.txt"), "words of a stranger");
  const taintOf = async (command: string, more: object = {}) =>
    (await bench.raw("terminal", { command, ...more })).taint;
  expect(await taintOf("curl -s http://127.0.0.1:1/")).toBe("output of a network command");
  expect(await taintOf(`cat ${outside}/letter.txt`)).toBe(`file ${outside}/letter.txt`);
  expect(await taintOf(`cd ${outside} && cat letter.txt`)).toBe(`file ${outside}/letter.txt`);
  expect(await taintOf("cat letter.txt", { workdir: outside })).toBe(`file ${outside}/letter.txt`);
  expect(await taintOf(`grep -r words ${outside}`)).toBe(`files under ${outside}`);
  expect(await taintOf(`cat ${outside}/*.txt`)).toBe(`files under ${outside}`);
  for (const own of ["echo hi > note.txt", "cat note.txt 2>/dev/null", "/bin/echo hi", `echo x > ${outside}/new.txt`])
    expect(await taintOf(own)).toBeUndefined();
  await rm(outside, { recursive: true });
});

test("a timeout says so", async () => {
  expect(await run("echo x; sleep 60", { timeout: 1 })).toMatchObject({
    exit_code: 124,
    output: expect.stringContaining("[Command timed out after 1s]"),
  });
});

test("what must not run in the foreground is refused before it runs", async () => {
  expect(await run("touch here # serve")).toMatchObject({
    status: "blocked",
    exit_code: -1,
    error: "use background=true",
  });
  expect(await run("ls here")).toMatchObject({ exit_code: 2 });
});

test("an odd directory name is refused before anything runs", async () => {
  expect(await run("true", { workdir: "x; rm y" })).toMatchObject({ status: "blocked" });
});
