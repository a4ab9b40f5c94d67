// The flags of a conversation, the same for `hermes`, `hermes -z` and `hermes chat`.

import type { Command } from "commander";
import type { Facts } from "../../config/process-facts.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { AppOptions } from "../../runtime/app.ts";

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
    .option("-z, --oneshot <prompt>", "answer one prompt and exit; stdout is the answer only")
    .option("-q, --query <prompt>", "answer one prompt, showing what happens on the way")
    .option("-Q, --quiet", "with -q or -z: the answer on stdout, `session_id: <id>` on stderr")
    .option("-m, --model <model>", "model to use")
    .option("--provider <name>", "provider to use")
    .option("-t, --toolsets <list>", "toolsets to enable, separated by commas")
    .option("-s, --skills <names>", "load these skills first; may be repeated or separated by commas", collect)
    .option("--image <file>", "show this image with the first message; may be repeated", repeated)
    .option("-w, --worktree", "work in a fresh git worktree; an untouched one is removed again")
    .option("-r, --resume <session>", "resume a session by id, unique prefix or title")
    .option("-c, --continue [name]", "continue the most recent session, or the one with this title")
    .option("--max-turns <n>", "most model calls in one turn")
    .option("--yolo", "approve everything that would ask (never what is denied)")
    .option("-v, --verbose", "show tool calls of a single query")
    .option("--source <tag>", "where this session comes from, for lists and filters")
    .option("--ignore-user-config", "run on the built-in defaults")
    .option("--ignore-rules", "load no project context files")
    .option("--safe-mode", "defaults only: no user config, rules or plugins")
    .option("--accept-hooks", "allow the hook programs of config.yaml from now on")
    .option("--pass-session-id", "tell the model the id of its session")
    .option("--checkpoints", "snapshot files before they are changed");
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
  throw new UsageFailure(`${flag} needs a whole number above 0, not "${value}".`);
}
