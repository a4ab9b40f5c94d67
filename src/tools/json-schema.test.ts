import { expect, test } from "vitest";
import { z } from "zod";
import { isRecord } from "../kernel/json.ts";
import { jsonSchemaOf } from "./json-schema.ts";

const SHAPE = z.object({
  path: z.string().min(1).describe("Where"),
  offset: z.number().int().default(1).describe("First line"),
  ratio: z.number().optional(),
  all: z.boolean().default(false),
  mode: z.enum(["a", "b"]).default("a"),
  list: z.array(z.object({ id: z.string(), note: z.string().optional() })).optional(),
});

/** Without limits and dialect, which models are not told. */
function bare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bare);
  if (!isRecord(node)) return node;
  const dropped = ["$schema", "additionalProperties", "minimum", "maximum", "minLength"];
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !dropped.includes(key))
      .map(([key, value]) => [key, bare(value)]),
  );
}

test("says the same as zod's own conversion, limits aside", () => {
  expect(jsonSchemaOf(SHAPE)).toEqual(bare(z.toJSONSchema(SHAPE, { io: "input" })));
});

test("what it does not know itself is still converted", () => {
  expect(jsonSchemaOf(z.union([z.string(), z.number()]))).toEqual({ type: ["string", "number"] });
});
