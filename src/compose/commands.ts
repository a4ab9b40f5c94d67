// The slash commands of this home: a plugin's, then our own.

import { resolve } from "node:path";
import { adminCommands } from "../commands/admin-commands.ts";
import { approvalCommands } from "../commands/approval-commands.ts";
import { checkpointCommands } from "../commands/checkpoint-commands.ts";
import { compactionCommands } from "../commands/compaction-commands.ts";
import { contextCommands } from "../commands/context-commands.ts";
import { flowCommands } from "../commands/flow-commands.ts";
import { goalCommand } from "../commands/goal-command.ts";
import { memoryCommands } from "../commands/memory-commands.ts";
import { ownersOnly } from "../commands/owners-only.ts";
import { quickCommands } from "../commands/quick-commands.ts";
import { builtinCommands, withHelp } from "../commands/registry.ts";
import { skillCommands } from "../commands/skill-commands.ts";
import type { Command } from "../contracts/command.ts";
import type { Compactions } from "../contracts/compactions.ts";
import { OWNER } from "../kernel/principal.ts";
import type { App } from "../runtime/app.ts";
import type { Host } from "../runtime/host.ts";
import { toolsInSight } from "../runtime/see.ts";
import { adminPort, fileKeeper, settingsPort, shellRunner } from "./command-ports.ts";
import type { Ground } from "./ground.ts";
import type { Parts } from "./parts.ts";
import { ownPersonalities } from "./settings.ts";
import { skillPorts } from "./skill-ports.ts";
import { selectTools } from "./tools.ts";

export interface CommandSources {
  readonly context: App["context"];
  readonly compactions: Compactions;
  host(): Host;
}

export function appCommands(
  ground: Ground,
  parts: Parts,
  { context, compactions, host }: CommandSources,
): readonly Command[] {
  const { home, config, facts, clock, ids, options } = ground;
  const { store, models, wired, defaults } = parts;
  const own: readonly Command[] = [
    ...parts.brought.flatMap((one) => one.commands ?? []),
    ...compactionCommands({ compactions }),
    ...approvalCommands(parts.gates.given),
    ...checkpointCommands({ checkpoints: parts.checkpoints, store, cwd: facts.cwd }),
    ...contextCommands({
      store,
      personalities: ownPersonalities(config),
      context,
      async keepPersonality(name) {
        const { setKey } = await import("../config/save.ts");
        setKey({ home, env: facts.env }, "display.personality", name);
      },
    }),
    ...builtinCommands({
      ...{ store, clock, ids, models },
      principal: OWNER,
      async keepModel(provider, model) {
        await (await (await adminPort(ground)()).models()).choose({ provider, model });
      },
      async tools() {
        const tools = selectTools(wired.tools, config, defaults, options);
        const plan = await models.plan(defaults);
        return toolsInSight(models, plan.type === "ready" ? plan.primary : undefined, tools);
      },
    }),
    ...memoryCommands({
      book: parts.memory,
      approval: parts.memoryApproval,
      async readFile(path) {
        const { readFile } = await import("node:fs/promises");
        return readFile(resolve(facts.cwd, path), "utf8").then(
          (text) => ({ type: "text", text }) as const,
          (error: NodeJS.ErrnoException) => ({ type: "not", why: `${path} cannot be read (${error.code}).` }) as const,
        );
      },
      async withAdmin(work) {
        const admin = await (await adminPort(ground)()).memory();
        try {
          return await work(admin);
        } finally {
          await admin.close();
        }
      },
    }),
    ...skillCommands(skillPorts(ground, parts)),
    ...flowCommands({ store, models, principal: OWNER, cwd: facts.cwd, host, keepFile: fileKeeper(ground) }),
    ...adminCommands({
      admin: adminPort(ground),
      settings: settingsPort(ground),
      async fallbacks() {
        const { fallbackAdmin } = await import("./admin-fallbacks.ts");
        return fallbackAdmin(ground, (chain) => {
          parts.fallbackChain.entries = chain;
        });
      },
    }),
    goalCommand({ store, models, maxTurns: config.goals.max_turns }),
    ...quickCommands({ definitions: config.quick_commands, commands: () => own, exec: shellRunner(ground) }),
  ];
  return withHelp(own).map(ownersOnly);
}
