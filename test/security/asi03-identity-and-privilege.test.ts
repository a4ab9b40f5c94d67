// ASI03 identity and privilege: the program's keys are its own; nothing it starts, shows or keeps holds them.

import { expect, test } from "vitest";
import { runCanaries } from "./canary-run.ts";

test("keys from every source reach no child, no log, no store, no error text and no request", {
  timeout: 120_000,
}, async () => {
  const { leaks, sinks } = await runCanaries([["status"], ["sessions", "list"], ["logs"]]);
  expect(leaks).toEqual([]);
  expect(sinks.get("requests to the model")).toBeGreaterThan(1000);
  for (const [sink, size] of sinks) if (sink.startsWith("an error")) expect(size, sink).toBeGreaterThan(10);
  expect([...sinks.keys()].some((name) => name.startsWith("home/state.db"))).toBe(true);
});
