// Wires it all: ground, parts, ports, app. Nothing here decides; nothing below here knows Config.

import { invokeByWord, preloadSkills, skillWords } from "../commands/skill-commands.ts";
import type { Facts } from "../config/process-facts.ts";
import { effectsOf } from "../engines/tool-effects.ts";
import { UsageFailure } from "../kernel/failure.ts";
import { OWNER } from "../kernel/principal.ts";
import type { App, AppOptions } from "../runtime/app.ts";
import { attachReferences } from "../runtime/attachments.ts";
import { createCompactions } from "../runtime/compactions.ts";
import { inspectContext } from "../runtime/context-inspection.ts";
import { createHost } from "../runtime/host.ts";
import { toolsInSight } from "../runtime/see.ts";
import { openBundles } from "../stores/files/skills/bundles.ts";
import { pruneWhenDue } from "./checkpoints.ts";
import { appCommands } from "./commands.ts";
import { type Ground, openGround } from "./ground.ts";
import { hostPorts } from "./host-ports.ts";
import { hostWithNotices } from "./job-notices.ts";
import { composeParts, type Parts } from "./parts.ts";
import { readPrefill } from "./prefill.ts";
import { selectTools } from "./tools.ts";

export async function openApp(given: Facts, options: AppOptions): Promise<App> {
  const ground = await openGround(given, options);
  const { facts } = ground;
  const parts = await composeParts(ground);
  const prefill = await readPrefill(ground.home, ground.config, ground.env);
  const ports = hostPorts(ground, parts, prefill.examples);
  parts.setPorts(ports);

  const { defaults, models, store, wired, gates } = parts;
  const compactions = createCompactions(ports, effectsOf(parts.wired.tools));
  const context: App["context"] = (reference, settings = defaults) =>
    inspectContext(ports, compactions, {
      reference,
      principal: OWNER,
      settings,
      cwd: facts.cwd,
      platform: options.source,
    });

  const housekeeping: { stop(): void }[] = [];
  if (options.interactive) {
    parts.background.start("curator", async () => {
      housekeeping.push((await import("./learning.ts")).keepCurating(ground, parts));
    });
    parts.background.start("checkpoints", () => pruneWhenDue(ground, parts.checkpoints));
  }

  const plainHost = createHost(ports);
  const host = options.interactive
    ? hostWithNotices(plainHost, [wired.jobs, parts.delegations], ground.log)
    : plainHost;

  return {
    host,
    store,
    clock: ground.clock,
    principal: OWNER,
    cwd: facts.cwd,
    defaults,
    commands: appCommands(ground, parts, { context, compactions, host: () => host }),
    warnings: [...ground.warnings, ...parts.problems, ...prefill.problems],
    plan: models.plan,
    tools: (settings, choice) =>
      toolsInSight(models, choice, selectTools(wired.tools, ground.config, settings, options)),
    attach: (message) => attach(ground, parts, message),
    ...skillInvocation(ground, parts),
    commandExplainer: () => gates.explainer(wired.terminal, () => parts.environment.open(facts.cwd)),
    context,
    compactions,
    settled: parts.background.settled,
    async close() {
      await parts.close();
      for (const task of housekeeping) task.stop();
    },
  };
}

/** Skills as words a person types; bundles are read when one is typed. */
function skillInvocation(
  { home }: Ground,
  { skills, skillsReady, inlineShell }: Parts,
): Pick<App, "invoke" | "preload" | "skillWords"> {
  const ready = async () => {
    await skillsReady;
    return { skills, bundles: openBundles(home.skillBundles), shell: inlineShell?.inMessage };
  };
  return {
    invoke: async (word, rest, sessionId) => invokeByWord(await ready(), word, rest, sessionId),
    skillWords: async () => skillWords(await ready()),
    async preload(names) {
      const { missing, ...loaded } = await preloadSkills(await ready(), names);
      if (missing.length > 0)
        throw new UsageFailure(`There is no skill ${missing.join(", ")}. \`hermes skills list\` shows them.`);
      return loaded;
    },
  };
}

async function attach({ facts, ids }: Ground, { models, environment, wired, defaults }: Parts, message: string) {
  if (!message.includes("@")) return { text: message, taints: [], warnings: [] };
  const plan = await models.plan(defaults);
  const ports = {
    env: await environment.open(facts.cwd),
    home: facts.userHome,
    window: plan.type === "ready" ? plan.primary.provider.info(plan.primary.model).window : 32_000,
    newNonce: () => ids.id("").slice(1, 9),
    fetchPage: wired.fetchPage,
  };
  return attachReferences(message, ports, new AbortController().signal);
}
