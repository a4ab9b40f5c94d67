// Getting better between turns: the background review, the curator, and the skills that ship with the program.

import { join } from "node:path";
import type { Tool } from "../contracts/tool.ts";
import { curateWhenDue } from "../runtime/after-turn/curator.ts";
import { createReviewer, type Reviewer } from "../runtime/after-turn/review.ts";
import { openNudges } from "../stores/files/memory/nudge-file.ts";
import { dailyCount } from "../stores/files/skills/daily-count.ts";
import { memoryTool } from "../tools/memory.ts";
import { skillManageTool } from "../tools/skill-manage.ts";
import { skillTools } from "../tools/skills.ts";
import type { Ground } from "./ground.ts";
import type { Parts } from "./parts.ts";
import { curatorOf } from "./skill-ports.ts";

const REVIEWS_PER_DAY = 50;
/** A single question still learns from its answer; a person who leaves is not held up. */
const LEAVING_WAITS_MS = { alone: 30_000, person: 2_000 };

export function composeReviewer(ground: Ground, parts: Parts): Reviewer {
  const { home, config, clock, ids, log, facts } = ground;
  const { store, background, memory, skills, defaults, engine, models } = parts;
  const tools: readonly Tool[] = [
    ...(memory === undefined ? [] : [memoryTool(memory, { approval: parts.memoryApproval.on, origin: "review" })]),
    ...skillTools({ skills, counts: false }),
    skillManageTool({ skills, origin: "background_review" }),
  ];
  return createReviewer({
    ...{ store, clock, log, background, tools },
    room: engine === undefined ? undefined : { engine, models },
    cacheTtl: config.prompt_caching.cache_ttl,
    policy: {
      memoryEvery: memory === undefined ? 0 : config.memory.nudge_interval,
      skillsEvery: config.skills.creation_nudge_interval,
      perDay: REVIEWS_PER_DAY,
    },
    verbosity: config.display.memory_notifications,
    leavingWaitsMs: ground.options.interactive ? LEAVING_WAITS_MS.person : LEAVING_WAITS_MS.alone,
    ...(defaults.effort === undefined ? {} : { effort: defaults.effort }),
    environment: () => parts.environment.open(facts.cwd),
    nudges: openNudges({ memories: home.memories, pending: home.pending }, ids),
    today: dailyCount(join(home.cache, "reviews.json"), clock),
  });
}

const LOOK_EVERY_MS = 3_600_000;

/** Looks now and every hour of a long-lived run, however long nobody speaks; what it did is in the log and in `hermes curator status`. */
export function keepCurating(ground: Ground, parts: Parts): { stop(): void } {
  const look = () =>
    parts.background.start("curator", async () => {
      const said = await curateWhenDue(curatorOf(ground, parts));
      if (said !== undefined) ground.log.info(said);
    });
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
