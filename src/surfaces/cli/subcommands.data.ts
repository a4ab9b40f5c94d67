// Every subcommand: its name, one line for the help, and where it lives.

import { PROGRAM_WORDS } from "./program-words.data.ts";
import type { SubcommandEntry } from "./subcommand.ts";

/** One load for all of them: a conversation then shares few, large pieces with them instead of many small ones. */
const subcommands = async () => (await import("./subcommands/every-subcommand.ts")).EVERY_SUBCOMMAND;

export const SUBCOMMANDS: readonly SubcommandEntry[] = [
  { name: "setup", summary: PROGRAM_WORDS.subcommands.setup, load: async () => (await subcommands()).setup },
  { name: "demo", summary: PROGRAM_WORDS.subcommands.demo, load: async () => (await subcommands()).demo },
  {
    name: "sessions",
    summary: PROGRAM_WORDS.subcommands.sessions,
    load: async () => (await subcommands()).sessions,
  },
  { name: "memory", summary: PROGRAM_WORDS.subcommands.memory, load: async () => (await subcommands()).memory },
  { name: "skills", summary: PROGRAM_WORDS.subcommands.skills, load: async () => (await subcommands()).skills },
  { name: "bundles", summary: PROGRAM_WORDS.subcommands.bundles, load: async () => (await subcommands()).bundles },
  { name: "curator", summary: PROGRAM_WORDS.subcommands.curator, load: async () => (await subcommands()).curator },
  {
    name: "learned",
    summary: PROGRAM_WORDS.subcommands.learned,
    load: async () => (await subcommands()).learned,
  },
  {
    name: "checkpoints",
    summary: PROGRAM_WORDS.subcommands.checkpoints,
    load: async () => (await subcommands()).checkpoints,
  },
  { name: "model", summary: PROGRAM_WORDS.subcommands.model, load: async () => (await subcommands()).model },
  {
    name: "fallback",
    summary: PROGRAM_WORDS.subcommands.fallback,
    load: async () => (await subcommands()).fallback,
  },
  { name: "auth", summary: PROGRAM_WORDS.subcommands.auth, load: async () => (await subcommands()).auth },
  { name: "config", summary: PROGRAM_WORDS.subcommands.config, load: async () => (await subcommands()).config },
  { name: "profile", summary: PROGRAM_WORDS.subcommands.profile, load: async () => (await subcommands()).profile },
  { name: "tools", summary: PROGRAM_WORDS.subcommands.tools, load: async () => (await subcommands()).tools },
  {
    name: "context",
    summary: PROGRAM_WORDS.subcommands.context,
    load: async () => (await subcommands()).context,
  },
  {
    name: "prompt-size",
    summary: PROGRAM_WORDS.subcommands.promptSize,
    load: async () => ({ define: (await subcommands()).context.defineSize }),
  },
  { name: "scan", summary: PROGRAM_WORDS.subcommands.scan, load: async () => (await subcommands()).scan },
  {
    name: "approvals",
    summary: PROGRAM_WORDS.subcommands.approvals,
    load: async () => (await subcommands()).approvals,
  },
  {
    name: "plugins",
    summary: PROGRAM_WORDS.subcommands.plugins,
    load: async () => (await subcommands()).plugins,
  },
  {
    name: "backup",
    summary: PROGRAM_WORDS.subcommands.backup,
    load: async () => ({ define: (await import("./sessions-transfer.ts")).defineBackup }),
  },
  {
    name: "restore",
    summary: PROGRAM_WORDS.subcommands.restore,
    load: async () => ({ define: (await import("./sessions-transfer.ts")).defineRestore }),
  },
  {
    name: "import",
    summary: PROGRAM_WORDS.subcommands.import,
    load: async () => ({ define: (await import("./sessions-transfer.ts")).defineImport }),
  },
  { name: "status", summary: PROGRAM_WORDS.subcommands.status, load: async () => (await subcommands()).status },
  { name: "doctor", summary: PROGRAM_WORDS.subcommands.doctor, load: async () => (await subcommands()).doctor },
  {
    name: "insights",
    summary: PROGRAM_WORDS.subcommands.insights,
    load: async () => (await subcommands()).insights,
  },
  {
    name: "usage",
    summary: PROGRAM_WORDS.subcommands.usage,
    load: async () => ({ define: (await subcommands()).insights.defineUsage }),
  },
  { name: "logs", summary: PROGRAM_WORDS.subcommands.logs, load: async () => (await subcommands()).logs },
  {
    name: "debug",
    summary: PROGRAM_WORDS.subcommands.debug,
    load: async () => (await subcommands()).debug,
  },
  {
    name: "completion",
    summary: PROGRAM_WORDS.subcommands.completion,
    load: async () => (await subcommands()).completion,
  },
  { name: "version", summary: PROGRAM_WORDS.subcommands.version, load: async () => (await subcommands()).version },
];
