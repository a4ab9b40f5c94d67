// Hands events from a pump to a reader in order; what was put in before an end or a failure is always delivered first.

export interface Channel<T> extends AsyncIterable<T> {
  push(value: T): void;
  /** Nothing more will come. The first of `end` and `fail` counts. */
  end(): void;
  fail(error: unknown): void;
}

export function createChannel<T>(): Channel<T> {
  const queue: T[] = [];
  let ending: { readonly error?: unknown; readonly failed: boolean } | undefined;
  let wake: (() => void) | undefined;

  const ring = () => {
    const due = wake;
    wake = undefined;
    due?.();
  };
  const settle = (how: { readonly error?: unknown; readonly failed: boolean }) => {
    ending ??= how;
    ring();
  };

  return {
    push(value) {
      if (ending) return;
      queue.push(value);
      ring();
    },
    end: () => settle({ failed: false }),
    fail: (error) => settle({ failed: true, error }),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        for (let at = 0; at < queue.length; at++) yield queue[at] as T;
        queue.length = 0;
        if (ending) {
          if (ending.failed) throw ending.error;
          return;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
