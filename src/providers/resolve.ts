// Which model a session talks to. Pure: flags, then environment, then config, then whatever key is there, then a local
// server that answers, then offline. Every part of the answer says where it came from.

import { CATALOG } from "./catalog.data.ts";
import { findRow, type UserProvider, withEndpoint } from "./catalog.ts";
import { keyAdvice } from "./create.ts";
import { parseUrl } from "./endpoint.ts";
import type { ModelOverride, ProviderRow } from "./wire.ts";

export interface ModelSettings {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly apiMode?: string | undefined;
  readonly contextLength?: number | undefined;
  readonly maxOutput?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface ResolveFacts {
  readonly flags: { readonly provider?: string | undefined; readonly model?: string | undefined };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: ModelSettings;
  readonly users: readonly UserProvider[];
  /** Providers with at least one credential in auth.json. */
  readonly pooled: ReadonlySet<string>;
  /** Providers brought by plugins, by id; they win over the catalog. */
  readonly plugged?: readonly string[];
}

export type KeyPlan =
  | { readonly type: "fixed"; readonly secret: string }
  | { readonly type: "pool"; readonly provider: string }
  | { readonly type: "none" };

export interface ProviderPlan {
  readonly type: "ready";
  /** With the endpoint that will be used. */
  readonly row: ProviderRow;
  readonly model: string;
  readonly key: KeyPlan;
  readonly contextLength?: number;
  readonly maxOutput?: number;
  readonly staleMs?: number;
  readonly models: Readonly<Record<string, ModelOverride>>;
  /** For people: `--provider`, `HERMES_INFERENCE_MODEL`, `config.yaml`, `OPENROUTER_API_KEY is set`. */
  readonly from: { readonly provider: string; readonly model: string; readonly key: string };
}

export type Plan =
  | ProviderPlan
  /** Ask these servers which models they hold, in order, and give the answer to `afterProbe`. */
  | {
      readonly type: "probe";
      readonly candidates: readonly ProviderPlan[];
      readonly named: boolean;
      /** Said when nobody answers although a model was asked for by name. */
      readonly otherwise?: string;
    }
  | { readonly type: "offline"; readonly why: string }
  | { readonly type: "refused"; readonly why: string };

interface Choice {
  readonly value: string;
  readonly from: string;
}

export function resolvePlan(facts: ResolveFacts): Plan {
  const named = chooseProvider(facts);
  if (named?.value === "offline") return offlinePlan(named, facts);
  return named === undefined ? autoPlan(facts) : namedPlan(named, facts);
}

/** The plugin's provider that is meant, by whichever way providers are named; undefined when none is. */
export function resolvePlugged(
  facts: ResolveFacts,
): { readonly provider: string; readonly model: string; readonly from: string } | undefined {
  const named = chooseProvider(facts);
  if (named === undefined || !isPlugged(named.value, facts)) return undefined;
  const { flags, env, config } = facts;
  const model =
    choice(splitModel(flags.model, facts).model, "") ??
    choice(splitModel(env.HERMES_INFERENCE_MODEL, facts).model, "") ??
    (config.provider === named.value ? choice(config.model, "") : undefined);
  return { provider: named.value, model: model?.value ?? "", from: named.from };
}

function isPlugged(name: string, facts: ResolveFacts): boolean {
  return facts.plugged?.includes(name) ?? false;
}

/** It has one model: a person who named another did not mean it. */
function offlinePlan(named: Choice, facts: ResolveFacts): Plan {
  const wanted = choice(splitModel(facts.flags.model, facts).model, "-m");
  if (wanted === undefined || wanted.value === "offline") return { type: "offline", why: `chosen by ${named.from}` };
  return {
    type: "refused",
    why: `The provider is offline (from ${named.from}), which has no model "${wanted.value}": say whose it is with -m provider:model or --provider.`,
  };
}

/** `answers` holds, per candidate, the model ids its server listed; undefined when nothing answered. */
export function afterProbe(
  plan: Extract<Plan, { type: "probe" }>,
  answers: readonly (readonly string[] | undefined)[],
): Plan {
  for (const [index, candidate] of plan.candidates.entries()) {
    const listed = answers[index];
    const model = candidate.model || listed?.[0];
    if (listed === undefined || model === undefined) continue;
    const from = candidate.model ? candidate.from.model : "first model the server lists";
    return { ...candidate, model, from: { ...candidate.from, model: from } };
  }
  const first = plan.candidates[0];
  if (plan.otherwise !== undefined) return { type: "refused", why: plan.otherwise };
  if (!plan.named || first === undefined)
    return { type: "offline", why: "no provider is configured, no key is set and no local server answers" };
  const reached = answers[0] !== undefined;
  return {
    type: "refused",
    why: reached
      ? `${first.row.name} at ${first.row.baseUrl} holds no model yet: load one there, or name it with -m.`
      : `${first.row.name} does not answer at ${first.row.baseUrl}: start it, or change base_url.`,
  };
}

function chooseProvider(facts: ResolveFacts): Choice | undefined {
  const { flags, env, config } = facts;
  const spec = splitModel(flags.model, facts);
  const choices: readonly (Choice | undefined)[] = [
    choice(flags.provider, "--provider"),
    choice(spec.provider, "-m"),
    choice(env.HERMES_INFERENCE_PROVIDER, "HERMES_INFERENCE_PROVIDER"),
    choice(splitModel(env.HERMES_INFERENCE_MODEL, facts).provider, "HERMES_INFERENCE_MODEL"),
    choice(config.provider, "config.yaml"),
    config.baseUrl ? { value: "custom", from: "model.base_url in config.yaml" } : undefined,
  ];
  return choices.find((candidate) => candidate !== undefined);
}

/** A model named for one provider means nothing at another: config's model goes only with config's provider. */
function chooseModel(facts: ResolveFacts, row: ProviderRow): Choice {
  const { flags, env, config } = facts;
  const own = ownsConfig(facts, row);
  const choices: readonly (Choice | undefined)[] = [
    choice(splitModel(flags.model, facts).model, "-m"),
    choice(splitModel(env.HERMES_INFERENCE_MODEL, facts).model, "HERMES_INFERENCE_MODEL"),
    own ? choice(config.model, "config.yaml") : undefined,
  ];
  const found = choices.find((candidate) => candidate !== undefined);
  return found ?? { value: row.defaultModel, from: `default of ${row.id}` };
}

function choice(value: string | undefined, from: string): Choice | undefined {
  const trimmed = value?.trim();
  return trimmed === undefined || trimmed === "" || trimmed === "auto" ? undefined : { value: trimmed, from };
}

/**
 * `anthropic:claude-opus-5-5` and `anthropic/claude-opus-5-5` name both, `anthropic:` only the provider. `llama3:8b` is a
 * model, because no provider is called llama3; so is `openai/gpt-oss-120b` at a router, whose own ids look like that.
 */
export function splitModel(
  spec: string | undefined,
  facts: ResolveFacts,
): { readonly provider?: string; readonly model?: string } {
  if (spec === undefined) return {};
  const offline = /^offline(?:$|[:/](.*))/.exec(spec);
  if (offline) return { provider: "offline", ...(offline[1] && { model: offline[1] }) };
  const parts = spec.split(":");
  for (const length of [2, 1]) {
    if (parts.length <= length) continue;
    const provider = parts.slice(0, length).join(":");
    const model = parts.slice(length).join(":");
    if (isPlugged(provider, facts) || findRow(provider, rowsOf(facts)) !== undefined)
      return { provider, ...(model !== "" && { model }) };
  }
  const slash = spec.indexOf("/");
  if (slash > 0 && isPlugged(spec.slice(0, slash), facts))
    return { provider: spec.slice(0, slash), model: spec.slice(slash + 1) };
  const row = slash > 0 ? findRow(spec.slice(0, slash), rowsOf(facts)) : undefined;
  if (row === undefined || !meansProvider(row, facts)) return { model: spec };
  return { provider: row.id, model: spec.slice(slash + 1) };
}

function meansProvider(row: ProviderRow, facts: ResolveFacts): boolean {
  const { flags, env, config } = facts;
  const named = choice(flags.provider, "") ?? choice(env.HERMES_INFERENCE_PROVIDER, "") ?? choice(config.provider, "");
  const current = named === undefined ? undefined : findRow(named.value, rowsOf(facts));
  if (current?.id === row.id) return true;
  const router = current ?? autoRows(facts).find((candidate) => keyFor(candidate, facts).plan.type !== "none");
  if (router?.defaultModel.includes("/")) return false;
  return row.keyless || keyFor(row, facts).plan.type !== "none";
}

function ownsConfig(facts: ResolveFacts, row: ProviderRow): boolean {
  const configured = choice(facts.config.provider, "")?.value;
  if (configured === undefined) return facts.config.baseUrl ? row.id === "custom" : true;
  return findRow(configured, rowsOf(facts))?.id === row.id;
}

function rowsOf(facts: ResolveFacts): readonly ProviderRow[] {
  return facts.users.map((user) => user.row);
}

function namedPlan(named: Choice, facts: ResolveFacts): Plan {
  const row = findRow(named.value, rowsOf(facts));
  if (row === undefined) return { type: "refused", why: unknownProvider(named, facts) };
  const plan = planRow(row, facts, named.from);
  if (plan.type !== "ready") return plan;
  if (plan.model !== "") return plan;
  if (plan.row.keyless) return { type: "probe", candidates: [plan], named: true };
  return { type: "refused", why: `No model is named for ${row.id}: give one with -m or set model.default.` };
}

function unknownProvider(named: Choice, facts: ResolveFacts): string {
  const ids = [...rowsOf(facts), ...CATALOG].map((row) => row.id);
  const near = ids.find((id) => id.startsWith(named.value.slice(0, 3).toLowerCase()));
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  return `There is no provider "${named.value}" (from ${named.from}).${hint} Known: ${[...new Set(ids)].join(", ")}, offline.`;
}

function autoPlan(facts: ResolveFacts): Plan {
  for (const row of autoRows(facts)) {
    const key = keyFor(row, facts);
    if (key.plan.type === "none") continue;
    const plan = planRow(row, facts, key.from);
    if (plan.type === "ready" && plan.model !== "") return plan;
  }
  const candidates = ["ollama", "lmstudio"].flatMap((id) => {
    const row = findRow(id, rowsOf(facts));
    const plan = row && planRow(row, facts, "a local server answers");
    return plan?.type === "ready" ? [plan] : [];
  });
  const otherwise = nobodyFor(facts);
  return { type: "probe", candidates, named: false, ...(otherwise !== undefined && { otherwise }) };
}

/** Why a model that was asked for by name has nobody to answer as it. */
function nobodyFor(facts: ResolveFacts): string | undefined {
  const wanted = choice(facts.flags.model, "-m") ?? choice(facts.env.HERMES_INFERENCE_MODEL, "HERMES_INFERENCE_MODEL");
  if (wanted === undefined) return undefined;
  const slash = wanted.value.indexOf("/");
  const row = slash > 0 ? findRow(wanted.value.slice(0, slash), rowsOf(facts)) : undefined;
  const missing = row === undefined ? undefined : planRow(row, facts, wanted.from);
  if (missing?.type === "refused") return missing.why;
  return `Nobody can answer as ${wanted.value} (from ${wanted.from}): no provider is configured, no key is set and no local server answers. Say whose model it is with -m provider:model, or run "hermes setup".`;
}

/** The user's own providers first; an OpenAI key with another address means that address and its older wire. */
function autoRows(facts: ResolveFacts): readonly ProviderRow[] {
  const builtIn = CATALOG.filter((row) => row.auto && !facts.users.some((user) => user.row.id === row.id));
  const elsewhere = facts.env.OPENAI_BASE_URL ? CATALOG.filter((row) => row.id === "openai-api") : [];
  return [...facts.users.map((user) => user.row), ...elsewhere, ...builtIn];
}

/** Everything about one provider: endpoint, model, key. Refused when it cannot work as configured. */
export function planRow(
  row: ProviderRow,
  facts: ResolveFacts,
  from: string,
): ProviderPlan | Extract<Plan, { type: "refused" }> {
  const { config, env } = facts;
  const own = ownsConfig(facts, row);
  const user = facts.users.find((candidate) => candidate.row.id === row.id);
  const envUrl = row.baseUrlEnv === undefined ? undefined : env[row.baseUrlEnv];
  const baseUrl = (own ? config.baseUrl : undefined) || envUrl;
  const placed = withEndpoint(row, {
    ...(baseUrl && { baseUrl }),
    ...(own && config.apiMode && { apiMode: config.apiMode }),
    ...(own && config.headers && { headers: config.headers }),
  });
  if (parseUrl(placed.baseUrl) === undefined)
    return {
      type: "refused",
      why: placed.baseUrl
        ? `The address "${placed.baseUrl}" of ${row.id} is not a URL: write it with http:// or https://.`
        : `Provider ${row.id} needs an address: set model.base_url in config.yaml.`,
    };
  const key = keyFor(row, facts);
  if (key.plan.type === "none" && !placed.keyless)
    return { type: "refused", why: `No key for ${row.name} (chosen by ${from}): ${keyAdvice(row)}.` };
  const model = chooseModel(facts, row);
  const contextLength = (own ? config.contextLength : undefined) ?? user?.contextLength;
  const maxOutput = own ? config.maxOutput : undefined;
  return {
    type: "ready",
    row: placed,
    model: model.value,
    key: key.plan,
    ...(contextLength !== undefined && { contextLength }),
    ...(maxOutput !== undefined && { maxOutput }),
    ...(user?.staleMs !== undefined && { staleMs: user.staleMs }),
    models: user?.models ?? {},
    from: { provider: from, model: model.from, key: key.from },
  };
}

/** Written in config, then the pool, then the environment. */
function keyFor(row: ProviderRow, facts: ResolveFacts): { readonly plan: KeyPlan; readonly from: string } {
  const user = facts.users.find((candidate) => candidate.row.id === row.id);
  const written = (ownsConfig(facts, row) ? facts.config.apiKey : undefined) || user?.apiKey;
  if (written) return { plan: { type: "fixed", secret: written }, from: "config.yaml" };
  if (facts.pooled.has(row.id)) return { plan: { type: "pool", provider: row.id }, from: "auth.json" };
  for (const name of row.keyEnv) {
    const secret = facts.env[name]?.trim();
    if (secret) return { plan: { type: "fixed", secret }, from: `${name} is set` };
  }
  return { plan: { type: "none" }, from: row.keyless ? "none needed" : "none" };
}
