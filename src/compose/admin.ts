// The administrative side: what subcommands manage without opening a conversation. Every part is loaded when it is asked for.

import type { Facts } from "../config/process-facts.ts";
import type { Admin } from "../runtime/admin.ts";
import type { Ground } from "./ground.ts";
import { systemClock } from "./system-clock.ts";

export async function openAdmin(facts: Facts, profile: string | undefined, version: string): Promise<Admin> {
  const wiring = async (): Promise<Ground> =>
    (await import("./ground.ts")).openGround(facts, {
      ...(profile === undefined ? {} : { profile }),
      source: "cli",
      interactive: false,
      ignoreUserConfig: false,
      ignoreRules: true,
      safeMode: false,
      checkpoints: false,
      passSessionId: false,
      acceptHooks: false,
      settings: {},
    });
  return {
    clock: systemClock,
    plugins: async () => (await import("./plugins/manage.ts")).pluginAdmin(await wiring()),
    sessions: async () => (await import("./admin-sessions.ts")).sessionAdmin(await wiring()),
    memory: async () => (await import("./admin-memory.ts")).memoryAdmin(await wiring()),
    skills: async () => (await import("./admin-skills.ts")).skillAdmin(await wiring()),
    checkpoints: async () => (await import("./checkpoints.ts")).composeCheckpoints(await wiring()),
    models: async () => (await import("./admin-models.ts")).modelAdmin(await wiring()),
    auth: async () => (await import("./admin-auth.ts")).authAdmin(await wiring()),
    tools: async () => (await import("./admin-tools.ts")).toolAdmin(await wiring()),
    grants: async () => (await import("./admin-grants.ts")).grantAdmin(await wiring()),
    insights: async () => (await import("./admin-insights.ts")).insightAdmin(await wiring()),
    health: async () => (await import("./admin-health.ts")).healthAdmin({ facts, profile, version }),
  };
}
