// Which calls open up directories is a fact of the tool, never a guess from the names of its input.

import { expect, test } from "vitest";
import { defineTool, jsonResult, type Tool } from "../../contracts/tool.ts";
import type { TurnScope } from "../turn-scope.ts";
import { appendHints } from "./append-hints.ts";

const tool = (more: Partial<Tool>): Tool => ({
  ...defineTool<object>({
    name: "x",
    toolset: "x",
    description: "",
    input: { json: {}, decode: () => ({ type: "ok", value: {} }) },
    effect: "execute",
    output: "own",
    touches: () => [],
    run: async () => jsonResult({}),
  }),
  ...more,
});

async function asked(one: Tool, input: object): Promise<readonly (string | undefined)[]> {
  const commands: (string | undefined)[] = [];
  const hints = {
    for: async (_paths: readonly string[], command: string | undefined) => {
      commands.push(command);
      return { text: "", notices: [] };
    },
  };
  await appendHints({ hints } as unknown as TurnScope, { tool: one, input, paths: [] }, [], () => undefined);
  return commands;
}

test("a tool that says it runs a command is asked for it", async () => {
  const shell = tool({ commandOf: (input) => (input as { line: string }).line });
  expect(await asked(shell, { line: "ls src" })).toEqual(["ls src"]);
});

test("an input field that happens to be called command is no command", async () => {
  expect(await asked(tool({}), { command: "move forward" })).toEqual([]);
});
