// A plugin returns data; it never reaches inside. Removing it removes everything it brought.

import type { Usage } from "../kernel/message.ts";
import type { Command } from "./command.ts";
import type { ContextEngine } from "./context.ts";
import type { Gate } from "./gate.ts";
import type { Log } from "./log.ts";
import type { MemoryProvider } from "./memory.ts";
import type { ModelProvider } from "./model.ts";
import type { PlatformAdapter } from "./platform.ts";
import type { Answer } from "./question.ts";
import type { Tool } from "./tool.ts";

export interface Contributions {
  readonly tools?: readonly Tool[];
  readonly gates?: readonly Gate[];
  readonly hooks?: Hooks;
  readonly commands?: readonly Command[];
  readonly models?: readonly ModelProvider[];
  readonly memory?: MemoryProvider;
  /** Chat networks, for whoever runs them. */
  readonly platforms?: readonly PlatformAdapter[];
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
  /** What a terminal command printed, before anything else is made of it. The first text wins. */
  transformTerminalOutput?(
    event: HookSession & { readonly command: string; readonly output: string },
  ): Promise<string | undefined>;
  transformToolResult?(event: HookToolCall & { readonly result: string }): Promise<string | undefined>;
  /** Text for a late labelled block of this turn. */
  preModelCall?(event: HookModelCall): Promise<{ readonly context: string } | undefined>;
  postModelCall?(event: HookModelCall & { readonly text: string }): Promise<void>;
  /** Other words for an answer. The first text wins; where a plugin has this, answers are shown when they are whole. */
  transformModelOutput?(event: HookModelCall & { readonly text: string }): Promise<string | undefined>;
  /** Around every request of a turn, also those that are tried again. */
  preApiRequest?(event: HookRequest): Promise<void>;
  postApiRequest?(event: HookRequest & { readonly usage: Usage; readonly ms: number }): Promise<void>;
  apiRequestError?(
    event: HookRequest & { readonly kind: string; readonly message: string; readonly ms: number },
  ): Promise<void>;
  onSessionStart?(event: HookSession): Promise<void>;
  onSessionEnd?(event: HookSession & { readonly reason: string }): Promise<void>;
  /** The last word on a session, after its end was told. */
  onSessionFinalize?(event: HookSession & { readonly reason: string }): Promise<void>;
  /** A person left a session for a new one. */
  onSessionReset?(event: HookSession & { readonly previousId: string }): Promise<void>;
  subagentStart?(event: HookSubagent): Promise<void>;
  subagentStop?(event: HookSubagent & { readonly status: string; readonly ms: number }): Promise<void>;
  /** A person is about to be asked; what they say comes after. Neither changes it. */
  preApprovalRequest?(event: HookApproval): Promise<void>;
  postApprovalResponse?(event: HookApproval & { readonly answer: Answer }): Promise<void>;
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
export interface HookRequest extends HookSession {
  readonly model: string;
  readonly messages: number;
  readonly tools: number;
  readonly estimatedTokens: number;
}
/** `sessionId` is the parent's. */
export interface HookSubagent extends HookSession {
  readonly childId: string;
  readonly goal: string;
}
export interface HookApproval extends HookToolCall {
  readonly subject: string;
  readonly reasons: readonly string[];
}
