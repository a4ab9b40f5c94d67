// A host on fakes alone: the loop, a scripted model, a store in memory.

import type { Gate } from "../../src/contracts/gate.ts";
import type { ModelChoice } from "../../src/contracts/model.ts";
import type { PromptRequest } from "../../src/contracts/prompt.ts";
import type { AgentEvent, SessionSettings } from "../../src/contracts/session.ts";
import type { SessionStore } from "../../src/contracts/stores.ts";
import { defineTool, jsonResult, type Tool } from "../../src/contracts/tool.ts";
import { OWNER } from "../../src/kernel/principal.ts";
import type { Limits } from "../../src/kernel/turn/limits.ts";
import { NO_HOOKS } from "../../src/runtime/hooks.ts";
import type { OpenRequest } from "../../src/runtime/host.ts";
import type { HostPorts } from "../../src/runtime/host-ports.ts";
import type { Softener } from "../../src/runtime/smart-approval.ts";
import { fakeEnvironment } from "../../src/testing/fake-environment.ts";
import { fakeClock, fakeGrants, fakeIds, fakeLog } from "../../src/testing/fakes.ts";
import { memorySessionStore } from "../../src/testing/memory-session-store.ts";
import type { ScriptedModel } from "../../src/testing/scripted-model.ts";

export const SETTINGS: SessionSettings = { yolo: false, maxIterations: 90 };

export const REQUEST: OpenRequest = { principal: OWNER, source: "cli", cwd: "/place", settings: SETTINGS };

interface Bench {
  readonly ports: HostPorts;
  readonly store: SessionStore;
  /** What each prompt was built from, in order. */
  readonly prompts: PromptRequest[];
}

export const UNLIMITED = { tokens: undefined, usd: undefined };

interface BenchOptions {
  readonly soften?: Softener;
  readonly limits?: Limits;
  readonly turnDeadlineMs?: number;
  readonly tools?: readonly Tool[];
  readonly gates?: readonly Gate[];
  readonly fallbacks?: readonly ScriptedModel[];
  readonly store?: SessionStore;
  readonly answerTimeoutMs?: number;
  readonly grantTrouble?: string;
}

export function bench(model: ScriptedModel, options: BenchOptions = {}): Bench {
  // With an auto clock a question's time is up at once.
  const clock = fakeClock({ auto: options.answerTimeoutMs === undefined });
  const store = options.store ?? memorySessionStore({ clock });
  const choice = (provider: ScriptedModel): ModelChoice => ({ provider, model: "m" });
  const prompts: PromptRequest[] = [];
  const grants = fakeGrants(options.grantTrouble);
  const ports: HostPorts = {
    ...{ store, clock, grants },
    ids: fakeIds(),
    log: fakeLog(),
    models: {
      plan: async () => ({
        type: "ready",
        primary: choice(model),
        fallbacks: (options.fallbacks ?? []).map(choice),
        because: "test",
      }),
      auxiliary: async (_task, main) => main,
      learnWindow: () => undefined,
    },
    prompt: {
      build: async (request) => {
        prompts.push(request);
        return { prompt: { system: ["You are a test."], tools: [], sharedThrough: 0, layers: [] }, notices: [] };
      },
    },
    hints: undefined,
    engine: undefined,
    memory: undefined,
    spill: { save: async () => "/spilled" },
    gates: options.gates ?? [],
    soften: options.soften,
    cacheTtl: "5m",
    ephemeral: "",
    prefill: [],
    maxRetries: 3,
    loopPolicy: {
      warnings: true,
      warnAfter: { exactFailure: 2, sameToolFailure: 3, noProgress: 2 },
      stopAfter: undefined,
    },
    limits: options.limits ?? { turn: UNLIMITED, session: UNLIMITED, day: UNLIMITED },
    spending: { record: () => undefined, since: async () => ({ tokens: 0, usd: 0 }) },
    turnDeadlineMs: options.turnDeadlineMs ?? 0,
    startOfDay: (at) => at,
    holder: "test",
    leaseTtlMs: 60_000,
    answerTimeoutMs: options.answerTimeoutMs,
    environment: async (cwd) => fakeEnvironment({ cwd }),
    tools: () => options.tools ?? [],
    hooks: () => NO_HOOKS,
  };
  return { ports, store, prompts };
}

export const saidText = (events: readonly AgentEvent[]) =>
  events.map((event) => (event.type === "text" ? event.delta : "")).join("");

export function echoTool(run?: Tool["run"]): Tool {
  return defineTool<{ word: string }>({
    name: "echo",
    toolset: "test",
    description: "says it again",
    effect: "read",
    output: "own",
    input: {
      json: { type: "object" },
      decode: (input) =>
        typeof (input as { word?: unknown }).word === "string"
          ? { type: "ok", value: input as { word: string } }
          : { type: "bad", why: "word must be a string" },
    },
    touches: () => [],
    run: run ?? (async ({ word }) => jsonResult({ word })),
  });
}
