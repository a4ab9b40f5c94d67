// The slash commands of this home: a plugin's, then our own.

import { checkpointCommands } from "../commands/checkpoint-commands.ts";
import { compactionCommands } from "../commands/compaction-commands.ts";
import { contextCommands } from "../commands/context-commands.ts";
import { builtinCommands } from "../commands/registry.ts";
import type { Command } from "../contracts/command.ts";
import type { Compactions } from "../contracts/compactions.ts";
import { OWNER } from "../kernel/principal.ts";
import type { App } from "../runtime/app.ts";
import type { Ground } from "./ground.ts";
import type { Parts } from "./parts.ts";
import { ownPersonalities } from "./settings.ts";
import { selectTools } from "./tools.ts";

export interface CommandSources {
  readonly context: App["context"];
  readonly compactions: Compactions;
}

export function appCommands(
  ground: Ground,
  parts: Parts,
  { context, compactions }: CommandSources,
): readonly Command[] {
  const { home, config, facts, clock, ids } = ground;
  const { store, models, wired, defaults } = parts;
  return [
    ...parts.brought.flatMap((one) => one.commands ?? []),
    ...compactionCommands({ compactions }),
    ...checkpointCommands({ checkpoints: parts.checkpoints, store, cwd: facts.cwd }),
    ...contextCommands({
      store,
      personalities: ownPersonalities(config),
      context,
      keepPersonality: (name) =>
        void import("../config/save.ts").then(({ setKey }) =>
          setKey({ home, env: facts.env }, "display.personality", name),
        ),
    }),
    ...builtinCommands({
      ...{ store, clock, ids, models },
      principal: OWNER,
      tools: () => selectTools(wired.tools, config, defaults),
    }),
  ];
}
