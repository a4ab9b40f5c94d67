// OpenViking: a self-hosted file system of memories and resources, searched by meaning.

import type { MemoryProvider, MemorySession } from "../../contracts/memory.ts";
import type { Plugin } from "../../contracts/plugin.ts";
import type { Principal } from "../../kernel/principal.ts";
import { createApi } from "./api.ts";
import { ApiFailure } from "./api-failure.ts";
import { bringing } from "./bringing.ts";
import { nameOfText, saidIn } from "./exchange.ts";
import { hitsIn, type Viking } from "./openviking-api.ts";
import { vikingTools } from "./openviking-tools.ts";
import { idOf, nameFor } from "./ownership.ts";
import { asLines } from "./provider-tool.ts";
import { field, textField, textSetting } from "./shapes.ts";

const MESSAGE_CHARS = 4_000;
const RECALLED = 5;

export const openviking: Plugin = {
  name: "openviking",
  setup({ config, env, fetch }) {
    const key = env.OPENVIKING_API_KEY ?? "";
    const account = env.OPENVIKING_ACCOUNT ?? textSetting(config, "account", "default");
    const user = idOf(env.OPENVIKING_USER ?? textSetting(config, "user", "default"));
    const agent = env.OPENVIKING_AGENT ?? textSetting(config, "agent", "hermes");
    const api = createApi({
      fetch,
      service: "OpenViking",
      url: env.OPENVIKING_ENDPOINT ?? textSetting(config, "endpoint", "http://127.0.0.1:1933"),
      headers: {
        "X-OpenViking-Account": account,
        "X-OpenViking-Agent": agent,
        ...(key === "" ? {} : { "X-API-Key": key, Authorization: `Bearer ${key}` }),
      },
      timeoutMs: 30_000,
    });
    const viking: Viking = {
      async call(principal, method, path, call = {}) {
        const headers = { "X-OpenViking-User": nameFor(user, principal), ...call.headers };
        const answer = await api.call(method, path, { ...call, headers });
        if (textField(answer, "status") === "error")
          throw new ApiFailure(
            "refused",
            `OpenViking refused (${textField(field(answer, "error"), "code") || "no reason"}).`,
          );
        return field(answer, "result");
      },
      mayTouch: (principal, uri) => isOwnUri(uri, nameFor(user, principal)),
      memoryUri: (principal, category, text) =>
        `viking://user/${nameFor(user, principal)}/memories/${category}/hermes-${nameOfText(text)}.md`,
    };
    return bringing(vikingProvider(viking));
  },
};

function vikingProvider(viking: Viking): MemoryProvider {
  const open = new Map<string, MemorySession>();
  const pathOf = (session: MemorySession, verb: string) =>
    `/api/v1/sessions/${encodeURIComponent(nameFor(session.id, session.principal))}/${verb}`;

  /** The service extracts memories from a session when it is committed. */
  async function commit(session: MemorySession, signal?: AbortSignal): Promise<void> {
    const key = pathOf(session, "commit");
    if (!open.delete(key)) return;
    await viking.call(session.principal, "POST", key, { body: {}, ...(signal === undefined ? {} : { signal }) });
  }

  async function forget(principal: Principal, uri: string, signal: AbortSignal): Promise<void> {
    try {
      await viking.call(principal, "DELETE", "/api/v1/fs", { query: { uri, recursive: "false" }, signal });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.kind !== "not-found") throw error;
    }
  }

  return {
    name: "openviking",
    snapshot: async () => "",
    async recall(query, { principal }, signal) {
      const found = await viking.call(principal, "POST", "/api/v1/search/find", {
        body: { query, limit: RECALLED },
        signal,
      });
      return asLines(
        hitsIn(found).map((hit) => hit.text),
        "",
      );
    },
    async observe(turn, session, signal) {
      for (const { role, content } of saidIn(turn, MESSAGE_CHARS)) {
        await viking.call(session.principal, "POST", pathOf(session, "messages"), { body: { role, content }, signal });
        open.set(pathOf(session, "commit"), session);
      }
    },
    switchSession: (from, _to, signal) => commit(from, signal),
    beforeCompaction: (_messages, session, signal) => commit(session, signal),
    async changed(change, { principal }, signal) {
      const uriOf = (text: string) =>
        viking.memoryUri(principal, change.target === "user" ? "preferences" : "cases", text);
      if (change.type !== "add") await forget(principal, uriOf(change.before), signal);
      if (change.type === "remove") return;
      const body = { uri: uriOf(change.text), content: change.text, mode: "replace" };
      await viking.call(principal, "POST", "/api/v1/content/write", { body, signal });
    },
    async dispose() {
      await Promise.allSettled([...open.values()].map((session) => commit(session)));
    },
    tools: vikingTools(viking),
  };
}

/** Shared resources, and of people and sessions only what carries the principal's own name. */
function isOwnUri(uri: string, own: string): boolean {
  const [, scope = "", name = ""] = /^viking:\/\/([^/]*)\/?([^/]*)/.exec(uri) ?? [];
  if (scope === "user") return name === own || name === "memories";
  if (scope === "session")
    return own.includes("-guest-") ? name.endsWith(own.slice(own.indexOf("-guest-"))) : !name.includes("-guest-");
  return scope === "resources" || scope === "agent";
}
