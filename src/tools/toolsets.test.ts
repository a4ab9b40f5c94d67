import { expect, test } from "vitest";
import { defineTool, jsonResult } from "../contracts/tool.ts";
import { TOOLSETS } from "./toolsets.data.ts";
import { toolsetsFor, toolsOf, unknownToolsets } from "./toolsets.ts";

const tool = (name: string, toolset: string) =>
  defineTool({
    name,
    toolset,
    description: "",
    input: { decode: () => ({ type: "ok", value: {} }), json: {} },
    effect: "read",
    output: "own",
    touches: () => [],
    run: async () => jsonResult({}),
  });
const TOOLS = [
  tool("read_file", "file"),
  tool("terminal", "terminal"),
  tool("web_search", "web"),
  tool("clarify", "clarify"),
  tool("x_do", "mcp-x"),
];
const names = (...sets: string[]) => toolsOf(sets, TOOLS).map(({ name }) => name);

test("sets, compositions, single tools, platforms and plugins", () => {
  expect(names("file", "web_search")).toEqual(["read_file", "web_search"]);
  expect(names("debugging")).toEqual(["read_file", "terminal", "web_search"]);
  expect(names("hermes-cli")).toHaveLength(TOOLS.length);
  expect(names("hermes-webhook")).toEqual(["web_search", "clarify"]);
  expect(names("hermes-acp")).not.toContain("clarify");
  expect(names("mcp-x")).toEqual(["x_do"]);
  expect(names("hermes-something-new")).toHaveLength(TOOLS.length);
});

test("a surface has the user's choice for it, the set made for it, or the general choice", () => {
  const general = ["file"];
  expect(toolsetsFor("cli", general, {})).toBe(general);
  expect(toolsetsFor("telegram", general, {})).toBe(general);
  expect(toolsetsFor("webhook", general, {})).toEqual(["hermes-webhook"]);
  expect(toolsetsFor("webhook", general, { webhook: ["web"] })).toEqual(["web"]);
  expect(toolsetsFor("cli", general, { cli: ["web"], cron: [] })).toEqual(["web"]);
});

test("an unknown name is noticed", () => {
  expect(unknownToolsets(["file", "x_do", "mcp-x", "hermes-new", "fiel"], TOOLS)).toEqual(["fiel"]);
});

test("every inclusion leads somewhere", () => {
  const included = Object.values(TOOLSETS)
    .flat()
    .filter((entry) => entry.startsWith("@"));
  expect(included.every((entry) => TOOLSETS[entry.slice(1)] !== undefined)).toBe(true);
});
