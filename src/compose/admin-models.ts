// `hermes model`: who could answer, what they offer, and making one of them the main model.

import { setKey, unsetKey } from "../config/save.ts";
import { SILENT_LOG } from "../contracts/log.ts";
import type { ModelChoice } from "../contracts/model.ts";
import { UsageFailure } from "../kernel/failure.ts";
import { proxySettings } from "../kernel/net/proxy.ts";
import { pooledProviders, poolOf } from "../providers/auth-document.ts";
import { createAuthFile } from "../providers/auth-file.ts";
import { CATALOG } from "../providers/catalog.data.ts";
import { findRow, readUserProviders } from "../providers/catalog.ts";
import { keyAdvice } from "../providers/create.ts";
import { isLocalEndpoint, parseUrl } from "../providers/endpoint.ts";
import { explain } from "../providers/failure-text.ts";
import { modelInfo } from "../providers/models.ts";
import { askForModels, type Listing, listingUrl } from "../providers/probe.ts";
import { type KeyPlan, planRow, type ResolveFacts, splitModel } from "../providers/resolve.ts";
import { createTransport } from "../providers/transport.ts";
import type { ProviderRow } from "../providers/wire.ts";
import type { ModelAdmin, ModelLine, ProviderState, Reached } from "../runtime/admin-models.ts";
import type { Ground } from "./ground.ts";
import { composeModels, modelSettings, poolCredentials } from "./models.ts";
import { systemClock, systemIds } from "./system-clock.ts";

const ANSWER_WITHIN_MS = 8_000;
const LOCAL_WITHIN_MS = 700;
const CHECK_WITHIN_MS = 3_000;
/** What the endpoint before brought along; it would lead the new provider astray. */
const ENDPOINT_KEYS = ["base_url", "api_key", "key_env", "api_mode", "context_length", "max_tokens"];

export function modelAdmin(wiring: Pick<Ground, "home" | "config" | "facts" | "env">): ModelAdmin {
  const { home, config, facts, env } = wiring;
  const file = createAuthFile({ path: home.auth, clock: systemClock, ids: systemIds });
  const users = readUserProviders({ providers: config.providers, customProviders: config.custom_providers }).providers;
  const rows = [...users.map((user) => user.row), ...CATALOG.filter((row) => !users.some((u) => u.row.id === row.id))];
  const resolveFacts = async (): Promise<ResolveFacts> => ({
    flags: {},
    env,
    config: modelSettings(config, env),
    users,
    pooled: new Set(pooledProviders(await file.read())),
  });
  const transport = createTransport({ proxy: proxySettings(env) });
  const ports = { config, transport, clock: systemClock, ids: systemIds };
  const rowNamed = (name: string): ProviderRow => {
    const row = findRow(
      name,
      users.map((user) => user.row),
    );
    if (row !== undefined) return row;
    throw new UsageFailure(`There is no provider "${name}". \`hermes model --providers\` lists them.`, 1);
  };

  /** Asking for a list counts as no use: the first key of a pool will do, resting or not; a sign-in is kept alive. */
  async function secretOf(key: KeyPlan, signal: AbortSignal): Promise<string> {
    if (key.type === "none") return "";
    if (key.type === "fixed") return key.secret;
    const entry = poolOf(await file.read(), key.provider).find((one) => one.secret !== "");
    if (entry?.authType !== "oauth") return entry?.secret ?? "";
    const taken = await poolCredentials(ports, file, key.provider)
      .take(signal)
      .catch(() => undefined);
    return taken?.secret ?? "";
  }

  async function ask(row: ProviderRow, withinMs: number): Promise<Reached> {
    const plan = planRow(row, await resolveFacts(), "");
    const started = systemClock.now();
    const took = () => systemClock.now() - started;
    if (plan.type === "refused") throw new UsageFailure(plan.why, 1);
    const signal = AbortSignal.timeout(withinMs);
    const secret = await secretOf(plan.key, signal);
    const listing = await askForModels(plan.row, secret, transport.get, signal);
    if (listing.type !== "models") return { type: "silent", ms: took(), ...whySilent(plan.row, listing, signal) };
    return { type: "answered", ms: took(), models: listing.ids.map((id) => lineOf(id, row.keyless)) };
  }

  /** A word that is no model of the provider; undefined when it is one, or when nobody can tell. */
  async function unknownModel(provider: string, model: string): Promise<string | undefined> {
    if (model === "") return undefined;
    const advice = `Say whose model it is: hermes model provider:${model}. \`hermes model --list provider\` shows what one has.`;
    if (provider === "offline")
      return model === "offline"
        ? undefined
        : `No model server is set up, and no provider is called as "${model}" begins. ${advice} \`hermes model --providers\` lists them.`;
    const row = rowNamed(provider);
    // Only the provider in use is asked: naming another one by hand is an answer in itself, and may happen without a network.
    if (row.id !== config.model.provider) return undefined;
    if (planRow(row, await resolveFacts(), "").type === "refused") return undefined;
    const reached = await ask(row, CHECK_WITHIN_MS);
    if (reached.type === "silent" || isListed(model, reached.models)) return undefined;
    return `${provider} has no model "${model}". ${advice} To set it all the same: hermes config set model.default ${model}`;
  }

  return {
    async current() {
      const { models } = composeModels({
        ...ports,
        home,
        env,
        log: SILENT_LOG,
        extra: [],
        fallbacks: () => config.fallback_providers,
      });
      const plan = await models.plan({});
      transport.close();
      if (plan.type === "refused") return plan;
      const { provider, model } = plan.primary;
      return {
        type: "ready",
        provider: provider.id,
        model,
        endpoint: provider.endpoint,
        window: provider.info(model).window,
        because: plan.because,
        fallbacks: plan.fallbacks.map(nameOf),
      };
    },
    async providers() {
      const known = await resolveFacts();
      const states = rows.map((row) =>
        stateOf(
          row,
          known,
          users.some((user) => user.row.id === row.id),
        ),
      );
      return [...states.filter((state) => state.ready), ...states.filter((state) => !state.ready)];
    },
    list: async (provider) => (provider === "offline" ? offline() : ask(rowNamed(provider), ANSWER_WITHIN_MS)),
    async local() {
      const found = await Promise.all(
        ["ollama", "lmstudio"].map(async (id) => {
          const answer = await ask(rowNamed(id), LOCAL_WITHIN_MS);
          const models = answer.type === "answered" ? answer.models.map((model) => model.id) : undefined;
          return models === undefined ? [] : [{ provider: id, models }];
        }),
      );
      return found.flat();
    },
    async choose({ provider, model, baseUrl, apiKey }) {
      const save = { home, env: facts.env };
      const id = provider === "offline" ? provider : rowNamed(provider).id;
      if (baseUrl !== undefined && parseUrl(baseUrl) === undefined)
        throw new UsageFailure(`"${baseUrl}" is not an address: write it with http:// or https://.`);
      const problem = baseUrl === undefined ? await unknownModel(id, model) : undefined;
      if (problem !== undefined) throw new UsageFailure(problem);
      if (id !== config.model.provider || baseUrl !== undefined)
        for (const key of ENDPOINT_KEYS) unsetKey(save, `model.${key}`);
      setKey(save, "model.provider", id);
      if (model === "") unsetKey(save, "model.default");
      else setKey(save, "model.default", model);
      if (baseUrl !== undefined) setKey(save, "model.base_url", baseUrl);
      if (apiKey !== undefined && apiKey !== "") setKey(save, "model.api_key", apiKey);
    },
    async parse(spec) {
      const { provider, model } = splitModel(spec, await resolveFacts());
      return { provider, model };
    },
  };
}

/** Lists name dated or tagged forms (`x-20260101`, `x:latest`) of what people write, and people add variants (`x:free`). */
function isListed(model: string, listed: readonly ModelLine[]): boolean {
  const plain = model.replace(/:[^:/]*$/, "");
  return listed.length === 0 || listed.some(({ id }) => id === plain || id.startsWith(model));
}

function whySilent(
  row: ProviderRow,
  listing: Exclude<Listing, { type: "models" }>,
  signal: AbortSignal,
): Pick<Extract<Reached, { type: "silent" }>, "why" | "words"> {
  const where = {
    provider: row.id,
    endpoint: listingUrl(row).replace(/^https?:\/\//, ""),
    model: "",
    keyAdvice: keyAdvice(row),
    local: isLocalEndpoint(row.baseUrl),
    secrets: [],
  };
  if (listing.type === "unreachable") {
    const kind = signal.aborted ? "timeout" : "transport";
    return { why: "unreachable", words: explain(kind, where, { code: listing.code, message: "" }) };
  }
  const { status } = listing;
  if (status === 401 || status === 403)
    return { why: "refused", words: explain("auth", where, { status, message: "" }) };
  if (status >= 500) return { why: "unreachable", words: explain("overloaded", where, { status, message: "" }) };
  return { why: "no-list", words: `${where.endpoint} does not say which models it has (${status}).` };
}

const nameOf = (choice: ModelChoice): string => `${choice.provider.id}/${choice.model}`;

function offline(): Reached {
  return { type: "answered", ms: 0, models: [lineOf("offline", true)] };
}

function stateOf(row: ProviderRow, facts: ResolveFacts, own: boolean): ProviderState {
  const plan = planRow(row, facts, "");
  const ready = plan.type === "ready";
  return {
    id: row.id,
    name: row.name,
    ready: ready && !row.keyless,
    because: ready ? plan.from.key : missing(row),
    endpoint: ready ? plan.row.baseUrl : row.baseUrl,
    keyless: row.keyless,
    keyEnv: row.keyEnv,
    defaultModel: ready ? plan.model : row.defaultModel,
    own,
  };
}

function missing(row: ProviderRow): string {
  if (row.baseUrl === "") return "needs an address";
  return row.keyEnv.length === 0 ? "no key" : `no key: set ${row.keyEnv.join(" or ")}`;
}

function lineOf(id: string, local: boolean): ModelLine {
  const info = modelInfo(id, { local });
  return {
    id,
    window: info.window,
    images: info.images,
    reasoning: info.reasoning,
    ...(info.prices === undefined ? {} : { inputPrice: info.prices.input, outputPrice: info.prices.output }),
  };
}
