// Getting better between turns: the background review, the curator, and the skills that ship with the program.

import { join } from "node:path";
import type { AgentEvent } from "../contracts/session.ts";
import type { Tool } from "../contracts/tool.ts";
import { OWNER } from "../kernel/principal.ts";
import { curateWhenDue } from "../runtime/after-turn/curator.ts";
import { createReviewer, type Reviewer } from "../runtime/after-turn/review.ts";
import { taintsIn } from "../runtime/after-turn/taints.ts";
import { dailyCount } from "../stores/files/skills/daily-count.ts";
import { memoryTool } from "../tools/memory.ts";
import { skillManageTool } from "../tools/skill-manage.ts";
import { skillTools } from "../tools/skills.ts";
import { composeCuration, curatorPorts } from "./curation.ts";
import type { Ground } from "./ground.ts";
import type { Parts } from "./parts.ts";
import { sideComplete } from "./side-model.ts";

const REVIEWS_PER_DAY = 50;
const PROPOSE_MS = 600_000;

export function composeReviewer(ground: Ground, parts: Parts): Reviewer {
  const { home, config, clock, log, facts } = ground;
  const { store, background, memory, skills, defaults } = parts;
  const tools: readonly Tool[] = [
    ...(memory === undefined
      ? []
      : [memoryTool(memory, { approval: () => config.memory.write_approval, origin: "review" })]),
    ...skillTools({ skills, counts: false }),
    skillManageTool({ skills, origin: "background_review" }),
  ];
  return createReviewer({
    ...{ store, clock, log, background, tools },
    cacheTtl: config.prompt_caching.cache_ttl,
    policy: {
      memoryEvery: memory === undefined ? 0 : config.memory.nudge_interval,
      skillsEvery: config.skills.creation_nudge_interval,
      perDay: REVIEWS_PER_DAY,
    },
    verbosity: config.display.memory_notifications,
    ...(defaults.effort === undefined ? {} : { effort: defaults.effort }),
    environment: () => parts.environment.open(facts.cwd),
    taintsOf: (messages) => taintsIn(messages, parts.wired.tools),
    today: dailyCount(join(home.cache, "reviews.json"), clock),
  });
}

/** Looks once, when a long-lived run starts; what it did is said. */
export async function runCurator(ground: Ground, parts: Parts, publish: (event: AgentEvent) => void): Promise<void> {
  const { models, defaults, store, skills } = parts;
  const said = await curateWhenDue(
    curatorPorts(ground, {
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
    }),
  );
  if (said !== undefined) publish({ type: "notice", level: "info", text: said });
}
