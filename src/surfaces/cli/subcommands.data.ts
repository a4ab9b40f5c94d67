// Every subcommand: its name, one line for the help, and where it lives.

import type { Subcommand } from "./subcommand.ts";

export interface SubcommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Subcommand>;
}

export const SUBCOMMANDS: readonly SubcommandEntry[] = [
  { name: "config", summary: "look at and change settings", load: () => import("./subcommands/config.ts") },
  {
    name: "context",
    summary: "show everything the model sees, and what it costs",
    load: () => import("./subcommands/context.ts"),
  },
  {
    name: "prompt-size",
    summary: "tokens sent with every request",
    load: async () => ({ define: (await import("./subcommands/context.ts")).defineSize }),
  },
  { name: "scan", summary: "check texts for injected instructions", load: () => import("./subcommands/scan.ts") },
  {
    name: "approvals",
    summary: "ask what the gate thinks of a command",
    load: () => import("./subcommands/approvals.ts"),
  },
  {
    name: "plugins",
    summary: "see, switch, install and remove plugins",
    load: () => import("./subcommands/plugins.ts"),
  },
];
