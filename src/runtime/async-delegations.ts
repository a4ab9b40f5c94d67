// Children that outlive the turn that sent them: a few at a time, their result told to the session when it is there.

import type { DelegatedTask, Dispatched, Spawn } from "../contracts/delegation.ts";
import type { ToolContext } from "../contracts/tool.ts";
import { delegationNotice } from "../kernel/calls/delegation-notice.ts";
import type { Background } from "./after-turn/background.ts";

export interface DelegationNotice {
  readonly sessionId: string;
  readonly jobId: string;
  /** What the model reads. */
  readonly text: string;
  /** The outside sources behind the child's words. */
  readonly taint?: string;
}

export interface AsyncDelegations {
  dispatch(task: DelegatedTask, context: ToolContext): Dispatched;
  subscribe(listener: (notice: DelegationNotice) => void): void;
  /** The conversation goes on under another id. */
  carry(from: string, to: string): void;
}

export interface AsyncOptions {
  readonly run: Spawn["run"];
  readonly background: Background;
  readonly maxRunning: number;
  /** Eight characters nobody can guess. */
  newCode(): string;
}

export function createAsyncDelegations({ run, background, maxRunning, newCode }: AsyncOptions): AsyncDelegations {
  const listeners = new Set<(notice: DelegationNotice) => void>();
  const running = new Map<string, { sessionId: string }>();
  return {
    dispatch(task, context) {
      if (running.size >= maxRunning)
        return { type: "refused", why: `${running.size} tasks already run in the background; wait for one to end.` };
      const code = newCode();
      const id = `deleg_${code}`;
      const entry = { sessionId: context.sessionId };
      running.set(id, entry);
      background.start("delegation", async (signal) => {
        const [result] = await run([task], detached(context, signal)).finally(() => running.delete(id));
        if (result === undefined) return;
        const taint = result.taints.join(", ");
        const text = delegationNotice({ ...result, id, code, goal: task.goal });
        for (const listener of listeners)
          listener({ sessionId: entry.sessionId, jobId: id, text, ...(taint !== "" && { taint }) });
      });
      return { type: "started", delegation_id: id };
    },
    subscribe: (listener) => void listeners.add(listener),
    carry(from, to) {
      for (const entry of running.values()) if (entry.sessionId === from) entry.sessionId = to;
    },
  };
}

/** What the turn knew when it sent the child; its end is not the child's. */
function detached(context: ToolContext, signal: AbortSignal): ToolContext {
  const taints = { turn: context.taints("turn"), window: context.taints("window") };
  return { ...context, signal, progress: () => undefined, taints: (within) => taints[within] };
}
