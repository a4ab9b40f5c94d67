// A snapshot before files are put at risk: one that the edits of a reply share, one of its own for every command that may lose something.

import type { AutomaticCheckpoints, Saved } from "../../contracts/checkpoints.ts";
import { workplaceOf } from "../../contracts/environment.ts";
import type { AgentEvent } from "../../contracts/session.ts";
import type { Tool } from "../../contracts/tool.ts";
import { isSystemPlace } from "../../kernel/checkpoints/project.ts";
import { type Risk, riskOf } from "../../kernel/checkpoints/risk.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import type { TurnCheckpoints, TurnScope } from "../turn-scope.ts";

interface AboutToRun {
  readonly tool: Tool;
  readonly input: unknown;
  readonly paths: readonly string[];
}

/** A command that names more places than this is not about any of them. */
const MAX_ELSEWHERE = 4;

type Report = (event: AgentEvent) => void;

/** The calls of a new reply: their edits share a snapshot, and those of the reply before no longer count. */
export function checkpointsOfReply(scope: TurnScope, calls: readonly Pick<AboutToRun, "tool" | "paths">[]): void {
  if (scope.checkpoints === undefined) return;
  const turn = turnCheckpoints(scope);
  turn.newest.clear();
  turn.edited = calls.flatMap(({ tool, paths }) => (tool.effect === "write" ? paths : []));
}

/** A snapshot that fails is said once and does not stop the work. */
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
    for (const dir of await projectsOf(scope, automatic, endangered)) await save(scope, automatic, risk, dir, report);
  } catch (error) {
    warn(scope, error, risk.reason, report);
  }
}

function turnCheckpoints({ state }: TurnScope): TurnCheckpoints {
  state.checkpoints ??= { edited: [], newest: new Map(), first: new Map(), told: new Set() };
  return state.checkpoints;
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
  const workspace = workplaceOf(scope.env);
  return new Set(await Promise.all(paths.map((path) => checkpoints.projectOf(path, workspace))));
}

async function save(
  scope: TurnScope,
  { checkpoints }: AutomaticCheckpoints,
  risk: Exclude<Risk, { type: "none" }>,
  dir: string,
  report: Report,
): Promise<void> {
  const { edited, newest, first } = turnCheckpoints(scope);
  const before = newest.get(dir);
  if (risk.type === "edit" && before?.before === "edits") return before.done;
  const also = risk.type === "edit" ? [...new Set([...risk.paths, ...edited])] : [];
  // After what another call waits for already, so that the store sees one at a time and the newest state.
  const done = Promise.resolve(before?.done)
    .then(() => checkpoints.save(dir, risk.reason, { also, ...pinned(first.get(dir)) }))
    .then((saved) => {
      if (saved.type !== "skipped" && !first.has(dir)) first.set(dir, saved.id);
      tell(scope, saved, report);
    })
    .catch((error: unknown) => warn(scope, error, risk.reason, report));
  newest.set(dir, { done, before: risk.type === "edit" ? "edits" : "command" });
  await done;
}

const pinned = (id: string | undefined): { readonly pinned?: string } => (id === undefined ? {} : { pinned: id });

function tell(scope: TurnScope, saved: Saved, report: Report): void {
  if (saved.type === "skipped")
    sayOnce(scope, saved.why, { level: "info", text: `No checkpoint: ${saved.why}.` }, report);
  if (saved.type === "saved") scope.log.info("checkpoint", { id: saved.id });
}

function warn(scope: TurnScope, error: unknown, reason: string, report: Report): void {
  if (!(error instanceof StoreFailure)) throw error;
  const text = `No checkpoint ${reason}: ${error.message}`;
  sayOnce(scope, error.message, { level: "warning", text }, report);
}

function sayOnce(
  scope: TurnScope,
  what: string,
  notice: { readonly level: "info" | "warning"; readonly text: string },
  report: Report,
): void {
  const { told } = turnCheckpoints(scope);
  if (told.has(what)) return;
  told.add(what);
  report({ type: "notice", ...notice });
}
