// A session store that also searches by meaning. Vectors are made while nobody writes; a search never waits for them, and
// without the model it is the search by words it was.

import type { Log } from "../../contracts/log.ts";
import type { MeaningEngine, VectorShelf } from "../../contracts/meaning.ts";
import type { SearchQuery, SessionStore } from "../../contracts/stores.ts";
import type { Clock } from "../../contracts/time.ts";
import { asksForWords, parseQuery } from "../../kernel/sessions/query.ts";

export interface MeaningParts {
  readonly store: SessionStore;
  readonly shelf: VectorShelf;
  readonly engine: MeaningEngine;
  readonly clock: Clock;
  readonly log: Log;
}

export interface MeaningSearch {
  readonly store: SessionStore;
  /** Gives every message its vector; says how many got one. */
  catchUp(progress?: (done: number) => void): Promise<number>;
}

/** After this long without a write the turn is over. */
const QUIET_MS = 2_000;
/** Small enough to stop soon when somebody writes. */
const BATCH = 8;
const LOADED_AT_ONCE = 2_000;
const NEAREST = 50;

export function searchByMeaning({ store, shelf, engine, clock, log }: MeaningParts): MeaningSearch {
  const closing = new AbortController();
  let catchingUp = false;
  let lastWrite = 0;
  let mark = 0;
  let broken = false;

  function giveUp(error: unknown): void {
    if (!broken && !closing.signal.aborted) log.warn("search by meaning does not work", { why: String(error) });
    broken = true;
  }

  /** How many messages got their vector; 0 when none waits. */
  async function placeBatch(): Promise<number> {
    const texts = await shelf.waiting(engine.model, BATCH);
    if (texts.length === 0) return 0;
    const vectors = await engine.embed(texts.map(({ text }) => text));
    const placed = texts.flatMap(({ seq }, index) => {
      const vector = vectors[index];
      return vector === undefined ? [] : [{ seq, vector }];
    });
    await shelf.place(engine.model, placed);
    return texts.length;
  }

  async function whenQuiet(): Promise<void> {
    try {
      do {
        while (clock.now() - lastWrite < QUIET_MS) await clock.sleep(QUIET_MS, closing.signal);
      } while ((await placeBatch()) > 0);
    } catch (error) {
      giveUp(error);
    }
    catchingUp = false;
  }

  function wrote(): void {
    lastWrite = clock.now();
    if (catchingUp || broken) return;
    catchingUp = true;
    void whenQuiet();
  }

  /** The engine gets what this or another process has placed meanwhile. */
  async function refresh(): Promise<void> {
    for (;;) {
      const placed = await shelf.placedAfter(mark, LOADED_AT_ONCE);
      if (placed.length === 0) return;
      await engine.hold(placed.map(({ seq, vector }) => ({ seq, vector })));
      mark = placed.at(-1)?.mark ?? mark;
    }
  }

  async function nearTo({ query }: SearchQuery): Promise<readonly number[]> {
    if (broken || asksForWords(parseQuery(query))) return [];
    try {
      await refresh();
      return await engine.nearest(query, NEAREST);
    } catch (error) {
      giveUp(error);
      return [];
    }
  }

  const writing =
    <A extends readonly unknown[], T>(verb: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const value = await verb(...args);
      wrote();
      return value;
    };

  const searching: SessionStore = {
    ...store,
    append: writing(store.append),
    take: writing(store.take),
    continueFrom: writing(store.continueFrom),
    async search(query) {
      const near = await nearTo(query);
      return store.search(near.length === 0 ? query : { ...query, near });
    },
    async close() {
      closing.abort(new Error("closed"));
      await engine.close();
      await store.close();
    },
  };
  return {
    store: searching,
    async catchUp(progress) {
      let placed = 0;
      for (let more = await placeBatch(); more > 0; more = await placeBatch()) {
        placed += more;
        progress?.(placed);
      }
      return placed;
    },
  };
}
