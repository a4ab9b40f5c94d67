// The loopback server against the vendors' own client packages: what they understand is what the vendors send.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { afterEach, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { call, reply, says, thought, words } from "./script.ts";
import type { WireName } from "./wires/wire.ts";

const CLIENTS: Record<WireName, (url: string) => LanguageModelV4> = {
  chat_completions: (url) =>
    createOpenAICompatible({ name: "test", baseURL: `${url}/v1`, apiKey: "k", includeUsage: true })("m"),
  anthropic_messages: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: "k" })("claude-test"),
  responses: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "k" }).responses("gpt-5-test"),
  gemini: (url) => createGoogle({ baseURL: `${url}/v1beta`, apiKey: "k" })("gemini-3-test"),
};

const open: ModelServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const TOOLS = [
  {
    type: "function" as const,
    name: "read_file",
    inputSchema: { type: "object" as const, properties: { path: { type: "string" as const } } },
  },
];

async function streamed(
  model: LanguageModelV4,
  prompt: LanguageModelV4Prompt,
): Promise<readonly LanguageModelV4StreamPart[]> {
  const { stream } = await model.doStream({
    prompt,
    tools: TOOLS,
    maxOutputTokens: 4_000,
    providerOptions: { openai: { store: false, include: ["reasoning.encrypted_content"] } },
  });
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream as unknown as AsyncIterable<LanguageModelV4StreamPart>) parts.push(part);
  return parts;
}

/** What a client would store of an answer, in order, with the vendor data it must send back. */
function contentOf(parts: readonly LanguageModelV4StreamPart[]): readonly LanguageModelV4Content[] {
  const content: LanguageModelV4Content[] = [];
  const openParts = new Map<string, { type: "text" | "reasoning"; text: string; providerMetadata?: object }>();
  for (const part of parts) {
    if (part.type === "text-start" || part.type === "reasoning-start") {
      const made = { type: part.type === "text-start" ? ("text" as const) : ("reasoning" as const), text: "" };
      openParts.set(part.type.slice(0, 4) + part.id, made);
      content.push(made as LanguageModelV4Content);
    }
    if (
      part.type === "text-delta" ||
      part.type === "reasoning-delta" ||
      part.type === "text-end" ||
      part.type === "reasoning-end"
    ) {
      const made = openParts.get(part.type.slice(0, 4) + part.id);
      if (made && "delta" in part) made.text += part.delta;
      if (made && part.providerMetadata) made.providerMetadata = part.providerMetadata;
    }
    if (part.type === "tool-call") content.push(part);
  }
  return content;
}

const HELLO: LanguageModelV4Prompt = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "hello" }] },
];

describe.each(Object.keys(CLIENTS) as WireName[])("%s", (wire) => {
  test("the client understands words, thoughts, calls and usage, and its follow-up is accepted", async () => {
    const usage = { input: 1_000, output: 40, cacheRead: 600, reasoning: 10 };
    const first = says(
      [
        thought("Let me look."),
        words("Reading it."),
        call("read_file", { path: "a.txt" }),
        call("read_file", { path: "b.txt" }),
      ],
      { usage },
    );
    const server = await startModelServer([first, reply("Done.")], { strict: true });
    open.push(server);
    const model = CLIENTS[wire](server.url);

    const parts = await streamed(model, HELLO);
    expect(server.requests[0]?.problems).toEqual([]);
    const content = contentOf(parts);
    expect(
      content
        .filter((part) => part.type === "text")
        .map((part) => part.text)
        .join(""),
    ).toBe("Reading it.");
    expect(
      content
        .filter((part) => part.type === "reasoning")
        .map((part) => part.text)
        .join(""),
    ).toBe("Let me look.");
    const made = content.filter((part) => part.type === "tool-call");
    expect(made.map((part) => JSON.parse(String(part.input)))).toEqual([{ path: "a.txt" }, { path: "b.txt" }]);
    const finish = parts.find((part) => part.type === "finish");
    expect(finish?.usage.inputTokens).toMatchObject({ total: 1_000, cacheRead: 600 });
    expect(finish?.finishReason.unified).toBe("tool-calls");

    const assistant = content.map((part) => {
      const { providerMetadata, ...rest } = part as LanguageModelV4Content & {
        providerMetadata?: Record<string, never>;
      };
      const value = rest.type === "tool-call" ? { ...rest, input: JSON.parse(String(rest.input)) as unknown } : rest;
      return { ...value, ...(providerMetadata ? { providerOptions: providerMetadata } : {}) };
    });
    const results = made.map((part) => ({
      type: "tool-result" as const,
      toolCallId: part.toolCallId,
      toolName: part.toolName,
      output: { type: "text" as const, value: '{"content":"x"}' },
    }));
    const followUp = [
      ...HELLO,
      { role: "assistant", content: assistant },
      { role: "tool", content: results },
    ] as LanguageModelV4Prompt;
    const second = contentOf(await streamed(model, followUp));
    expect(server.requests[1]?.problems).toEqual([]);
    expect(
      second
        .filter((part) => part.type === "text")
        .map((part) => part.text)
        .join(""),
    ).toBe("Done.");
  });
});
