// The flags of a conversation, the same for `hermes`, `hermes -z` and `hermes chat`.

import type { Command } from "commander";
import type { Facts } from "../../config/process-facts.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { AppOptions } from "../../runtime/app.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";

export interface ChatFlags {
  readonly oneshot?: string;
  readonly query?: string;
  readonly quiet?: boolean;
  readonly model?: string;
  readonly provider?: string;
  readonly toolsets?: string;
  readonly skills?: readonly string[];
  readonly image?: readonly string[];
  readonly worktree?: boolean;
  readonly resume?: string;
  readonly continue?: string | true;
  readonly maxTurns?: string;
  readonly yolo?: boolean;
  readonly verbose?: boolean;
  readonly source?: string;
  readonly ignoreUserConfig?: boolean;
  readonly ignoreRules?: boolean;
  readonly safeMode?: boolean;
  readonly checkpoints?: boolean;
  readonly passSessionId?: boolean;
  readonly acceptHooks?: boolean;
}

export function addChatFlags(command: Command): Command {
  return command
    .option("-z, --oneshot <prompt>", PROGRAM_WORDS.chat.flags.oneshot)
    .option("-q, --query <prompt>", PROGRAM_WORDS.chat.flags.query)
    .option("-Q, --quiet", PROGRAM_WORDS.chat.flags.quiet)
    .option("-m, --model <model>", PROGRAM_WORDS.chat.flags.model)
    .option("--provider <name>", PROGRAM_WORDS.chat.flags.provider)
    .option("-t, --toolsets <list>", PROGRAM_WORDS.chat.flags.toolsets)
    .option("-s, --skills <names>", PROGRAM_WORDS.chat.flags.skills, collect)
    .option("--image <file>", PROGRAM_WORDS.chat.flags.image, repeated)
    .option("-w, --worktree", PROGRAM_WORDS.chat.flags.worktree)
    .option("-r, --resume <session>", PROGRAM_WORDS.chat.flags.resume)
    .option("-c, --continue [name]", PROGRAM_WORDS.chat.flags.continue)
    .option("--max-turns <n>", PROGRAM_WORDS.chat.flags.maxTurns)
    .option("--yolo", PROGRAM_WORDS.chat.flags.yolo)
    .option("-v, --verbose", PROGRAM_WORDS.chat.flags.verbose)
    .option("--source <tag>", PROGRAM_WORDS.chat.flags.source)
    .option("--ignore-user-config", PROGRAM_WORDS.chat.flags.ignoreUserConfig)
    .option("--ignore-rules", PROGRAM_WORDS.chat.flags.ignoreRules)
    .option("--safe-mode", PROGRAM_WORDS.chat.flags.safeMode)
    .option("--accept-hooks", PROGRAM_WORDS.chat.flags.acceptHooks)
    .option("--pass-session-id", PROGRAM_WORDS.chat.flags.passSessionId)
    .option("--checkpoints", PROGRAM_WORDS.chat.flags.checkpoints);
}

export function appOptions(flags: ChatFlags, interactive: boolean): AppOptions {
  const maxIterations = flags.maxTurns === undefined ? undefined : positive(flags.maxTurns, "--max-turns");
  const toolsets = flags.toolsets
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const safeMode = flags.safeMode === true;
  return {
    source: flags.source ?? "cli",
    interactive,
    ignoreUserConfig: ignoresUserConfig(flags),
    ignoreRules: safeMode || flags.ignoreRules === true,
    safeMode,
    checkpoints: flags.checkpoints === true,
    passSessionId: flags.passSessionId === true,
    acceptHooks: flags.acceptHooks === true,
    settings: {
      ...(flags.model === undefined ? {} : { model: flags.model }),
      ...(flags.provider === undefined ? {} : { provider: flags.provider }),
      ...(toolsets === undefined ? {} : { toolsets }),
      ...(maxIterations === undefined ? {} : { maxIterations }),
      ...(flags.yolo === true ? { yolo: true } : {}),
    },
  };
}

/** What the environment asks for as flags would; a flag cannot take it back. */
export function withEnvironment(flags: ChatFlags, env: Facts["env"]): ChatFlags {
  const asks = (name: string) => /^(?:1|true|yes|on)$/i.test(env[name]?.trim() ?? "");
  return {
    ...flags,
    ...(asks("HERMES_YOLO_MODE") ? { yolo: true } : {}),
    ...(asks("HERMES_SAFE_MODE") ? { safeMode: true } : {}),
  };
}

export function ignoresUserConfig({ safeMode, ignoreUserConfig }: ChatFlags): boolean {
  return safeMode === true || ignoreUserConfig === true;
}

/** Names of files may hold a comma. */
function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [
    ...before,
    ...value
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ];
}

function positive(value: string, flag: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UsageFailure(PROGRAM_WORDS.chat.takesWholeAbove0(flag, value));
}
