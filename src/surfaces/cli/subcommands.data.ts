// Every subcommand: its name, one line for the help, and where it lives.

import type { Subcommand } from "./subcommand.ts";

export interface SubcommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Subcommand>;
}

export const SUBCOMMANDS: readonly SubcommandEntry[] = [
  { name: "config", summary: "look at and change settings", load: () => import("./subcommands/config.ts") },
];
