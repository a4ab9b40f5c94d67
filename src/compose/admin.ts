// The administrative side: what subcommands manage without opening a conversation.

import { ensureHome } from "../config/ensure-home.ts";
import { loadConfig } from "../config/load.ts";
import { openHome } from "../config/open-home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Admin } from "../runtime/admin.ts";
import { pluginAdmin } from "./plugins/manage.ts";

export async function openAdmin(facts: Facts, profile: string | undefined): Promise<Admin> {
  const home = openHome(facts, profile);
  ensureHome(home, facts.env);
  const { config } = loadConfig({ home, env: facts.env });
  return { plugins: pluginAdmin({ home, config, facts }) };
}
