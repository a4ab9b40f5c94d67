// One stream of events to any number of readers; a slow reader never slows the turn.

export interface EventBus<E> {
  publish(event: E): void;
  /** Every event from now on; ends when the bus is closed. */
  subscribe(): AsyncIterable<E>;
  close(): void;
}

interface Reader<E> {
  readonly queue: E[];
  wake: (() => void) | undefined;
}

export function createEventBus<E>(): EventBus<E> {
  const readers = new Set<Reader<E>>();
  const state = { closed: false };

  async function* read(reader: Reader<E>): AsyncGenerator<E> {
    try {
      while (true) {
        while (reader.queue.length > 0) yield reader.queue.shift() as E;
        if (state.closed) return;
        await new Promise<void>((resolve) => {
          reader.wake = resolve;
        });
      }
    } finally {
      readers.delete(reader);
    }
  }

  return {
    publish(event) {
      for (const reader of readers) {
        reader.queue.push(event);
        reader.wake?.();
      }
    },
    subscribe() {
      // Registered here, not at the first read: nothing published in between is missed.
      const reader: Reader<E> = { queue: [], wake: undefined };
      readers.add(reader);
      return read(reader);
    },
    close() {
      state.closed = true;
      for (const reader of readers) reader.wake?.();
    },
  };
}
