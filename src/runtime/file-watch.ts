// What a call changed on disk without saying so: told by a look before and a look after whatever may change something.

import { type Environment, workplaceOf } from "../contracts/environment.ts";
import type { ReachOf } from "../contracts/gate.ts";
import type { Tool, ToolResult } from "../contracts/tool.ts";
import { riskOf } from "../kernel/checkpoints/risk.ts";
import { eachOnce, type FileChange } from "../kernel/compress/file-lists.ts";
import { foldFiles } from "../kernel/compress/fold-files.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { asFolder, changesBetween, type Look } from "../kernel/files/look.ts";
import {
  isSomeoneElses,
  lookWithin,
  planLook,
  type Reach,
  type WatchPlaces,
  type WatchPlan,
} from "../kernel/files/watch-plan.ts";

export interface FileWatchPorts {
  readonly reachOf: ReachOf;
  /** Whether something this session started still runs in the background. */
  isRunning(sessionId: string): boolean;
  /** The agent's own homes on this machine. */
  readonly ownHomes: readonly string[];
}

export interface WatchedCall {
  readonly tool: Tool;
  readonly input: unknown;
  readonly sessionId: string;
}

export interface FileWatch {
  /** Runs the call; what changed meanwhile joins its result. A call inside another is watched only where the outer one is not. */
  around(call: WatchedCall, run: () => Promise<ToolResult>): Promise<ToolResult>;
  /** What processes in the background changed since anybody looked. */
  sinceLast(sessionId: string): Promise<readonly FileChange[]>;
}

/** Files of one call beyond which its fullest folders stand for what is in them. */
const MOST_FILES = 1_000;

export function createFileWatch(ports: FileWatchPorts, env: Environment): FileWatch {
  const workspace = workplaceOf(env);
  const state = {
    /** Calls that are being watched right now. */
    watching: 0,
    /** The workspace as it was last seen, while something runs in the background. */
    open: undefined as Look | undefined,
  };
  const home = env.resolve("~");

  async function places(): Promise<WatchPlaces> {
    const own = env.kind === "local" ? ports.ownHomes : [];
    const hidden = workspace === home ? (await env.list(home)).filter(({ name }) => name.startsWith(".")) : [];
    const skip = [...own, ...hidden.map(({ name }) => `${asFolder(home)}${name}`)];
    return { workspace, home, skip, within: state.watching > 0 };
  }

  async function watched(
    plan: WatchPlan,
    around: WatchPlaces,
    run: () => Promise<ToolResult>,
    sessionId: string,
  ): Promise<ToolResult> {
    const before = await env.look(plan.looking);
    const earlier = around.within ? [] : untilNow(before);
    const result = await run();
    // Asked before the look: what ends after this was asked is looked at once more.
    const running = ports.isRunning(sessionId);
    const after = await env.look(plan.looking);
    if (!around.within) state.open = running ? lookWithin(after, workspace) : undefined;
    const changes = [...earlier, ...changesBetween(before, after, plan.looking.files), ...unseen(plan.tooWide)];
    const named = new Set(plan.looking.files);
    return withChanges(
      result,
      changes.filter(({ path }) => named.has(path) || !isSomeoneElses(path, around)),
    );
  }

  /** What the background did until this look. */
  function untilNow(now: Look): readonly FileChange[] {
    return state.open === undefined ? [] : changesBetween(state.open, lookWithin(now, workspace));
  }

  /** A call said itself that it wrote these: the background did not. Where nobody can look, they are told of once more. */
  async function known(files: readonly string[]): Promise<void> {
    const open = state.open;
    if (open === undefined) return;
    try {
      const now = await env.look({ folders: [], files, skip: [], most: 0 });
      const named = new Set(files);
      const others = [...open.marks].filter(([path]) => !named.has(path));
      state.open = { ...open, marks: new Map([...others, ...now.marks]) };
    } catch (error) {
      if (!(error instanceof EnvironmentFailure)) throw error;
    }
  }

  async function sinceLast(sessionId: string): Promise<readonly FileChange[]> {
    if (state.open === undefined) return [];
    try {
      const around = await places();
      const running = ports.isRunning(sessionId);
      const now = await env.look(planLook({ type: "may-change", named: [], touched: [], folders: [] }, around).looking);
      const changes = untilNow(now);
      state.open = running ? lookWithin(now, workspace) : undefined;
      return changes.filter(({ path }) => !isSomeoneElses(path, around));
    } catch (error) {
      return orUnseen(error, workspace);
    }
  }

  return {
    async around({ tool, input, sessionId }, run) {
      const reach = await reachOfCall(tool, input, env, ports.reachOf);
      if (reach.type === "reads") {
        const result = await run();
        if (tool.effect === "write") await known(tool.touches(input).map(env.resolve));
        if (tool.effect !== "execute" || state.watching > 0) return result;
        return withChanges(result, await sinceLast(sessionId));
      }
      let running: Promise<ToolResult> | undefined;
      const once = () => {
        running ??= run();
        return running;
      };
      try {
        const around = await places();
        state.watching++;
        return await watched(planLook(reach, around), around, once, sessionId).finally(() => state.watching--);
      } catch (error) {
        // Whoever cannot look still runs the call; one that failed has failed and is not run again.
        const changes = orUnseen(error, workspace);
        return withChanges(await once(), changes);
      }
    },
    sinceLast,
  };
}

async function reachOfCall(tool: Tool, input: unknown, env: Environment, reachOf: ReachOf): Promise<Reach> {
  if (tool.effect !== "execute") return { type: "reads" };
  const anything: Reach = { type: "may-change", named: [], touched: [], folders: [env.cwd] };
  const risk = riskOf({ tool: tool.name, effect: tool.effect, input, paths: [] });
  switch (risk.type) {
    case "code":
      return anything;
    case "command":
      return reachOf(risk.command, risk.workdir === undefined ? env.cwd : env.resolve(risk.workdir), env);
    default:
      return tool.runsPrograms === true ? anything : { type: "reads" };
  }
}

function withChanges(result: ToolResult, changes: readonly FileChange[]): ToolResult {
  return changes.length === 0 ? result : { ...result, changes: foldFiles(eachOnce(changes), MOST_FILES) };
}

const unseen = (folders: readonly string[]): readonly FileChange[] =>
  folders.map((folder) => ({ path: asFolder(folder), state: "unseen" }));

function orUnseen(error: unknown, workspace: string): readonly FileChange[] {
  if (!(error instanceof EnvironmentFailure)) throw error;
  return unseen([workspace]);
}
