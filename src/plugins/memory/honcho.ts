// Honcho: a model of each person, built from conversations; asked by meaning or in plain words.

import type { MemoryProvider, MemorySession } from "../../contracts/memory.ts";
import type { Plugin, PluginHost } from "../../contracts/plugin.ts";
import { createApi } from "./api.ts";
import { bringing } from "./bringing.ts";
import { saidIn, whatArrives } from "./exchange.ts";
import { createHoncho, type Honcho, type HonchoNames } from "./honcho-api.ts";
import { honchoTools } from "./honcho-tools.ts";
import { idOf, nameFor } from "./ownership.ts";
import { asLines } from "./provider-tool.ts";
import { field, flagSetting, numberSetting, textSetting } from "./shapes.ts";

const MAX_CHARS = 25_000;
/** Below the deadline of a recall, so that what has arrived by then is used. */
const RECALL_MS = 2_500;

type SessionStrategy = "per-directory" | "per-repo" | "per-session" | "global";

interface Settings {
  readonly recallMode: string;
  readonly contextTokens: number;
  readonly dialectic: boolean;
  readonly level: string;
  readonly everyTurns: number;
}

export const honcho: Plugin = {
  name: "honcho",
  setup(host) {
    const { config, env, fetch } = host;
    const url = textSetting(config, "baseUrl", env.HONCHO_BASE_URL ?? "https://api.honcho.dev");
    const api = createApi({
      fetch,
      service: "Honcho",
      // A trailing version in the address is ours to add.
      url: url.replace(/\/v\d+\/?$/, ""),
      headers: env.HONCHO_API_KEY === undefined ? {} : { Authorization: `Bearer ${env.HONCHO_API_KEY}` },
      timeoutMs: Number(env.HONCHO_TIMEOUT ?? 30) * 1000 || 30_000,
    });
    const names = namesFrom(host);
    const service = createHoncho(api, textSetting(config, "workspace", "hermes"), {
      observeMe: flagSetting(config, "observeMe", true),
      observeOthers: flagSetting(config, "observeOthers", false),
    });
    return bringing(honchoProvider(service, names, readSettings(host)));
  },
};

function readSettings({ config }: PluginHost): Settings {
  const every = config.writeFrequency;
  return {
    recallMode: textSetting(config, "recallMode", "hybrid"),
    contextTokens: numberSetting(config, "contextTokens", { fallback: 1_000, min: 100, max: 20_000 }),
    dialectic: numberSetting(config, "dialecticDepth", { fallback: 1, min: 0, max: 3 }) > 0,
    level: textSetting(config, "dialecticReasoningLevel", "low"),
    everyTurns: typeof every === "number" ? Math.max(1, every) : every === "session" ? Number.POSITIVE_INFINITY : 1,
  };
}

/** Who is who on Honcho's side. Guests are peers and sessions of their own. */
function namesFrom({ config }: PluginHost): HonchoNames {
  const strategy = textSetting(config, "sessionStrategy", "per-directory") as SessionStrategy;
  const aliases = field(config, "userPeerAliases");
  const user = idOf(textSetting(config, "peerName", "user"));
  return {
    ai: idOf(textSetting(config, "aiPeer", "hermes")),
    user(principal) {
      const alias = principal.type === "guest" ? field(aliases, principal.id) : undefined;
      return typeof alias === "string" && alias !== "" ? idOf(alias) : nameFor(user, principal);
    },
    session({ id, principal, cwd }) {
      const folder =
        cwd
          .split(/[\\/]/)
          .filter((part) => part !== "")
          .at(-1) ?? "home";
      const name = strategy === "per-session" ? id : strategy === "global" ? "global" : folder;
      return nameFor(idOf(name), principal);
    },
  };
}

function honchoProvider(service: Honcho, names: HonchoNames, settings: Settings): MemoryProvider {
  const waiting = new Map<string, { readonly session: MemorySession; readonly messages: object[]; turns: number }>();
  const keyOf = (session: MemorySession) => `${names.user(session.principal)} ${names.session(session)}`;

  async function handOver(session: MemorySession, signal?: AbortSignal): Promise<void> {
    const kept = waiting.get(keyOf(session));
    waiting.delete(keyOf(session));
    if (kept === undefined || kept.messages.length === 0) return;
    await service.say(names, session, kept.messages, signal);
  }

  const provider: MemoryProvider = {
    name: "honcho",
    snapshot: async () => "",
    async recall(query, session, signal) {
      if (settings.recallMode === "tools") return "";
      const user = names.user(session.principal);
      const parts = await whatArrives(
        [
          service.context(names, session, settings.contextTokens, signal),
          service.findConclusions(names, user, query, signal).then((found) => asLines(found, "")),
          ...(settings.dialectic ? [service.ask(names, user, { query, level: settings.level }, signal)] : []),
        ],
        signal,
        RECALL_MS,
      );
      return [...new Set(parts.filter((part) => part.trim() !== ""))].join("\n\n");
    },
    async observe(turn, session, signal) {
      const messages = saidIn(turn, MAX_CHARS).map(({ role, content }) => ({
        peer_id: role === "user" ? names.user(session.principal) : names.ai,
        content,
        metadata: { session: session.id },
      }));
      if (messages.length === 0) return;
      const kept = waiting.get(keyOf(session)) ?? { session, messages: [], turns: 0 };
      kept.messages.push(...messages);
      kept.turns++;
      waiting.set(keyOf(session), kept);
      if (kept.turns >= settings.everyTurns) await handOver(session, signal);
    },
    switchSession: (from, _to, signal) => handOver(from, signal),
    beforeCompaction: (_messages, session, signal) => handOver(session, signal),
    async changed(change, session, signal) {
      const user = names.user(session.principal);
      if (change.type !== "add") await service.dropConclusion(names, user, change.before, signal);
      if (change.type !== "remove") await service.conclude(names, session, user, change.text, signal);
    },
    async dispose() {
      await Promise.allSettled([...waiting.values()].map(({ session }) => handOver(session)));
    },
  };
  return settings.recallMode === "context" ? provider : { ...provider, tools: honchoTools(service, names) };
}
