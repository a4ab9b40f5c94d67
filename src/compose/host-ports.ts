// Ground and parts → what a host is wired from. Config becomes plain policies here and goes no further.

import type { Example } from "../kernel/late-layers.ts";
import type { Reviewer } from "../runtime/after-turn/review.ts";
import { titleSession } from "../runtime/after-turn/titles.ts";
import { watchMemory } from "../runtime/external-memory.ts";
import { createHintSource } from "../runtime/hint-files.ts";
import { createHookRunner, NO_HOOKS } from "../runtime/hooks.ts";
import type { HostPorts } from "../runtime/host-ports.ts";
import { createPromptSource } from "../runtime/prompt-sources.ts";
import { toolsInSight } from "../runtime/see.ts";
import { smartApproval } from "../runtime/smart-approval.ts";
import { holderName } from "../stores/shared/holder.ts";
import { automaticCheckpoints } from "./checkpoints.ts";
import { composeFileWatch } from "./file-watch.ts";
import type { Ground } from "./ground.ts";
import { describeHost } from "./host-facts.ts";
import { composeReviewer } from "./learning.ts";
import type { Parts } from "./parts.ts";
import { loopPolicy, spendingLimits } from "./policies.ts";
import { projectFileOptions, promptFiles } from "./prompt-files.ts";
import { sideComplete } from "./side-model.ts";
import { dateInWords, startOfDay } from "./system-clock.ts";
import { selectTools } from "./tools.ts";

const LEASE_TTL_MS = 60_000;

export function hostPorts(ground: Ground, parts: Parts, prefill: readonly Example[]): HostPorts {
  const { home, config, clock, ids, log, facts, env, options } = ground;
  const { store, models, gates, defaults, background } = parts;
  const state = { reviewer: undefined as Reviewer | undefined };
  const reviewer = () => {
    state.reviewer ??= composeReviewer(ground, parts);
    return state.reviewer;
  };
  const memoryWatch = watchMemory(parts.memoryProvider, background, log);
  return {
    ...{ store, clock, ids, log, models },
    prompt: createPromptSource({
      files: promptFiles({ ...ground, ...parts, ignoreRules: options.ignoreRules }),
      offered: (tools, choice) => toolsInSight(models, choice, tools),
      settings: {
        toolUseEnforcement: config.agent.tool_use_enforcement,
        finishing: config.agent.task_completion_guidance,
        environmentHint: config.agent.environment_hint,
        timeZone: config.timezone,
        today: config.timezone === "" ? dateInWords : undefined,
        ...(home.profile === "default" ? {} : { profile: home.profile }),
        platformHints: config.platform_hints,
        showSessionId: options.passSessionId,
      },
      host: { description: describeHost(), home: facts.userHome },
    }),
    hints: options.ignoreRules ? undefined : createHintSource(projectFileOptions(ground)),
    engine: parts.engine,
    memory: parts.memoryProvider,
    memoryWatch,
    spill: parts.spill,
    ...(config.checkpoints.enabled || options.checkpoints
      ? { checkpoints: automaticCheckpoints(ground, parts.checkpoints) }
      : {}),
    fileWatch: composeFileWatch(ground, parts.wired.jobs),
    gates: gates.gates,
    grants: gates.grants,
    soften: config.approvals.mode === "smart" ? smartApproval(sideComplete(models, defaults, "approval")) : undefined,
    ephemeral: env.HERMES_EPHEMERAL_SYSTEM_PROMPT ?? config.agent.system_prompt,
    prefill,
    maskKeys: ground.maskKeys,
    cacheTtl: config.prompt_caching.cache_ttl,
    maxRetries: config.agent.api_max_retries,
    loopPolicy: loopPolicy(config),
    limits: spendingLimits(config),
    spending: parts.spending,
    turnDeadlineMs: config.agent.turn_deadline * 1000,
    startOfDay,
    holder: holderName(ids.id("run")),
    leaseTtlMs: LEASE_TTL_MS,
    answerTimeoutMs: options.interactive ? config.approvals.timeout * 1000 : undefined,
    environment: parts.environment.open,
    tools: ({ settings, source }) =>
      selectTools(parts.wired.tools, config, settings, { source, interactive: options.interactive }),
    hooks: (sessionLog, notify) =>
      parts.hooks.length === 0 ? NO_HOOKS : createHookRunner(parts.hooks, sessionLog, notify),
    onResumed: parts.wired.resumed,
    onMoved(from, to, principal) {
      parts.wired.carry(from, to);
      gates.grants.carry(from, to);
      parts.delegations.carry(from, to);
      memoryWatch.switched({ id: from, principal, cwd: facts.cwd }, { id: to, principal, cwd: facts.cwd });
    },
    afterTurn(turn) {
      reviewer().afterTurn(turn);
      if (turn.reason !== "answered") return;
      memoryWatch.observe(turn.messages, { id: turn.sessionId, principal: turn.principal, cwd: facts.cwd });
      background.start("title", (signal) =>
        titleSession({ store, models, askModel: options.interactive }, turn, signal),
      );
    },
  };
}
