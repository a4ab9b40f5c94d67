// Every subcommand: its name, one line for the help, and where it lives.

import type { SubcommandEntry } from "./subcommand.ts";

/** One load for all of them: a conversation then shares few, large pieces with them instead of many small ones. */
const subcommands = async () => (await import("./subcommands/every-subcommand.ts")).EVERY_SUBCOMMAND;

export const SUBCOMMANDS: readonly SubcommandEntry[] = [
  { name: "setup", summary: "from nothing to a working chat", load: async () => (await subcommands()).setup },
  { name: "demo", summary: "a tour of two minutes, without a key", load: async () => (await subcommands()).demo },
  {
    name: "sessions",
    summary: "find, read, name, export and tidy past conversations",
    load: async () => (await subcommands()).sessions,
  },
  { name: "memory", summary: "what the agent knows", load: async () => (await subcommands()).memory },
  { name: "skills", summary: "what the agent knows how to do", load: async () => (await subcommands()).skills },
  { name: "bundles", summary: "several skills under one word", load: async () => (await subcommands()).bundles },
  { name: "curator", summary: "keep the agent's skills tidy", load: async () => (await subcommands()).curator },
  {
    name: "learned",
    summary: "what the agent taught itself, and taking it back",
    load: async () => (await subcommands()).learned,
  },
  {
    name: "checkpoints",
    summary: "snapshots of your files, and the way back",
    load: async () => (await subcommands()).checkpoints,
  },
  { name: "model", summary: "see and choose who answers", load: async () => (await subcommands()).model },
  {
    name: "fallback",
    summary: "who answers when the main model cannot",
    load: async () => (await subcommands()).fallback,
  },
  { name: "auth", summary: "keys and sign-ins", load: async () => (await subcommands()).auth },
  { name: "config", summary: "look at and change settings", load: async () => (await subcommands()).config },
  { name: "profile", summary: "several homes, one in use", load: async () => (await subcommands()).profile },
  { name: "tools", summary: "what the agent can do here", load: async () => (await subcommands()).tools },
  {
    name: "context",
    summary: "show everything the model sees, and what it costs",
    load: async () => (await subcommands()).context,
  },
  {
    name: "prompt-size",
    summary: "tokens sent with every request",
    load: async () => ({ define: (await subcommands()).context.defineSize }),
  },
  { name: "scan", summary: "check texts for injected instructions", load: async () => (await subcommands()).scan },
  {
    name: "approvals",
    summary: "ask what the gate thinks of a command",
    load: async () => (await subcommands()).approvals,
  },
  {
    name: "plugins",
    summary: "see, switch, install and remove plugins",
    load: async () => (await subcommands()).plugins,
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
  { name: "status", summary: "the setup at a glance", load: async () => (await subcommands()).status },
  { name: "doctor", summary: "find out what is wrong, and repair it", load: async () => (await subcommands()).doctor },
  {
    name: "insights",
    summary: "where tokens, money and time went",
    load: async () => (await subcommands()).insights,
  },
  {
    name: "usage",
    summary: "tokens and cost of today, a week, a month",
    load: async () => ({ define: (await subcommands()).insights.defineUsage }),
  },
  { name: "logs", summary: "read the logs", load: async () => (await subcommands()).logs },
  {
    name: "debug",
    summary: "what a report about a problem needs, without keys",
    load: async () => (await subcommands()).debug,
  },
  {
    name: "completion",
    summary: "a completion script for your shell",
    load: async () => (await subcommands()).completion,
  },
  { name: "version", summary: "what is running", load: async () => (await subcommands()).version },
];
