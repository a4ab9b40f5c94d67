// A snapshot before files are put at risk: once per project and turn for edits, once more before the first command that may lose something.

import type { AutomaticCheckpoints, Saved } from "../../contracts/checkpoints.ts";
import type { AgentEvent } from "../../contracts/session.ts";
import type { Tool } from "../../contracts/tool.ts";
import { isSystemPlace } from "../../kernel/checkpoints/project.ts";
import { type Risk, riskOf } from "../../kernel/checkpoints/risk.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import type { TurnScope } from "../turn-scope.ts";

interface AboutToRun {
  readonly tool: Tool;
  readonly input: unknown;
  readonly paths: readonly string[];
}

/** A command that names more places than this is not about any of them. */
const MAX_ELSEWHERE = 4;

type Report = (event: AgentEvent) => void;

/** Calls that wait for the same snapshot share it. A snapshot that fails is said and does not stop the work. */
export async function checkpointBefore(
  scope: TurnScope,
  { tool, input, paths }: AboutToRun,
  report: Report,
): Promise<void> {
  const automatic = scope.checkpoints;
  // Files behind a container or a remote shell are not ours to read.
  if (automatic === undefined || scope.env.kind !== "local") return;
  const risk = riskOf({ tool: tool.name, effect: tool.effect, input, paths });
  if (risk.type === "none") return;
  try {
    const endangered = await endangeredPaths(scope, automatic, risk);
    for (const dir of await projectsOf(scope, automatic, endangered)) await once(scope, automatic, risk, dir, report);
  } catch (error) {
    warn(error, risk.reason, report);
  }
}

function warn(error: unknown, reason: string, report: Report): void {
  if (!(error instanceof StoreFailure)) throw error;
  report({ type: "notice", level: "warning", text: `No checkpoint ${reason}: ${error.message}` });
}

async function endangeredPaths(
  scope: TurnScope,
  automatic: AutomaticCheckpoints,
  risk: Exclude<Risk, { type: "none" }>,
): Promise<readonly string[]> {
  switch (risk.type) {
    case "edit":
      return risk.paths;
    case "code":
      return [scope.env.cwd];
    case "command": {
      const cwd = risk.workdir === undefined ? scope.env.cwd : scope.env.resolve(risk.workdir);
      const others = await automatic.endangers(risk.command, cwd);
      return others === undefined
        ? []
        : [cwd, ...others.filter((path) => !isSystemPlace(path)).slice(0, MAX_ELSEWHERE)];
    }
  }
}

async function projectsOf(
  scope: TurnScope,
  { checkpoints }: AutomaticCheckpoints,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const workspace = scope.env.workspace ?? scope.env.cwd;
  return new Set(await Promise.all(paths.map((path) => checkpoints.projectOf(path, workspace))));
}

async function once(
  scope: TurnScope,
  { checkpoints }: AutomaticCheckpoints,
  risk: Exclude<Risk, { type: "none" }>,
  dir: string,
  report: Report,
): Promise<void> {
  scope.state.checkpointed ??= new Map();
  const taken = scope.state.checkpointed;
  const before = taken.get(dir);
  if (before !== undefined && (risk.type === "edit" || before.forCommand)) return before.done;
  const also = risk.type === "edit" ? risk.paths : [];
  // After what another call waits for already, so that the store sees one at a time and the newest state.
  const done = Promise.resolve(before?.done)
    .then(() => checkpoints.save(dir, risk.reason, also))
    .then((saved) => tell(scope, saved, report))
    .catch((error: unknown) => warn(error, risk.reason, report));
  taken.set(dir, { done, forCommand: risk.type !== "edit" });
  await done;
}

function tell({ log }: TurnScope, saved: Saved, report: Report): void {
  if (saved.type === "skipped") report({ type: "notice", level: "info", text: `No checkpoint: ${saved.why}.` });
  if (saved.type === "saved") log.info("checkpoint", { id: saved.id });
}
