import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { fakeClock, fakeIds, fakeLog, tempDir } from "./fakes.ts";

describe("fake clock", () => {
  const signal = new AbortController().signal;

  test("wakes sleepers in the order of their time, each at its own time", async () => {
    const clock = fakeClock({ startMs: 0 });
    const woken: [string, number][] = [];
    for (const [name, ms] of [
      ["late", 30],
      ["early", 10],
      ["middle", 20],
    ] as const) {
      void clock.sleep(ms, signal).then(() => woken.push([name, clock.now()]));
    }
    expect(clock.sleeping).toBe(3);
    await clock.advance(25);
    expect(woken).toEqual([
      ["early", 10],
      ["middle", 20],
    ]);
    expect(clock.now()).toBe(25);
    await clock.advance(5);
    expect(woken).toHaveLength(3);
  });

  test("a sleeper that sleeps again wakes within the same advance", async () => {
    const clock = fakeClock({ startMs: 0 });
    let rounds = 0;
    void (async () => {
      for (; rounds < 3; rounds++) await clock.sleep(10, signal);
    })();
    await clock.advance(30);
    expect(rounds).toBe(3);
  });

  test("an abort wakes with its reason", async () => {
    const clock = fakeClock();
    const stop = new AbortController();
    const asleep = clock.sleep(1_000, stop.signal);
    stop.abort(new Error("enough"));
    await expect(asleep).rejects.toThrow("enough");
    expect(clock.sleeping).toBe(0);
  });

  test("can run by itself", async () => {
    const clock = fakeClock({ startMs: 5, auto: true });
    await clock.sleep(60_000, signal);
    expect([clock.now(), clock.slept]).toEqual([60_005, [60_000]]);
  });
});

test("ids repeat for the same seed and have the product's form", () => {
  const take = () => {
    const ids = fakeIds(7);
    return [ids.sessionId(), ids.id("in"), ids.random(), ids.random()];
  };
  expect(take()).toEqual(take());
  const [session, id, first, second] = take();
  expect(session).toMatch(/^\d{8}_\d{6}_[0-9a-f]{6}$/);
  expect(id).toMatch(/^in_[0-9a-f]{12}$/);
  expect(first).not.toBe(second);
});

test("the log keeps every line with its session", () => {
  const log = fakeLog();
  log.warn("low", { left: 1 });
  log.forSession("s1").error("gone");
  expect(log.lines).toEqual([
    { level: "warn", message: "low", fields: { left: 1 } },
    { level: "error", message: "gone", fields: {}, sessionId: "s1" },
  ]);
});

test("a temporary directory is gone with everything in it", async () => {
  const dir = await tempDir();
  await writeFile(dir.join("x"), "x");
  await dir.remove();
  expect(existsSync(dir.path)).toBe(false);
});
