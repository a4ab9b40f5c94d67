// Every subcommand: its name, one line for the help, and where it lives.

import type { SubcommandEntry } from "./subcommand.ts";

export const SUBCOMMANDS: readonly SubcommandEntry[] = [
  { name: "setup", summary: "from nothing to a working chat", load: () => import("./subcommands/setup.ts") },
  { name: "demo", summary: "a tour of two minutes, without a key", load: () => import("./subcommands/demo.ts") },
  {
    name: "sessions",
    summary: "find, read, name, export and tidy past conversations",
    load: () => import("./subcommands/sessions.ts"),
  },
  { name: "memory", summary: "what the agent knows", load: () => import("./subcommands/memory.ts") },
  { name: "skills", summary: "what the agent knows how to do", load: () => import("./subcommands/skills.ts") },
  { name: "bundles", summary: "several skills under one word", load: () => import("./subcommands/bundles.ts") },
  { name: "curator", summary: "keep the agent's skills tidy", load: () => import("./subcommands/curator.ts") },
  {
    name: "learned",
    summary: "what the agent taught itself, and taking it back",
    load: () => import("./subcommands/learned.ts"),
  },
  {
    name: "checkpoints",
    summary: "snapshots of your files, and the way back",
    load: () => import("./subcommands/checkpoints.ts"),
  },
  { name: "model", summary: "see and choose who answers", load: () => import("./subcommands/model.ts") },
  {
    name: "fallback",
    summary: "who answers when the main model cannot",
    load: () => import("./subcommands/fallback.ts"),
  },
  { name: "auth", summary: "keys and sign-ins", load: () => import("./subcommands/auth.ts") },
  { name: "config", summary: "look at and change settings", load: () => import("./subcommands/config.ts") },
  { name: "profile", summary: "several homes, one in use", load: () => import("./subcommands/profile.ts") },
  { name: "tools", summary: "what the agent can do here", load: () => import("./subcommands/tools.ts") },
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
  {
    name: "backup",
    summary: "all sessions in one file, while others go on",
    load: async () => ({ define: (await import("./sessions-transfer.ts")).defineBackup }),
  },
  {
    name: "restore",
    summary: "put such a file back",
    load: async () => ({ define: (await import("./sessions-transfer.ts")).defineRestore }),
  },
  {
    name: "import",
    summary: "put a backup back, or bring exported sessions in",
    load: async () => ({ define: (await import("./sessions-transfer.ts")).defineImport }),
  },
  { name: "status", summary: "the setup at a glance", load: () => import("./subcommands/status.ts") },
  { name: "doctor", summary: "find out what is wrong, and repair it", load: () => import("./subcommands/doctor.ts") },
  {
    name: "insights",
    summary: "where tokens, money and time went",
    load: () => import("./subcommands/insights.ts"),
  },
  {
    name: "usage",
    summary: "tokens and cost of today, a week, a month",
    load: async () => ({ define: (await import("./subcommands/insights.ts")).defineUsage }),
  },
  { name: "logs", summary: "read the logs", load: () => import("./subcommands/logs.ts") },
  {
    name: "completion",
    summary: "a completion script for your shell",
    load: () => import("./subcommands/completion.ts"),
  },
  { name: "version", summary: "what is running", load: () => import("./subcommands/version.ts") },
];
