// The one description of config.yaml: type, defaults, validation and reference page all come from these sections.
// Sections are functions: building all of zod's objects would cost more than the rest of a start, so only what a file mentions is built.

import type * as z from "zod/mini";
import * as agent from "./schema/agent.ts";
import * as display from "./schema/display.ts";
import * as environment from "./schema/environment.ts";
import * as learning from "./schema/learning.ts";
import * as model from "./schema/model.ts";
import * as safety from "./schema/safety.ts";

export const SECTIONS = {
  model: model.modelSection,
  providers: model.providersSection,
  custom_providers: model.customProvidersSection,
  fallback_providers: model.fallbackProvidersSection,
  credential_pool_strategies: model.credentialPoolStrategiesSection,
  model_aliases: model.modelAliasesSection,
  provider_routing: model.providerRoutingSection,
  openrouter: model.openrouterSection,
  auxiliary: model.auxiliarySection,
  prompt_caching: model.promptCachingSection,
  limits: model.limitsSection,
  toolsets: model.toolsetsSection,
  platform_toolsets: model.platformToolsetsSection,
  agent: agent.agentSection,
  delegation: agent.delegationSection,
  goals: agent.goalsSection,
  compression: agent.compressionSection,
  context: agent.contextSection,
  context_file_max_chars: agent.contextFileMaxCharsSection,
  file_read_max_chars: agent.fileReadMaxCharsSection,
  tool_output: agent.toolOutputSection,
  tool_loop_guardrails: agent.toolLoopGuardrailsSection,
  code_execution: agent.codeExecutionSection,
  tools: agent.toolsSection,
  personalities: agent.personalitiesSection,
  platform_hints: agent.platformHintsSection,
  prefill_messages_file: agent.prefillMessagesFileSection,
  memory: learning.memorySection,
  skills: learning.skillsSection,
  curator: learning.curatorSection,
  approvals: safety.approvalsSection,
  command_allowlist: safety.commandAllowlistSection,
  security: safety.securitySection,
  privacy: safety.privacySection,
  checkpoints: safety.checkpointsSection,
  hooks: agent.hooksSection,
  hooks_auto_accept: safety.hooksAutoAcceptSection,
  quick_commands: agent.quickCommandsSection,
  plugins: agent.pluginsSection,
  mcp_servers: agent.mcpServersSection,
  terminal: environment.terminalSection,
  web: environment.webSection,
  browser: environment.browserSection,
  network: environment.networkSection,
  sessions: environment.sessionsSection,
  search: environment.searchSection,
  store: environment.storeSection,
  logging: environment.loggingSection,
  timezone: environment.timezoneSection,
  display: display.displaySection,
  paste_collapse_threshold: display.pasteCollapseThresholdSection,
  paste_collapse_threshold_fallback: display.pasteCollapseThresholdFallbackSection,
  paste_collapse_char_threshold: display.pasteCollapseCharThresholdSection,
  onboarding: display.onboardingSection,
  worktree: display.worktreeSection,
  cron: agent.cronSection,
  streaming: display.streamingSection,
  human_delay: display.humanDelaySection,
  session_reset: display.sessionResetSection,
  group_sessions_per_user: display.groupSessionsPerUserSection,
  thread_sessions_per_user: display.threadSessionsPerUserSection,
  max_concurrent_sessions: environment.maxConcurrentSessionsSection,
  gateway: display.gatewaySection,
} satisfies Record<string, () => z.core.$ZodType>;

export type SectionName = keyof typeof SECTIONS;
export type Config = { readonly [Name in SectionName]: Frozen<z.output<ReturnType<(typeof SECTIONS)[Name]>>> };

/** Root keys a home shared with the reference may hold: kept, not used here, not warned about. */
export const FOREIGN_KEYS: ReadonlySet<string> = new Set([
  "_config_version",
  "bedrock",
  "dashboard",
  "discord",
  "honcho",
  "kanban",
  "lsp",
  "matrix",
  "mattermost",
  "model_catalog",
  "secrets",
  "slack",
  "stt",
  "telegram",
  "tts",
  "updates",
  "voice",
  "whatsapp",
  "x_search",
]);

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

export function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(SECTIONS, name);
}
