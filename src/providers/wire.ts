// What a vendor is, as data: four wires, one row per vendor, and the few ways in which vendors differ from their wire.

export type Wire = "chat_completions" | "anthropic_messages" | "codex_responses" | "gemini";

export const WIRES: readonly Wire[] = ["chat_completions", "anthropic_messages", "codex_responses", "gemini"];

/** How the secret travels. `none` sends nothing even when a key is set. */
export type AuthStyle = "bearer" | "x-api-key" | "x-goog-api-key" | "none";

export interface Quirks {
  /** chat: the field that caps the answer. Default `max_tokens`. */
  readonly capField?: "max_tokens" | "max_completion_tokens";
  /** chat: where an assistant's own reasoning goes back. Vendors refuse unknown fields. Default `reasoning_content`. */
  readonly replay?: "reasoning_content" | "reasoning" | "reasoning_details" | "none";
  /** chat: how effort is asked for. Default `reasoning_effort`. */
  readonly effort?: "reasoning_effort" | "reasoning" | "none";
  /** chat: false for servers that refuse `stream_options`. They send usage unasked, or never. */
  readonly usageOption?: false;
  /** responses: the prompt goes into `instructions` instead of the input list. */
  readonly instructions?: true;
  /** The endpoint refuses an output cap. */
  readonly uncapped?: true;
  /** messages: the endpoint knows `eager_input_streaming` on tools. Only the vendor's own does for certain. */
  readonly eagerTools?: true;
}

export interface ProviderRow {
  readonly id: string;
  /** The name people know it by. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly wire: Wire;
  /** Without a trailing slash. Empty when the user must give one. */
  readonly baseUrl: string;
  /** Overrides `baseUrl` when set. */
  readonly baseUrlEnv?: string;
  readonly keyEnv: readonly string[];
  readonly auth: AuthStyle;
  /** Works without a key: servers on the user's own machine. */
  readonly keyless: boolean;
  /** Tried, in catalog order, when nothing is configured and a key is present. */
  readonly auto: boolean;
  readonly defaultModel: string;
  /** Model-id fragments for which cache marks are sent; `all` on wires made for them, empty where caching is automatic. */
  readonly marks: "all" | readonly string[];
  readonly quirks: Quirks;
  readonly headers?: Readonly<Record<string, string>>;
  /** Merged into every request body. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

/** Per-model settings a user wrote under `providers.<id>.models.<model>`. */
export interface ModelOverride {
  readonly window?: number;
  readonly maxOutput?: number;
  readonly images?: boolean;
  readonly reasoning?: boolean;
  readonly staleMs?: number;
}
