// The gates every call passes, and the memory of what was allowed. Loaded with the first call: a question alone needs none.

import type { Home } from "../config/home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import type { Environment } from "../contracts/environment.ts";
import type { ExplainCommand, Gate, Grants, Verdict } from "../contracts/gate.ts";
import type { Log } from "../contracts/log.ts";
import type { Clock } from "../contracts/time.ts";
import type { Tool } from "../contracts/tool.ts";
import type { GrantBook } from "../gates/grants.ts";
import { agentHomes } from "./agent-homes.ts";
import { websiteBlocklist } from "./blocklist.ts";

export interface GateWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
  readonly clock: Clock;
  readonly log: Log;
}

export interface WiredGates {
  readonly gates: readonly Gate[];
  readonly grants: Grants;
  /** What was allowed and still holds, for people. */
  readonly given: Pick<GrantBook, "list" | "remove">;
  /** Judges commands as the gates would, here and now; `place` is where `terminal` would run them. */
  explainer(terminal: Tool, place: () => Promise<Environment>): Promise<ExplainCommand>;
}

/** `more` are those of plugins; they only add to what the built-in ones refuse. */
export function composeGates(wiring: GateWiring, more: readonly Gate[]): WiredGates {
  const { home, facts } = wiring;
  const places = {
    home: facts.userHome,
    controlHomes: agentHomes(home),
  };
  const state = {
    gates: undefined as Promise<readonly Gate[]> | undefined,
    grants: undefined as Promise<GrantBook> | undefined,
  };
  const all = () => {
    state.gates ??= loadGates(wiring, places);
    return state.gates;
  };
  const grants = () => {
    state.grants ??= loadGrants(wiring);
    return state.grants;
  };
  /** Nobody was asked before the book is open, so until then, or when it cannot be, there is nothing to do in it. */
  const inBook = (act: (book: GrantBook) => void) => void state.grants?.then(act, () => undefined);
  return {
    gates: [
      {
        name: "built-in",
        async check(call, tool, context) {
          return strictest(await Promise.all((await all()).map((gate) => gate.check(call, tool, context))));
        },
      },
      ...more,
    ],
    grants: {
      has: async (sessionId, key) => (await grants()).has(sessionId, key),
      add: async (sessionId, key, scope) => (await grants()).add(sessionId, key, scope),
      trouble: async () => (await grants()).trouble(),
      endTask: (sessionId) => inBook((book) => book.endTask(sessionId)),
      endSession: (sessionId) => inBook((book) => book.endSession(sessionId)),
      carry: (from, to) => inBook((book) => book.carry(from, to)),
    },
    given: {
      list: async () => (await grants()).list(),
      remove: async (key) => (await grants()).remove(key),
    },
    async explainer(terminal, place) {
      const { createExplainer } = await import("./explainer.ts");
      const { approvals, command_allowlist: allowList, terminal: section } = wiring.config;
      const rules = Object.values(approvals.rules).flatMap((set) => Object.values(set).flat());
      return createExplainer({
        here: { cwd: facts.cwd, workspace: facts.cwd, home: places.home, controlHomes: places.controlHomes },
        isPlain: approvals.mode !== "off" && rules.length + allowList.length === 0,
        check: async (call, context) =>
          strictest(await Promise.all((await all()).map((gate) => gate.check(call, terminal, context)))),
        ...(section.backend === "local" ? { place } : {}),
      });
    },
  };
}

type Ask = Extract<Verdict, { type: "ask" }>;
type Verdicts = readonly Awaited<ReturnType<Gate["check"]>>[];

/** One question for everything that asks: a person answers once, seeing all reasons. */
function strictest(verdicts: Verdicts): Verdicts[number] {
  const denied = verdicts.find((verdict) => verdict.type === "deny");
  if (denied !== undefined) return denied;
  const asks = verdicts.filter((verdict) => verdict.type === "ask");
  const [first] = asks;
  if (first === undefined || asks.length === 1) return first ?? { type: "allow" };
  return {
    ...first,
    reasons: [...new Set(asks.flatMap((ask) => ask.reasons))],
    key: asks.map((ask) => ask.key).join(" + "),
    scopes: first.scopes.filter((scope) => asks.every((ask) => ask.scopes.includes(scope))),
    ...strictestAnswer(asks),
  };
}

function strictestAnswer(asks: readonly Ask[]): Pick<Ask, "only"> {
  const only = asks.flatMap((ask) => ask.only ?? []);
  const [any] = only;
  return any === undefined ? {} : { only: only.includes("person") ? "person" : any };
}

interface Places {
  readonly home: string;
  readonly controlHomes: readonly string[];
}

async function loadGates(wiring: GateWiring, places: Places): Promise<readonly Gate[]> {
  const { home, config } = wiring;
  const [commands, paths, rules, taint, urls, memories] = await Promise.all([
    import("../gates/command-gate.ts"),
    import("../gates/path-guard.ts"),
    import("../gates/rules.ts"),
    import("../gates/taint-gate.ts"),
    import("../gates/url-guard.ts"),
    import("../gates/memory-guard.ts"),
  ]);
  const configured = config.approvals.rules;
  // `off` lets everything pass that would ask; what is denied stays denied.
  const asking = [
    commands.commandGate({ ...places, allow: configured.allow.commands, allowList: config.command_allowlist }),
    paths.pathGuard(places),
  ].map((gate) =>
    config.approvals.mode === "off" ? neverAsking(gate) : rules.withAllowRules(gate, configured, places),
  );
  return [
    rules.ruleGate(configured, places),
    ...asking,
    taint.taintGate(places),
    memories.memoryGuard({ memories: home.memories, pending: home.pending }),
    urls.urlGuard(websiteBlocklist(wiring)),
  ];
}

function neverAsking(gate: Gate): Gate {
  return {
    name: gate.name,
    async check(call, tool, context) {
      const verdict = await gate.check(call, tool, context);
      return verdict.type === "ask" ? { type: "allow" } : verdict;
    },
  };
}

async function loadGrants({ home, clock }: GateWiring): Promise<GrantBook> {
  const { createGrants } = await import("../gates/grants.ts");
  return createGrants({ path: home.grants, now: () => new Date(clock.now()).toISOString() });
}
