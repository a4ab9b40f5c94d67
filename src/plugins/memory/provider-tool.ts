// The tools a provider brings: every failure is an answer, every answer of the service is fenced as foreign text.

import { defineTool, jsonError, jsonResult, type Tool, type ToolContext } from "../../contracts/tool.ts";
import { ApiFailure } from "./api-failure.ts";
import { type Field, type Input, inputOf } from "./tool-input.ts";

export interface ProviderToolSpec {
  readonly name: string;
  readonly description: string;
  readonly effect: "read" | "write";
  readonly fields: Readonly<Record<string, Field>>;
  /** Local files it reads, when it does: they pass the same gates as any other read. */
  touches?(input: Input): readonly string[];
  /** What the model gets as `result`. Throws ApiFailure. */
  run(input: Input, context: ToolContext): Promise<string>;
}

export function providerTool(spec: ProviderToolSpec): Tool {
  return defineTool({
    name: spec.name,
    toolset: "memory",
    description: spec.description,
    input: inputOf(spec.fields),
    effect: spec.effect,
    output: "foreign",
    foreignFields: ["result"],
    touches: (input) => spec.touches?.(input) ?? [],
    async run(input, context) {
      try {
        return jsonResult({ result: await spec.run(input, context) });
      } catch (error) {
        if (error instanceof ApiFailure) return jsonError({ error: error.message });
        throw error;
      }
    },
  });
}

/** One line per text; says so when there are none. */
export function asLines(texts: readonly string[], nothing = "Nothing found."): string {
  const lines = texts.map((text) => text.trim()).filter((text) => text !== "");
  return lines.length === 0 ? nothing : lines.map((line) => `- ${line}`).join("\n");
}
