// Commands about the conversation itself: start, find, name, fork, take back.

import type { Command } from "../contracts/command.ts";
import type { SessionStore } from "../contracts/stores.ts";
import type { Clock, Ids } from "../contracts/time.ts";
import { textOf } from "../kernel/message.ts";
import type { Principal } from "../kernel/principal.ts";

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
  summary: "start a new session",
  args: "[title]",
  group: "session",
  whileBusy: false,
  async run(args, session) {
    await store.end(session.id, "new_session", clock.now());
    if (args === "") return { type: "switch", sessionId: "", text: "New session." };
    return { type: "switch", sessionId: "", title: args, text: `New session: ${args}.` };
  },
});

const resume = ({ store, principal }: SessionCommandPorts): Command => ({
  name: "resume",
  summary: "go on with another session",
  args: "<id | title>",
  group: "session",
  whileBusy: false,
  async run(args) {
    if (args === "") return { type: "text", text: "Which one? /sessions lists them, /resume <id or title> opens one." };
    const found = await store.find(args, principal);
    if (found.type === "none") return { type: "text", text: `No session matches "${args}".` };
    if (found.type === "ambiguous")
      return { type: "text", text: `"${args}" matches several: ${found.matches.map((row) => row.id).join(", ")}` };
    return { type: "switch", sessionId: found.session.id, text: `Resumed ${found.session.title ?? found.session.id}.` };
  },
  async complete(typed) {
    const rows = await store.list({ principal, tipsOnly: true, excludeSources: ["tool", "subagent"], limit: 50 });
    const wanted = typed.toLowerCase();
    return rows
      .filter(
        (row) => row.messageCount > 0 && `${row.id} ${row.title ?? ""} ${row.preview}`.toLowerCase().includes(wanted),
      )
      .map((row) => ({
        value: row.id,
        summary: row.title === undefined ? row.preview : `${row.title} · ${row.preview}`,
      }));
  },
});

const sessions = ({ store, principal }: SessionCommandPorts): Command => ({
  name: "sessions",
  summary: "list recent sessions",
  group: "session",
  whileBusy: true,
  async run() {
    const rows = await store.list({ principal, tipsOnly: true, excludeSources: ["tool", "subagent"], limit: 20 });
    if (rows.length === 0) return { type: "text", text: "No sessions yet." };
    return {
      type: "table",
      columns: ["id", "title", "messages", "started with"],
      rows: rows.map((row) => [row.id, row.title ?? "", String(row.messageCount), row.preview]),
    };
  },
});

const title = ({ store }: SessionCommandPorts): Command => ({
  name: "title",
  summary: "show or set the session's title",
  args: "[text]",
  group: "session",
  whileBusy: true,
  async run(args, session) {
    if (args === "")
      return {
        type: "text",
        text: (await store.get(session.id))?.title ?? "This session has no title yet. /title <text> gives it one.",
      };
    await store.setTitle(session.id, args);
    return { type: "text", text: `Titled "${args}".` };
  },
});

const branch = ({ store, clock, ids, principal }: SessionCommandPorts): Command => ({
  name: "branch",
  aliases: ["fork"],
  summary: "copy this session and go on in the copy",
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
    return { type: "switch", sessionId: child.id, text: `Branched into ${child.title ?? child.id}.` };
  },
});

const undo = ({ store }: SessionCommandPorts): Command => ({
  name: "undo",
  summary: "take back your last messages and everything after them",
  args: "[n]",
  group: "session",
  whileBusy: false,
  async run(args, session) {
    const count = args === "" ? 1 : Number(args);
    if (!Number.isInteger(count) || count < 1)
      return { type: "text", text: "/undo takes a whole number: how many of your messages to take back." };
    const own = (await store.history(session.id)).filter(
      ({ message }) => message.role === "user" && message.origin !== "runtime",
    );
    const target = own.at(-count);
    if (target === undefined) return { type: "text", text: "There is nothing to take back." };
    await store.rewind(session.id, target.seq);
    return { type: "switch", sessionId: session.id, text: `Took back: ${textOf(target.message).slice(0, 80)}` };
  },
});

const retry = ({ store }: SessionCommandPorts): Command => ({
  name: "retry",
  summary: "ask your last message again; the answer it got is set aside",
  group: "session",
  whileBusy: false,
  async run(_args, session) {
    const last = (await store.history(session.id)).findLast(
      ({ message }) => message.role === "user" && message.origin !== "runtime",
    );
    if (last === undefined) return { type: "text", text: "There is nothing to retry." };
    const { parts, taints = [] } = last.message;
    await store.rewind(session.id, last.seq);
    return {
      type: "switch",
      sessionId: session.id,
      text: "Asked again",
      next: { text: textOf(last.message), images: parts.filter((part) => part.type === "image"), taints },
    };
  },
});

const history = ({ store }: SessionCommandPorts): Command => ({
  name: "history",
  summary: "show this session's messages",
  group: "session",
  whileBusy: true,
  async run(_args, session) {
    const entries = await store.history(session.id);
    const lines = entries.flatMap(({ seq, message }) => {
      const words = textOf(message).trim();
      if (words === "" || message.role === "tool") return [];
      return [`${String(seq).padStart(5)} ${message.role === "user" ? "you" : "hermes"}: ${words}`];
    });
    return { type: "text", text: lines.length > 0 ? lines.join("\n") : "Nothing said yet." };
  },
});
