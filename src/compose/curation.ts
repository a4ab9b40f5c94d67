// The curator of this home: its hands, its schedule, and the model that may propose.

import { join } from "node:path";
import type { SkillCuration } from "../contracts/skill-curation.ts";
import type { CuratorPorts } from "../runtime/after-turn/curator.ts";
import { openCuration } from "../stores/files/skills/curation.ts";
import type { Ground } from "./ground.ts";
import { skillPlaces } from "./skills.ts";

export function composeCuration(ground: Ground): SkillCuration {
  const { home, config, clock, log } = ground;
  return openCuration({
    places: skillPlaces(ground, []),
    ...{ clock, log },
    keep: config.curator.backup.keep,
    reports: join(home.logs, "curator"),
    bundles: home.skillBundles,
    jobsFile: join(home.cron, "jobs.json"),
  });
}

export function curatorPorts(
  { config, clock, log }: Ground,
  parts: Pick<CuratorPorts, "curation" | "skills" | "propose" | "lastActivityAt">,
): CuratorPorts {
  const { curator } = config;
  return {
    ...parts,
    ...{ clock, log },
    backup: curator.backup.enabled,
    schedule: {
      enabled: curator.enabled,
      intervalHours: curator.interval_hours,
      minIdleHours: curator.min_idle_hours,
    },
    policy: {
      staleAfterDays: curator.stale_after_days,
      archiveAfterDays: curator.archive_after_days,
      pruneBuiltins: curator.prune_builtins,
    },
    propose: curator.consolidate ? parts.propose : undefined,
  };
}
