// One conversation: a durable inbox in front, one drainer behind, one event stream out.

import type { Environment } from "../contracts/environment.ts";
import type { ModelChoice } from "../contracts/model.ts";
import type { AgentEvent, Session, SessionSettings, UserInput } from "../contracts/session.ts";
import type { FrozenPrompt, Lease, SessionInput, SessionRow } from "../contracts/stores.ts";
import { NO_LOOPS } from "../kernel/calls/loop-guard.ts";
import { ModelFailure, StoreFailure } from "../kernel/failure.ts";
import { type Part, textOf } from "../kernel/message.ts";
import { normalizeText } from "../kernel/text.ts";
import { UNCALIBRATED } from "../kernel/tokens.ts";
import { DEFAULT_POLICY, type FinishReason, type TurnPolicy } from "../kernel/turn/turn.ts";
import { createEventBus } from "./event-bus.ts";
import type { HostPorts } from "./host-ports.ts";
import { gatherLateLayers } from "./late-context.ts";
import { perform } from "./perform/perform.ts";
import { freezePrompt } from "./prompt-freeze.ts";
import { createQuestions } from "./questions.ts";
import { runTurn } from "./run-turn.ts";
import type { Transcript } from "./transcript.ts";
import { startDeadline } from "./turn-deadline.ts";
import type { TurnScope, TurnState } from "./turn-scope.ts";

export interface SessionStart {
  readonly row: SessionRow;
  readonly settings: SessionSettings;
  readonly transcript: Transcript;
  readonly env: Environment;
  readonly lease: Lease;
  /** Present on resume: replayed byte for byte. */
  readonly prompt: FrozenPrompt | undefined;
  readonly callerSystem?: string;
  readonly taints: readonly string[];
}

export function createSession(ports: HostPorts, start: SessionStart): Session {
  const { store, clock, ids } = ports;
  const { transcript, row, env } = start;
  const bus = createEventBus<AgentEvent>();
  const log = ports.log.forSession(row.id);
  const questions = createQuestions({ clock, ids, timeoutMs: ports.answerTimeoutMs, publish: bus.publish });
  const hints = ports.hints?.open(env);
  const hooks = ports.hooks(log, (text) => bus.publish({ type: "notice", level: "warning", text }));
  const live = {
    settings: start.settings,
    prompt: start.prompt,
    draining: undefined as Promise<void> | undefined,
    woken: false,
    leases: [start.lease],
    id: row.id,
    abort: undefined as AbortController | undefined,
    calibration: UNCALIBRATED,
    choice: undefined as ModelChoice | undefined,
  };
  const renewal = setInterval(() => void live.leases.at(-1)?.renew(), ports.leaseTtlMs / 3);
  renewal.unref();

  function drain(): void {
    live.woken = true;
    live.draining ??= drainInbox();
  }

  async function drainInbox(): Promise<void> {
    // `woken` closes the gap between the last look into the inbox and the end of this loop.
    while (live.woken) {
      live.woken = false;
      for (let batch = await firstWaiting(); batch.length > 0; batch = await firstWaiting()) await oneTurn(batch);
    }
    live.draining = undefined;
  }

  /** The oldest queued input, with every steer that came too late for its turn. */
  async function firstWaiting(): Promise<readonly SessionInput[]> {
    const pending = await store.pending(transcript.sessionId);
    const queued = pending.find((input) => input.delivery === "queue");
    return [...pending.filter((input) => input.delivery === "steer"), ...(queued ? [queued] : [])];
  }

  async function oneTurn(inputs: readonly SessionInput[]): Promise<void> {
    const controller = new AbortController();
    live.abort = controller;
    const deadline = startDeadline(ports, controller, bus.publish);
    bus.publish({ type: "turn-start", sessionId: transcript.sessionId });
    const before = transcript.entries.length;
    let reason: FinishReason = "failed";
    try {
      for await (const event of turnEvents(inputs, controller.signal)) {
        const shown = deadline.judge(event);
        if (shown.type === "turn-end") reason = shown.reason;
        bus.publish(shown);
      }
    } catch (error) {
      log.error("turn failed", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      bus.publish({ type: "turn-end", reason: "failed", failure: asFailure(error) });
    } finally {
      deadline.clear();
      live.abort = undefined;
    }
    if (live.choice === undefined) return;
    ports.afterTurn?.({
      sessionId: transcript.sessionId,
      principal: row.principal,
      source: row.source,
      choice: live.choice,
      reason,
      messages: transcript.entries.slice(before).map((entry) => entry.message),
      transcript: transcript.entries,
      publish: bus.publish,
    });
  }

  async function* turnEvents(inputs: readonly SessionInput[], signal: AbortSignal): AsyncGenerator<AgentEvent> {
    const taken = await transcript.take(inputs.map((input) => input.id));
    const plan = await ports.models.plan(live.settings);
    if (plan.type === "refused") {
      yield { type: "turn-end", reason: "failed", failure: new ModelFailure("auth", { message: plan.why }) };
      return;
    }
    live.choice = plan.primary;
    const tools = ports.tools({ settings: live.settings, source: row.source, principal: row.principal });
    const freeze = (sessionId: string) =>
      freezePrompt(ports, {
        sessionId,
        principal: row.principal,
        env,
        tools,
        choice: plan.primary,
        platform: row.source,
        ...(start.callerSystem === undefined ? {} : { callerSystem: start.callerSystem }),
        at: clock.now(),
      });
    if (live.prompt === undefined || live.settings.rebuildPrompt === true) {
      live.settings = { ...live.settings, rebuildPrompt: false };
      const built = await freeze(transcript.sessionId);
      live.prompt = built.prompt;
      for (const text of built.notices) yield { type: "notice", level: "warning", text };
    }
    const state: TurnState = {
      candidate: 0,
      taints: new Set(start.taints),
      calibration: live.calibration,
      replyChars: 0,
      loops: NO_LOOPS,
      halt: undefined,
      spent: { tokens: 0, usd: 0 },
      prompt: live.prompt,
    };
    const userText = taken.map((entry) => textOf(entry.message)).join("\n");
    const scope: TurnScope = {
      ...{ store, clock, ids, log, hooks, questions, transcript, env, tools, signal, state },
      models: ports.models,
      spill: ports.spill,
      hints,
      engine: ports.engine,
      memoryWatch: ports.memoryWatch,
      gates: ports.gates,
      grants: ports.grants,
      checkpoints: ports.checkpoints,
      soften: ports.soften,
      principal: row.principal,
      source: row.source,
      settings: live.settings,
      cacheTtl: ports.cacheTtl,
      loopPolicy: ports.loopPolicy,
      limits: ports.limits,
      spending: ports.spending,
      startOfDay: ports.startOfDay,
      lateLayers: await gatherLateLayers({
        ports,
        hooks,
        row,
        settings: live.settings,
        userText,
        choice: plan.primary,
        signal,
      }),
      candidates: [plan.primary, ...plan.fallbacks],
      movedTo: async (sessionId) => {
        ports.onMoved?.(live.id, sessionId, row.principal);
        live.id = sessionId;
        const lease = await store.claim(sessionId, ports.holder, ports.leaseTtlMs);
        if (lease !== undefined) live.leases.push(lease);
        return (await freeze(sessionId)).prompt;
      },
    };
    yield* runTurn((step) => perform(scope, step), policyFor(live.settings, plan.fallbacks.length, ports.maxRetries));
    live.calibration = state.calibration;
    live.prompt = state.prompt;
  }

  return {
    get id() {
      return transcript.sessionId;
    },
    get settings() {
      return live.settings;
    },
    get busy() {
      return live.draining !== undefined;
    },
    events: () => bus.subscribe(),
    async send(input) {
      await store.admit(transcript.sessionId, toInput(input, ids.id("in"), clock.now()));
      // The turn runs on its own; what goes wrong in it is an event, not a rejection here.
      drain();
    },
    answer: questions.answer,
    async configure(change) {
      live.settings = { ...live.settings, ...change };
    },
    abort() {
      live.abort?.abort(new Error("aborted by the user"));
    },
    async settled() {
      while (live.draining !== undefined) await live.draining;
    },
    async close() {
      live.abort?.abort(new Error("session closed"));
      await live.draining;
      clearInterval(renewal);
      bus.close();
      // A conversation in which nothing was said leaves no trace.
      if (transcript.entries.length === 0 && transcript.sessionId === row.id && row.title === undefined)
        await store.remove(row.id);
      for (const lease of live.leases) await lease.release();
    },
  };
}

function policyFor(settings: SessionSettings, fallbacks: number, maxRetries: number): TurnPolicy {
  return { ...DEFAULT_POLICY, maxIterations: settings.maxIterations, fallbacks, maxRetries };
}

function toInput(input: UserInput, id: string, at: number): SessionInput {
  const parts = input.parts.map(
    (part): Part => (part.type === "text" ? { type: "text", text: normalizeText(part.text) } : part),
  );
  return { id, parts, delivery: input.delivery, at };
}

function asFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const message =
    error instanceof StoreFailure
      ? error.message
      : `Something broke inside Hermes: ${error instanceof Error ? error.message : String(error)}`;
  return new ModelFailure("transport", { message, cause: error });
}
