// A host with a scripted model, a scripted summariser and the built-in engine: everything real but the models.

import type { Compactions } from "../../src/contracts/compactions.ts";
import type { ModelChoice, ModelProvider } from "../../src/contracts/model.ts";
import type { SessionSettings } from "../../src/contracts/session.ts";
import type { SessionStore } from "../../src/contracts/stores.ts";
import type { Tool } from "../../src/contracts/tool.ts";
import { type CompressorOptions, compressor } from "../../src/engines/compressor.ts";
import { effectsOf } from "../../src/engines/tool-effects.ts";
import { SUMMARY_SYSTEM } from "../../src/kernel/compress/summary-prompt.ts";
import { OWNER } from "../../src/kernel/principal.ts";
import { createCompactions } from "../../src/runtime/compactions.ts";
import { NO_HOOKS } from "../../src/runtime/hooks.ts";
import { createHost, type Host, type OpenRequest } from "../../src/runtime/host.ts";
import type { HostPorts } from "../../src/runtime/host-ports.ts";
import { fakeEnvironment } from "../../src/testing/fake-environment.ts";
import { fakeClock, fakeGrants, fakeIds, fakeLog } from "../../src/testing/fakes.ts";
import { memorySessionStore } from "../../src/testing/memory-session-store.ts";

export const SETTINGS: SessionSettings = { yolo: true, maxIterations: 90 };
export const REQUEST: OpenRequest = { principal: OWNER, source: "cli", cwd: "/place", settings: SETTINGS };
const UNLIMITED = { tokens: undefined, usd: undefined };

export interface CompactionHost {
  readonly host: Host;
  readonly store: SessionStore;
  readonly compactions: Compactions;
  readonly ports: HostPorts;
}

export interface CompactionHostOptions {
  readonly model: ModelProvider;
  readonly summariser: ModelProvider;
  readonly tools: readonly Tool[];
  /** False: the conversation only grows. */
  readonly compacts?: boolean;
  /** The built-in engine's settings. */
  readonly engine?: Partial<CompressorOptions>;
  readonly store?: SessionStore;
  /** What stands in for the kit's own ports. */
  readonly ports?: Partial<HostPorts>;
}

export function compactionHost(options: CompactionHostOptions): CompactionHost {
  const clock = fakeClock({ auto: true });
  const store = options.store ?? memorySessionStore({ clock });
  const engine = compressor({
    clock,
    log: fakeLog(),
    redact: (text) => text,
    effectOf: effectsOf(options.tools),
    timeoutMs: 2_000,
    ...options.engine,
  });
  const main: ModelChoice = { provider: routed(options.model, options.summariser), model: "m" };
  const ports: HostPorts = {
    ...{ store, clock },
    ids: fakeIds(),
    log: fakeLog(),
    models: {
      plan: async () => ({ type: "ready", primary: main, fallbacks: [], because: "script" }),
      auxiliary: async () => main,
      learnWindow: () => undefined,
    },
    prompt: {
      build: async () => ({
        prompt: { system: ["You are a scripted agent."], tools: [], sharedThrough: 0, layers: [] },
        notices: [],
      }),
    },
    hints: undefined,
    engine: options.compacts === false ? undefined : engine,
    memory: undefined,
    spill: { save: async () => undefined },
    gates: [],
    grants: fakeGrants(),
    soften: undefined,
    cacheTtl: "5m",
    ephemeral: "",
    prefill: [],
    maxRetries: 0,
    loopPolicy: {
      warnings: false,
      warnAfter: { exactFailure: 99, sameToolFailure: 99, noProgress: 99 },
      stopAfter: undefined,
    },
    limits: { turn: UNLIMITED, session: UNLIMITED, day: UNLIMITED },
    spending: { record: () => undefined, since: async () => ({ tokens: 0, usd: 0 }) },
    turnDeadlineMs: 0,
    startOfDay: (at) => at,
    holder: "lab",
    leaseTtlMs: 600_000,
    answerTimeoutMs: undefined,
    environment: async (cwd) => fakeEnvironment({ cwd }),
    tools: () => options.tools,
    hooks: () => NO_HOOKS,
    ...options.ports,
  };
  return { host: createHost(ports), store, compactions: createCompactions(ports, effectsOf(options.tools)), ports };
}

/** Side requests for summaries go to the summariser, so that the main script answers the conversation alone. */
function routed(model: ModelProvider, summariser: ModelProvider): ModelProvider {
  return {
    id: model.id,
    endpoint: model.endpoint,
    cacheStyle: model.cacheStyle,
    info: model.info,
    stream: (request, signal) => (request.system[0] === SUMMARY_SYSTEM ? summariser : model).stream(request, signal),
  };
}
