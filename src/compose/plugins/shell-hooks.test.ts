import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fakeLog, tempDir } from "../../testing/fakes.ts";
import { shellHooks } from "./shell-hooks.ts";

const ABOUT = { sessionId: "s1", source: "cli", cwd: "/place" };

async function hooksFor(answers: Readonly<Record<string, unknown>>) {
  const dir = await tempDir();
  const script = dir.join("hook.mjs");
  await writeFile(
    script,
    `import { appendFileSync } from "node:fs";
     let input = ""; for await (const chunk of process.stdin) input += chunk;
     appendFileSync(process.argv[2], input + "\\n");
     const answers = ${JSON.stringify(answers)};
     console.log(JSON.stringify(answers[JSON.parse(input).hook_event_name] ?? {}));`,
  );
  const heard = dir.join("heard");
  const entry = { command: `"${process.execPath}" "${script}" "${heard}"`, matcher: "", timeout: 60 };
  const hooks = shellHooks({
    hooks: Object.fromEntries(Object.keys(answers).map((event) => [event, [entry]])),
    isAllowed: () => true,
    cwd: dir.path,
    env: {},
    log: fakeLog(),
  });
  const told = async () =>
    (await readFile(heard, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  return { hooks, told, [Symbol.asyncDispose]: dir.remove };
}

test("programs are told of events, may block and reword, and only events with a program have a hook", async () => {
  await using at = await hooksFor({
    pre_tool_call: { decision: "block", reason: "not today" },
    transform_llm_output: { text: "other words" },
    transform_terminal_output: { output: "printed" },
    subagent_stop: { ignored: true },
  });
  expect(Object.keys(at.hooks).sort()).toEqual([
    "preToolCall",
    "subagentStop",
    "transformModelOutput",
    "transformTerminalOutput",
  ]);
  expect(await at.hooks.preToolCall?.({ ...ABOUT, tool: "terminal", input: { command: "ls" } })).toEqual({
    block: "not today",
  });
  expect(await at.hooks.transformModelOutput?.({ ...ABOUT, model: "m", userText: "hi", text: "words" })).toBe(
    "other words",
  );
  expect(await at.hooks.transformTerminalOutput?.({ ...ABOUT, command: "ls", output: "x" })).toBe("printed");
  await at.hooks.subagentStop?.({ ...ABOUT, childId: "c", goal: "g", status: "completed", ms: 5 });
  expect(await at.told()).toEqual([
    {
      ...{ hook_event_name: "pre_tool_call", session_id: "s1", cwd: "/place" },
      ...{ tool_name: "terminal", tool_input: { command: "ls" }, extra: { source: "cli" } },
    },
    {
      ...{ hook_event_name: "transform_llm_output", session_id: "s1", cwd: "/place" },
      extra: { source: "cli", model: "m", user_message: "hi", text: "words" },
    },
    {
      ...{ hook_event_name: "transform_terminal_output", session_id: "s1", cwd: "/place" },
      extra: { source: "cli", command: "ls", output: "x" },
    },
    {
      ...{ hook_event_name: "subagent_stop", session_id: "s1", cwd: "/place" },
      extra: { source: "cli", child_id: "c", goal: "g", status: "completed", ms: 5 },
    },
  ]);
});
