// Snapshots of projects, with the limits of the settings.

import type { AutomaticCheckpoints, Checkpoints } from "../contracts/checkpoints.ts";
import { endangeredBy } from "../kernel/checkpoints/risk.ts";
import { createCheckpoints } from "../stores/files/checkpoints/checkpoints.ts";
import { agentHomes } from "./agent-homes.ts";
import type { Ground } from "./ground.ts";

const MB = 2 ** 20;
const DAY_MS = 86_400_000;
const GIT_WITHIN_MS = 60_000;
const MOST_FILES = 50_000;

export function composeCheckpoints(ground: Ground): Checkpoints {
  const { home, config, facts, clock, ids, log, redact, options } = ground;
  const { checkpoints } = config;
  return createCheckpoints({
    dir: home.checkpoints,
    enabled: checkpoints.enabled || options.checkpoints,
    searchPath: facts.env.PATH ?? "",
    timeoutMs: GIT_WITHIN_MS,
    places: {
      userHome: facts.userHome,
      agentHomes: agentHomes(home),
      agentWorkspaces: [home.workspace],
    },
    ...{ clock, ids, log, redact },
    maxSnapshots: checkpoints.max_snapshots,
    maxTotalBytes: checkpoints.max_total_size_mb * MB,
    maxFileBytes: checkpoints.max_file_size_mb * MB,
    maxEntries: MOST_FILES,
    retentionMs: checkpoints.retention_days * DAY_MS,
    deleteOrphans: checkpoints.delete_orphans,
    minIntervalMs: checkpoints.min_interval_hours * 3_600_000,
  });
}

/** Old snapshots go once in a while, when a long-lived run starts. */
export async function pruneWhenDue({ config, options }: Ground, checkpoints: Checkpoints): Promise<void> {
  const used = config.checkpoints.enabled || options.checkpoints;
  if (used && config.checkpoints.auto_prune) await checkpoints.prune({ onlyIfDue: true });
}

/** What the gate knows about a command tells which files it may lose. */
export function automaticCheckpoints({ home, facts }: Ground, checkpoints: Checkpoints): AutomaticCheckpoints {
  return {
    checkpoints,
    async endangers(command, cwd) {
      const { judgeCommandText } = await import("../gates/explain-command.ts");
      const places = { cwd, workspace: cwd, home: facts.userHome, controlHomes: agentHomes(home) };
      return endangeredBy(judgeCommandText(command, places), cwd);
    },
  };
}
