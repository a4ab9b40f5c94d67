// Honcho's wire, version 3: workspaces, peers, sessions, messages, conclusions. What must exist is created on first use.

import type { MemorySession } from "../../contracts/memory.ts";
import type { Principal } from "../../kernel/principal.ts";
import { takeChars } from "../../kernel/text.ts";
import type { Api } from "./api.ts";
import { ApiFailure } from "./api-failure.ts";
import { listOf, textField } from "./shapes.ts";

export interface HonchoNames {
  readonly ai: string;
  user(principal: Principal): string;
  session(session: MemorySession): string;
}

export interface Honcho {
  say(names: HonchoNames, session: MemorySession, messages: readonly object[], signal?: AbortSignal): Promise<void>;
  context(names: HonchoNames, session: MemorySession, tokens: number, signal: AbortSignal): Promise<string>;
  ask(
    names: HonchoNames,
    peer: string,
    question: { query: string; level: string },
    signal: AbortSignal,
  ): Promise<string>;
  findConclusions(names: HonchoNames, peer: string, query: string, signal: AbortSignal): Promise<readonly string[]>;
  conclude(
    names: HonchoNames,
    session: MemorySession,
    peer: string,
    content: string,
    signal: AbortSignal,
  ): Promise<string>;
  /** Removes every conclusion with exactly these words. */
  dropConclusion(names: HonchoNames, peer: string, content: string, signal: AbortSignal): Promise<void>;
  /** False when the peer has no conclusion with this id. */
  dropConclusionById(names: HonchoNames, peer: string, id: string, signal: AbortSignal): Promise<boolean>;
  card(peer: string, signal: AbortSignal): Promise<readonly string[]>;
  setCard(peer: string, card: readonly string[], signal: AbortSignal): Promise<void>;
  representation(peer: string, query: string, signal: AbortSignal): Promise<string>;
  search(peer: string, query: string, signal: AbortSignal): Promise<readonly string[]>;
}

interface Observation {
  readonly observeMe: boolean;
  readonly observeOthers: boolean;
}

const PAGE = 100;
const MAX_PAGES = 20;
const FOUND = 10;
const QUESTION_CHARS = 10_000;
/** What one request may carry. */
const MESSAGES_AT_ONCE = 100;

export function createHoncho(api: Api, workspaceName: string, observation: Observation): Honcho {
  const workspace = `/v3/workspaces/${encodeURIComponent(workspaceName)}`;
  const peerPath = (peer: string, rest: string) => `${workspace}/peers/${encodeURIComponent(peer)}${rest}`;
  const existing = new Map<string, Promise<unknown>>();

  /** Get-or-create, once per process; a failed attempt is tried again. */
  function ensure(key: string, create: () => Promise<unknown>): Promise<unknown> {
    const known = existing.get(key);
    if (known !== undefined) return known;
    const made = create();
    existing.set(key, made);
    made.catch(() => existing.delete(key));
    return made;
  }

  async function ensurePeers(...peers: readonly string[]): Promise<void> {
    await ensure("workspace", () => api.call("POST", "/v3/workspaces", { body: { id: workspaceName } }));
    await Promise.all(
      peers.map((peer) => ensure(`peer ${peer}`, () => api.call("POST", `${workspace}/peers`, { body: { id: peer } }))),
    );
  }

  async function ensureSession(names: HonchoNames, session: MemorySession): Promise<string> {
    const user = names.user(session.principal);
    const id = names.session(session);
    await ensurePeers(user, names.ai);
    await ensure(`session ${id} ${user}`, async () => {
      await api.call("POST", `${workspace}/sessions`, { body: { id } });
      const path = `${workspace}/sessions/${encodeURIComponent(id)}/peers`;
      await api.call("POST", path, {
        body: {
          [user]: { observe_me: observation.observeMe, observe_others: observation.observeOthers },
          [names.ai]: { observe_me: false, observe_others: true },
        },
      });
    });
    return `${workspace}/sessions/${encodeURIComponent(id)}`;
  }

  async function conclusionsOf(observer: string, observed: string, signal: AbortSignal): Promise<readonly unknown[]> {
    const all: unknown[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const answer = await api.call("POST", `${workspace}/conclusions/list`, {
        query: { page: String(page), size: String(PAGE) },
        body: { filters: { observer_id: observer, observed_id: observed } },
        signal,
      });
      const items = listOf(answer, "items");
      // The service's filter is not the only thing that keeps people apart.
      all.push(...items.filter((item) => textField(item, "observed_id") === observed));
      if (items.length < PAGE) break;
    }
    return all;
  }

  const drop = async (id: string, signal: AbortSignal): Promise<void> => {
    try {
      await api.call("DELETE", `${workspace}/conclusions/${encodeURIComponent(id)}`, { signal });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.kind !== "not-found") throw error;
    }
  };

  return {
    async say(names, session, messages, signal) {
      const path = `${await ensureSession(names, session)}/messages`;
      for (let at = 0; at < messages.length; at += MESSAGES_AT_ONCE) {
        const body = { messages: messages.slice(at, at + MESSAGES_AT_ONCE) };
        await api.call("POST", path, { body, ...(signal === undefined ? {} : { signal }) });
      }
    },
    async context(names, session, tokens, signal) {
      const path = await ensureSession(names, session);
      const answer = await api.call("GET", `${path}/context`, {
        query: {
          summary: "true",
          tokens: String(tokens),
          peer_target: names.user(session.principal),
          peer_perspective: names.ai,
        },
        signal,
      });
      return [textField(answer, "peer_representation"), textField(summaryOf(answer), "content")]
        .filter((part) => part !== "")
        .join("\n\n");
    },
    async ask(names, peer, { query, level }, signal) {
      await ensurePeers(peer, names.ai);
      const body = { query: takeChars(query, QUESTION_CHARS), reasoning_level: level, stream: false };
      return textField(await api.call("POST", peerPath(peer, "/chat"), { body, signal, timeoutMs: 60_000 }), "content");
    },
    async findConclusions(names, peer, query, signal) {
      await ensurePeers(peer, names.ai);
      const body = { query, top_k: FOUND, filters: { observer_id: names.ai, observed_id: peer } };
      const answer = await api.call("POST", `${workspace}/conclusions/query`, { body, signal });
      return listOf(answer, "items")
        .filter((item) => textField(item, "observed_id") === peer)
        .map((item) => textField(item, "content"));
    },
    async conclude(names, session, peer, content, signal) {
      await ensureSession(names, session);
      const conclusion = { content, observer_id: names.ai, observed_id: peer, session_id: names.session(session) };
      const answer = await api.call("POST", `${workspace}/conclusions`, {
        body: { conclusions: [conclusion] },
        signal,
      });
      return textField(listOf(answer, "items", "conclusions")[0], "id");
    },
    async dropConclusion(names, peer, content, signal) {
      await ensurePeers(peer, names.ai);
      for (const item of await conclusionsOf(names.ai, peer, signal))
        if (textField(item, "content") === content) await drop(textField(item, "id"), signal);
    },
    async dropConclusionById(names, peer, id, signal) {
      const own = (await conclusionsOf(names.ai, peer, signal)).some((item) => textField(item, "id") === id);
      if (own) await drop(id, signal);
      return own;
    },
    async card(peer, signal) {
      return listOf(await api.call("GET", peerPath(peer, "/card"), { signal }), "peer_card", "card").map(String);
    },
    async setCard(peer, card, signal) {
      await api.call("PUT", peerPath(peer, "/card"), { body: { peer_card: card }, signal });
    },
    async representation(peer, query, signal) {
      const body = query === "" ? {} : { search_query: query };
      return textField(await api.call("POST", peerPath(peer, "/representation"), { body, signal }), "representation");
    },
    async search(peer, query, signal) {
      const answer = await api.call("POST", peerPath(peer, "/search"), { body: { query }, signal });
      return listOf(answer, "items").map((item) => textField(item, "content"));
    },
  };
}

function summaryOf(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "summary" in answer ? answer.summary : undefined;
}
