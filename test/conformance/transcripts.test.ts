// Any transcript prefix, abort or model switch becomes a request every wire accepts: thousands of random ones,
// judged by the rules each vendor answers 400 for.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ModelRequest, NO_CACHE } from "../../src/contracts/model.ts";
import { ModelFailure } from "../../src/kernel/failure.ts";
import type { Message } from "../../src/kernel/message.ts";
import { wireView } from "../../src/kernel/request.ts";
import { builtInRow } from "../../src/providers/catalog.ts";
import { createProvider } from "../../src/providers/create.ts";
import { fixedKey } from "../../src/providers/credentials.ts";
import type { Post } from "../../src/providers/transport.ts";
import { fakeClock } from "../../src/testing/fakes.ts";
import { arbitraryTranscript } from "../../src/testing/suites/arbitrary-transcript.ts";
import { validateRequest } from "../../src/testing/validate-request.ts";

const WIRES = [
  { wire: "chat_completions", row: "openai-api", model: "gpt-5.4" },
  { wire: "anthropic_messages", row: "anthropic", model: "claude-opus-5-5" },
  { wire: "responses", row: "openai", model: "gpt-5.4" },
  { wire: "gemini", row: "gemini", model: "gemini-3-pro" },
] as const;

/** The body that would go out, caught before it does. */
async function bodyOf(rowId: string, model: string, messages: readonly Message[]): Promise<unknown> {
  const caught: { body?: string } = {};
  const post: Post = (request) => {
    caught.body = request.body;
    return Promise.reject(new Error("caught"));
  };
  const provider = createProvider(builtInRow(rowId), fixedKey("key"), { clock: fakeClock(), post });
  const target = { model: `${provider.id}/${model}`, images: true };
  const request: ModelRequest = {
    model,
    system: ["You are a test."],
    messages: wireView(messages, target),
    tools: [{ name: "t", description: "a tool", schema: { type: "object", properties: {} } }],
    cache: NO_CACHE,
    maxOutput: 1_000,
  };
  try {
    for await (const _event of provider.stream(request, new AbortController().signal));
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
  }
  return JSON.parse(caught.body ?? "null");
}

describe.each(WIRES)("$wire", ({ wire, row, model }) => {
  test("accepts every random transcript and every prefix of it", async () => {
    const provider = builtInRow(row);
    await fc.assert(
      fc.asyncProperty(
        arbitraryTranscript({ models: [`${provider.id}/${model}`, "other/model"] }),
        async (messages) => {
          expect(validateRequest(wire, await bodyOf(row, model, messages))).toEqual([]);
        },
      ),
      { numRuns: 1_500 },
    );
  }, 120_000);
});
