// The administrative side: what subcommands manage without opening a conversation. Every part is loaded when it is asked for.

import { ensureHome } from "../config/ensure-home.ts";
import type { Home } from "../config/home.ts";
import { openHome } from "../config/open-home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import type { Admin } from "../runtime/admin.ts";
import { systemClock } from "./system-clock.ts";

/** What every part needs: a home that is there, and its settings. */
export interface AdminWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
  /** `.env` over the process environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export async function openAdmin(facts: Facts, profile: string | undefined, version: string): Promise<Admin> {
  const wiring = async (): Promise<AdminWiring> => {
    const home = openHome(facts, profile);
    ensureHome(home, facts.env);
    const [{ loadConfig }, { loadSecrets }] = await Promise.all([
      import("../config/load.ts"),
      import("../config/secrets.ts"),
    ]);
    const secrets = loadSecrets(home);
    const { config } = loadConfig({ home, env: facts.env, secrets });
    return { home, config, facts, env: { ...facts.env, ...Object.fromEntries(secrets) } };
  };
  return {
    clock: systemClock,
    plugins: async () => (await import("./plugins/manage.ts")).pluginAdmin(await wiring()),
    sessions: async () => (await import("./admin-sessions.ts")).sessionAdmin(await wiring()),
    memory: async () => (await import("./admin-memory.ts")).memoryAdmin(await wiring()),
    models: async () => (await import("./admin-models.ts")).modelAdmin(await wiring()),
    auth: async () => (await import("./admin-auth.ts")).authAdmin(await wiring()),
    tools: async () => (await import("./admin-tools.ts")).toolAdmin({ ...(await wiring()), profile }),
    insights: async () => (await import("./admin-insights.ts")).insightAdmin(await wiring()),
    health: async () => (await import("./admin-health.ts")).healthAdmin({ facts, profile, version }),
  };
}
