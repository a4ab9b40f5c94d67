import { expect, test } from "vitest";
import type { ModelChoice } from "../contracts/model.ts";
import { defineTool, jsonResult, type Tool } from "../contracts/tool.ts";
import { scriptedWith } from "../testing/scripted-model.ts";
import { toolsInSight } from "./see.ts";

const tool = (name: string, more: Partial<Tool> = {}): Tool =>
  defineTool<object>({
    ...{ name, toolset: "test", description: "", effect: "read", output: "own", ...more },
    input: { json: {}, decode: () => ({ type: "ok", value: {} }) },
    touches: () => [],
    run: async () => jsonResult({}),
  });
const choice = (images: boolean): ModelChoice => ({ provider: scriptedWith({ info: { images } }), model: "m" });
const TOOLS = [tool("read_file"), tool("vision_analyze", { needsSight: true })];

const offered = async (main: boolean, side: boolean) => {
  const models = {
    plan: async () => ({ type: "refused", why: "not asked" }) as const,
    auxiliary: async () => choice(side),
    learnWindow: () => undefined,
  };
  return (await toolsInSight(models, choice(main), TOOLS)).map(({ name }) => name);
};

test("what needs eyes is offered where the session's model or the one for side work has them", async () => {
  expect(await offered(true, false)).toEqual(["read_file", "vision_analyze"]);
  expect(await offered(false, true)).toEqual(["read_file", "vision_analyze"]);
  expect(await offered(false, false)).toEqual(["read_file"]);
});
