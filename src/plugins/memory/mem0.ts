// Mem0: facts extracted on the platform's side, found by meaning.

import { hash } from "node:crypto";
import type { MemoryChange, MemoryProvider } from "../../contracts/memory.ts";
import type { Plugin } from "../../contracts/plugin.ts";
import type { Principal } from "../../kernel/principal.ts";
import { type Api, createApi } from "./api.ts";
import { ApiFailure } from "./api-failure.ts";
import { bringing } from "./bringing.ts";
import { saidIn } from "./exchange.ts";
import { nameFor } from "./ownership.ts";
import { asLines, providerTool } from "./provider-tool.ts";
import { flagSetting, listOf, textField, textSetting } from "./shapes.ts";
import { numberOf, textOf } from "./tool-input.ts";

const RECALLED = 5;
const MAX_FOUND = 50;
const MAX_CHARS = 20_000;
const PAGE = 100;
const MAX_PAGES = 20;

interface Found {
  readonly id: string;
  readonly memory: string;
}

export const mem0: Plugin = {
  name: "mem0",
  setup({ config, env, fetch }) {
    const key = env.MEM0_API_KEY ?? "";
    const api = createApi({
      fetch,
      service: "Mem0",
      url: textSetting(config, "base_url", env.MEM0_BASE_URL ?? "https://api.mem0.ai"),
      headers: { Authorization: `Token ${key}`, "Mem0-User-ID": hash("md5", key, "hex") },
      timeoutMs: 10_000,
    });
    return bringing(
      mem0Provider(api, {
        user: textSetting(config, "user_id", "hermes-user"),
        agent: textSetting(config, "agent_id", "hermes"),
        rerank: flagSetting(config, "rerank", true),
      }),
    );
  },
};

interface Settings {
  readonly user: string;
  readonly agent: string;
  readonly rerank: boolean;
}

function mem0Provider(api: Api, { user, agent, rerank }: Settings): MemoryProvider {
  const userOf = (principal: Principal) => nameFor(user, principal);

  async function search(
    principal: Principal,
    query: string,
    options: { top: number; rerank: boolean; signal?: AbortSignal },
  ) {
    const body = { query, filters: { user_id: userOf(principal) }, rerank: options.rerank, top_k: options.top };
    const answer = await api.call("POST", "/v3/memories/search/", { body, ...given(options.signal) });
    return foundIn(answer);
  }

  async function everything(principal: Principal, signal?: AbortSignal): Promise<readonly Found[]> {
    const body = { filters: { user_id: userOf(principal) } };
    const all: Found[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = { page: String(page), page_size: String(PAGE) };
      const answer = await api.call("POST", "/v3/memories/", { query, body, ...given(signal) });
      all.push(...foundIn(answer));
      if (textField(answer, "next") === "") break;
    }
    return all;
  }

  function add(
    principal: Principal,
    messages: readonly object[],
    more: object,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const body = { messages, user_id: userOf(principal), agent_id: agent, ...more };
    return api.call("POST", "/v3/memories/add/", { body, ...given(signal) });
  }

  const addFact = (principal: Principal, fact: string, metadata: object, signal?: AbortSignal) =>
    add(principal, [{ role: "user", content: fact }], { infer: false, metadata }, signal);

  async function forget(principal: Principal, fact: string, signal?: AbortSignal): Promise<void> {
    for (const { id, memory } of await everything(principal, signal))
      if (memory === fact) await removeById(api, id, signal);
  }

  async function mirror(change: MemoryChange, principal: Principal, signal: AbortSignal): Promise<void> {
    if (change.type !== "add") await forget(principal, change.before, signal);
    if (change.type !== "remove")
      await addFact(principal, change.text, { source: "memory", target: change.target }, signal);
  }

  return {
    name: "mem0",
    snapshot: async () => "",
    async recall(query, { principal }, signal) {
      return asLines(
        (await search(principal, query, { top: RECALLED, rerank, signal })).map((one) => one.memory),
        "",
      );
    },
    async observe(turn, { principal, id }, signal) {
      const messages = saidIn(turn, MAX_CHARS).map(({ role, content }) => ({ role, content }));
      if (messages.length > 0) await add(principal, messages, { metadata: { session: id } }, signal);
    },
    changed: (change, { principal }, signal) => mirror(change, principal, signal),
    tools: [
      providerTool({
        name: "mem0_profile",
        description: "Everything Mem0 knows about the user.",
        effect: "read",
        fields: {},
        run: async (_input, { principal, signal }) =>
          asLines((await everything(principal, signal)).map((one) => one.memory)),
      }),
      providerTool({
        name: "mem0_search",
        description: "Search the user's memories in Mem0 by meaning.",
        effect: "read",
        fields: {
          query: { type: "string", description: "What to look for.", required: true },
          rerank: { type: "boolean", description: "Order by a second, better pass." },
          top_k: { type: "integer", description: "How many, up to 50.", max: MAX_FOUND },
        },
        run: async (input, { principal, signal }) =>
          asLines(
            (
              await search(principal, textOf(input, "query"), {
                top: numberOf(input, "top_k", 10),
                rerank: input.rerank === undefined ? rerank : input.rerank === true,
                signal,
              })
            ).map((one) => one.memory),
          ),
      }),
      providerTool({
        name: "mem0_conclude",
        description: "Store one fact about the user in Mem0, word for word.",
        effect: "write",
        fields: { conclusion: { type: "string", description: "The fact.", required: true } },
        async run(input, { principal, signal }) {
          await addFact(principal, textOf(input, "conclusion"), { source: "conclusion" }, signal);
          return "Stored.";
        },
      }),
    ],
  };
}

async function removeById(api: Api, id: string, signal?: AbortSignal): Promise<void> {
  try {
    await api.call("DELETE", `/v1/memories/${encodeURIComponent(id)}/`, given(signal));
  } catch (error) {
    // Gone already is gone.
    if (!(error instanceof ApiFailure) || error.kind !== "not-found") throw error;
  }
}

function foundIn(answer: unknown): readonly Found[] {
  return listOf(answer, "results", "memories").flatMap((item) => {
    const memory = textField(item, "memory", "text");
    return memory === "" ? [] : [{ id: textField(item, "id"), memory }];
  });
}

function given(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
