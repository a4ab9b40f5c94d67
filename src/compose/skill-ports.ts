// Everything commands do with skills, for the terminal and for conversations alike.

import { OWNER } from "../kernel/principal.ts";
import type { SkillPorts } from "../runtime/admin-skills.ts";
import type { CuratorPorts } from "../runtime/after-turn/curator.ts";
import { joinJournals } from "../runtime/learning-journal.ts";
import { openBundles } from "../stores/files/skills/bundles.ts";
import { openJournal } from "../stores/files/skills/journal.ts";
import { resetBundled } from "../stores/files/skills/sync-bundled.ts";
import { bundledSkills } from "./bundled-skills.ts";
import { composeCuration, curatorPorts } from "./curation.ts";
import type { Ground } from "./ground.ts";
import { composeHub } from "./hub.ts";
import type { Parts } from "./parts.ts";
import { pluginSkillDirs } from "./plugins/brought.ts";
import { sideComplete } from "./side-model.ts";
import { skillPlaces } from "./skills.ts";

const PROPOSE_MS = 600_000;

export function skillPorts(ground: Ground, parts: Parts): SkillPorts {
  const { home, clock } = ground;
  const { memory, skills } = parts;
  return {
    ...{ skills, clock },
    hub: composeHub(ground),
    bundles: openBundles(home.skillBundles),
    journal: joinJournals(
      openJournal({ places: skillPlaces(ground, pluginSkillDirs(parts.plugins)), clock }),
      memory,
      OWNER,
    ),
    curator: curatorOf(ground, parts),
    approval: parts.skillApproval,
    reset: (name, keepEdits) => resetBundled(bundledSkills(ground), name, keepEdits),
  };
}

export function curatorOf(ground: Ground, { models, defaults, skills, store }: Parts): CuratorPorts {
  return curatorPorts(ground, {
    curation: composeCuration(ground),
    skills,
    propose: {
      model: ground.config.auxiliary.curator.model || "the main model",
      complete: async (request) =>
        (await sideComplete(models, defaults, "curator")(AbortSignal.timeout(PROPOSE_MS)))(request),
    },
    async lastActivityAt() {
      const [latest] = await store.list({ principal: OWNER, limit: 1 });
      return latest?.lastActiveAt;
    },
  });
}
