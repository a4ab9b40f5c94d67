// A model to call, per wire. The vendors' packages are loaded here and nowhere else, and only the one whose wire is used,
// at its first call. Chat Completions is spoken by our own few files: it is the wire every start goes through.

import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Effort } from "../contracts/model.ts";
import { ChatDecoder } from "./chat-decode.ts";
import { chatBody } from "./chat-encode.ts";
import { SseReader } from "./sse.ts";
import type { ProviderRow } from "./wire.ts";
import type { WireCall } from "./wire-call.ts";

export interface OpenTarget {
  readonly row: ProviderRow;
  readonly model: string;
  readonly wire: WireCall;
  readonly effort: Effort | undefined;
}

/** Makes the call and hands over every part of the answer; resolves when the stream is over. */
export type RunModel = (
  call: LanguageModelV4CallOptions,
  onPart: (part: LanguageModelV4StreamPart) => void,
) => Promise<void>;

/** Keys are put on by our own wire call; the packages get this word instead, so that they never look for one themselves. */
const NO_KEY = "set-by-transport";

export async function openModel(target: OpenTarget): Promise<RunModel> {
  if (target.row.wire === "chat_completions") return runChat(target);
  const model = await openPackage(target);
  return async (call, onPart) => {
    const { stream } = await model.doStream(call);
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) onPart(next.value);
  };
}

function runChat({ row, model, wire, effort }: OpenTarget): RunModel {
  return async (call, onPart) => {
    const body = chatBody(call, row, { model, effort });
    const answer = await wire.send(`${row.baseUrl}/chat/completions`, { "content-type": "application/json" }, body);
    const decoder = new ChatDecoder(onPart);
    const events = new SseReader((data) => decoder.push(data));
    await answer.read((bytes) => events.push(bytes));
    decoder.end();
  };
}

async function openPackage({ row, model, wire }: OpenTarget): Promise<LanguageModelV4> {
  const { wireFetch } = await import("./wire-fetch.ts");
  const fetch = wireFetch(wire);
  switch (row.wire) {
    case "anthropic_messages": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL: `${row.baseUrl}/v1`, apiKey: NO_KEY, fetch })(model);
    }
    case "gemini": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ baseURL: row.baseUrl, apiKey: NO_KEY, fetch })(model);
    }
    default: {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL: row.baseUrl, apiKey: NO_KEY, fetch }).responses(model);
    }
  }
}
