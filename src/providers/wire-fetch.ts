// A `fetch` for the vendors' packages, over our own wire call. The key is not theirs to see.

import type { WireAnswer, WireCall } from "./wire-call.ts";

/** What the packages put on by themselves. */
const PACKAGE_AUTH: ReadonlySet<string> = new Set(["authorization", "x-api-key", "x-goog-api-key"]);

export function wireFetch(call: WireCall): typeof fetch {
  return async (input, init) => {
    const headers: Record<string, string> = {};
    for (const [name, value] of new Headers(init?.headers)) if (!PACKAGE_AUTH.has(name)) headers[name] = value;
    const answer = await call.send(String(input), headers, String(init?.body ?? ""));
    return new Response(toStream(answer), { status: answer.status, headers: answer.headers });
  };
}

function toStream(answer: WireAnswer): ReadableStream<Uint8Array> {
  let left = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const done = answer.read((bytes) => {
        if (!left) controller.enqueue(bytes);
      });
      done.then(
        () => left || controller.close(),
        (error: unknown) => left || controller.error(error),
      );
    },
    cancel() {
      left = true;
    },
  });
}
