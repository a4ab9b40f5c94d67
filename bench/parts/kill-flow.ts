// The conversation the kill lab interrupts: every verb of the session store at least once, always the same.

import type { Clock, Ids } from "../../src/contracts/time.ts";
import { type Message, NO_USAGE, userMessage } from "../../src/kernel/message.ts";
import { OWNER } from "../../src/kernel/principal.ts";
import { openSqliteStore } from "../../src/stores/sqlite/open.ts";
import type { SqliteSessionStore } from "../../src/stores/sqlite/store.ts";

const START = Date.UTC(2026, 0, 1);
const IMAGE = Buffer.from("a picture of something ".repeat(300)).toString("base64");

export const openKillStore = (folder: string): Promise<SqliteSessionStore> => {
  const clock: Clock = {
    now: () => START + 1_000_000,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
  let count = 0;
  const ids: Ids = { sessionId: () => "unused", id: (prefix) => `${prefix}_${++count}`, random: () => 0.5 };
  return openSqliteStore({ path: `${folder}/state.db`, clock, ids, holderAlive: () => true });
};

const session = (id: string, at: number, extra: object = {}) => ({
  id,
  source: "cli",
  principal: OWNER,
  startedAt: START + at,
  ...extra,
});
const said = (text: string, at: number, calls: readonly string[] = []): Message => ({
  role: "assistant",
  parts: [
    { type: "text", text },
    ...calls.map((id) => ({ type: "call" as const, call: { id, tool: "terminal", input: { command: `echo ${id}` } } })),
  ],
  stop: calls.length > 0 ? "calls" : "end",
  usage: { ...NO_USAGE, input: 100, output: 7 },
  model: "lab/model",
  at: START + at,
});
const result = (id: string, text: string, at: number): Message => ({
  role: "tool",
  callId: id,
  tool: "terminal",
  parts: [{ type: "text", text }],
  isError: false,
  at: START + at,
});
const head = async (store: SqliteSessionStore, id: string) => (await store.history(id)).at(-1)?.seq ?? 0;
const add =
  (id: string, ...messages: Message[]) =>
  async (store: SqliteSessionStore) => {
    await store.append(id, messages, await head(store, id));
  };

type Step = (store: SqliteSessionStore) => Promise<unknown>;

/** One turn with a tool: said, journaled, run, answered. */
const toolTurn = (id: string, n: number): Step[] => [
  (store) =>
    store.admit(id, {
      id: `in${n}`,
      parts: [{ type: "text", text: `please run step ${n}` }],
      delivery: "queue",
      at: START + n * 100,
    }),
  async (store) => store.take(id, [`in${n}`], await head(store, id)),
  async (store) =>
    store.append(id, [said(`Running step ${n}.`, n * 100 + 1, [`call${n}`])], await head(store, id), {
      usage: { ...NO_USAGE, input: 100, output: 7 },
      model: "model",
      provider: "lab",
      costUsd: 0.001,
      at: START,
    }),
  (store) => store.beginCall(id, `call${n}`, "terminal", START + n * 100 + 2),
  add(id, result(`call${n}`, `output of step ${n}`, n * 100 + 3)),
  add(id, said(`Step ${n} is done.`, n * 100 + 4)),
];

/** Each step is acknowledged as a whole; every one is a single transaction of the store. */
export const STEPS: readonly Step[] = [
  (store) => store.create(session("a", 0, { title: "tax" })),
  (store) =>
    store.freezePrompt("a", {
      system: ["You are a lab.", "Be brief."],
      tools: [{ name: "terminal", description: "run", schema: {} }],
      sharedThrough: 0,
      layers: [],
    }),
  ...toolTurn("a", 1),
  ...toolTurn("a", 2),
  add("a", {
    role: "user",
    parts: [
      { type: "text", text: "look" },
      { type: "image", mime: "image/png", base64: IMAGE },
    ],
    at: START + 300,
  }),
  add("a", result("none", "long result\n".repeat(20_000), 301)),
  (store) => store.search({ principal: OWNER, query: "output step", limit: 5 }),
  add("a", ...Array.from({ length: 70 }, (_, i) => userMessage(`filler number ${i} 会議`, START + 400 + i))),
  async (store) => store.rewind("a", (await store.history("a")).at(-3)?.seq ?? 0),
  (store) => store.setTitle("a", "taxes"),
  (store) => store.setModel("a", "other", "lab"),
  (store) =>
    store.admit("a", {
      id: "late",
      parts: [{ type: "text", text: "and one more thing" }],
      delivery: "steer",
      at: START + 600,
    }),
  async (store) => {
    const history = await store.history("a");
    const kept = history.slice(-4);
    await store.continueFrom("a", session("b", 700), {
      view: [userMessage("summary of it all", START + 700), ...kept.map(({ message }) => message)],
      summary: "summary of it all",
      replaced: { fromSeq: history[0]?.seq ?? 0, toSeq: history.at(-5)?.seq ?? 0 },
      tokensBefore: 9000,
      tokensAfter: 900,
      note: "",
    });
  },
  async (store) => store.take("b", ["late"], await head(store, "b")),
  ...toolTurn("b", 8),
  (store) => store.branch("b", session("c", 900)),
  add("c", said("On a branch.", 901)),
  (store) => store.archive("c", true),
  (store) => store.search({ principal: OWNER, query: "会議", limit: 5 }),
  (store) => store.end("b", "cli_close", START + 950),
  (store) => store.reopen("b"),
  (store) => store.create(session("d", 960)),
  add("d", { role: "user", parts: [{ type: "image", mime: "image/png", base64: `${IMAGE}AAAA` }], at: START + 961 }),
  (store) => store.remove("d"),
  (store) =>
    store.recordUsage("b", { usage: { ...NO_USAGE, input: 5 }, model: "m", provider: "p", costUsd: 0.5, at: START }),
  (store) => store.restoreRewound("a"),
];

/** Everything the store promises to keep, as one string. */
export async function dump(store: SqliteSessionStore): Promise<string> {
  const ids = ["a", "b", "c", "d"];
  const exported: unknown[] = [];
  for await (const one of store.exportSessions({})) exported.push(one);
  const rest = await Promise.all(
    ids.map(async (id) => {
      if ((await store.get(id)) === undefined) return [id];
      const calls = await Promise.all(["call1", "call2", "call8"].map((call) => store.callState(id, call)));
      return [
        id,
        await store.history(id),
        await store.pending(id),
        await store.prompt(id),
        await store.compactions(id),
        calls,
      ];
    }),
  );
  return JSON.stringify([exported, rest]);
}
