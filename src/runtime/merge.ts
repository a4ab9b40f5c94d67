// Several tasks that each report events, as one stream; the tasks' results come back in the order of the tasks.

import { createEventBus } from "./event-bus.ts";

export async function* mergeTasks<E, R>(
  tasks: readonly ((report: (event: E) => void) => Promise<R>)[],
): AsyncGenerator<E, readonly R[]> {
  const bus = createEventBus<E>();
  const events = bus.subscribe();
  const settled = Promise.allSettled(tasks.map((task) => task((event) => bus.publish(event))));
  const closed = settled.finally(() => bus.close());
  yield* events;
  await closed;
  return (await settled).map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
