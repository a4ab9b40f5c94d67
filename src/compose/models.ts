// Config, environment and auth.json → the Models port. Config keys become plain arguments here and go no further.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "../config/home.ts";
import type { Config } from "../config/schema.ts";
import type { Log } from "../contracts/log.ts";
import type { ModelChoice, ModelProvider } from "../contracts/model.ts";
import type { AuxiliaryTask, Models } from "../contracts/models.ts";
import type { Clock, Ids } from "../contracts/time.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { pooledProviders } from "../providers/auth-document.ts";
import { type AuthFile, createAuthFile } from "../providers/auth-file.ts";
import { readUserProviders } from "../providers/catalog.ts";
import type { Credentials } from "../providers/credentials.ts";
import { createModels } from "../providers/model-source.ts";
import { type LearnedRecord, type LearnedWindows, learnWindows } from "../providers/models.ts";
import { STRATEGIES } from "../providers/pool.ts";
import { createPoolCredentials } from "../providers/pool-credentials.ts";
import type { ModelSettings } from "../providers/resolve.ts";
import type { AuxiliarySettings } from "../providers/resolve-side.ts";
import { createSignIns } from "../providers/sign-in.ts";
import type { Transport } from "../providers/transport.ts";

export interface ModelWiring {
  readonly home: Home;
  readonly config: Config;
  /** `.env` over the process environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly transport: Transport;
  /** Who answers when the main model cannot; asked for each plan. */
  fallbacks(): Config["fallback_providers"];
  /** Providers brought by plugins. */
  readonly extra: readonly ModelProvider[];
}

export function composeModels(wiring: ModelWiring): { readonly models: Models; readonly problems: readonly string[] } {
  const { config, env, clock, ids } = wiring;
  const { post, get } = wiring.transport;
  const users = readUserProviders({
    providers: config.providers,
    customProviders: [...config.custom_providers, ...childEndpoint(config)],
  });
  const file = createAuthFile({ path: wiring.home.auth, clock, ids });
  const models = createModels({
    settings: async () => ({
      facts: {
        flags: {},
        env,
        config: modelSettings(config, env),
        users: users.providers,
        pooled: new Set(pooledProviders(await file.read())),
      },
      fallbacks: wiring.fallbacks().map((entry) => ({
        provider: entry.provider,
        model: entry.model,
        baseUrl: entry.base_url,
        apiKey: entry.api_key,
        keyEnv: entry.key_env,
        apiMode: entry.api_mode,
      })),
      auxiliary: auxiliarySettings(config),
    }),
    offline: offlineChoice(clock),
    extra: wiring.extra,
    pool: (provider) => poolCredentials(wiring, file, provider),
    post,
    get,
    clock,
    learned: learnedWindows(join(wiring.home.cache, "learned-windows.json"), wiring.log),
  });
  return { models, problems: users.problems };
}

/** The pool of one provider, its sign-ins kept alive. */
export function poolCredentials(
  { config, clock, ids, transport }: Pick<ModelWiring, "config" | "clock" | "ids" | "transport">,
  file: AuthFile,
  provider: string,
): Credentials {
  const wanted = config.credential_pool_strategies[provider];
  const strategy = STRATEGIES.find((one) => one === wanted) ?? "fill_first";
  const signIns = createSignIns(provider, { post: transport.postOnce, clock });
  return createPoolCredentials({ provider, file, clock, ids, strategy, signIns });
}

export function modelSettings({ model }: Config, env: ModelWiring["env"]): ModelSettings {
  const keyed = model.key_env === "" ? undefined : env[model.key_env];
  return {
    provider: model.provider,
    model: model.default,
    baseUrl: model.base_url,
    apiKey: model.api_key || keyed,
    apiMode: model.api_mode,
    headers: model.default_headers,
    contextLength: model.context_length ?? undefined,
    maxOutput: model.max_tokens ?? undefined,
  };
}

/** The name under which the endpoint of sub-agents is known. */
export const CHILD_PROVIDER = "delegation";

/** The endpoint of sub-agents, where they have one of their own, as a provider like any other. */
function childEndpoint({ delegation: { base_url, api_key, api_mode } }: Config): readonly object[] {
  return base_url === "" ? [] : [{ name: CHILD_PROVIDER, base_url, api_key, api_mode }];
}

function auxiliarySettings({ auxiliary }: Config): Partial<Record<AuxiliaryTask, AuxiliarySettings>> {
  return Object.fromEntries(
    Object.entries(auxiliary).map(([task, section]) => [
      task,
      {
        provider: section.provider,
        model: section.model,
        baseUrl: section.base_url,
        apiKey: section.api_key,
        apiMode: section.api_mode,
        contextLength: "context_length" in section ? (section.context_length ?? undefined) : undefined,
        extraBody: section.extra_body,
      },
    ]),
  );
}

/** The built-in model, loaded when it is first asked. */
function offlineChoice(clock: Clock): ModelChoice {
  const provider: ModelProvider = {
    id: "offline",
    endpoint: "the built-in offline model",
    cacheStyle: "automatic",
    info: (id) => ({ id, window: 128_000, maxOutput: 8_192, images: false, reasoning: false }),
    async *stream(request, signal) {
      const { offlineProvider } = await import("../providers/offline/offline.ts");
      yield* offlineProvider({ clock }).stream(request, signal);
    },
  };
  return { provider, model: "offline" };
}

/** Read at the first question, written at each lesson; losing it costs one overflow, so failures are only logged. */
function learnedWindows(path: string, log: Log): LearnedWindows {
  const state = { windows: undefined as LearnedWindows | undefined };
  const windows = () => {
    state.windows ??= learnWindows(readRecord(path), (record) => {
      try {
        writeFileSync(path, JSON.stringify(record), { mode: 0o600 });
      } catch (error) {
        log.warn("a learned window could not be kept", { error: String(error) });
      }
    });
    return state.windows;
  };
  return {
    get: (provider, model) => windows().get(provider, model),
    stated: (provider, model, window) => windows().stated(provider, model, window),
    accepted: (provider, model, tokens) => windows().accepted(provider, model, tokens),
    servedBy: (baseUrl, model) => windows().servedBy(baseUrl, model),
    served: (...told) => windows().served(...told),
  };
}

function readRecord(path: string): LearnedRecord {
  try {
    const parsed = parseJson(readFileSync(path, "utf8"));
    if (parsed.type === "bad" || !isRecord(parsed.value)) return {};
    return Object.fromEntries(
      Object.entries(parsed.value).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
    );
  } catch {
    // No file yet, or an unreadable one: nothing is known, nothing is lost.
    return {};
  }
}
