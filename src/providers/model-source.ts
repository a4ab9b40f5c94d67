// The Models port: every turn resolves anew from what is configured now, and providers that did not change are kept.

import type { ModelChoice, ModelProvider } from "../contracts/model.ts";
import type { AuxiliaryTask, ModelPlan, Models } from "../contracts/models.ts";
import type { Clock } from "../contracts/time.ts";
import { createProvider } from "./create.ts";
import { type Credentials, fixedKey } from "./credentials.ts";
import { guardProvider } from "./guard-provider.ts";
import type { LearnedWindows } from "./models.ts";
import { listModels } from "./probe.ts";
import { afterProbe, type Plan, type ProviderPlan, type ResolveFacts, resolvePlan, resolvePlugged } from "./resolve.ts";
import { type AuxiliarySettings, type FallbackEntry, resolveAuxiliary, resolveFallbacks } from "./resolve-side.ts";
import { createServedWindows } from "./served-windows.ts";
import type { Get, Post } from "./transport.ts";
import { withinMs } from "./within.ts";

/** Read again for every turn, so that an edited config or a new key counts with the next message. */
export interface ModelSettingsNow {
  readonly facts: ResolveFacts;
  readonly fallbacks: readonly FallbackEntry[];
  readonly auxiliary: Readonly<Partial<Record<AuxiliaryTask, AuxiliarySettings>>>;
}

export interface ModelSourceOptions {
  readonly settings: () => Promise<ModelSettingsNow>;
  readonly offline: ModelChoice;
  /** Providers brought by plugins, by id; they win over the catalog. */
  readonly extra: readonly ModelProvider[];
  readonly pool: (provider: string) => Credentials;
  readonly post: Post;
  readonly get: Get;
  readonly clock: Clock;
  readonly learned: LearnedWindows;
}

const PROBE_TIMEOUT_MS = 800;

export function createModels(options: ModelSourceOptions): Models {
  const made = new Map<string, ModelProvider>();
  const plugged = options.extra.map(guardProvider);
  const served = createServedWindows(options, options.learned);

  const providerFor = (plan: ProviderPlan): ModelProvider => {
    const key = JSON.stringify([plan.row, plan.key, plan.contextLength, plan.maxOutput, plan.staleMs, plan.models]);
    const known = made.get(key);
    if (known) return known;
    const { clock, post, learned } = options;
    const settings = { clock, post, learned, contextLength: plan.contextLength, maxOutput: plan.maxOutput };
    const provider = createProvider(plan.row, credentialsFor(plan, options), {
      ...settings,
      staleMs: plan.staleMs,
      models: plan.models,
      served: (model) => served.get(plan, model),
    });
    made.set(key, provider);
    return provider;
  };
  const choiceFor = (plan: ProviderPlan): ModelChoice => ({ provider: providerFor(plan), model: plan.model });

  return {
    async plan(wanted): Promise<ModelPlan> {
      const now = await options.settings();
      const flags = mergeWanted(now.facts.flags, wanted);
      const facts: ResolveFacts = { ...now.facts, flags, plugged: plugged.map((provider) => provider.id) };
      const meant = resolvePlugged(facts);
      if (meant !== undefined) {
        if (meant.model === "")
          return {
            type: "refused",
            why: `No model is named for ${meant.provider} (from ${meant.from}): give one with -m.`,
          };
        const provider = plugged.find((one) => one.id === meant.provider) ?? options.offline.provider;
        const fallbacks = resolveFallbacks(now.fallbacks, undefined, facts).plans.map(choiceFor);
        return { type: "ready", primary: { provider, model: meant.model }, fallbacks, because: meant.from };
      }
      const main = await settle(resolvePlan(facts), options);
      if (main.type === "refused") return main;
      if (main.type !== "ready") return { type: "ready", primary: options.offline, fallbacks: [], because: "offline" };
      const chain = resolveFallbacks(now.fallbacks, main, facts);
      for (const plan of chain.plans) void served.ask(plan);
      await served.ask(main);
      return {
        type: "ready",
        primary: choiceFor(main),
        fallbacks: chain.plans.map(choiceFor),
        because: main.from.provider,
      };
    },
    async auxiliary(task, main) {
      const now = await options.settings();
      const settings = now.auxiliary[task];
      if (settings === undefined) return main;
      if (isAuto(settings))
        return withWindow(settings.model ? { ...main, model: settings.model } : main, settings.contextLength);
      const plan = await settle(resolveAuxiliary(settings, resolvePlan(now.facts), now.facts), options);
      // A side model that cannot work must not stop the side work: the session's own model does it.
      if (plan.type !== "ready") return main;
      await served.ask(plan);
      return withWindow(choiceFor(plan), settings.contextLength);
    },
    learnWindow(choice, window) {
      options.learned.stated(choice.provider.id, choice.model, window);
    },
  };
}

/** What the user says of a window holds against what anybody else knows. */
function withWindow(choice: ModelChoice, window: number | undefined): ModelChoice {
  if (window === undefined) return choice;
  const { provider } = choice;
  return { ...choice, provider: { ...provider, info: (model) => ({ ...provider.info(model), window }) } };
}

function isAuto(settings: AuxiliarySettings): boolean {
  return (settings.provider ?? "auto") === "auto" && !settings.baseUrl;
}

/** A choice made in the session stands above the command line it was started with. */
function mergeWanted(
  flags: ResolveFacts["flags"],
  wanted: { readonly provider?: string | undefined; readonly model?: string | undefined },
): ResolveFacts["flags"] {
  if (wanted.provider) return { provider: wanted.provider, model: wanted.model };
  return { provider: flags.provider, model: wanted.model ?? flags.model };
}

function credentialsFor(plan: ProviderPlan, options: ModelSourceOptions): Credentials {
  switch (plan.key.type) {
    case "fixed":
      return fixedKey(plan.key.secret);
    case "pool":
      return options.pool(plan.key.provider);
    case "none":
      return fixedKey(undefined);
  }
}

async function settle(plan: Plan, options: ModelSourceOptions): Promise<Plan> {
  if (plan.type !== "probe") return plan;
  const answers = await Promise.all(
    plan.candidates.map((candidate) => {
      const secret = candidate.key.type === "fixed" ? candidate.key.secret : "";
      return withinMs(options.clock, PROBE_TIMEOUT_MS, (signal) =>
        listModels(candidate.row, secret, options.get, signal),
      );
    }),
  );
  return afterProbe(plan, answers);
}
