// RetainDB: memories by project and user; writes wait in a small queue on disk until the service has taken them.

import { join } from "node:path";
import type { MemoryProvider, MemorySession } from "../../contracts/memory.ts";
import type { Plugin, PluginHost } from "../../contracts/plugin.ts";
import type { Principal } from "../../kernel/principal.ts";
import { createApi } from "./api.ts";
import { bringing } from "./bringing.ts";
import { saidIn } from "./exchange.ts";
import { idOf, nameFor } from "./ownership.ts";
import { asLines } from "./provider-tool.ts";
import { createRetain, type Retain } from "./retaindb-api.ts";
import { retainFileTools } from "./retaindb-files.ts";
import { openWriteQueue } from "./retaindb-queue.ts";
import { retainTools } from "./retaindb-tools.ts";
import { textSetting } from "./shapes.ts";

const MAX_CHARS = 20_000;

export const retaindb: Plugin = {
  name: "retaindb",
  setup(host) {
    const { config, env, fetch } = host;
    const key = env.RETAINDB_API_KEY ?? "";
    const api = createApi({
      fetch,
      service: "RetainDB",
      url: env.RETAINDB_BASE_URL ?? textSetting(config, "base_url", "https://api.retaindb.com"),
      headers: { Authorization: `Bearer ${key}`, "X-API-Key": key, "x-sdk-runtime": "hermes-plugin" },
      timeoutMs: 8_000,
    });
    const service = createRetain(api, projectOf(host));
    const user = idOf(textSetting(config, "user_id", "default"));
    return bringing(retainProvider(service, host, (principal) => nameFor(user, principal)));
  },
};

function projectOf({ config, env }: PluginHost): string {
  const profile = textSetting(config, "profile", "default");
  return (
    env.RETAINDB_PROJECT ?? textSetting(config, "project", profile === "default" ? "default" : `hermes-${profile}`)
  );
}

function retainProvider(service: Retain, host: PluginHost, userOf: (principal: Principal) => string): MemoryProvider {
  const queue = openWriteQueue(join(host.dataDir, "retaindb_queue.db"), (write, signal) =>
    service.ingest(write, signal),
  );
  // What an earlier process could not deliver; a failure leaves it where it is.
  const replayed = queue.flush().catch((error: unknown) => host.log.warn("retaindb queue", { error: String(error) }));

  const writeOf = (session: MemorySession, messages: ReturnType<typeof saidIn>) => ({
    user: userOf(session.principal),
    session: nameFor(session.id, session.principal),
    messages: messages.map(({ role, content, at }) => ({ role, content, timestamp: new Date(at).toISOString() })),
  });

  return {
    name: "retaindb",
    snapshot: async () => "",
    async recall(query, { principal, id }, signal) {
      return asLines(
        await service.context({ user: userOf(principal), session: nameFor(id, principal), query }, signal),
        "",
      );
    },
    async observe(turn, session, signal) {
      const said = saidIn(turn, MAX_CHARS);
      if (said.length === 0) return;
      queue.add(writeOf(session, said));
      await queue.flush(signal);
    },
    switchSession: async (_from, _to, signal) => queue.flush(signal),
    beforeCompaction: async (_messages, _session, signal) => queue.flush(signal),
    async changed(change, { principal }, signal) {
      const user = userOf(principal);
      if (change.type !== "add") await service.forgetText(user, change.before, signal);
      if (change.type === "remove") return;
      const type = change.target === "user" ? "preference" : "factual";
      await service.remember({ user, content: change.text, type }, signal);
    },
    async dispose() {
      await replayed;
      queue.close();
    },
    tools: [...retainTools(service, userOf), ...retainFileTools(service, userOf)],
  };
}
