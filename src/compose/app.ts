// Wires it all: config and home in, an App out. Nothing here decides; nothing below here knows Config.

import { join } from "node:path";
import { contextCommands } from "../commands/context-commands.ts";
import { builtinCommands } from "../commands/registry.ts";
import { ensureHome } from "../config/ensure-home.ts";
import { openHome } from "../config/open-home.ts";
import type { Facts } from "../config/process-facts.ts";
import { loadConfigQuickly } from "../config/quick-load.ts";
import type { Config } from "../config/schema.ts";
import { secretSettings } from "../config/secret-settings.ts";
import { childEnvironment, knownSecretValues, loadSecrets } from "../config/secrets.ts";
import { warningText } from "../config/warning-text.ts";
import type { Effort } from "../contracts/model.ts";
import type { SessionSettings } from "../contracts/session.ts";
import { OWNER } from "../kernel/principal.ts";
import { choosePersonality } from "../kernel/prompt/personality.ts";
import { createTransport } from "../providers/transport.ts";
import { createBackground } from "../runtime/after-turn/background.ts";
import { titleSession } from "../runtime/after-turn/titles.ts";
import type { App, AppOptions } from "../runtime/app.ts";
import { attachReferences } from "../runtime/attachments.ts";
import { inspectContext } from "../runtime/context-inspection.ts";
import { createHintSource } from "../runtime/hint-files.ts";
import { createHookRunner, NO_HOOKS } from "../runtime/hooks.ts";
import { createHost } from "../runtime/host.ts";
import type { HostPorts } from "../runtime/host-ports.ts";
import { callTool } from "../runtime/judge.ts";
import { createPromptSource } from "../runtime/prompt-sources.ts";
import { describeImage } from "../runtime/see.ts";
import { smartApproval } from "../runtime/smart-approval.ts";
import { fileLog } from "../stores/files/file-log.ts";
import { fileSpendLedger } from "../stores/files/spend-ledger.ts";
import { fileSpill } from "../stores/files/spill.ts";
import { holderName } from "../stores/sqlite/holder.ts";
import { openSqliteStore } from "../stores/sqlite/open.ts";
import { memoryTool } from "../tools/memory.ts";
import { sessionSearchTool } from "../tools/session-search.ts";
import { delegation } from "./delegation.ts";
import { composeEnvironment } from "./environment.ts";
import { composeGates } from "./gates.ts";
import { describeHost } from "./host-facts.ts";
import { composeMemory } from "./memory.ts";
import { composeModels } from "./models.ts";
import { NO_PLUGINS } from "./plugins/load.ts";
import { mayHavePlugins } from "./plugins/may-have.ts";
import { loopPolicy, spendingLimits } from "./policies.ts";
import { readPrefill } from "./prefill.ts";
import { projectFileOptions, promptFiles } from "./prompt-files.ts";
import { redactor } from "./redaction.ts";
import { sideComplete, sideModel } from "./side-model.ts";
import { dateInWords, startOfDay, systemClock, systemIds } from "./system-clock.ts";
import { checkToolsets, composeTools, selectTools } from "./tools.ts";

const LEASE_TTL_MS = 60_000;
/** How long leaving waits for titles and the like. */
const BACKGROUND_MS = 2_000;

export async function openApp(facts: Facts, options: AppOptions): Promise<App> {
  const home = openHome(facts, options.profile);
  ensureHome(home, facts.env);
  const secrets = loadSecrets(home);
  const env = { ...facts.env, ...Object.fromEntries(secrets) };
  const loaded = await loadConfigQuickly({ home, env: facts.env, secrets, ignoreUserConfig: options.ignoreUserConfig });
  const { config } = loaded;
  const redact = redactor(
    config,
    knownSecretValues(
      secrets,
      facts.env,
      secretSettings(loaded.raw).map((setting) => setting.value),
    ),
  );
  const log = fileLog({
    dir: home.logs,
    clock: systemClock,
    level: logLevel(config),
    maxBytes: config.logging.max_size_mb * 1024 * 1024,
    backups: config.logging.backup_count,
    redact,
  });
  const store = await openSqliteStore({ path: home.stateDb, clock: systemClock, ids: systemIds, log });
  const transport = createTransport();
  const pluginWiring = { home, config, facts, env, log };
  const plugins =
    options.safeMode || !mayHavePlugins(pluginWiring)
      ? NO_PLUGINS
      : await (await import("./plugins/open.ts")).openPlugins(pluginWiring);
  const brought = plugins.plugins.map(({ contributions }) => contributions);
  const { models, problems } = composeModels({
    ...{ home, config, env, log, transport },
    clock: systemClock,
    ids: systemIds,
    extra: brought.flatMap((one) => one.models ?? []),
  });
  const background = createBackground(log);
  const childEnv = childEnvironment(facts.env, config.terminal.env_passthrough, secrets);
  const gates = composeGates({ home, config, facts, clock: systemClock });
  const spill = fileSpill(home.spill, log);
  const environment = composeEnvironment({ home, config, facts, childEnv, ids: systemIds, log });
  const memoryProvider = brought.find((one) => one.memory !== undefined)?.memory;
  const memory = composeMemory({
    home,
    config,
    background,
    clock: systemClock,
    ids: systemIds,
    cwd: facts.cwd,
    provider: memoryProvider,
  });
  const promptWiring = { home, config, facts, ignoreRules: options.ignoreRules, memory, memoryProvider };
  const defaults = defaultSettings(config, options);
  const late = { ports: undefined as HostPorts | undefined };
  const hooked = plugins.plugins.flatMap(({ name, contributions }) =>
    contributions.hooks === undefined ? [] : [{ plugin: name, hooks: contributions.hooks }],
  );
  const wired = composeTools({
    ...{ home, config, facts, env },
    clock: systemClock,
    ids: systemIds,
    spawn: delegation(config, defaults, () => late.ports),
    async see(image, question, context) {
      const plan = await models.plan(defaults);
      return plan.type === "ready" ? describeImage(models, plan.primary, image, question, context.signal) : plan.why;
    },
    callTool: (tool, input, context) =>
      callTool(tool, input, context, { gates: gates.gates, grants: gates.grants, yolo: defaults.yolo }),
    spill,
    more: [
      sessionSearchTool({
        store,
        complete: (context) => sideModel(models, defaults, context),
        ...(config.timezone === "" ? {} : { timeZone: config.timezone }),
      }),
      ...(memory === undefined ? [] : [memoryTool(memory, { approval: () => config.memory.write_approval })]),
      ...(memoryProvider?.tools ?? []),
      ...brought.flatMap((one) => one.tools ?? []),
    ],
  });
  const { tools } = wired;
  if (options.settings.toolsets !== undefined) checkToolsets(tools, options.settings.toolsets);

  const prefill = await readPrefill(home, config, env);

  const ports: HostPorts = {
    store,
    clock: systemClock,
    ids: systemIds,
    log,
    models,
    prompt: createPromptSource({
      files: promptFiles(promptWiring),
      settings: {
        toolUseEnforcement: config.agent.tool_use_enforcement,
        finishing: config.agent.task_completion_guidance,
        environmentHint: config.agent.environment_hint,
        timeZone: config.timezone,
        today: config.timezone === "" ? dateInWords : undefined,
        ...(home.profile === "default" ? {} : { profile: home.profile }),
        platformHints: config.platform_hints,
        showSessionId: false,
      },
      host: { description: describeHost(), home: facts.userHome },
    }),
    hints: options.ignoreRules ? undefined : createHintSource(projectFileOptions(promptWiring)),
    engine: brought.find((one) => one.context !== undefined)?.context,
    memory: memoryProvider,
    spill,
    gates: [...gates.gates, ...brought.flatMap((one) => one.gates ?? [])],
    grants: gates.grants,
    soften: config.approvals.mode === "smart" ? smartApproval(sideComplete(models, defaults, "approval")) : undefined,
    ephemeral: env.HERMES_EPHEMERAL_SYSTEM_PROMPT ?? config.agent.system_prompt,
    prefill: prefill.text,
    cacheTtl: config.prompt_caching.cache_ttl,
    maxRetries: config.agent.api_max_retries,
    loopPolicy: loopPolicy(config),
    limits: spendingLimits(config),
    spending: fileSpendLedger(join(home.logs, "spending.jsonl"), log),
    turnDeadlineMs: config.agent.turn_deadline * 1000,
    startOfDay,
    holder: holderName(systemIds.id("run")),
    leaseTtlMs: LEASE_TTL_MS,
    answerTimeoutMs: options.interactive ? config.approvals.timeout * 1000 : undefined,
    environment: environment.open,
    tools: ({ settings }) => selectTools(tools, config, settings),
    hooks: (sessionLog, notify) => (hooked.length === 0 ? NO_HOOKS : createHookRunner(hooked, sessionLog, notify)),
    onMoved: wired.carry,
    afterTurn(turn) {
      if (turn.reason !== "answered") return;
      background.start("title", (signal) =>
        titleSession({ store, models, askModel: options.interactive }, turn, signal),
      );
    },
  };
  late.ports = ports;

  return {
    host: createHost(ports),
    store,
    clock: systemClock,
    principal: OWNER,
    cwd: facts.cwd,
    defaults,
    commands: [
      ...contextCommands({
        store,
        personalities: { ...config.agent.personalities, ...config.personalities },
        context: (reference) =>
          inspectContext(ports, {
            reference,
            principal: OWNER,
            settings: defaults,
            cwd: facts.cwd,
            platform: options.source,
          }),
        keepPersonality: (name) =>
          void import("../config/save.ts").then(({ setKey }) =>
            setKey({ home, env: facts.env }, "display.personality", name),
          ),
      }),
      ...brought.flatMap((one) => one.commands ?? []),
      ...builtinCommands({
        store,
        clock: systemClock,
        ids: systemIds,
        principal: OWNER,
        models,
        tools: () => selectTools(tools, config, defaults),
      }),
    ],
    warnings: [
      ...loaded.warnings.map((warning) => warningText(home.config, warning)),
      ...problems,
      ...plugins.problems,
    ],
    plan: models.plan,
    tools: (settings) => selectTools(tools, config, settings),
    async attach(message) {
      const plan = await models.plan(defaults);
      const window = plan.type === "ready" ? plan.primary.provider.info(plan.primary.model).window : 32_000;
      const workspace = await environment.open(facts.cwd);
      const never = new AbortController().signal;
      return attachReferences(
        message,
        {
          env: workspace,
          home: facts.userHome,
          window,
          newNonce: () => systemIds.id("").slice(1, 9),
          fetchPage: wired.fetchPage,
        },
        never,
      );
    },
    commandExplainer: gates.explainer,
    context: (reference) =>
      inspectContext(ports, {
        reference,
        principal: OWNER,
        settings: defaults,
        cwd: facts.cwd,
        platform: options.source,
      }),
    async close() {
      await background.stop(BACKGROUND_MS);
      await wired.dispose();
      environment.release();
      await plugins.dispose();
      transport.close();
      await store.close();
    },
  };
}

function defaultSettings(config: Config, { settings }: AppOptions): SessionSettings {
  const effort = config.agent.reasoning_effort;
  return {
    yolo: false,
    maxIterations: config.agent.max_turns,
    ...(isEffort(effort) ? { effort } : {}),
    ...initialOverlay(config),
    ...settings,
  };
}

function initialOverlay(config: Config): Pick<SessionSettings, "overlay"> {
  if (config.display.personality === "") return {};
  const chosen = choosePersonality(config.display.personality, {
    ...config.agent.personalities,
    ...config.personalities,
  });
  return chosen.type === "overlay" ? { overlay: chosen.text } : {};
}

function isEffort(value: string): value is Effort {
  return value === "none" || value === "low" || value === "medium" || value === "high";
}

function logLevel({ logging }: Config): "INFO" | "WARNING" | "ERROR" {
  const level = logging.level.toUpperCase();
  return level === "ERROR" || level === "CRITICAL" ? "ERROR" : level === "WARNING" ? "WARNING" : "INFO";
}
