// One conversation: a durable inbox in front, one drainer behind, one event stream out.

import type { CompactOutcome, CompactWish } from "../contracts/compactions.ts";
import type { Environment } from "../contracts/environment.ts";
import { type ModelChoice, modelName } from "../contracts/model.ts";
import type { ModelPlan } from "../contracts/models.ts";
import type { AgentEvent, Session, SessionSettings, TurnFailure, UserInput } from "../contracts/session.ts";
import type { FrozenPrompt, Lease, SessionInput, SessionRow, StoredMessage } from "../contracts/stores.ts";
import { calibrationFrom } from "../kernel/compress/calibrate-from.ts";
import { isOwnWords } from "../kernel/compress/entry.ts";
import { hintTextIn } from "../kernel/context-files/hints.ts";
import { InternalFailure, ModelFailure, StoreFailure } from "../kernel/failure.ts";
import { type Message, type Part, textOf } from "../kernel/message.ts";
import { movedNotice } from "../kernel/prompt/place.ts";
import { taintsIn } from "../kernel/taint.ts";
import { normalizeText } from "../kernel/text.ts";
import { type Calibration, UNCALIBRATED } from "../kernel/tokens.ts";
import { DEFAULT_POLICY, type FinishReason, type TurnPolicy } from "../kernel/turn/turn.ts";
import { claimSession } from "./claim.ts";
import { createEventBus } from "./event-bus.ts";
import { createFileWatch } from "./file-watch.ts";
import type { HostPorts } from "./host-ports.ts";
import { leftPlace, workplaceOf } from "./late-context.ts";
import { makeRoom } from "./perform/compact.ts";
import { perform } from "./perform/perform.ts";
import { planTurn } from "./plan-turn.ts";
import { createQuestions } from "./questions.ts";
import { runTurn } from "./run-turn.ts";
import type { Transcript } from "./transcript.ts";
import { startDeadline } from "./turn-deadline.ts";

interface TurnStart {
  readonly sessionId: string;
  readonly messages: number;
}

type ReadyPlan = Extract<ModelPlan, { type: "ready" }>;

export interface SessionStart {
  readonly row: SessionRow;
  readonly settings: SessionSettings;
  readonly transcript: Transcript;
  readonly env: Environment;
  readonly lease: Lease;
  /** Present on resume: replayed byte for byte. */
  readonly prompt: FrozenPrompt | undefined;
  readonly callerSystem?: string;
  /** What stands in the window of the turn that started this session. */
  readonly inheritedTaints: readonly string[];
  /** The session a person left for this new one. */
  readonly replaces?: string | undefined;
}

export function createSession(ports: HostPorts, start: SessionStart): Session {
  const { store, clock, ids } = ports;
  const { transcript, row, env } = start;
  const bus = createEventBus<AgentEvent>();
  const log = ports.log.forSession(row.id);
  const questions = createQuestions({ clock, ids, timeoutMs: ports.answerTimeoutMs, publish: bus.publish });
  const left = start.prompt && leftPlace(start.prompt, env);
  const inWindow = hintTextIn(transcript.entries.map(({ message }) => message));
  const hints = ports.hints?.open(env, left === undefined ? inWindow : undefined);
  const files = ports.fileWatch && createFileWatch(ports.fileWatch, env);
  const hooks = ports.hooks(log, (text) => bus.publish({ type: "notice", level: "warning", text }));
  const about = { sessionId: row.id, source: row.source, cwd: env.cwd };
  const live = {
    settings: start.settings,
    prompt: start.prompt,
    draining: undefined as Promise<void> | undefined,
    woken: false,
    closing: false,
    started: false,
    /** An abort that came before the turn it was meant for had begun. */
    abortNext: false,
    lease: start.lease,
    /** Somebody else has the conversation: nothing is taken from its inbox here any more. */
    lost: undefined as StoreFailure | undefined,
    id: row.id,
    abort: undefined as AbortController | undefined,
    calibration: UNCALIBRATED,
    choice: undefined as ModelChoice | undefined,
  };
  // Hooks are bounded and never reject: nobody waits for this one.
  if (start.replaces !== undefined) void hooks.run("onSessionReset", { ...about, previousId: start.replaces });
  const renewal = setInterval(() => {
    live.lease.renew().catch((error: unknown) => log.warn("the lease was not renewed", { error: String(error) }));
  }, ports.leaseTtlMs / 3);
  renewal.unref();

  function drain(): void {
    live.woken = true;
    live.draining ??= drainInbox().finally(() => {
      live.draining = undefined;
      // What came after the last look and before this line would otherwise wait for the next message.
      if (live.woken && !live.closing && live.lost === undefined) drain();
    });
  }

  /** `woken` closes the gap between the last look into the inbox and the end of this loop. Never rejects. */
  async function drainInbox(): Promise<void> {
    try {
      if (live.lost !== undefined) return fail(live.lost);
      while (live.woken && !live.closing && live.lost === undefined) {
        live.woken = false;
        for (let batch = await firstWaiting(); batch.length > 0 && !live.closing; batch = await firstWaiting()) {
          // What could not be taken out of the inbox stays there for the next message or the next start.
          if ((await oneTurn(batch)) === "not-taken" || live.lost !== undefined) return;
        }
      }
    } catch (error) {
      fail(error);
    }
  }

  /** The oldest queued input, with every steer that came too late for its turn. */
  async function firstWaiting(): Promise<readonly SessionInput[]> {
    const pending = await store.pending(transcript.sessionId);
    const queued = pending.find((input) => input.delivery === "queue");
    return [...pending.filter((input) => input.delivery === "steer"), ...(queued ? [queued] : [])];
  }

  async function oneTurn(inputs: readonly SessionInput[]): Promise<"done" | "not-taken"> {
    const controller = new AbortController();
    live.abort = controller;
    const deadline = startDeadline(ports, controller, bus.publish);
    const startedAt = clock.now();
    bus.publish({ type: "turn-start", sessionId: transcript.sessionId, inputs: inputs.map(({ id }) => id) });
    const from: TurnStart = { sessionId: transcript.sessionId, messages: transcript.entries.length };
    let reason: FinishReason = "failed";
    let taken: readonly StoredMessage[] | undefined;
    try {
      taken = await transcript.take(inputs.map((input) => input.id));
      if (live.abortNext) controller.abort(new Error("aborted by the user"));
      live.abortNext = false;
      for await (const event of turnEvents(taken, controller.signal)) {
        const shown = deadline.judge(event);
        if (shown.type === "turn-end") reason = shown.reason;
        bus.publish(shown);
      }
    } catch (error) {
      fail(error);
    } finally {
      deadline.clear();
      live.abort = undefined;
      ports.grants.endTask(transcript.sessionId);
    }
    if (taken === undefined) return "not-taken";
    log.info("turn", { reason, ms: clock.now() - startedAt, messages: saidSince(from).length });
    if (live.choice !== undefined) finished(live.choice, reason, from);
    return "done";
  }

  /** What this turn said; after a compaction in its middle, what is still in view of it. */
  function saidSince(from: TurnStart): readonly Message[] {
    const { entries, sessionId } = transcript;
    const asked = entries.findLastIndex(({ message }) => isOwnWords(message));
    return entries
      .slice(sessionId === from.sessionId ? from.messages : Math.max(0, asked))
      .map(({ message }) => message);
  }

  function finished(choice: ModelChoice, reason: FinishReason, from: TurnStart): void {
    ports.afterTurn?.({
      ...{ choice, reason },
      sessionId: transcript.sessionId,
      principal: row.principal,
      source: row.source,
      messages: saidSince(from),
      transcript: transcript.entries,
      publish: bus.publish,
    });
  }

  /** From the part of the conversation that was compacted to the one that goes on. */
  async function followTo(sessionId: string): Promise<void> {
    const left = live.lease;
    try {
      live.lease = await claimSession(ports, sessionId, "It goes on there; resume it to see what was said.");
    } catch (error) {
      if (error instanceof StoreFailure) live.lost = error;
      throw error;
    }
    ports.onMoved?.(live.id, sessionId, row.principal);
    live.id = sessionId;
    await left.release();
  }

  function fail(error: unknown): void {
    const failure = asFailure(error);
    log.error("turn failed", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    bus.publish({ type: "turn-end", reason: "failed", failure });
  }

  /** `taken` is what the user said; undefined when nothing is asked of the model. */
  function scopeOf(plan: ReadyPlan, signal: AbortSignal, taken: readonly StoredMessage[] | undefined) {
    return planTurn({
      ...{ ports, row, transcript, env, files, hints, hooks, questions, log, plan, signal },
      settings: live.settings,
      frozen: live.prompt,
      callerSystem: start.callerSystem,
      taints: taintsIn((taken ?? []).map((entry) => entry.message)),
      inheritedTaints: start.inheritedTaints,
      calibration: calibrationFor(plan.primary),
      userText: taken?.map((entry) => textOf(entry.message)).join("\n"),
      moved: followTo,
    });
  }

  /** A conversation that was resumed begins with what it measured before. */
  function calibrationFor(choice: ModelChoice): Calibration {
    if (live.calibration !== UNCALIBRATED || live.prompt === undefined) return live.calibration;
    return calibrationFrom(live.prompt, transcript.entries, modelName(choice));
  }

  /** The drainer's place is taken meanwhile: what is sent waits and is answered in the part that goes on. */
  function compactNow(wish: CompactWish): Promise<CompactOutcome> {
    const controller = new AbortController();
    live.abort = controller;
    const work = compactOnce(wish, controller.signal);
    const rest = () => {
      live.abort = undefined;
      live.draining = undefined;
      if (live.woken) drain();
    };
    live.draining = work.then(rest, rest);
    return work;
  }

  async function compactOnce(wish: CompactWish, signal: AbortSignal): Promise<CompactOutcome> {
    const { engine } = ports;
    if (engine === undefined) return { type: "unchanged", why: "Compression is switched off (compression.enabled)." };
    const plan = await ports.models.plan(live.settings);
    if (plan.type === "refused") return { type: "unchanged", why: plan.why };
    const { scope } = await scopeOf(plan, signal, undefined);
    try {
      const room = makeRoom(scope, engine, wish);
      for (;;) {
        const next = await room.next();
        if (next.done !== true) bus.publish(next.value);
        else return next.value.type === "aborted" ? { type: "unchanged", why: "Stopped." } : next.value;
      }
    } finally {
      live.prompt = scope.state.prompt;
    }
  }

  async function* turnEvents(taken: readonly StoredMessage[], signal: AbortSignal): AsyncGenerator<AgentEvent> {
    const plan = await ports.models.plan(live.settings);
    if (plan.type === "refused") {
      yield { type: "turn-end", reason: "failed", failure: new ModelFailure("auth", { message: plan.why }) };
      return;
    }
    live.choice = plan.primary;
    if (!live.started) {
      await hooks.run("onSessionStart", about);
      if (left !== undefined && live.settings.rebuildPrompt !== true)
        yield { type: "notice", level: "warning", text: movedNotice(left, workplaceOf(env)) };
    }
    live.started = true;
    const { scope, notices } = await scopeOf(plan, signal, taken);
    live.settings = { ...live.settings, rebuildPrompt: false };
    for (const text of notices) yield { type: "notice", level: "warning", text };
    try {
      yield* runTurn((step) => perform(scope, step), policyFor(live.settings, plan.fallbacks.length, ports.maxRetries));
    } finally {
      // Also after a failure: a compaction may have moved the conversation and its prompt on.
      live.calibration = scope.state.calibration;
      live.prompt = scope.state.prompt;
    }
  }

  return {
    get id() {
      return transcript.sessionId;
    },
    principal: row.principal,
    get settings() {
      return live.settings;
    },
    get busy() {
      return live.draining !== undefined;
    },
    events: () => bus.subscribe(),
    async send(input) {
      const id = ids.id("in");
      await store.admit(transcript.sessionId, toInput(input, id, clock.now()));
      // The turn runs on its own; what goes wrong in it is an event, not a rejection here.
      drain();
      return id;
    },
    answer: questions.answer,
    async configure(change) {
      live.settings = { ...live.settings, ...change };
    },
    async compact(wish) {
      if (live.lost !== undefined) throw live.lost;
      if (live.draining !== undefined)
        return { type: "unchanged", why: "An answer is under way; it has to end first." };
      return compactNow(wish);
    },
    abort() {
      if (live.abort !== undefined) live.abort.abort(new Error("aborted by the user"));
      else if (live.draining !== undefined) live.abortNext = true;
    },
    async settled() {
      while (live.draining !== undefined) await live.draining;
    },
    async close() {
      live.closing = true;
      live.abort?.abort(new Error("session closed"));
      await live.draining;
      clearInterval(renewal);
      if (live.started) await hooks.run("onSessionEnd", { ...about, reason: "closed" });
      if (live.started) await hooks.run("onSessionFinalize", { ...about, reason: "closed" });
      bus.close();
      // A conversation in which nothing was said leaves no trace; what still waits in the inbox was said.
      const empty = transcript.entries.length === 0 && transcript.sessionId === row.id && row.title === undefined;
      if (empty && (await store.pending(row.id)).length === 0) await store.remove(row.id);
      await live.lease.release();
      ports.grants.endSession(transcript.sessionId);
      // A container or a connection is this session's alone; processes on this machine may be meant to go on.
      if (env.kind !== "local") await env.dispose();
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
  return { ...input, id, parts, at };
}

function asFailure(error: unknown): TurnFailure {
  if (error instanceof ModelFailure || error instanceof StoreFailure) return error;
  return new InternalFailure(
    `Something broke inside Hermes: ${error instanceof Error ? error.message : String(error)}`,
    error,
  );
}
