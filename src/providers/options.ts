// Per-call vendor options: what each wire needs said so that reasoning comes back and can be replayed.

import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ModelRequest } from "../contracts/model.ts";
import type { EncodeTarget } from "./encode-target.ts";

export function providerOptionsFor(request: ModelRequest, target: EncodeTarget): SharedV4ProviderOptions {
  const { row, info } = target;
  switch (row.wire) {
    case "anthropic_messages":
      return { anthropic: { toolStreaming: row.quirks.eagerTools === true } };
    case "codex_responses":
      return {
        openai: {
          // Nothing is kept at the vendor: reasoning travels encrypted with our own transcript instead.
          store: false,
          ...(info.reasoning && { forceReasoning: true, include: ["reasoning.encrypted_content"] }),
          ...(row.quirks.instructions && { instructions: request.system.join("\n\n") }),
        },
      };
    case "gemini":
      return info.reasoning && request.effort !== "none"
        ? { google: { thinkingConfig: { includeThoughts: true } } }
        : {};
    case "chat_completions":
      return {};
  }
}
