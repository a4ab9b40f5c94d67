// What the suites of the archive port share.

import type { ExportedSession, ImportOutcome, SessionArchive } from "../../../contracts/session-archive.ts";
import type { SessionStore } from "../../../contracts/stores.ts";
import { type Message, NO_USAGE, userMessage } from "../../../kernel/message.ts";
import { answered } from "../session-store/kit.ts";

export type ArchivedStore = SessionStore & SessionArchive;

export const IMAGE = Buffer.from("pixels".repeat(1000)).toString("base64");
export const LONG = "x".repeat(300_000);

/** One message of every shape that rows cannot hold by themselves. */
export const RICH: readonly Message[] = [
  {
    role: "user",
    parts: [
      { type: "text", text: "see" },
      { type: "image", mime: "image/png", base64: IMAGE },
    ],
    at: 1000,
  },
  {
    role: "assistant",
    parts: [
      { type: "text", text: "a" },
      { type: "reasoning", text: "b", opaque: { s: 1 } },
      { type: "call", call: { id: "c", tool: "terminal", input: { command: "ls" } } },
    ],
    stop: "calls",
    usage: { ...NO_USAGE, input: 9 },
    model: "p/m",
    at: 1001,
  },
  { ...answered("c", LONG, 1002), tool: "terminal", isError: true },
  { role: "user", parts: [], origin: "runtime", at: 900 },
  { role: "user", parts: [{ type: "text", text: "half \ud800 character" }], at: 1004 },
  { role: "user", parts: [{ type: "text", text: "nul \u0000 inside" }], at: 1005 },
];

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export const bring = (into: ArchivedStore, sessions: readonly unknown[]): Promise<ImportOutcome[]> =>
  collect(into.importSessions(sessions));

export async function linesOf(store: ArchivedStore): Promise<readonly ExportedSession[]> {
  const sessions = await collect(store.exportSessions({}));
  return sessions.map((one) => JSON.parse(JSON.stringify(one)) as ExportedSession);
}

export const compaction = (seqs: readonly number[]) => ({
  view: [userMessage("summary", 1010)],
  summary: "summary",
  replaced: { fromSeq: seqs[0] ?? 0, toSeq: seqs.at(-1) ?? 0 },
  tokensBefore: 9,
  tokensAfter: 1,
  note: "n",
});
