// Judges a request body the way its vendor would, without any HTTP: the oracle of property tests.

import { isRecord } from "../kernel/json.ts";
import { anthropicMessages } from "./wires/anthropic-messages.ts";
import { chatCompletions } from "./wires/chat-completions.ts";
import { gemini } from "./wires/gemini.ts";
import { responses } from "./wires/responses.ts";
import type { CheckOptions, Wire, WireName } from "./wires/wire.ts";

export const WIRES: Readonly<Record<WireName, Wire>> = {
  chat_completions: chatCompletions,
  anthropic_messages: anthropicMessages,
  responses,
  gemini,
};

/** Every reason the vendor would answer 400, empty when it would accept. */
export function validateRequest(wire: WireName, body: unknown, options: CheckOptions = {}): readonly string[] {
  return isRecord(body) ? WIRES[wire].problems(body, options) : ["body: must be a JSON object"];
}
