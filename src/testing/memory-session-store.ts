// Sessions in plain memory: the simplest thing that keeps every promise of the session port, and the model other stores are compared with.

import type {
  CallState,
  FindResult,
  Lease,
  NewSession,
  SessionRow,
  SessionStore,
  StoredMessage,
  UsageEntry,
} from "../contracts/stores.ts";
import type { Clock } from "../contracts/time.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { addUsage, callsOf, type Message, NO_USAGE } from "../kernel/message.ts";
import { type Principal, samePrincipal } from "../kernel/principal.ts";
import { messageOf } from "../kernel/sessions/input-body.ts";
import { BRANCH_MARK, HIDDEN_SOURCES, kinship, MAX_CHAIN, withSetting } from "../kernel/sessions/lineage.ts";
import { previewOfMessage } from "../kernel/sessions/preview.ts";
import { cleanTitle, nextTitle, resolveTitle } from "../kernel/sessions/title.ts";
import type { KeptSession } from "./kept-session.ts";
import { searchMessages } from "./memory-search.ts";

export function memorySessionStore({ clock }: { readonly clock: Clock }): SessionStore {
  const sessions = new Map<string, KeptSession>();
  let lastSeq = 0;
  let lastToken = 0;

  function must(id: string): KeptSession {
    const session = sessions.get(id);
    if (session === undefined) throw new StoreFailure("not-found", `There is no session ${id}.`);
    return session;
  }
  const live = (session: KeptSession) => session.messages.filter((message) => message.active);
  const titles = () => [...sessions.values()].flatMap(({ row }) => (row.title === undefined ? [] : [row.title]));

  function insert(session: NewSession): KeptSession {
    if (sessions.has(session.id)) throw new StoreFailure("conflict", `Session ${session.id} exists already.`);
    const made: KeptSession = {
      row: emptyRow(session),
      messages: [],
      inputs: [],
      started: new Map(),
      prompt: undefined,
      lease: undefined,
      replaced: undefined,
    };
    sessions.set(session.id, made);
    if (session.heldBy !== undefined) leaseOn(made, session.heldBy.holder, session.heldBy.ttlMs);
    return made;
  }

  function recount(session: KeptSession): void {
    const messages = live(session).map((entry) => entry.message);
    const first = messages.filter((message) => message.role === "user").find(({ origin }) => origin === undefined);
    session.row = {
      ...session.row,
      messageCount: messages.length,
      toolCallCount: messages.reduce((sum, message) => sum + callsOf(message).length, 0),
      lastActiveAt: messages.reduce((latest, message) => Math.max(latest, message.at), session.row.startedAt),
      preview: first === undefined ? "" : previewOfMessage(first),
    };
  }

  function add(session: KeptSession, messages: readonly Message[], afterSeq: number): readonly StoredMessage[] {
    const head = live(session).at(-1)?.seq ?? 0;
    if (head !== afterSeq)
      throw new StoreFailure("conflict", `Session ${session.row.id} is at ${head}, not at ${afterSeq}.`);
    const added = messages.map((message) => ({ seq: ++lastSeq, message: structuredClone(message), active: true }));
    session.messages = [...session.messages, ...added];
    recount(session);
    return added.map(({ seq, message }) => ({ seq, message: structuredClone(message) }));
  }

  function count(session: KeptSession, entry: UsageEntry): void {
    const { row } = session;
    const costUsd = entry.costUsd === undefined ? row.costUsd : (row.costUsd ?? 0) + entry.costUsd;
    session.row = { ...row, usage: addUsage(row.usage, entry.usage), apiCallCount: row.apiCallCount + 1, costUsd };
  }

  /** The session that goes on after this one was compacted; itself when none does. */
  function tip(row: SessionRow): SessionRow {
    let at = row;
    for (let steps = 0; steps < MAX_CHAIN; steps++) {
      const next = [...sessions.values()].map((other) => other.row).find((other) => isContinuation(other, at));
      if (next === undefined) return at;
      at = next;
    }
    return at;
  }
  const isContinuation = (child: SessionRow, parent: SessionRow) =>
    child.parentId === parent.id && kinship(child, parent) === "continuation";
  function chainRoot(row: SessionRow): string {
    let at = row;
    for (let steps = 0; steps < MAX_CHAIN; steps++) {
      const parent = at.parentId === undefined ? undefined : sessions.get(at.parentId)?.row;
      if (parent === undefined || !isContinuation(at, parent)) return at.id;
      at = parent;
    }
    return at.id;
  }

  function find(reference: string, principal: Principal): FindResult {
    if (reference.trim() === "") return { type: "none" };
    const own = [...sessions.values()].map(({ row }) => row).filter((row) => samePrincipal(row.principal, principal));
    const exact = own.find((row) => row.id === reference);
    if (exact) return { type: "found", session: tip(exact) };
    const matches = [
      ...new Map(own.filter((row) => row.id.startsWith(reference)).map((row) => [tip(row).id, tip(row)])).values(),
    ];
    const [only] = matches;
    if (only && matches.length === 1) return { type: "found", session: only };
    const titled = own.flatMap(({ id, title, startedAt }) => (title === undefined ? [] : [{ id, title, startedAt }]));
    const named = own.find((row) => row.id === resolveTitle(reference, titled)?.id);
    if (named) return { type: "found", session: tip(named) };
    return matches.length === 0 ? { type: "none" } : { type: "ambiguous", matches };
  }

  function leaseOn(session: KeptSession, holder: string, ttlMs: number): Lease | undefined {
    const held = session.lease;
    if (held && held.holder !== holder && held.until > clock.now()) return undefined;
    const token = ++lastToken;
    const hold = () => {
      session.lease = { holder, until: clock.now() + ttlMs, token };
    };
    hold();
    return {
      sessionId: session.row.id,
      holder,
      async renew() {
        if (session.lease?.token !== token) return false;
        hold();
        return true;
      },
      async release() {
        if (session.lease?.token === token) session.lease = undefined;
      },
    };
  }

  return {
    create: async (session) => insert(session).row,
    get: async (id) => sessions.get(id)?.row,
    find: async (reference, principal) => find(reference, principal),
    async list(filter) {
      const rows = [...sessions.values()]
        .map(({ row }) => row)
        .filter((row) => samePrincipal(row.principal, filter.principal))
        .filter((row) =>
          filter.source === undefined ? !HIDDEN_SOURCES.includes(row.source) : row.source === filter.source,
        )
        .filter((row) => !filter.excludeSources?.includes(row.source))
        .filter((row) => filter.includeArchived || !row.archived)
        .filter((row) => !filter.tipsOnly || tip(row) === row)
        .sort((a, b) => b.lastActiveAt - a.lastActiveAt || (a.id < b.id ? 1 : -1));
      const offset = filter.offset ?? 0;
      return rows.slice(offset, filter.limit === undefined ? undefined : offset + filter.limit);
    },
    async freezePrompt(id, prompt) {
      must(id).prompt = structuredClone(prompt);
    },
    prompt: async (id) => structuredClone(sessions.get(id)?.prompt),
    history: async (id) => live(must(id)).map(({ seq, message }) => ({ seq, message: structuredClone(message) })),
    async append(id, messages, afterSeq, usage) {
      const session = must(id);
      const added = add(session, messages, afterSeq);
      if (usage) count(session, usage);
      return added.map(({ seq }) => seq);
    },
    recordUsage: async (id, entry) => count(must(id), entry),
    async setTitle(id, raw) {
      const cleaned = cleanTitle(raw);
      if (cleaned.type === "too-long")
        throw new StoreFailure("invalid", `A title of ${cleaned.chars} characters is too long.`);
      const session = must(id);
      if (cleaned.title !== undefined && cleaned.title !== session.row.title && titles().includes(cleaned.title)) {
        throw new StoreFailure("conflict", `The title "${cleaned.title}" is taken.`);
      }
      session.row = { ...session.row, title: cleaned.title };
    },
    async name(id, title) {
      const session = must(id);
      if (session.row.title === undefined) session.row = { ...session.row, title: nextTitle(title, titles()) };
    },
    async setModel(id, model, provider) {
      const session = must(id);
      session.row = { ...session.row, model, provider };
    },
    async setSetting(id, key, value) {
      const session = must(id);
      session.row = { ...session.row, settings: structuredClone(withSetting(session.row.settings, key, value)) };
    },
    async end(id, reason, at) {
      const session = must(id);
      if (session.row.endedAt === undefined) session.row = { ...session.row, endedAt: at, endReason: reason };
    },
    async reopen(id) {
      const session = must(id);
      session.row = { ...session.row, endedAt: undefined, endReason: undefined };
    },
    async admit(id, input) {
      const session = must(id);
      if (session.inputs.some((other) => other.id === input.id)) return;
      session.inputs = [...session.inputs, structuredClone(input)];
    },
    pending: async (id) => structuredClone(must(id).inputs),
    async take(id, inputIds, afterSeq) {
      const session = must(id);
      const taken = inputIds.flatMap((inputId) => session.inputs.filter((input) => input.id === inputId));
      if (taken.length !== inputIds.length) throw new StoreFailure("conflict", "An input was taken by someone else.");
      const added = add(session, taken.map(messageOf), afterSeq);
      session.inputs = session.inputs.filter((input) => !inputIds.includes(input.id));
      return added;
    },
    async beginCall(id, callId, _tool, at) {
      const session = must(id);
      session.started = new Map([...session.started, [callId, at]]);
    },
    async callState(id, callId): Promise<CallState> {
      const session = must(id);
      const result = session.messages.find(({ message }) => message.role === "tool" && message.callId === callId);
      if (result) return { type: "done", at: result.message.at };
      const at = session.started.get(callId);
      return at === undefined ? { type: "not-started" } : { type: "started", at };
    },
    claim: async (id, holder, ttlMs) => leaseOn(must(id), holder, ttlMs),
    async continueFrom(parentId, child, compaction) {
      const parent = must(parentId);
      const title = child.title ?? (parent.row.title === undefined ? undefined : nextTitle(parent.row.title, titles()));
      const made = insert({ ...child, parentId, ...(title === undefined ? {} : { title }) });
      add(made, compaction.view, 0);
      made.inputs = parent.inputs;
      parent.inputs = [];
      parent.replaced = compaction.replaced;
      parent.row = { ...parent.row, endedAt: Math.min(clock.now(), child.startedAt), endReason: "compression" };
      return made.row;
    },
    async branch(parentId, child) {
      const parent = must(parentId);
      const made = insert({ ...child, parentId, settings: { ...child.settings, [BRANCH_MARK]: parentId } });
      add(
        made,
        live(parent).map((entry) => entry.message),
        0,
      );
      return made.row;
    },
    async rewind(id, seq) {
      const session = must(id);
      const target = live(session).find((entry) => entry.seq === seq);
      if (target?.message.role !== "user")
        throw new StoreFailure("invalid", `There is no user message ${seq} to go back to.`);
      const before = live(session).length;
      session.messages = session.messages.map((entry) => (entry.seq >= seq ? { ...entry, active: false } : entry));
      recount(session);
      return { count: before - live(session).length };
    },
    search: async (query) => searchMessages(query, [...sessions.values()], chainRoot),
    async archive(id, archived) {
      const session = must(id);
      session.row = { ...session.row, archived };
    },
    async remove(id) {
      must(id);
      sessions.delete(id);
      for (const other of sessions.values()) {
        if (other.row.parentId === id) other.row = { ...other.row, parentId: undefined };
      }
    },
    close: async () => undefined,
  };
}

function emptyRow(session: NewSession): SessionRow {
  return {
    id: session.id,
    source: session.source,
    principal: session.principal,
    model: session.model,
    provider: session.provider,
    title: session.title,
    cwd: session.cwd,
    parentId: session.parentId,
    startedAt: session.startedAt,
    endedAt: undefined,
    endReason: undefined,
    lastActiveAt: session.startedAt,
    messageCount: 0,
    toolCallCount: 0,
    apiCallCount: 0,
    usage: NO_USAGE,
    costUsd: undefined,
    archived: false,
    preview: "",
    settings: session.settings ?? {},
  };
}
