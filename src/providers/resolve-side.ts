// The other models of a session: the fallback chain behind the main one, and the ones for side work.

import { findRow, withEndpoint } from "./catalog.ts";
import { type Plan, type ProviderPlan, planRow, type ResolveFacts, splitModel } from "./resolve.ts";

export interface FallbackEntry {
  readonly provider: string;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Its own key, before any other. */
  readonly apiKey?: string | undefined;
  readonly keyEnv?: string | undefined;
  readonly apiMode?: string | undefined;
}

export interface FallbackPlan {
  readonly plans: readonly ProviderPlan[];
  /** One sentence per entry left out. */
  readonly problems: readonly string[];
}

/** In order; entries that cannot work, or are the main model again, are left out and said so. */
export function resolveFallbacks(
  entries: readonly FallbackEntry[],
  main: ProviderPlan | undefined,
  facts: ResolveFacts,
): FallbackPlan {
  const plans: ProviderPlan[] = [];
  const problems: string[] = [];
  for (const entry of entries) {
    const plan = planEntry(entry, facts);
    if (plan.type !== "ready") {
      problems.push(`Fallback ${entry.provider}: ${plan.type === "refused" ? plan.why : "cannot be used"}`);
    } else if ([...(main ? [main] : []), ...plans].some((other) => sameBackend(other, plan))) {
      problems.push(`Fallback ${entry.provider}/${plan.model} is already in use and was left out.`);
    } else plans.push(plan);
  }
  return { plans, problems };
}

function sameBackend(a: ProviderPlan, b: ProviderPlan): boolean {
  const place = (plan: ProviderPlan) => JSON.stringify([plan.row.id, plan.row.baseUrl, plan.model, plan.key]);
  return place(a) === place(b);
}

function planEntry(entry: FallbackEntry, facts: ResolveFacts): Plan {
  const found = findRow(
    entry.provider,
    facts.users.map((user) => user.row),
  );
  if (found === undefined) return { type: "refused", why: `there is no provider "${entry.provider}".` };
  const row = withEndpoint(found, {
    ...(entry.baseUrl && { baseUrl: entry.baseUrl }),
    ...(entry.apiMode && { apiMode: entry.apiMode }),
  });
  const keyed = entry.keyEnv ? { ...row, keyEnv: [entry.keyEnv] } : row;
  // What the user chose for the main model (flags, environment, config) does not reach into the chain.
  const apart: ResolveFacts = {
    ...facts,
    flags: { model: entry.model },
    env: { ...facts.env, HERMES_INFERENCE_PROVIDER: undefined, HERMES_INFERENCE_MODEL: undefined },
    config: configFor(entry, facts),
  };
  const plan = planRow(keyed, apart, "fallback_providers");
  if (plan.type === "ready" && plan.model === "") return { type: "refused", why: "it names no model." };
  return plan;
}

/** The main section's key and address serve an entry that names the same provider and no address of its own. */
function configFor(entry: FallbackEntry, facts: ResolveFacts): ResolveFacts["config"] {
  const rows = facts.users.map((user) => user.row);
  const main = facts.config.provider ?? (facts.config.baseUrl ? "custom" : "");
  const same = findRow(main, rows)?.id === findRow(entry.provider, rows)?.id;
  const apiKey = entry.apiKey || (entry.keyEnv ? facts.env[entry.keyEnv]?.trim() : undefined);
  if (!same || entry.baseUrl)
    return { provider: entry.provider, apiMode: entry.apiMode, baseUrl: entry.baseUrl, apiKey };
  return { ...facts.config, provider: entry.provider, model: undefined, ...(apiKey && { apiKey }) };
}

export interface AuxiliarySettings {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly apiMode?: string | undefined;
  /** The window of its model, where nobody else knows it. */
  readonly contextLength?: number | undefined;
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/** `auto` is the main provider, with the task's model when one is named. An address makes it an endpoint of its own. */
export function resolveAuxiliary(settings: AuxiliarySettings, main: Plan, facts: ResolveFacts): Plan {
  const provider = settings.provider?.trim() || "auto";
  if (provider === "auto" && !settings.baseUrl) {
    if (main.type !== "ready" || !settings.model) return main;
    return { ...main, model: settings.model, from: { ...main.from, model: "auxiliary" } };
  }
  const spec = splitModel(settings.model, facts);
  const name = settings.baseUrl && provider === "auto" ? "custom" : provider;
  const { baseUrl, apiMode } = settings;
  const plan = planEntry({ provider: name, model: spec.model ?? settings.model, baseUrl, apiMode }, facts);
  if (plan.type !== "ready") return plan;
  const row = settings.extraBody
    ? { ...plan.row, extraBody: { ...plan.row.extraBody, ...settings.extraBody } }
    : plan.row;
  const from = { ...plan.from, provider: "auxiliary" };
  return settings.apiKey
    ? { ...plan, row, key: { type: "fixed", secret: settings.apiKey }, from }
    : { ...plan, row, from };
}
