// Windows, output caps and prices of well-known models, by the start of their id. Public list prices in US dollars per
// million tokens; where a vendor charges more above some prompt size, this is the lower tier. Prices age: what is not
// here costs "unknown", never a guess.

export interface ModelRow {
  /** Lower case, without the vendor's path, dots written as dashes. */
  readonly prefix: string;
  readonly window: number;
  readonly maxOutput: number;
  readonly images: boolean;
  readonly reasoning: boolean;
  /** input, output, cache read, cache write */
  readonly prices?: readonly [number, number, number, number];
}

const K = 1_000;
const M = 1_000_000;

function model(
  prefix: string,
  window: number,
  maxOutput: number,
  can: "" | "images" | "reasoning" | "both",
  prices?: readonly [number, number, number, number],
): ModelRow {
  return {
    prefix,
    window,
    maxOutput,
    images: can === "images" || can === "both",
    reasoning: can === "reasoning" || can === "both",
    ...(prices && { prices }),
  };
}

/** Models that run nowhere but at their vendor's: an address on this machine is only a way there. */
export const VENDOR_ONLY = /^(?:claude|gpt-(?!oss)|o\d(?:-|$)|gemini|grok)/;

export const MODELS: readonly ModelRow[] = [
  model("claude", 200 * K, 32 * K, "both"),
  model("claude-sonnet-5-5", M, 128 * K, "both", [2, 10, 0.2, 2.5]),
  model("claude-sonnet-5", M, 128 * K, "both", [2, 10, 0.2, 2.5]),
  model("claude-opus-5-5", M, 128 * K, "both", [4, 20, 0.4, 5]),
  model("claude-opus-5", M, 128 * K, "both", [5, 25, 0.5, 6.25]),
  model("claude-fable-5", M, 128 * K, "both", [10, 50, 1, 12.5]),
  model("claude-haiku-5-5", M, 128 * K, "both"),
  model("claude-opus-4-8", M, 128 * K, "both", [5, 25, 0.5, 6.25]),
  model("claude-opus-4-7", M, 128 * K, "both", [5, 25, 0.5, 6.25]),
  model("claude-opus-4-6", M, 128 * K, "both", [5, 25, 0.5, 6.25]),
  model("claude-sonnet-4-6", M, 128 * K, "both", [3, 15, 0.3, 3.75]),
  model("claude-opus-4-5", 200 * K, 64 * K, "both", [5, 25, 0.5, 6.25]),
  model("claude-sonnet-4-5", 200 * K, 64 * K, "both", [3, 15, 0.3, 3.75]),
  model("claude-haiku-4-5", 200 * K, 64 * K, "both", [1, 5, 0.1, 1.25]),
  model("claude-opus-4-1", 200 * K, 32 * K, "both", [15, 75, 1.5, 18.75]),
  model("claude-opus-4", 200 * K, 32 * K, "both", [15, 75, 1.5, 18.75]),
  model("claude-sonnet-4", 200 * K, 64 * K, "both", [3, 15, 0.3, 3.75]),
  model("claude-3-5-haiku", 200 * K, 8_192, "images", [0.8, 4, 0.08, 1]),
  model("claude-3-7-sonnet", 200 * K, 64 * K, "both", [3, 15, 0.3, 3.75]),

  model("gpt-6-1-sol", 1_050 * K, 128 * K, "both", [2, 10, 0.1, 0]),
  model("gpt-6", 1_050 * K, 128 * K, "both"),
  model("gpt-6-sol", 1_050 * K, 128 * K, "both", [2, 10, 0.2, 0]),
  model("gpt-5-6", 1_050 * K, 128 * K, "both"),
  model("gpt-5-6-sol", 1_050 * K, 128 * K, "both", [5, 30, 0.5, 6.25]),
  model("gpt-5-5", 1_050 * K, 128 * K, "both"),
  model("gpt-5-4", 1_050 * K, 128 * K, "both"),
  model("gpt-5", 400 * K, 128 * K, "both", [1.25, 10, 0.125, 0]),
  model("gpt-5-2", 400 * K, 128 * K, "both", [1.75, 14, 0.175, 0]),
  model("gpt-5-mini", 400 * K, 128 * K, "both", [0.25, 2, 0.025, 0]),
  model("gpt-5-nano", 400 * K, 128 * K, "both", [0.05, 0.4, 0.005, 0]),
  model("gpt-4-1", 1_047_576, 32_768, "images", [2, 8, 0.5, 0]),
  model("gpt-4-1-mini", 1_047_576, 32_768, "images", [0.4, 1.6, 0.1, 0]),
  model("gpt-4o", 128 * K, 16_384, "images", [2.5, 10, 1.25, 0]),
  model("gpt-4o-mini", 128 * K, 16_384, "images", [0.15, 0.6, 0.075, 0]),
  model("o3", 200 * K, 100 * K, "both", [2, 8, 0.5, 0]),
  model("o4-mini", 200 * K, 100 * K, "both", [1.1, 4.4, 0.275, 0]),
  model("gpt-oss", 131_072, 32_768, "reasoning"),

  model("gemini", 1_048_576, 65_536, "both"),
  model("gemini-3-8-flash", 1_048_576, 65_536, "both", [0.75, 3.75, 0.075, 0]),
  model("gemini-3-flash", 1_048_576, 65_536, "both", [0.5, 3, 0.05, 0]),
  model("gemini-3-pro", 1_048_576, 65_536, "both", [2, 12, 0.2, 0]),
  model("gemini-2-5-pro", 1_048_576, 65_536, "both", [1.25, 10, 0.125, 0]),
  model("gemini-2-5-flash", 1_048_576, 65_536, "both", [0.3, 2.5, 0.03, 0]),
  model("gemini-2-5-flash-lite", 1_048_576, 65_536, "both", [0.1, 0.4, 0.01, 0]),
  model("gemini-2-0-flash", 1_048_576, 8_192, "images", [0.1, 0.4, 0.025, 0]),
  model("gemma", 131_072, 8_192, "images"),

  model("deepseek", 128 * K, 8_192, "reasoning"),
  model("deepseek-v4", M, 384 * K, "reasoning"),
  model("deepseek-v4-pro", M, 384 * K, "reasoning", [0.435, 0.87, 0.003625, 0.435]),
  model("deepseek-flash", M, 384 * K, "both"),
  model("deepseek-chat", M, 384 * K, ""),

  model("grok", 256 * K, 32_768, "both"),
  model("grok-4", 256 * K, 64 * K, "both", [3, 15, 0.75, 0]),
  model("grok-4-3", M, 64 * K, "both"),
  model("grok-4-fast", 2 * M, 30 * K, "both", [0.2, 0.5, 0.05, 0]),
  model("grok-code-fast", 256 * K, 10 * K, "reasoning", [0.2, 1.5, 0.02, 0]),

  model("kimi-k2", 256 * K, 64 * K, "reasoning"),
  model("kimi-k3", 256 * K, 64 * K, "both"),
  model("glm-4", 200 * K, 64 * K, "reasoning"),
  model("glm-5", 200 * K, 64 * K, "reasoning"),
  model("minimax-m2", 200 * K, 64 * K, "reasoning"),
  model("qwen3", 256 * K, 32_768, "reasoning"),
  model("qwen3-vl", 256 * K, 32_768, "both"),
  model("qwen2-5", 128 * K, 8_192, ""),
  model("hermes-4", 128 * K, 32_768, "reasoning"),
  model("hermes-3", 128 * K, 8_192, ""),
  model("mistral", 128 * K, 16_384, ""),
  model("mistral-large", 256 * K, 32_768, "images"),
  model("mistral-medium", 128 * K, 32_768, "images"),
  model("magistral", 128 * K, 32_768, "both"),
  model("devstral", 256 * K, 32_768, ""),
  model("codestral", 256 * K, 16_384, ""),
  model("llama-3", 128 * K, 8_192, ""),
  model("llama-4", 512 * K, 16_384, "images"),
];
