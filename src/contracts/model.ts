// The door to a language model. stream() yields deltas, then exactly one `done`; it throws only ModelFailure.

import type { PriceList } from "../kernel/cost.ts";
import type { AssistantMessage, Message } from "../kernel/message.ts";

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
}

export interface ModelRequest {
  /** The vendor's model id. */
  readonly model: string;
  /** Prompt blocks in order; they differ only in how long they stay the same. */
  readonly system: readonly string[];
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** `none`: the schemas are there for the history's sake, no call may be made. */
  readonly toolChoice?: "auto" | "none";
  /** Where cache marks may stand; wires without marks ignore this. */
  readonly cache: CachePlan;
  readonly maxOutput?: number;
  readonly effort?: Effort;
}

export type Effort = "none" | "low" | "medium" | "high";

/** The two outermost of the reference mean the outermost here; undefined for a word that names none. */
export function effortNamed(word: string): Effort | undefined {
  switch (word) {
    case "none":
    case "low":
    case "medium":
    case "high":
      return word;
    case "minimal":
      return "low";
    case "xhigh":
      return "high";
    default:
      return undefined;
  }
}

/** At most four marks in all: after these system blocks and on these messages, by index. */
export interface CachePlan {
  readonly afterSystem: readonly number[];
  readonly onMessages: readonly number[];
  readonly ttl: "5m" | "1h";
}

export const NO_CACHE: CachePlan = { afterSystem: [], onMessages: [], ttl: "5m" };

export type ModelEvent =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "reasoning"; readonly delta: string }
  /** A call is being written; `chars` of its arguments have arrived. */
  | { readonly type: "call-building"; readonly id: string; readonly tool: string; readonly chars: number }
  | { readonly type: "waiting"; readonly silentMs: number }
  | { readonly type: "done"; readonly message: AssistantMessage };

export interface ModelInfo {
  readonly id: string;
  readonly window: number;
  readonly maxOutput: number;
  readonly images: boolean;
  readonly reasoning: boolean;
  readonly prices?: PriceList;
}

/** Which prompt-cache layout the wire understands. */
export type CacheStyle = "marks" | "automatic";

export interface ModelProvider {
  /** The provider's name as the user configures it. */
  readonly id: string;
  /** Where requests go, for messages; never holds a key. */
  readonly endpoint: string;
  readonly cacheStyle: CacheStyle;
  info(model: string): ModelInfo;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** One model a session may talk to: a provider and a model id of its. */
export interface ModelChoice {
  readonly provider: ModelProvider;
  readonly model: string;
}

/** "provider/model-id", the form stored on every assistant message. */
export function modelName(choice: { readonly provider: { readonly id: string }; readonly model: string }): string {
  return `${choice.provider.id}/${choice.model}`;
}
