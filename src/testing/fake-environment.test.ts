import { describe, expect, test } from "vitest";
import { fakeEnvironment } from "./fake-environment.ts";
import { environmentSuite } from "./suites/environment-suite.ts";

environmentSuite(
  "fake",
  async () => {
    const env = fakeEnvironment();
    return { env, dispose: () => env.dispose() };
  },
  { commands: "scripted" },
);

describe("scripted commands", () => {
  const signal = new AbortController().signal;

  test("answer from the script and are recorded", async () => {
    const env = fakeEnvironment({ exec: (command) => (command === "date" ? "today\n" : { code: 2, output: "no" }) });
    const heard: string[] = [];
    const options = { timeoutMs: 1_000, signal, onOutput: (chunk: string) => void heard.push(chunk) };
    expect(await env.exec("date", options)).toEqual({
      code: 0,
      output: "today\n",
      cwd: "/workspace",
      ended: "exited",
      omittedBytes: 0,
    });
    expect(await env.exec("else", { ...options, stdin: "in" })).toMatchObject({ code: 2, output: "no" });
    expect(heard).toEqual(["today\n", "no"]);
    expect(env.commands).toEqual([
      { command: "date", cwd: "/workspace", stdin: undefined },
      { command: "else", cwd: "/workspace", stdin: "in" },
    ]);
  });

  test("without a script there are no commands", async () => {
    expect((await fakeEnvironment().exec("ls -l", { timeoutMs: 1, signal })).code).toBe(127);
  });

  test("removing a directory removes what is in it", async () => {
    const env = fakeEnvironment({ files: { "a/b.txt": "x", "a/c/d.txt": "y", "ab.txt": "z" } });
    await env.remove("a");
    expect(env.paths()).toEqual(["/workspace/ab.txt"]);
  });
});
