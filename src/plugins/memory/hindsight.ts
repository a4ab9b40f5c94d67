// Hindsight: facts retained into a bank, recalled by meaning, reflected upon on request.

import type { MemoryProvider, MemorySession } from "../../contracts/memory.ts";
import type { Plugin, PluginHost } from "../../contracts/plugin.ts";
import { type Api, createApi } from "./api.ts";
import { ApiFailure } from "./api-failure.ts";
import { bringing } from "./bringing.ts";
import { nameOfText, type Said, saidIn } from "./exchange.ts";
import { idOf, nameFor } from "./ownership.ts";
import { asLines, providerTool } from "./provider-tool.ts";
import { flagSetting, listOf, numberSetting, textField, textSetting } from "./shapes.ts";
import { listIn, textOf } from "./tool-input.ts";

const MAX_CHARS = 20_000;
const CLOUD = "https://api.hindsight.vectorize.io";
const LOCAL = "http://localhost:8888";

interface Settings {
  /** May hold {profile} {workspace} {platform} {user} {session}. */
  readonly bank: string;
  readonly profile: string;
  readonly budget: string;
  readonly maxTokens: number;
  readonly types: readonly string[];
  readonly recalls: boolean;
  readonly reflects: boolean;
  readonly retains: boolean;
  readonly everyTurns: number;
  readonly hasTools: boolean;
}

export const hindsight: Plugin = {
  name: "hindsight",
  setup(host) {
    const { config, env, fetch } = host;
    const mode = textSetting(config, "mode", "cloud");
    const key = env.HINDSIGHT_API_KEY ?? "";
    const api = createApi({
      fetch,
      service: "Hindsight",
      url: textSetting(config, "api_url", env.HINDSIGHT_API_URL ?? (mode === "cloud" ? CLOUD : LOCAL)),
      headers: key === "" ? {} : { Authorization: `Bearer ${key}` },
      timeoutMs: 15_000,
    });
    return bringing(hindsightProvider(api, readSettings(host)));
  },
};

function readSettings({ config }: PluginHost): Settings {
  const memoryMode = textSetting(config, "memory_mode", "hybrid");
  const types = listOf(config.recall_types).map(String);
  return {
    bank: textSetting(config, "bank_id_template", textSetting(config, "bank_id", "hermes")),
    profile: textSetting(config, "profile", "default"),
    budget: textSetting(config, "recall_budget", "mid"),
    maxTokens: numberSetting(config, "recall_max_tokens", { fallback: 4_096, min: 100, max: 32_000 }),
    types: types.length > 0 ? types : ["observation"],
    recalls: memoryMode !== "tools" && flagSetting(config, "auto_recall", true),
    reflects: textSetting(config, "recall_prefetch_method", "recall") === "reflect",
    retains: flagSetting(config, "auto_retain", true),
    everyTurns: numberSetting(config, "retain_every_n_turns", { fallback: 1, min: 1, max: 100 }),
    hasTools: memoryMode !== "context",
  };
}

function hindsightProvider(api: Api, settings: Settings): MemoryProvider {
  const lineage = new Map<string, string>();
  const waiting = new Map<string, { readonly session: MemorySession; readonly turns: (readonly Said[])[] }>();

  const bankOf = ({ principal, cwd, id }: MemorySession): string => {
    const workspace =
      cwd
        .split(/[\\/]/)
        .filter((part) => part !== "")
        .at(-1) ?? "";
    const filled = settings.bank
      .replaceAll("{profile}", settings.profile)
      .replaceAll("{workspace}", workspace)
      .replaceAll("{platform}", "hermes")
      .replaceAll("{user}", "user")
      .replaceAll("{session}", id);
    return nameFor(idOf(filled), principal);
  };
  const pathOf = (session: MemorySession, rest: string) =>
    `/v1/default/banks/${encodeURIComponent(bankOf(session))}${rest}`;

  const retain = (session: MemorySession, item: object, signal?: AbortSignal) =>
    api.call("POST", pathOf(session, "/memories"), {
      body: { items: [item], async: true },
      ...(signal === undefined ? {} : { signal }),
    });

  async function recall(session: MemorySession, query: string, signal: AbortSignal): Promise<readonly string[]> {
    const body = { query, budget: settings.budget, max_tokens: settings.maxTokens, types: settings.types };
    const answer = await api.call("POST", pathOf(session, "/memories/recall"), { body, signal });
    return listOf(answer, "results").map((item) => textField(item, "text", "content"));
  }

  async function reflect(session: MemorySession, query: string, signal: AbortSignal): Promise<string> {
    const body = { query, budget: settings.budget };
    return textField(await api.call("POST", pathOf(session, "/reflect"), { body, signal, timeoutMs: 60_000 }), "text");
  }

  /** Turns of one session as one growing document where the server can append, else as one document per hand-over. */
  async function handOver(session: MemorySession, signal?: AbortSignal): Promise<void> {
    const kept = waiting.get(bankKey(session));
    waiting.delete(bankKey(session));
    const first = kept?.turns[0]?.[0];
    if (kept === undefined || first === undefined) return;
    const parent = lineage.get(session.id);
    const appends = await canAppend(api, signal);
    await retain(
      session,
      {
        content: JSON.stringify(kept.turns.map((turn) => turn.map(({ role, content }) => ({ role, content })))),
        context: "conversation between the user and the agent",
        tags: [`session:${session.id}`, ...(parent === undefined ? [] : [`parent:${parent}`])],
        timestamp: new Date(first.at).toISOString(),
        document_id: appends ? `session-${session.id}` : `session-${session.id}-${first.at}`,
        ...(appends ? { update_mode: "append" } : {}),
      },
      signal,
    );
  }

  const provider: MemoryProvider = {
    name: "hindsight",
    snapshot: async () => "",
    async recall(query, session, signal) {
      if (!settings.recalls) return "";
      return settings.reflects ? reflect(session, query, signal) : asLines(await recall(session, query, signal), "");
    },
    async observe(turn, session, signal) {
      const said = saidIn(turn, MAX_CHARS);
      if (!settings.retains || said.length === 0) return;
      const kept = waiting.get(bankKey(session)) ?? { session, turns: [] };
      kept.turns.push(said);
      waiting.set(bankKey(session), kept);
      if (kept.turns.length >= settings.everyTurns) await handOver(session, signal);
    },
    async switchSession(from, to, signal) {
      lineage.set(to.id, from.id);
      await handOver(from, signal);
    },
    beforeCompaction: (_messages, session, signal) => handOver(session, signal),
    async changed(change, session, signal) {
      const documentOf = (text: string) => `memory-${change.target}-${nameOfText(text)}`;
      if (change.type !== "add")
        await removeDocument(api, pathOf(session, `/documents/${documentOf(change.before)}`), signal);
      if (change.type === "remove") return;
      const context = change.target === "user" ? "who the user is" : "notes of the agent";
      await retain(
        session,
        { content: change.text, context, tags: ["memory", change.target], document_id: documentOf(change.text) },
        signal,
      );
    },
    async dispose() {
      await Promise.allSettled([...waiting.values()].map(({ session }) => handOver(session)));
    },
  };
  return settings.hasTools ? { ...provider, tools: tools({ retain, recall, reflect }) } : provider;
}

interface Verbs {
  retain(session: MemorySession, item: object, signal?: AbortSignal): Promise<unknown>;
  recall(session: MemorySession, query: string, signal: AbortSignal): Promise<readonly string[]>;
  reflect(session: MemorySession, query: string, signal: AbortSignal): Promise<string>;
}

function tools({ retain, recall, reflect }: Verbs) {
  const query = { query: { type: "string", description: "What to look for.", required: true } } as const;
  return [
    providerTool({
      name: "hindsight_retain",
      description: "Store something in Hindsight's long-term memory.",
      effect: "write",
      fields: {
        content: { type: "string", description: "What to remember.", required: true },
        context: { type: "string", description: "What it is about." },
        tags: { type: "list", description: "Tags to find it by." },
      },
      async run(input, { sessionId: id, principal, env, signal }) {
        const context = textOf(input, "context");
        const tags = [...listIn(input, "tags"), `session:${id}`];
        const item = { content: textOf(input, "content"), ...(context === "" ? {} : { context }), tags };
        await retain({ id, principal, cwd: env.cwd }, item, signal);
        return "Stored.";
      },
    }),
    providerTool({
      name: "hindsight_recall",
      description: "Find facts in Hindsight by meaning.",
      effect: "read",
      fields: query,
      run: async (input, { sessionId: id, principal, env, signal }) =>
        asLines(await recall({ id, principal, cwd: env.cwd }, textOf(input, "query"), signal)),
    }),
    providerTool({
      name: "hindsight_reflect",
      description: "Ask Hindsight to think over everything it knows and answer.",
      effect: "read",
      fields: query,
      run: (input, { sessionId: id, principal, env, signal }) =>
        reflect({ id, principal, cwd: env.cwd }, textOf(input, "query"), signal),
    }),
  ];
}

const bankKey = ({ id, principal }: MemorySession): string => `${nameFor("o", principal)} ${id}`;

/** Appending to a document came with server 0.5.0. A server that does not say is taken for an old one. */
async function canAppend(api: Api, signal?: AbortSignal): Promise<boolean> {
  try {
    const answer = await api.call("GET", "/version", { timeoutMs: 5_000, ...(signal === undefined ? {} : { signal }) });
    const [major = 0, minor = 0] = textField(answer, "version", "api_version").split(".").map(Number);
    return major > 0 || minor >= 5;
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === "not-found") return false;
    throw error;
  }
}

async function removeDocument(api: Api, path: string, signal: AbortSignal): Promise<void> {
  try {
    await api.call("DELETE", path, { signal });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== "not-found") throw error;
  }
}
