// Every implementation behind a port, built once from the ground: store, models, plugins, gates, environment, memory, tools.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/schema.ts";
import type { Checkpoints } from "../contracts/checkpoints.ts";
import type { ContextEngine } from "../contracts/context.ts";
import type { MemoryProvider } from "../contracts/memory.ts";
import type { MemoryBook } from "../contracts/memory-book.ts";
import type { Models } from "../contracts/models.ts";
import type { Contributions } from "../contracts/plugin.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { SessionArchive } from "../contracts/session-archive.ts";
import type { Skills } from "../contracts/skills.ts";
import type { SpendLedger } from "../contracts/spending.ts";
import type { SpillStore } from "../contracts/spill.ts";
import type { SessionStore } from "../contracts/stores.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { proxySettings } from "../kernel/net/proxy.ts";
import { createTransport } from "../providers/transport.ts";
import { type Background, createBackground } from "../runtime/after-turn/background.ts";
import type { AsyncDelegations } from "../runtime/async-delegations.ts";
import { countedModels } from "../runtime/counted-models.ts";
import type { NamedHooks } from "../runtime/hooks.ts";
import type { HostPorts } from "../runtime/host-ports.ts";
import { callTool } from "../runtime/judge.ts";
import { pageSummary } from "../runtime/page-summary.ts";
import { describeImage } from "../runtime/see.ts";
import { PLAN_MARK } from "../stores/files/skills/curation.ts";
import { syncBundled } from "../stores/files/skills/sync-bundled.ts";
import { fileSpendLedger } from "../stores/files/spend-ledger.ts";
import { fileSpill } from "../stores/files/spill.ts";
import { memoryTool } from "../tools/memory.ts";
import { sessionSearchTool } from "../tools/session-search.ts";
import { skillManageTool } from "../tools/skill-manage.ts";
import { skillTools } from "../tools/skills.ts";
import { bundledSkills } from "./bundled-skills.ts";
import { composeCheckpoints } from "./checkpoints.ts";
import { composeCuration } from "./curation.ts";
import { delegation } from "./delegation.ts";
import { chooseEngine, composeEngine } from "./engine.ts";
import { composeEnvironment, type WiredEnvironment } from "./environment.ts";
import { composeGates, type WiredGates } from "./gates.ts";
import type { Ground } from "./ground.ts";
import { composeInlineShell, type WiredInlineShell } from "./inline-shell.ts";
import { composeMemory } from "./memory.ts";
import { composeModels } from "./models.ts";
import { idlePlatforms, pluginGates, pluginHooks, pluginSkillDirs } from "./plugins/brought.ts";
import { type LoadedPlugins, NO_PLUGINS } from "./plugins/loaded.ts";
import { mayHavePlugins } from "./plugins/may-have.ts";
import { meaningProblems, openSessionStore } from "./session-store.ts";
import { defaultSettings } from "./settings.ts";
import { sideComplete, sideModel } from "./side-model.ts";
import { composeSkills } from "./skills.ts";
import { checkToolsets, composeTools, type WiredTools } from "./tools.ts";
import { type WriteApproval, writeApproval } from "./write-approval.ts";

export interface Parts {
  readonly store: SessionStore;
  readonly models: Models;
  readonly spending: SpendLedger;
  /** What /fallback changed counts for the next plan. */
  readonly fallbackChain: { entries: Config["fallback_providers"] };
  readonly plugins: LoadedPlugins;
  readonly brought: readonly Contributions[];
  readonly background: Background;
  readonly gates: WiredGates;
  readonly environment: WiredEnvironment;
  readonly spill: SpillStore;
  readonly memory: MemoryBook | undefined;
  readonly memoryProvider: MemoryProvider | undefined;
  readonly memoryApproval: WriteApproval;
  readonly skillApproval: WriteApproval;
  readonly skills: Skills;
  /** Undefined while `skills.inline_shell` is off. */
  readonly inlineShell: WiredInlineShell | undefined;
  /** The skills that ship with the program are in the library; never rejects. */
  readonly skillsReady: Promise<void>;
  readonly checkpoints: Checkpoints;
  readonly engine: ContextEngine | undefined;
  readonly wired: WiredTools;
  readonly delegations: AsyncDelegations;
  readonly defaults: SessionSettings;
  readonly hooks: readonly NamedHooks[];
  readonly problems: readonly string[];
  /** Children run on the finished ports, which hold the tool that starts them. */
  setPorts(ports: HostPorts): void;
  close(): Promise<void>;
}

export async function composeParts(ground: Ground): Promise<Parts> {
  const { home, config, log, facts, options } = ground;
  const { store, archive, meaning, notices } = await openSessionStore(ground);
  const transport = createTransport({ proxy: proxySettings(ground.env) });
  const plugins = await openPlugins(ground);
  const hooks = await openHooks(ground);
  const brought = plugins.plugins.map(({ contributions }) => contributions);
  const fallbackChain = { entries: config.fallback_providers };
  const spending = fileSpendLedger(home.logs, log);
  const { models: uncounted, problems } = composeModels({
    ...ground,
    transport,
    fallbacks: () => fallbackChain.entries,
    extra: brought.flatMap((one) => one.models ?? []),
  });
  const models = countedModels(uncounted, { spending, clock: ground.clock });
  const background = createBackground(log);
  const gates = composeGates(ground, pluginGates(plugins, log));
  const environment = composeEnvironment(ground);
  const spill = fileSpill(home.spill, log);
  keepHouse(ground, { archive, background, environment });
  const memoryProvider = await guarded(brought.find((one) => one.memory !== undefined)?.memory, ground);
  const memoryApproval = writeApproval(ground, "memory");
  const skillApproval = writeApproval(ground, "skills");
  const memory = composeMemory({ ...ground, background, cwd: facts.cwd, provider: memoryProvider });
  const skillsReady = readySkills(ground);
  const skills = composeSkills(ground, pluginSkillDirs(plugins), skillApproval);
  const defaults = defaultSettings(config, options);
  const judged = (tool: Tool, input: unknown, context: ToolContext) =>
    callTool(tool, input, context, { gates: gates.gates, grants: gates.grants, yolo: defaults.yolo });
  const inlineShell = composeInlineShell(ground, { environment, callTool: judged });
  const late = { ports: undefined as HostPorts | undefined };
  const engine = chooseEngine(config.context.engine, plugins.plugins);

  const more: readonly Tool[] = [
    sessionSearchTool({
      store,
      complete: (context) => sideModel(models, defaults, context),
      ...(config.timezone === "" ? {} : { timeZone: config.timezone }),
    }),
    ...(memory === undefined ? [] : [memoryTool(memory, { approval: memoryApproval.on })]),
    ...skillTools({ skills, ...(inlineShell === undefined ? {} : { shell: inlineShell.inCall }) }),
    skillManageTool({ skills, origin: "foreground" }),
    ...(memoryProvider?.tools ?? []),
    ...((config.compression.enabled && engine.plugged?.tools) || []),
    ...brought.flatMap((one) => one.tools ?? []),
  ];
  const children = delegation({
    ...{ config, background, settings: defaults, ids: ground.ids },
    surface: options.source,
    interactive: options.interactive,
    ports: () => late.ports,
  });
  const wired = composeTools({
    ...ground,
    spawn: children.spawn,
    async see(image, question, context) {
      if (context.model === undefined) return { type: "blind", why: "No model asked for it." };
      return describeImage(models, context.model, image, question, context.signal);
    },
    summarizePage: pageSummary({
      complete: sideComplete(models, defaults, "web_extract"),
      nonce: () => ground.ids.id("").slice(1),
    }),
    spill,
    interactive: options.interactive,
    more,
  });
  if (options.settings.toolsets !== undefined) checkToolsets(wired.tools, options.settings.toolsets);

  return {
    ...{
      store,
      models,
      spending,
      plugins,
      brought,
      background,
      gates,
      environment,
      spill,
      memory,
      memoryProvider,
      skills,
    },
    ...{ wired, delegations: children.async, defaults, inlineShell, fallbackChain, memoryApproval, skillApproval },
    engine: composeEngine(ground, wired.tools, engine.plugged),
    hooks: [...hooks.named, ...pluginHooks(plugins)],
    checkpoints: composeCheckpoints(ground),
    skillsReady,
    problems: [
      ...meaningProblems(meaning),
      ...notices,
      ...problems,
      ...plugins.problems,
      ...idlePlatforms(plugins),
      ...(options.safeMode ? [] : engine.problems),
      ...hooks.problems,
    ],
    setPorts(ports) {
      late.ports = ports;
    },
    async close() {
      await background.stop();
      await wired.dispose();
      await environment.release();
      await plugins.dispose();
      transport.close();
      await store.close();
    },
  };
}

/** Whatever a provider does, it costs its answer and nothing else. */
async function guarded(provider: MemoryProvider | undefined, { log }: Ground): Promise<MemoryProvider | undefined> {
  if (provider === undefined) return undefined;
  return (await import("../runtime/guarded-memory.ts")).guardMemory(provider, log);
}

async function openPlugins(ground: Ground): Promise<LoadedPlugins> {
  if (ground.options.safeMode || !mayHavePlugins(ground)) return NO_PLUGINS;
  const { openPlugins: open } = await import("./plugins/open.ts");
  return open(ground);
}

/** Each program has a limit of its own; this one is for all programs of an event together. */
const SHELL_HOOKS_MS = 600_000;

/** Programs named under `hooks:` in config.yaml, as far as a person allowed them. */
async function openHooks(
  ground: Ground,
): Promise<{ readonly named: readonly NamedHooks[]; readonly problems: readonly string[] }> {
  const { config, home, facts, options, childEnv, log } = ground;
  if (options.safeMode || Object.keys(config.hooks).length === 0) return { named: [], problems: [] };
  const { hookConsent } = await import("./plugins/hook-consent.ts");
  const { shellHooks } = await import("./plugins/shell-hooks.ts");
  const accepted = options.acceptHooks || config.hooks_auto_accept || (facts.env.HERMES_ACCEPT_HOOKS ?? "") !== "";
  const consent = hookConsent(config.hooks, home.hooksAllowlist, accepted);
  const hooks = shellHooks({ hooks: config.hooks, isAllowed: consent.isAllowed, cwd: facts.cwd, env: childEnv, log });
  return { named: [{ plugin: "config hooks", hooks, deadlineMs: SHELL_HOOKS_MS }], problems: consent.problems };
}

/** A library that cannot be brought up to date is used as it is. */
async function readySkills(ground: Ground): Promise<void> {
  try {
    if (existsSync(join(ground.home.skills, PLAN_MARK))) await composeCuration(ground).mend();
    await syncBundled(bundledSkills(ground));
  } catch (error) {
    ground.log.warn("the bundled skills could not be brought up to date", { error: String(error) });
  }
}

/** What a long-lived program tidies by itself; a run that ends at once leaves it to the next one. */
function keepHouse(
  { config, clock, options }: Ground,
  {
    archive,
    background,
    environment,
  }: { readonly archive: SessionArchive } & Pick<Parts, "background" | "environment">,
): void {
  background.start("reap", () => environment.reap());
  if (!options.interactive) return;
  const { sessions } = config;
  const quota = {
    ...(sessions.image_quota_mb > 0 ? { imageBytes: sessions.image_quota_mb * 2 ** 20 } : {}),
    ...(sessions.result_quota_mb > 0 ? { resultBytes: sessions.result_quota_mb * 2 ** 20 } : {}),
  };
  if (Object.keys(quota).length > 0) {
    background.start("quota", async () => {
      await archive.keepBodiesWithin(quota);
    });
  }
  if (!sessions.auto_prune) return;
  background.start("prune", async () => {
    await archive.autoPrune({
      olderThanDays: sessions.retention_days,
      now: clock.now(),
      minIntervalHours: sessions.min_interval_hours,
      vacuum: sessions.vacuum_after_prune,
    });
  });
}
