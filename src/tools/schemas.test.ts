import { expect, test } from "vitest";
import { everyTool } from "./every-tool.ts";
import type { ZodBacked } from "./schema.ts";
import { TOOL_SCHEMAS } from "./schemas.data.ts";

test.each(everyTool().map(({ key, tool }) => [key, tool] as const))(
  "the stored schema of %s is the one its shape gives",
  (key, tool) => {
    const fresh = (tool.input as ZodBacked<unknown>).freshJson();
    expect(JSON.stringify(TOOL_SCHEMAS[key])).toBe(JSON.stringify(fresh));
    expect(JSON.stringify(tool.input.json)).toBe(JSON.stringify(fresh));
  },
);
