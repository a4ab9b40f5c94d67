// The session store the kill lab works on, and what is said in it.

import type { VectorShelf } from "../../../src/contracts/meaning.ts";
import type { SessionArchive } from "../../../src/contracts/session-archive.ts";
import type { SessionStore } from "../../../src/contracts/stores.ts";
import type { Clock, Ids } from "../../../src/contracts/time.ts";
import { type Message, NO_USAGE } from "../../../src/kernel/message.ts";
import { OWNER } from "../../../src/kernel/principal.ts";
import { openSqliteStore } from "../../../src/stores/sqlite/open.ts";

export const START = Date.UTC(2026, 0, 1);
export const NOW = START + 1_000_000;
export const IMAGE = Buffer.from("a picture of something ".repeat(300)).toString("base64");

export type KillStore = SessionStore & SessionArchive & { readonly shelf: VectorShelf };

/** The same every time: what is kept depends on the steps alone. */
export const fixedWorld = () => {
  const clock: Clock = { now: () => NOW, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };
  let count = 0;
  const ids: Ids = { sessionId: () => "unused", id: (prefix) => `${prefix}_${++count}`, random: () => 0.5 };
  return { clock, ids, holderAlive: () => true };
};

export const openKillStore = (folder: string): Promise<KillStore> =>
  openSqliteStore({ path: `${folder}/state.db`, ...fixedWorld() });

export const session = (id: string, at: number, extra: object = {}) => ({
  id,
  source: "cli",
  principal: OWNER,
  startedAt: START + at,
  ...extra,
});

export const said = (text: string, at: number, calls: readonly string[] = []): Message => ({
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

export const result = (id: string, text: string, at: number): Message => ({
  role: "tool",
  callId: id,
  tool: "terminal",
  parts: [{ type: "text", text }],
  isError: false,
  at: START + at,
});

export const picture = (text: string, base64: string, at: number): Message => ({
  role: "user",
  parts: [
    { type: "text", text },
    { type: "image", mime: "image/png", base64 },
  ],
  at: START + at,
});

export const head = async (store: KillStore, id: string) => (await store.history(id)).at(-1)?.seq ?? 0;

/** Sessions, what they look like from inside, and what hangs on them. */
export async function dumpStore(store: KillStore, calls: readonly string[]): Promise<readonly unknown[]> {
  const exported = [];
  for await (const one of store.exportSessions({})) exported.push(one);
  const inside = [];
  for (const { id } of exported) {
    const states = await Promise.all(calls.map((call) => store.callState(id, call)));
    inside.push([
      id,
      await store.history(id),
      await store.pending(id),
      await store.prompt(id),
      await store.compactions(id),
      states.map(({ type }) => (type === "done" ? type : "open")),
    ]);
  }
  return [exported, inside];
}

export const storeFindings = async (store: KillStore): Promise<readonly string[]> =>
  (await store.check()).map((finding) => finding.text);
