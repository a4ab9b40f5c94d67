// The model port's own promises, kept on every wire.

import { setTimeout as wait } from "node:timers/promises";
import { afterAll } from "vitest";
import { modelProviderSuite } from "../testing/suites/model-provider-suite.ts";
import { builtInRow, withEndpoint } from "./catalog.ts";
import { createProvider } from "./create.ts";
import { fixedKey } from "./credentials.ts";
import { createTransport } from "./transport.ts";
import { WIRES } from "./wire.ts";

const clock = { now: () => Date.now(), sleep: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }) };
const transport = createTransport();
afterAll(() => transport.close());

for (const wire of WIRES) {
  modelProviderSuite(wire, {
    wire: wire === "codex_responses" ? "responses" : wire,
    model: "test-model",
    signsThoughts: wire !== "chat_completions",
    connect: ({ url, key }) =>
      createProvider(withEndpoint(builtInRow("custom"), { baseUrl: url, apiMode: wire }), fixedKey(key), {
        clock,
        post: transport.post,
        models: { "test-model": { reasoning: true } },
      }),
  });
}
