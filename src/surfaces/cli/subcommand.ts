// A subcommand brings its own flags and verbs; it is loaded only when it is typed.

import type { Command } from "commander";
import type { Facts } from "../../config/process-facts.ts";
import type { Clock } from "../../contracts/time.ts";
import type { Admin } from "../../runtime/admin.ts";
import type { OpenApp } from "../../runtime/app.ts";
import type { Io } from "./io.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";

export interface ProgramContext {
  readonly io: Io;
  /** What the process was started with: environment, platform, directories. */
  readonly facts: Facts;
  readonly clock: Clock;
  readonly profile: string | undefined;
  readonly version: string;
  readonly openApp: OpenApp;
  /** Of `profile` where no other is named. */
  openAdmin(profile?: string): Promise<Admin>;
}

/** What a subcommand gets: the program's context, and its siblings. */
export interface SubcommandContext extends ProgramContext {
  readonly subcommands: readonly SubcommandEntry[];
}

export interface SubcommandEntry {
  readonly name: string;
  /** One line for the help. */
  readonly summary: string;
  load(): Promise<Subcommand>;
}

export interface Subcommand {
  define(command: Command, context: SubcommandContext, finish: (code: number) => void): void;
}

/** Shown at the end of the help. */
export function withExamples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText("after", `\n${PROGRAM_WORDS.examples}\n${lines.map((line) => `  ${line}`).join("\n")}`);
}
