// ASI08 cascading failures: what runs in circles or costs too much is stopped, says why, and can go on.

import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, runMain, runPlan, terminal } from "./agent-run.ts";
import { soak } from "./soak-run.ts";
import { labs } from "./with-lab.ts";

const lab = labs();
const again = <T>(item: T, times: number): readonly T[] => Array.from({ length: times }, () => item);

test("a call that fails the same way again and again ends the turn when asked to", async () => {
  const place = await lab({ tool_loop_guardrails: { hard_stop_enabled: true } });
  const { calls, events } = await runPlan(place, [again(call("read_file", { path: "missing.txt" }), 30)]);
  expect(calls.length).toBeLessThan(30);
  expect(events.at(-1)).toMatchObject({ type: "turn-end" });
  expect(events.at(-1)).not.toMatchObject({ reason: "answered" });
});

test("by default the model is told that it makes no progress", async () => {
  const place = await lab();
  const { requests } = await runPlan(place, [again(call("read_file", { path: "missing.txt" }), 6)]);
  expect(requests).toMatch(/same|repeat|again/i);
});

test("a spending limit stops the turn with the setting to raise, and the session goes on", async () => {
  const place = await lab({ limits: { turn: { tokens: 3000 } } });
  const { calls, events } = await runPlan(place, [again(terminal("true"), 20), []]);
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.length).toBeLessThan(10);
  const ends = events.filter((event) => event.type === "turn-end");
  expect(JSON.stringify(ends[0]) + String(ends[0]?.failure?.message)).toContain("limits.turn.tokens");
  expect(ends[1]).toMatchObject({ reason: "answered" });
});

test("rounds leave nothing behind: no open files, no children", { timeout: 120_000 }, async () => {
  const samples = await soak({ rounds: 96, roundsPerTurn: 24, turnsPerSession: 1 });
  expect(samples.length).toBeGreaterThanOrEqual(4);
  const [first, ...rest] = samples.slice(1);
  for (const sample of rest) expect(sample.files).toBeLessThanOrEqual(first?.files ?? 0);
  for (const sample of samples) expect(sample.children).toBe(0);
});

test.runIf(process.platform === "linux")(
  "what a run that died left behind is ended by the next one, also when nobody sits there",
  async () => {
    const place = await lab();
    const leases = join(place.home, "cache/leases");
    mkdirSync(leases, { recursive: true });
    writeFileSync(join(leases, "lease_dead.json"), JSON.stringify({ pid: 2 ** 22 + 1, start: "1" }));
    const orphan = spawn("sleep", ["300"], { stdio: "ignore", env: { ...process.env, HERMES_LEASE: "lease_dead" } });
    const ended = new Promise((done) => orphan.once("exit", (_code, signal) => done(signal)));
    place.model.reset(() => ({ type: "text", text: "Hello." }));
    await runMain(place, ["-z", "hi"]);
    expect(await ended).toBe("SIGKILL");
  },
);
