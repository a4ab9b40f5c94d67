// What fills the window, layer by layer: the answer to "what does the model see, and what does it cost?".

import type { LateLayer } from "../late-layers.ts";
import type { Message } from "../message.ts";
import { taintsIn } from "../taint.ts";
import { charCount, counted, withThousands } from "../text.ts";
import { type Calibration, estimateMessages, estimateText } from "../tokens.ts";
import type { PromptLayer } from "./tiers.ts";

/** What an earlier compaction of this conversation made of its messages. */
export interface PastCompaction {
  /** 1 for the first of its chain. */
  readonly pass: number;
  readonly at: number;
  readonly messagesBefore: number;
  /** Messages that stayed word for word. */
  readonly kept: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly rules: number;
  readonly files: number;
}

export interface ReportInput {
  readonly system: readonly string[];
  readonly sharedThrough: number;
  readonly layers: readonly PromptLayer[];
  readonly tools: readonly { readonly name: string; readonly description: string; readonly schema: object }[];
  readonly messages: readonly Message[];
  readonly window: number;
  readonly calibration: Calibration;
  readonly prefixHash: string;
  readonly cached: "marks" | "automatic";
  /** Oldest first. */
  readonly compactions: readonly PastCompaction[];
  /** What stands at the end of every request; what is fetched for a turn is not known before it. */
  readonly late: readonly LateLayer[];
}

export interface LayerRow extends Omit<PromptLayer, "tier"> {
  readonly tier: PromptLayer["tier"] | "late";
  readonly tokens: number;
  /** `shared` is the same for every session of this setup, `session` for every call of this session; late text is sent anew each time. */
  readonly cached: "shared" | "session" | "never";
}

export const CACHED_WORDS: Readonly<Record<LayerRow["cached"], string>> = {
  shared: "across sessions",
  session: "this session",
  never: "no",
};

export interface ContextReport {
  readonly layers: readonly LayerRow[];
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly fill: {
    readonly window: number;
    readonly prompt: number;
    readonly tools: number;
    readonly user: number;
    readonly assistant: number;
    readonly results: number;
    readonly late: number;
    readonly free: number;
  };
  readonly messages: number;
  readonly prefixHash: string;
  readonly caching: "marks" | "automatic";
  /** Sources of foreign words in the messages: while they stand there, what lasts or leaves needs a person. */
  readonly outside: readonly string[];
  readonly compactions: readonly PastCompaction[];
}

export function contextReport(input: ReportInput): ContextReport {
  const scaled = (tokens: number) => Math.ceil(tokens * input.calibration.factor);
  // The first blocks hold the layers every session shares, in the order they were joined.
  const sharedChars = input.system.slice(0, input.sharedThrough + 1).join("").length;
  let seen = 0;
  const layers = input.layers.map((layer): LayerRow => {
    const cached = seen < sharedChars ? "shared" : "session";
    seen += layer.chars + 2;
    return { ...layer, cached, tokens: scaled(Math.ceil(layer.chars / 4)) };
  });
  const late = input.late.map(
    ({ label, text }): LayerRow => ({
      ...{ tier: "late", name: label, cached: "never" },
      chars: charCount(text),
      tokens: scaled(estimateText(text)),
    }),
  );
  const tools = input.tools.map((tool) => ({ name: tool.name, tokens: scaled(estimateText(JSON.stringify(tool))) }));
  const of = (role: Message["role"]) =>
    scaled(estimateMessages(input.messages.filter((message) => message.role === role)));
  const prompt = scaled(input.system.reduce((sum, block) => sum + estimateText(block), 0));
  const parts = {
    prompt,
    tools: tools.reduce((sum, tool) => sum + tool.tokens, 0),
    user: of("user"),
    assistant: of("assistant"),
    results: of("tool"),
    late: late.reduce((sum, layer) => sum + layer.tokens, 0),
  };
  const used = Object.values(parts).reduce((sum, tokens) => sum + tokens, 0);
  return {
    layers: [...layers, ...late],
    tools,
    fill: { window: input.window, ...parts, free: Math.max(0, input.window - used) },
    messages: input.messages.length,
    prefixHash: input.prefixHash,
    caching: input.cached,
    outside: taintsIn(input.messages),
    compactions: input.compactions,
  };
}

export function outsideLine(outside: readonly string[]): string {
  return `Text from outside: ${outside.join(", ")}; memory, skills, schedules and sending wait for a yes`;
}

export function compactionLine(past: PastCompaction): string {
  const sizes = `${withThousands(past.tokensBefore)} → ${withThousands(past.tokensAfter)} tokens of messages`;
  return `Compaction ${past.pass}: ${sizes}; of ${past.messagesBefore} messages ${past.kept} stayed word for word, with ${counted(past.rules, "rule")} and ${counted(past.files, "file")}`;
}
