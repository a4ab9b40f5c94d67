// Everything a surface may touch. Surfaces translate; they do not decide.

import type { ArgumentChoice, Command, PreparedText, Reply } from "../contracts/command.ts";
import type { Compactions } from "../contracts/compactions.ts";
import type { ExplainCommand } from "../contracts/gate.ts";
import type { ModelChoice } from "../contracts/model.ts";
import type { ModelPlan } from "../contracts/models.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { SessionStore } from "../contracts/stores.ts";
import type { Clock } from "../contracts/time.ts";
import type { Tool } from "../contracts/tool.ts";
import type { Principal } from "../kernel/principal.ts";
import type { ContextReport } from "../kernel/prompt/report.ts";
import type { Attached } from "./attachments.ts";
import type { Host } from "./host.ts";

export interface App {
  readonly host: Host;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly principal: Principal;
  readonly cwd: string;
  /** What a new session starts with, config and flags applied. */
  readonly defaults: SessionSettings;
  readonly commands: readonly Command[];
  /** What went wrong while opening, for people: config warnings, blocked files. */
  readonly warnings: readonly string[];
  plan(settings: Pick<SessionSettings, "model" | "provider">): Promise<ModelPlan>;
  /** What a new session with this model is offered; without one, what some model could be. */
  tools(settings: SessionSettings, choice: ModelChoice | undefined): Promise<readonly Tool[]>;
  /** Expands `@file:…` and its kin in a message; what could not be attached is said. */
  attach(message: string): Promise<Attached>;
  /** `/word rest` where the word is a skill or bundle: what is sent instead; undefined when there is none. */
  invoke(word: string, rest: string, sessionId: string): Promise<Reply | undefined>;
  /** Skill text to put before a session's first message. Throws UsageFailure for a name that does not exist. */
  preload(names: readonly string[]): Promise<PreparedText>;
  /** Every word that loads a skill or bundle, for completion. */
  skillWords(): Promise<readonly ArgumentChoice[]>;
  /** Judges commands as calls would be judged, without running anything. */
  commandExplainer(): Promise<ExplainCommand>;
  readonly compactions: Compactions;
  /** Of a stored session, or of a new one started here now. */
  context(
    reference: string | undefined,
    settings?: SessionSettings,
  ): Promise<{ readonly report: ContextReport; readonly notices: readonly string[] }>;
  /** Background work of finished turns is done, or its bound is over; what it has to say is heard while its session is open. */
  settled(): Promise<void>;
  /** Waits for background work within its bounds, then lets go of everything. */
  close(): Promise<void>;
}

/** What a surface knows before the app is opened. */
export interface AppOptions {
  /** Where to work; the process directory unless said. */
  readonly cwd?: string;
  readonly profile?: string;
  readonly source: string;
  /** Somebody can answer questions on this surface. */
  readonly interactive: boolean;
  readonly ignoreUserConfig: boolean;
  readonly ignoreRules: boolean;
  readonly safeMode: boolean;
  readonly checkpoints: boolean;
  /** Allow the configured hook programs from now on. */
  readonly acceptHooks: boolean;
  /** Tell the model the id of its session. */
  readonly passSessionId: boolean;
  readonly settings: Partial<SessionSettings>;
}

/** Nobody is there to answer, and nothing is switched off or on beyond the settings. */
export const PLAIN_APP: Omit<AppOptions, "source"> = {
  interactive: false,
  ignoreUserConfig: false,
  ignoreRules: false,
  safeMode: false,
  checkpoints: false,
  acceptHooks: false,
  passSessionId: false,
  settings: {},
};

export type OpenApp = (options: AppOptions) => Promise<App>;
