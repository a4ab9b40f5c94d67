// Supermemory: profile and search over one container per person; whole conversations are handed over when they pause.

import type { MemoryProvider, MemorySession } from "../../contracts/memory.ts";
import type { Plugin } from "../../contracts/plugin.ts";
import type { Principal } from "../../kernel/principal.ts";
import { takeChars } from "../../kernel/text.ts";
import { type Api, createApi } from "./api.ts";
import { ApiFailure } from "./api-failure.ts";
import { bringing } from "./bringing.ts";
import { nameOfText, type Said, saidIn } from "./exchange.ts";
import { idOf, nameFor } from "./ownership.ts";
import { asLines, providerTool } from "./provider-tool.ts";
import { field, flagSetting, listOf, numberSetting, textField, textSetting } from "./shapes.ts";
import { numberOf, textOf } from "./tool-input.ts";

const MAX_CHARS = 20_000;
const MAX_KEPT_MESSAGES = 400;
const ENTITY_CONTEXT_CHARS = 1_500;

interface Settings {
  readonly tag: string;
  readonly recall: boolean;
  readonly capture: boolean;
  readonly results: number;
  readonly searchMode: string;
  readonly entityContext: string;
}

export const supermemory: Plugin = {
  name: "supermemory",
  setup({ config, env, fetch }) {
    const api = createApi({
      fetch,
      service: "Supermemory",
      url: textSetting(config, "base_url", "https://api.supermemory.ai"),
      headers: { Authorization: `Bearer ${env.SUPERMEMORY_API_KEY ?? ""}`, "x-sm-source": "hermes" },
      timeoutMs: numberSetting(config, "api_timeout", { fallback: 5, min: 1, max: 60 }) * 1000,
    });
    const tag = env.SUPERMEMORY_CONTAINER_TAG ?? textSetting(config, "container_tag", "hermes");
    return bringing(
      supermemoryProvider(api, {
        tag: idOf(tag.replaceAll("{identity}", textSetting(config, "identity", "hermes"))),
        recall: flagSetting(config, "auto_recall", true),
        capture: flagSetting(config, "auto_capture", true),
        results: numberSetting(config, "max_recall_results", { fallback: 10, min: 1, max: 20 }),
        searchMode: textSetting(config, "search_mode", "hybrid"),
        entityContext: takeChars(textSetting(config, "entity_context", ""), ENTITY_CONTEXT_CHARS),
      }),
    );
  },
};

function supermemoryProvider(api: Api, settings: Settings): MemoryProvider {
  const tagOf = (principal: Principal) => nameFor(settings.tag, principal);
  const conversations = createConversations();

  const store = (principal: Principal, content: string, more: object, signal?: AbortSignal) =>
    api.call("POST", "/v3/documents", {
      body: {
        content,
        containerTag: tagOf(principal),
        ...(settings.entityContext === "" ? {} : { entityContext: settings.entityContext }),
        ...more,
      },
      ...(signal === undefined ? {} : { signal }),
    });

  async function profile(principal: Principal, query: string, signal: AbortSignal) {
    const body = { containerTag: tagOf(principal), ...(query === "" ? {} : { q: query }) };
    const answer = await api.call("POST", "/v4/profile", { body, signal });
    const known = field(answer, "profile");
    return {
      facts: [...listOf(field(known, "static")), ...listOf(field(known, "dynamic"))].map(String),
      found: textsIn(field(answer, "searchResults")).slice(0, settings.results),
    };
  }

  async function search(principal: Principal, query: string, limit: number, signal: AbortSignal) {
    const body = { q: query, containerTag: tagOf(principal), limit, searchMode: settings.searchMode };
    return textsIn(await api.call("POST", "/v4/search", { body, signal }));
  }

  async function handOver(session: MemorySession, signal?: AbortSignal): Promise<void> {
    const messages = conversations.take(session);
    if (messages.length === 0) return;
    const body = {
      conversationId: session.id,
      messages: messages.map(({ role, content }) => ({ role, content })),
      containerTags: [tagOf(session.principal)],
      metadata: { source: "hermes" },
    };
    await api.call("POST", "/v4/conversations", { body, ...(signal === undefined ? {} : { signal }) });
  }

  const forgetDocument = async (id: string, signal: AbortSignal): Promise<void> => {
    try {
      await api.call("DELETE", `/v3/documents/${encodeURIComponent(id)}`, { signal });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.kind !== "not-found") throw error;
    }
  };

  return {
    name: "supermemory",
    snapshot: async () => "",
    async recall(query, { principal }, signal) {
      if (!settings.recall) return "";
      const { facts, found } = await profile(principal, query, signal);
      return asLines([...new Set([...facts, ...found])], "");
    },
    async observe(turn, session) {
      if (settings.capture) conversations.add(session, saidIn(turn, MAX_CHARS));
    },
    switchSession: (from, _to, signal) => handOver(from, signal),
    beforeCompaction: (_messages, session, signal) => handOver(session, signal),
    async changed(change, { principal }, signal) {
      // The words are part of the name, so whoever removes them knows what to remove.
      const customId = (text: string) => `${tagOf(principal)}-${change.target}-${nameOfText(text)}`;
      if (change.type !== "add") await forgetDocument(customId(change.before), signal);
      if (change.type === "remove") return;
      const metadata = { source: "memory", target: change.target };
      await store(principal, change.text, { customId: customId(change.text), metadata }, signal);
    },
    async dispose() {
      await Promise.allSettled(conversations.sessions().map((session) => handOver(session)));
    },
    tools: [
      providerTool({
        name: "supermemory_store",
        description: "Store something worth remembering in Supermemory.",
        effect: "write",
        fields: { content: { type: "string", description: "What to remember.", required: true } },
        async run(input, { principal, signal }) {
          const id = textField(
            await store(principal, textOf(input, "content"), { metadata: { source: "tool" } }, signal),
            "id",
          );
          return id === "" ? "Stored." : `Stored as ${id}.`;
        },
      }),
      providerTool({
        name: "supermemory_search",
        description: "Search Supermemory by meaning.",
        effect: "read",
        fields: {
          query: { type: "string", description: "What to look for.", required: true },
          limit: { type: "integer", description: "How many, up to 20.", max: 20 },
        },
        run: async (input, { principal, signal }) =>
          asLines(await search(principal, textOf(input, "query"), numberOf(input, "limit", settings.results), signal)),
      }),
      providerTool({
        name: "supermemory_forget",
        description: "Forget one memory in Supermemory, by the id a search or store gave.",
        effect: "write",
        fields: { id: { type: "string", description: "The memory's id.", required: true } },
        async run(input, { principal, signal }) {
          const body = { containerTag: tagOf(principal), id: textOf(input, "id") };
          await api.call("DELETE", "/v4/memories", { body, signal });
          return "Forgotten.";
        },
      }),
      providerTool({
        name: "supermemory_profile",
        description: "What Supermemory knows about the user, optionally with a question in mind.",
        effect: "read",
        fields: { query: { type: "string", description: "A question to look for too." } },
        async run(input, { principal, signal }) {
          const { facts, found } = await profile(principal, textOf(input, "query"), signal);
          return asLines([...facts, ...found]);
        },
      }),
    ],
  };
}

/** What was said since each session was last handed over. */
function createConversations() {
  const open = new Map<string, { readonly session: MemorySession; readonly messages: Said[] }>();
  const keyOf = ({ id, principal }: MemorySession) => `${nameFor("o", principal)} ${id}`;
  return {
    add(session: MemorySession, said: readonly Said[]) {
      const known = open.get(keyOf(session)) ?? { session, messages: [] };
      known.messages.push(...said);
      known.messages.splice(0, Math.max(0, known.messages.length - MAX_KEPT_MESSAGES));
      open.set(keyOf(session), known);
    },
    take(session: MemorySession): readonly Said[] {
      const known = open.get(keyOf(session));
      open.delete(keyOf(session));
      return known?.messages ?? [];
    },
    sessions: (): readonly MemorySession[] => [...open.values()].map(({ session }) => session),
  };
}

function textsIn(answer: unknown): readonly string[] {
  return listOf(answer, "results").map((item) => {
    const id = textField(item, "id", "documentId");
    const text = textField(item, "memory", "chunk", "content", "summary");
    return text === "" ? "" : id === "" ? text : `${text} [${id}]`;
  });
}
