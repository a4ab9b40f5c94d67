// What subcommands manage without opening a conversation. Each part is a port; compose/ puts the implementations behind it
// and opens a part only when it is asked for, so that looking at one thing never fails because of another.

import type { Checkpoints } from "../contracts/checkpoints.ts";
import type { Clock } from "../contracts/time.ts";
import type { FallbackAdmin } from "./admin-fallbacks.ts";
import type { GrantAdmin } from "./admin-grants.ts";
import type { HealthAdmin } from "./admin-health.ts";
import type { InsightAdmin } from "./admin-insights.ts";
import type { MemoryAdmin } from "./admin-memory.ts";
import type { AuthAdmin, ModelAdmin } from "./admin-models.ts";
import type { SessionAdmin } from "./admin-sessions.ts";
import type { SkillAdmin } from "./admin-skills.ts";
import type { ToolAdmin } from "./admin-tools.ts";

export interface PluginSummary {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly kind: string;
  readonly origin: string;
  readonly state: string;
  readonly dir: string;
  readonly tools: readonly string[];
  readonly hooks: readonly string[];
  readonly needs: readonly string[];
}

export interface PluginAdmin {
  list(): Promise<{ readonly plugins: readonly PluginSummary[]; readonly problems: readonly string[] }>;
  info(name: string): Promise<PluginSummary>;
  enable(name: string): Promise<void>;
  disable(name: string): Promise<void>;
  /** From a folder, or a git repository given by address; gives back its name. */
  install(source: string, force: boolean): Promise<string>;
  /** With what it stored, unless that is to be kept. */
  remove(name: string, keep?: { readonly data: boolean }): Promise<void>;
}

export interface Admin {
  readonly clock: Clock;
  plugins(): Promise<PluginAdmin>;
  sessions(): Promise<SessionAdmin>;
  memory(): Promise<MemoryAdmin>;
  skills(): Promise<SkillAdmin>;
  checkpoints(): Promise<Checkpoints>;
  models(): Promise<ModelAdmin>;
  fallbacks(): Promise<FallbackAdmin>;
  auth(): Promise<AuthAdmin>;
  tools(): Promise<ToolAdmin>;
  grants(): Promise<GrantAdmin>;
  insights(): Promise<InsightAdmin>;
  /** Works also where the others do not: it is for finding out why. */
  health(): Promise<HealthAdmin>;
}

export type OpenAdmin = () => Promise<Admin>;
