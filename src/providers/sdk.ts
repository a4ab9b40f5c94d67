// The only place that loads a vendor package, and only the one whose wire is used, at its first call.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Effort } from "../contracts/model.ts";
import { chatBody } from "./chat-body.ts";
import type { ProviderRow } from "./wire.ts";

export interface SdkTarget {
  readonly row: ProviderRow;
  readonly model: string;
  readonly fetch: typeof fetch;
  readonly effort?: Effort | undefined;
  /** Sees every raw chunk of the chat wire. */
  readonly onChunk?: (chunk: unknown) => void;
}

/** Keys are put on by our transport; the packages get this word instead, so that they never look for one themselves. */
const NO_KEY = "set-by-transport";

export async function openModel(target: SdkTarget): Promise<LanguageModelV4> {
  const { row, model, fetch } = target;
  switch (row.wire) {
    case "chat_completions":
      return openChat(target);
    case "anthropic_messages": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL: `${row.baseUrl}/v1`, apiKey: NO_KEY, fetch })(model);
    }
    case "codex_responses": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL: row.baseUrl, apiKey: NO_KEY, fetch }).responses(model);
    }
    case "gemini": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ baseURL: row.baseUrl, apiKey: NO_KEY, fetch })(model);
    }
  }
}

async function openChat({ row, model, fetch, effort, onChunk }: SdkTarget): Promise<LanguageModelV4> {
  const { OpenAICompatibleChatLanguageModel } = await import("@ai-sdk/openai-compatible");
  return new OpenAICompatibleChatLanguageModel(model, {
    provider: "vendor.chat",
    url: ({ path }) => `${row.baseUrl}${path}`,
    headers: () => ({}),
    fetch,
    includeUsage: row.quirks.usageOption !== false,
    transformRequestBody: (body) => chatBody(body, row, effort),
    ...(onChunk && {
      metadataExtractor: {
        extractMetadata: () => Promise.resolve(undefined),
        createStreamExtractor: () => ({ processChunk: onChunk, buildMetadata: () => undefined }),
      },
    }),
  });
}
