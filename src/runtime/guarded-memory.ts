// A memory provider that cannot hurt: every answer bounded in time and length, every notice in order.

import type { Log } from "../contracts/log.ts";
import type { MemoryProvider } from "../contracts/memory.ts";
import { takeChars } from "../kernel/text.ts";

export interface MemoryDeadlines {
  readonly snapshotMs: number;
  readonly recallMs: number;
  /** For what happens behind the user's back: observing, mirroring, switching. */
  readonly backgroundMs: number;
}

export const MEMORY_DEADLINES: MemoryDeadlines = { snapshotMs: 3_000, recallMs: 3_000, backgroundMs: 15_000 };

const MAX_CHARS = 12_000;
const TAGS = /<(?=\s*(?:\/\s*)?(?:late-context|memory-context)\b)/giu;

/** Like the provider, but its calls end in time whatever it does, and only `snapshot` can fail. Notices are delivered one after the other. */
export function guardMemory(
  provider: MemoryProvider,
  log: Log,
  deadlines: MemoryDeadlines = MEMORY_DEADLINES,
): MemoryProvider {
  const line = { tail: Promise.resolve() };
  const failed = (what: string, error: unknown) =>
    log.warn(`memory ${what} failed`, { provider: provider.name, error: String(error) });

  /** Nothing it says may look like the end of the block it stands in. What it orders is found where it is shown: a person is told there. */
  function bounded(said: unknown): string {
    return typeof said === "string" ? takeChars(said, MAX_CHARS).replace(TAGS, "‹") : "";
  }

  /** The words, of bounded length; "" when there are none in time. */
  async function answer(what: string, ms: number, signal: AbortSignal, ask: (cut: AbortSignal) => Promise<string>) {
    const cut = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
    try {
      return bounded(await orAborted(ask(cut), cut));
    } catch (error) {
      failed(what, error);
      return "";
    }
  }

  /** In order: a removal must not overtake the addition it removes. */
  function notice(
    what: string,
    signal: AbortSignal,
    tell: ((cut: AbortSignal) => Promise<void>) | undefined,
  ): Promise<void> {
    if (tell === undefined) return Promise.resolve();
    line.tail = line.tail.then(async () => {
      const cut = AbortSignal.any([signal, AbortSignal.timeout(deadlines.backgroundMs)]);
      try {
        await orAborted(tell(cut), cut);
      } catch (error) {
        failed(what, error);
      }
    });
    return line.tail;
  }

  const { recall, observe, switchSession, beforeCompaction, changed } = provider;
  return {
    name: provider.name,
    ...(provider.tools === undefined ? {} : { tools: provider.tools }),
    // Once per session: whoever asks tells the person when there is no answer.
    async snapshot(session, signal) {
      const cut = AbortSignal.any([signal, AbortSignal.timeout(deadlines.snapshotMs)]);
      return bounded(await orAborted(provider.snapshot(session, cut), cut));
    },
    recall: async (query, session, signal) =>
      recall === undefined
        ? ""
        : answer("recall", deadlines.recallMs, signal, (cut) => recall.call(provider, query, session, cut)),
    observe: (turn, session, signal) =>
      notice("observation", signal, observe && ((cut) => observe.call(provider, turn, session, cut))),
    switchSession: (from, to, signal) =>
      notice("session switch", signal, switchSession && ((cut) => switchSession.call(provider, from, to, cut))),
    beforeCompaction: (messages, session, signal) =>
      notice(
        "compaction notice",
        signal,
        beforeCompaction && ((cut) => beforeCompaction.call(provider, messages, session, cut)),
      ),
    changed: (change, session, signal) =>
      notice("mirror", signal, changed && ((cut) => changed.call(provider, change, session, cut))),
    async dispose() {
      await line.tail;
      await provider.dispose?.();
    },
  };
}

/** Does not wait for work that ignores its signal. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
