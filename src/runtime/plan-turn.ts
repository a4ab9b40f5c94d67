// Everything one turn works with, put together from the session's state: model, tools, frozen prompt, late layers.

import type { Environment } from "../contracts/environment.ts";
import type { Log } from "../contracts/log.ts";
import type { ModelPlan } from "../contracts/models.ts";
import type { Hints } from "../contracts/prompt.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { FrozenPrompt, SessionRow } from "../contracts/stores.ts";
import { NO_LOOPS } from "../kernel/calls/loop-guard.ts";
import { hintTextIn } from "../kernel/context-files/hints.ts";
import type { Calibration } from "../kernel/tokens.ts";
import type { FileWatch } from "./file-watch.ts";
import { type HookRunner, hooksUntil } from "./hooks.ts";
import type { HostPorts } from "./host-ports.ts";
import { type GatheredLate, gatherLate } from "./late-context.ts";
import { callerOf, freezePrompt } from "./prompt-freeze.ts";
import type { Questions } from "./questions.ts";
import type { Transcript } from "./transcript.ts";
import type { TurnScope, TurnState } from "./turn-scope.ts";

export interface TurnRequest {
  readonly ports: HostPorts;
  readonly row: SessionRow;
  readonly settings: SessionSettings;
  readonly transcript: Transcript;
  readonly env: Environment;
  readonly files: FileWatch | undefined;
  readonly hints: Hints | undefined;
  readonly hooks: HookRunner;
  readonly questions: Questions;
  readonly log: Log;
  readonly plan: Extract<ModelPlan, { type: "ready" }>;
  /** Frozen earlier; undefined for a session that has none yet. */
  readonly frozen: FrozenPrompt | undefined;
  readonly callerSystem: string | undefined;
  /** What the messages of this turn brought in from outside. */
  readonly taints: readonly string[];
  readonly inheritedTaints: readonly string[];
  readonly calibration: Calibration;
  /** Undefined when nothing is asked of the model: no recall, no plugin context. */
  readonly userText: string | undefined;
  readonly signal: AbortSignal;
  /** The conversation goes on under another id. */
  moved(sessionId: string): Promise<void>;
}

export interface PlannedTurn {
  readonly scope: TurnScope;
  /** What a person must know about what the model is told. */
  readonly notices: readonly string[];
}

export async function planTurn(request: TurnRequest): Promise<PlannedTurn> {
  const { ports, row, settings, transcript, env, plan } = request;
  const tools = ports.tools({ settings, source: row.source, principal: row.principal });
  const freeze = (sessionId: string) =>
    freezePrompt(ports, {
      ...{ sessionId, env, tools },
      principal: row.principal,
      choice: plan.primary,
      platform: row.source,
      ...(request.callerSystem === undefined ? callerOf(request.frozen) : { callerSystem: request.callerSystem }),
      at: ports.clock.now(),
    });
  const built =
    request.frozen === undefined || settings.rebuildPrompt === true
      ? await freeze(transcript.sessionId)
      : { prompt: request.frozen, notices: [] };
  // What stands in a new prompt is no hint any more.
  if (built.prompt !== request.frozen)
    request.hints?.rearm(hintTextIn(transcript.entries.map(({ message }) => message)));
  const state: TurnState = {
    candidate: 0,
    taints: new Set(request.taints),
    calibration: request.calibration,
    replyChars: 0,
    loops: NO_LOOPS,
    halt: undefined,
    spent: { tokens: 0, usd: 0 },
    prompt: built.prompt,
  };
  const { store, clock, ids, models, spill, engine, memoryWatch, gates, grants, checkpoints, soften } = ports;
  const { cacheTtl, loopPolicy, limits, spending, startOfDay, maskKeys } = ports;
  const { files, hints, questions, log, signal } = request;
  const hooks = hooksUntil(request.hooks, signal);
  const gathered = await lateOf({ ...request, hooks }, built.prompt);
  const scope: TurnScope = {
    ...{ store, clock, ids, models, spill, engine, memoryWatch, gates, grants, checkpoints, soften },
    ...{ cacheTtl, loopPolicy, limits, spending, startOfDay, maskKeys },
    ...{ files, hints, hooks, questions, log, signal, transcript, env, tools, state, settings },
    principal: row.principal,
    source: row.source,
    inheritedTaints: request.inheritedTaints,
    late: gathered.late,
    candidates: [plan.primary, ...plan.fallbacks],
    heldBy: { holder: ports.holder, ttlMs: ports.leaseTtlMs },
    movedTo: async (sessionId) => {
      await request.moved(sessionId);
      return freeze(sessionId);
    },
  };
  return { scope, notices: [...built.notices, ...gathered.notices] };
}

async function lateOf({ userText, ...request }: TurnRequest, prompt: FrozenPrompt): Promise<GatheredLate> {
  if (userText === undefined) return { late: { examples: [], layers: [] }, notices: [] };
  return gatherLate({ ...request, prompt, userText, choice: request.plan.primary });
}
