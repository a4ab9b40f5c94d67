// The live transcript of one session: what is here is on disk, in the same order.

import type { SessionStore, StoredMessage, UsageEntry } from "../contracts/stores.ts";
import type { Message } from "../kernel/message.ts";

export interface Transcript {
  readonly sessionId: string;
  readonly entries: readonly StoredMessage[];
  /** Durable when it resolves. */
  append(messages: readonly Message[], usage?: UsageEntry): Promise<void>;
  /** Moves inbox rows into the transcript in one transaction. */
  take(inputIds: readonly string[]): Promise<readonly StoredMessage[]>;
  /** Reads everything again, under another id after a compaction. */
  reload(sessionId: string): Promise<void>;
}

export async function openTranscript(store: SessionStore, sessionId: string): Promise<Transcript> {
  const state = { sessionId, entries: [...(await store.history(sessionId))] };
  const headSeq = () => state.entries.at(-1)?.seq ?? 0;
  const line = { end: Promise.resolve() };
  /** Calls that run side by side end in any order; each must stand behind what was written before it. */
  const inTurn = <T>(write: () => Promise<T>): Promise<T> => {
    const written = line.end.then(write);
    line.end = written.then(
      () => undefined,
      () => undefined,
    );
    return written;
  };

  return {
    get sessionId() {
      return state.sessionId;
    },
    get entries() {
      return state.entries;
    },
    async append(messages, usage) {
      if (messages.length === 0) return;
      await inTurn(async () => {
        const seqs = await store.append(state.sessionId, messages, headSeq(), usage);
        messages.forEach((message, index) => {
          state.entries.push({ seq: seqs[index] ?? headSeq(), message });
        });
      });
    },
    take: (inputIds) =>
      inTurn(async () => {
        const taken = await store.take(state.sessionId, inputIds, headSeq());
        state.entries.push(...taken);
        return taken;
      }),
    async reload(id) {
      state.sessionId = id;
      state.entries = [...(await store.history(id))];
    },
  };
}
