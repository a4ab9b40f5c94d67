// One conversation: a durable inbox in front, one drainer behind, one event stream out.

import type { CompactOutcome, CompactWish } from "../contracts/compactions.ts";
import { type Environment, workplaceOf } from "../contracts/environment.ts";
import { type ModelChoice, modelName } from "../contracts/model.ts";
import type { ModelPlan } from "../contracts/models.ts";
import type { AgentEvent, Session, SessionSettings } from "../contracts/session.ts";
import type { EndReason, FrozenPrompt, Lease, SessionInput, SessionRow, StoredMessage } from "../contracts/stores.ts";
import { calibrationFrom } from "../kernel/compress/calibrate-from.ts";
import { hintTextIn } from "../kernel/context-files/hints.ts";
import { ModelFailure, StoreFailure } from "../kernel/failure.ts";
import { textOf } from "../kernel/message.ts";
import { movedNotice } from "../kernel/prompt/place.ts";
import { taintsIn } from "../kernel/taint.ts";
import { type Calibration, UNCALIBRATED } from "../kernel/tokens.ts";
import { DEFAULT_POLICY, type FinishReason, type TurnPolicy } from "../kernel/turn/turn.ts";
import { createEventBus } from "./event-bus.ts";
import { createFileWatch } from "./file-watch.ts";
import { holdSession } from "./hold.ts";
import type { HostPorts } from "./host-ports.ts";
import { firstWaiting, toInput } from "./inbox.ts";
import { leftPlace } from "./late-context.ts";
import { makeRoom } from "./perform/compact.ts";
import { perform } from "./perform/perform.ts";
import { planTurn } from "./plan-turn.ts";
import { createQuestions } from "./questions.ts";
import { runTurn } from "./run-turn.ts";
import { saidSince, type TurnStart } from "./said-since.ts";
import type { Transcript } from "./transcript.ts";
import { startDeadline } from "./turn-deadline.ts";
import { asTurnFailure } from "./turn-failure.ts";

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
    abort: undefined as AbortController | undefined,
    calibration: UNCALIBRATED,
    choice: undefined as ModelChoice | undefined,
  };
  // Hooks are bounded and never reject: nobody waits for this one.
  if (start.replaces !== undefined) void hooks.run("onSessionReset", { ...about, previousId: start.replaces });
  const hold = holdSession(ports, { sessionId: row.id, principal: row.principal, lease: start.lease, log });

  function drain(): void {
    live.woken = true;
    live.draining ??= drainInbox().finally(() => {
      live.draining = undefined;
      // What came after the last look and before this line would otherwise wait for the next message.
      if (live.woken && !live.closing && hold.lost === undefined) drain();
    });
  }

  /** `woken` closes the gap between the last look into the inbox and the end of this loop. Never rejects. */
  async function drainInbox(): Promise<void> {
    try {
      if (hold.lost !== undefined) return fail(hold.lost);
      while (live.woken && !live.closing && hold.lost === undefined) {
        live.woken = false;
        const waiting = () => firstWaiting(store, transcript.sessionId);
        for (let batch = await waiting(); batch.length > 0 && !live.closing; batch = await waiting()) {
          // What could not be taken out of the inbox stays there for the next message or the next start.
          if ((await oneTurn(batch)) === "not-taken" || hold.lost !== undefined) return;
        }
      }
    } catch (error) {
      fail(error);
    }
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
    log.info("turn", { reason, ms: clock.now() - startedAt, messages: saidSince(transcript, from).length });
    if (live.choice !== undefined) finished(live.choice, reason, from);
    return "done";
  }

  function finished(choice: ModelChoice, reason: FinishReason, from: TurnStart): void {
    ports.afterTurn?.({
      ...{ choice, reason },
      sessionId: transcript.sessionId,
      principal: row.principal,
      source: row.source,
      messages: saidSince(transcript, from),
      transcript: transcript.entries,
      publish: bus.publish,
    });
  }

  /** A store that cannot take it keeps nobody from leaving. */
  async function noteEnd(why: EndReason): Promise<void> {
    try {
      await store.end(transcript.sessionId, why, clock.now());
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      log.warn("the end of the session was not noted", { error: error.message });
    }
  }

  function fail(error: unknown): void {
    const failure = asTurnFailure(error);
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
      moved: hold.follow,
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
      if (hold.lost !== undefined) throw hold.lost;
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
    async close(why) {
      live.closing = true;
      live.abort?.abort(new Error("session closed"));
      await live.draining;
      hold.rest();
      if (live.started) await hooks.run("onSessionEnd", { ...about, reason: "closed" });
      if (live.started) await hooks.run("onSessionFinalize", { ...about, reason: "closed" });
      bus.close();
      // A conversation in which nothing was said leaves no trace; what still waits in the inbox was said.
      const empty = transcript.entries.length === 0 && transcript.sessionId === row.id && row.title === undefined;
      if (empty && (await store.pending(row.id)).length === 0) await store.remove(row.id);
      else if (why !== undefined && hold.lost === undefined) await noteEnd(why);
      await hold.release();
      ports.grants.endSession(transcript.sessionId);
      // A container or a connection is this session's alone; processes on this machine may be meant to go on.
      if (env.kind !== "local") await env.dispose();
    },
  };
}

function policyFor(settings: SessionSettings, fallbacks: number, maxRetries: number): TurnPolicy {
  return { ...DEFAULT_POLICY, maxIterations: settings.maxIterations, fallbacks, maxRetries };
}
