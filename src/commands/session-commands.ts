// Commands about the conversation itself: start, find, name, fork, take back.

import type { Command } from "../contracts/command.ts";
import type { SessionRow, SessionStore } from "../contracts/stores.ts";
import type { Clock, Ids } from "../contracts/time.ts";
import { textOf } from "../kernel/message.ts";
import type { Principal } from "../kernel/principal.ts";
import { WORDS } from "./words.data.ts";

export interface SessionCommandPorts {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly principal: Principal;
}

export function sessionCommands(ports: SessionCommandPorts): readonly Command[] {
  return [
    start(ports),
    resume(ports),
    sessions(ports),
    title(ports),
    branch(ports),
    undo(ports),
    retry(ports),
    history(ports),
  ];
}

const start = ({ store, clock }: SessionCommandPorts): Command => ({
  name: "new",
  aliases: ["reset"],
  summary: WORDS.session.newSummary,
  args: "[title]",
  group: "session",
  whileBusy: false,
  async run(args, session) {
    await store.end(session.id, "new_session", clock.now());
    if (args === "") return { type: "switch", sessionId: "", text: WORDS.session.newSession };
    return { type: "switch", sessionId: "", title: args, text: WORDS.session.newSessionTitled(args) };
  },
});

/** As many as a person can have in years, in a fraction of a second. */
const MOST_TO_CHOOSE_FROM = 5_000;

const resume = ({ store, principal }: SessionCommandPorts): Command => {
  /** From when somebody began to type: reading them again for every letter would be felt. */
  let known: readonly SessionRow[] = [];
  const look = () =>
    store.list({ principal, tipsOnly: true, excludeSources: ["tool", "subagent"], limit: MOST_TO_CHOOSE_FROM });
  return {
    name: "resume",
    summary: WORDS.session.resumeSummary,
    args: "<id | title>",
    group: "session",
    whileBusy: false,
    async run(args) {
      if (args === "") return { type: "text", text: WORDS.session.resumeWhich };
      const found = await store.find(args, principal);
      if (found.type === "none") return { type: "text", text: WORDS.session.noMatch(args) };
      if (found.type === "ambiguous")
        return {
          type: "text",
          text: WORDS.session.matchesSeveral(args, found.matches.map((row) => row.id).join(", ")),
        };
      return {
        type: "switch",
        sessionId: found.session.id,
        text: WORDS.session.resumed(found.session.title ?? found.session.id),
      };
    },
    async complete(typed) {
      if (typed === "" || known.length === 0) known = await look();
      const wanted = typed.toLowerCase();
      return known
        .filter(
          (row) => row.messageCount > 0 && `${row.id} ${row.title ?? ""} ${row.preview}`.toLowerCase().includes(wanted),
        )
        .map((row) => ({
          value: row.id,
          summary: row.title === undefined ? row.preview : `${row.title} · ${row.preview}`,
        }));
    },
  };
};

const sessions = ({ store, principal }: SessionCommandPorts): Command => ({
  name: "sessions",
  summary: WORDS.session.sessionsSummary,
  group: "session",
  whileBusy: true,
  async run() {
    const rows = await store.list({ principal, tipsOnly: true, excludeSources: ["tool", "subagent"], limit: 20 });
    if (rows.length === 0) return { type: "text", text: WORDS.session.noSessionsYet };
    return {
      type: "table",
      columns: WORDS.session.sessionsColumns,
      rows: rows.map((row) => [row.id, row.title ?? "", String(row.messageCount), row.preview]),
    };
  },
});

const title = ({ store }: SessionCommandPorts): Command => ({
  name: "title",
  summary: WORDS.session.titleSummary,
  args: "[text]",
  group: "session",
  whileBusy: true,
  async run(args, session) {
    if (args === "")
      return {
        type: "text",
        text: (await store.get(session.id))?.title ?? WORDS.session.noTitle,
      };
    await store.setTitle(session.id, args);
    return { type: "text", text: WORDS.session.titled(args) };
  },
});

const branch = ({ store, clock, ids, principal }: SessionCommandPorts): Command => ({
  name: "branch",
  aliases: ["fork"],
  summary: WORDS.session.branchSummary,
  args: "[title]",
  group: "session",
  whileBusy: false,
  async run(args, session) {
    const row = await store.get(session.id);
    const child = await store.branch(session.id, {
      id: ids.sessionId(),
      source: row?.source ?? "cli",
      principal,
      parentId: session.id,
      startedAt: clock.now(),
      ...(args === "" ? {} : { title: args }),
    });
    return { type: "switch", sessionId: child.id, text: WORDS.session.branchedInto(child.title ?? child.id) };
  },
});

const undo = ({ store }: SessionCommandPorts): Command => ({
  name: "undo",
  summary: WORDS.session.undoSummary,
  args: "[n]",
  group: "session",
  whileBusy: false,
  async run(args, session) {
    const count = args === "" ? 1 : Number(args);
    if (!Number.isInteger(count) || count < 1) return { type: "text", text: WORDS.session.undoTakes };
    const own = (await store.history(session.id)).filter(
      ({ message }) => message.role === "user" && message.origin !== "runtime",
    );
    const target = own.at(-count);
    if (target === undefined) return { type: "text", text: WORDS.session.nothingToTakeBack };
    await store.rewind(session.id, target.seq);
    return { type: "switch", sessionId: session.id, text: WORDS.session.tookBack(textOf(target.message).slice(0, 80)) };
  },
});

const retry = ({ store }: SessionCommandPorts): Command => ({
  name: "retry",
  summary: WORDS.session.retrySummary,
  group: "session",
  whileBusy: false,
  async run(_args, session) {
    const last = (await store.history(session.id)).findLast(
      ({ message }) => message.role === "user" && message.origin !== "runtime",
    );
    if (last === undefined) return { type: "text", text: WORDS.session.nothingToRetry };
    const { parts, taints = [] } = last.message;
    await store.rewind(session.id, last.seq);
    return {
      type: "switch",
      sessionId: session.id,
      text: WORDS.session.askedAgain,
      next: { text: textOf(last.message), images: parts.filter((part) => part.type === "image"), taints },
    };
  },
});

const history = ({ store }: SessionCommandPorts): Command => ({
  name: "history",
  summary: WORDS.session.historySummary,
  group: "session",
  whileBusy: true,
  async run(_args, session) {
    const entries = await store.history(session.id);
    const lines = entries.flatMap(({ seq, message }) => {
      const words = textOf(message).trim();
      if (words === "" || message.role === "tool") return [];
      return [
        `${String(seq).padStart(5)} ${message.role === "user" ? WORDS.session.you : WORDS.session.hermes}: ${words}`,
      ];
    });
    return { type: "text", text: lines.length > 0 ? lines.join("\n") : WORDS.session.nothingSaidYet };
  },
});
