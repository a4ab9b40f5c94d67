// A plugin returns data; it never reaches inside. Removing it removes everything it brought.

import type { Command } from "./command.ts";
import type { ContextEngine } from "./context.ts";
import type { Gate } from "./gate.ts";
import type { Log } from "./log.ts";
import type { MemoryProvider } from "./memory.ts";
import type { ModelProvider } from "./model.ts";
import type { Tool } from "./tool.ts";

export interface Contributions {
  readonly tools?: readonly Tool[];
  readonly gates?: readonly Gate[];
  readonly hooks?: Hooks;
  readonly commands?: readonly Command[];
  readonly models?: readonly ModelProvider[];
  readonly memory?: MemoryProvider;
  readonly context?: ContextEngine;
  readonly skillDirs?: readonly string[];
  dispose?(): Promise<void>;
}

export interface PluginHost {
  /** The plugin's own directory, for files it ships. */
  readonly dir: string;
  /** Private to this plugin, created on demand. */
  readonly dataDir: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Environment variables the plugin's manifest asked for, those that are set. */
  readonly env: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly log: Log;
}

export interface Plugin {
  readonly name: string;
  setup(host: PluginHost): Contributions | Promise<Contributions>;
}

/** Observers and small interventions; every one is optional, bounded in time, and cannot fail a turn. */
export interface Hooks {
  preToolCall?(event: HookToolCall): Promise<{ readonly block: string } | undefined>;
  postToolCall?(event: HookToolCall & { readonly result: string; readonly isError: boolean }): Promise<void>;
  transformToolResult?(event: HookToolCall & { readonly result: string }): Promise<string | undefined>;
  /** Text for a late labelled block of this turn. */
  preModelCall?(event: HookModelCall): Promise<{ readonly context: string } | undefined>;
  postModelCall?(event: HookModelCall & { readonly text: string }): Promise<void>;
  onSessionStart?(event: HookSession): Promise<void>;
  onSessionEnd?(event: HookSession & { readonly reason: string }): Promise<void>;
}

export interface HookSession {
  readonly sessionId: string;
  readonly source: string;
  readonly cwd: string;
}
export interface HookToolCall extends HookSession {
  readonly tool: string;
  readonly input: unknown;
}
export interface HookModelCall extends HookSession {
  readonly model: string;
  readonly userText: string;
}
