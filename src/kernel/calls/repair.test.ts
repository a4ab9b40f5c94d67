import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repairCall, repairInput } from "./repair.ts";

const TOOLS = ["read_file", "write_file", "search_files", "terminal", "todo", "memory"];
const repaired = (tool: string) => {
  const result = repairCall({ id: "1", tool, input: {} }, TOOLS);
  return result.type === "ok" ? result.call.tool : result.type;
};

describe("tool names", () => {
  test.each([
    ["terminal", "terminal"],
    ["terminall", "terminal"],
    ["Terminal", "terminal"],
    ["ReadFile", "read_file"],
    ["read-file", "read_file"],
    ["functions.read_file", "read_file"],
    ["read_file_tool", "read_file"],
    ["terminalterminal", "terminal"],
    ['read_file">', "read_file"],
    ["serch_files", "search_files"],
  ])("%s is read as %s", (given, meant) => {
    expect(repaired(given)).toBe(meant);
  });
  test("a name that could be two tools is not guessed", () => {
    expect(repairCall({ id: "1", tool: "xead_file", input: {} }, ["read_file", "lead_file"]).type).toBe("unknown-tool");
  });
  test("a stranger is answered with what is near", () => {
    const result = repairCall({ id: "1", tool: "write_document", input: {} }, TOOLS);
    expect(result).toMatchObject({ type: "unknown-tool" });
    expect(result.type === "unknown-tool" && result.suggestions).toContain("write_file");
  });
});

describe("arguments", () => {
  const object = { path: "a,}b", list: [1, 2], deep: { x: "}{" } };
  const good = JSON.stringify(object);
  test.each([
    ["as sent", good],
    ["trailing commas", '{"path":"a,}b","list":[1,2,],"deep":{"x":"}{",},}'],
    ["a fence around them", `\`\`\`json\n${good}\n\`\`\``],
    ["the same object twice", good + good],
    ["a doubled closing brace", `${good}}`],
    ["encoded twice", JSON.stringify(good)],
    ["white space around", `  \n${good}\n`],
  ])("%s", (_name, source) => {
    expect(repairInput(source)).toEqual({ type: "ok", value: object });
  });
  test("doubled braces", () => {
    expect(repairInput('{{"a":1}}')).toEqual({ type: "ok", value: { a: 1 } });
  });
  test.each([
    ["", {}],
    ["null", {}],
    [undefined, {}],
    [null, {}],
  ])("nothing (%j) is an empty object", (input, value) => {
    expect(repairInput(input)).toEqual({ type: "ok", value });
  });
  test.each(['{"a":', "[1,2]", "42", '"words"', "{a:1}", '{"a":1} {"b":2}'])("%s is refused, not guessed", (source) => {
    expect(repairInput(source).type).toBe("bad");
  });
  test("any JSON object comes back as it was, whatever is in it", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(repairInput(JSON.stringify(plain))).toEqual({ type: "ok", value: plain });
      }),
    );
  });
  test("total: any text gives a value or a reason", () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (source) => ["ok", "bad"].includes(repairInput(source).type)));
  });
});
