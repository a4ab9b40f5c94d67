// Which model answers, over which door, at what cost.

import * as z from "zod/mini";
import {
  amount,
  choice,
  flag,
  freeForm,
  group,
  list,
  maybeAmount,
  maybeWhole,
  required,
  table,
  text,
  texts,
  whole,
} from "./fields.ts";

const API_MODES = ["", "chat_completions", "anthropic_messages", "codex_responses", "bedrock_converse"] as const;
const apiMode = () => choice(API_MODES, "", "Wire format of the endpoint; empty means the provider's own.");

export const modelSection = () =>
  group(
    {
      default: text("", "Model id. Empty picks the first model the machine can reach."),
      provider: text(
        "",
        "Provider id, `custom` for any endpoint, `offline` for the built-in model, empty or `auto` to look for one.",
      ),
      base_url: text("", "Endpoint of a custom provider."),
      api_key: text("", "Key of a custom provider; prefer `key_env` or a variable."),
      key_env: text("", "Name of the variable that holds the key."),
      api_mode: apiMode(),
      context_length: maybeWhole("Context window in tokens when the catalog does not know it.", { min: 1 }),
      max_tokens: maybeWhole("Upper bound of one answer in tokens.", { min: 1 }),
      default_headers: table(z.string(), "Extra HTTP headers for every request."),
      auth_mode: text("", "How to authenticate where a provider offers several ways."),
      entra: freeForm("Settings of Microsoft Entra sign-in, passed on as they are."),
    },
    "The main model: a plain string is its id, a map sets more.",
  );

const providerModel = () =>
  z.object({
    context_length: maybeWhole("Context window in tokens.", { min: 1 }),
    timeout_seconds: maybeAmount("Limit for one request."),
    stale_timeout_seconds: maybeAmount("Limit for silence on the stream."),
  });

const providerFields = () => ({
  base_url: text("", "Endpoint."),
  api_key: text("", "Key; prefer `key_env`."),
  key_env: text("", "Name of the variable that holds the key."),
  api_mode: apiMode(),
  default_model: text("", "Model used when only the provider is named."),
  models: table(providerModel(), "Facts about single models, by id."),
  default_headers: table(z.string(), "Extra HTTP headers."),
  request_timeout_seconds: maybeAmount("Limit for one request."),
  stale_timeout_seconds: maybeAmount("Limit for silence on the stream."),
  extra_body: freeForm("Fields merged into every request body."),
});

export const providersSection = () => table(z.object(providerFields()), "Own providers, by name.");

export const customProvidersSection = () =>
  list(
    z.object({
      ...providerFields(),
      name: required("Provider name."),
      base_url: required("Endpoint."),
    }),
    "Own providers as a list; each joins `providers` under its name.",
  );

export const fallbackProvidersSection = () =>
  list(
    z.object({
      provider: required("Provider id."),
      model: required("Model id."),
      base_url: text("", "Endpoint, for custom providers."),
      api_key: text("", "Key; prefer `key_env`."),
      key_env: text("", "Name of the variable that holds the key."),
      api_mode: apiMode(),
    }),
    "Tried in order when the main model fails, for the rest of that turn.",
  );

export const credentialPoolStrategiesSection = () =>
  table(z.enum(["fill_first", "round_robin", "random", "least_used"]), "How keys of a pool are chosen, by provider.");

const aux = (timeout: number, about: string) => auxGroup(timeout, {}, about);

const auxGroup = <T extends z.core.$ZodShape>(timeout: number, extra: T, about: string) =>
  group(
    {
      provider: text("auto", "Provider id; `auto` is the main model, then its fallbacks."),
      model: text("", "Model id; empty is the provider's default."),
      base_url: text("", "Endpoint, for custom providers."),
      api_key: text("", "Key; prefer a variable."),
      api_mode: apiMode(),
      timeout: amount(timeout, "Seconds before the task is given up."),
      extra_body: freeForm("Fields merged into the request body."),
      ...extra,
    },
    about,
  );

export const auxiliarySection = () =>
  group(
    {
      vision: auxGroup(120, { download_timeout: amount(30, "Seconds to fetch an image.") }, "Describing images."),
      web_extract: aux(360, "Summarising long web pages; with none chosen they lose their middle instead."),
      compression: auxGroup(
        120,
        { context_length: maybeWhole("Context window of that model in tokens, when it is not known.", { min: 1 }) },
        "Summaries for compaction.",
      ),
      title_generation: aux(30, "Session titles."),
      approval: aux(30, "Judging commands in `smart` mode."),
      curator: aux(600, "Proposals for tidying skills."),
      review: aux(120, "The background review that learns from a session."),
      goal_judge: aux(30, "Judging whether a goal is reached."),
      mcp: aux(30, "Sampling asked for by MCP servers."),
      skills_hub: aux(30, "Describing skills of a hub."),
      profile_describer: aux(60, "One-line profile descriptions."),
      tts_audio_tags: aux(30, "Reading directions for speech."),
      triage_specifier: aux(120, "Spelling out board tasks."),
      kanban_decomposer: aux(180, "Splitting board tasks."),
      monitor: aux(60, "Watching long jobs."),
    },
    "Models for side work, by task.",
  );

export const promptCachingSection = () =>
  group(
    { cache_ttl: choice(["5m", "1h"], "5m", "How long a vendor keeps the cached prefix.") },
    "Vendor-side prompt caching.",
  );

const limit = (about: string) =>
  group(
    {
      tokens: maybeWhole("Tokens in and out; null is no limit.", { min: 1 }),
      usd: maybeAmount("US dollars; null is no limit."),
    },
    about,
  );

export const limitsSection = () =>
  group(
    { turn: limit("One turn."), session: limit("One session."), day: limit("One calendar day, all sessions.") },
    "Spending limits: the agent stops, says why, and can be resumed.",
  );

export const modelAliasesSection = () =>
  table(
    z.union([
      z.string(),
      z.object({ model: required("Model id."), provider: text("", "Provider id."), base_url: text("", "Endpoint.") }),
    ]),
    "Short names for models.",
  );

export const providerRoutingSection = () => freeForm("Routing preferences passed to OpenRouter.");

export const openrouterSection = () =>
  group(
    {
      response_cache: flag(true, "Let OpenRouter answer repeated requests from its cache."),
      response_cache_ttl: whole(300, "Seconds such an answer stays valid."),
      min_coding_score: amount(0.65, "Lowest coding score considered by automatic routing.", { max: 1 }),
    },
    "OpenRouter extras.",
  );

export const toolsetsSection = () => texts(["hermes-cli"], "Toolsets offered to the model.");

export const platformToolsetsSection = () =>
  table(z.array(z.string()), "Toolsets by platform; replaces `toolsets` there.");
