// The administrative side: what subcommands manage without opening a conversation. Every part is loaded when it is asked for.

import type { Facts } from "../config/process-facts.ts";
import type { Admin } from "../runtime/admin.ts";
import { PLAIN_APP } from "../runtime/app.ts";
import { authAdmin } from "./admin-auth.ts";
import { fallbackAdmin } from "./admin-fallbacks.ts";
import { grantAdmin } from "./admin-grants.ts";
import { healthAdmin } from "./admin-health.ts";
import { insightAdmin } from "./admin-insights.ts";
import { memoryAdmin } from "./admin-memory.ts";
import { modelAdmin } from "./admin-models.ts";
import { sessionAdmin } from "./admin-sessions.ts";
import { skillAdmin } from "./admin-skills.ts";
import { toolAdmin } from "./admin-tools.ts";
import { composeCheckpoints } from "./checkpoints.ts";
import type { Ground } from "./ground.ts";
import { openGround } from "./ground.ts";
import { pluginAdmin } from "./plugins/manage.ts";
import { systemClock } from "./system-clock.ts";

export async function openAdmin(
  facts: Facts,
  profile: string | undefined,
  version: string,
  warn: (words: string) => void = () => undefined,
): Promise<Admin> {
  const wiring = async (): Promise<Ground> =>
    openGround(facts, {
      ...PLAIN_APP,
      ...(profile === undefined ? {} : { profile }),
      source: "cli",
      ignoreRules: true,
    });
  return {
    clock: systemClock,
    plugins: async () => pluginAdmin(await wiring()),
    sessions: async () => sessionAdmin(await wiring(), warn),
    memory: async () => memoryAdmin(await wiring()),
    skills: async () => skillAdmin(await wiring()),
    checkpoints: async () => composeCheckpoints(await wiring()),
    models: async () => modelAdmin(await wiring()),
    fallbacks: async () => fallbackAdmin(await wiring(), () => undefined),
    auth: async () => authAdmin(await wiring()),
    tools: async () => toolAdmin(await wiring()),
    grants: async () => grantAdmin(await wiring()),
    insights: async () => insightAdmin(await wiring()),
    health: async () => healthAdmin({ facts, profile, version }),
  };
}
