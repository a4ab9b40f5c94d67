// A subcommand brings its own flags and verbs; it is loaded only when it is typed.

import type { Command } from "commander";
import type { Facts } from "../../config/process-facts.ts";
import type { OpenAdmin } from "../../runtime/admin.ts";
import type { OpenApp } from "../../runtime/app.ts";
import type { Io } from "./io.ts";

export interface SubcommandContext {
  readonly io: Io;
  /** What the process was started with: environment, platform, directories. */
  readonly facts: Facts;
  readonly profile: string | undefined;
  readonly openApp: OpenApp;
  readonly openAdmin: OpenAdmin;
}

export interface Subcommand {
  define(command: Command, context: SubcommandContext, finish: (code: number) => void): void;
}
