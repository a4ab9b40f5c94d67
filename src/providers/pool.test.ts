import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ModelFailure } from "../kernel/failure.ts";
import { afterFailure, chooseEntry, isUsable, type PoolEntry, pruned, restored, STRATEGIES } from "./pool.ts";

const NOW = 1_000_000_000;

function entry(id: string, extra: Partial<PoolEntry> = {}): PoolEntry {
  return {
    id,
    label: id,
    authType: "api_key",
    source: "manual",
    priority: 0,
    secret: `key-${id}`,
    status: "ok",
    uses: 0,
    ...extra,
  };
}

function pickId(entries: readonly PoolEntry[], extra: object): string | undefined {
  const chosen = chooseEntry(entries, { strategy: "fill_first", nowMs: NOW, random: 0, ...extra });
  return chosen.type === "entry" ? chosen.entry.id : undefined;
}

const THREE = [
  entry("a", { priority: 0, uses: 5 }),
  entry("b", { priority: 1, uses: 2 }),
  entry("c", { priority: 2, uses: 9 }),
];

describe("strategies", () => {
  test("fill first stays with the first", () => {
    expect(pickId(THREE, { lastId: "a" })).toBe("a");
  });
  test("round robin takes turns and steps over the resting", () => {
    const tired = THREE.map((item) =>
      item.id === "b" ? { ...item, status: "exhausted" as const, resetAtMs: NOW + 1 } : item,
    );
    expect(["a", "b", "c"].map((lastId) => pickId(THREE, { strategy: "round_robin", lastId }))).toEqual([
      "b",
      "c",
      "a",
    ]);
    expect(pickId(tired, { strategy: "round_robin", lastId: "a" })).toBe("c");
  });
  test("least used", () => {
    expect(pickId(THREE, { strategy: "least_used" })).toBe("b");
  });
  test("random reaches every one", () => {
    const seen = new Set([0, 0.34, 0.67, 0.999].map((random) => pickId(THREE, { strategy: "random", random })));
    expect(seen).toEqual(new Set(["a", "b", "c"]));
  });
});

test("whatever the pool, a chosen entry is usable, and none is chosen only when none is", () => {
  const arbitrary = fc.record({
    id: fc.uuid(),
    priority: fc.nat(5),
    uses: fc.nat(50),
    secret: fc.constantFrom("", "k"),
    status: fc.constantFrom("ok", "exhausted", "dead"),
    resetAtMs: fc.option(fc.integer({ min: NOW - 5_000, max: NOW + 5_000 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(
      fc.array(arbitrary),
      fc.constantFrom(...STRATEGIES),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (rows, strategy, random) => {
        const entries = rows.map(({ id, resetAtMs, ...rest }) =>
          entry(id, { ...rest, ...(resetAtMs !== undefined && { resetAtMs }) }),
        );
        const chosen = chooseEntry(entries, { strategy, nowMs: NOW, random, lastId: entries[0]?.id });
        if (chosen.type === "entry") expect(isUsable(chosen.entry, NOW)).toBe(true);
        else expect(entries.some((item) => isUsable(item, NOW))).toBe(false);
        if (chosen.type === "resting") expect(chosen.untilMs).toBeGreaterThan(NOW);
      },
    ),
  );
});

describe("what failures do", () => {
  const fail = (kind: ConstructorParameters<typeof ModelFailure>[0], retryAfterMs?: number) =>
    new ModelFailure(kind, { message: "m", ...(retryAfterMs !== undefined && { retryAfterMs }) });
  const spoiled = (failure: ModelFailure, alone = false) => afterFailure(entry("a"), failure, { nowMs: NOW, alone });

  test("a limit rests the key as long as the vendor asks, or an hour", () => {
    expect(spoiled(fail("rate-limit", 5_000))).toMatchObject({ status: "exhausted", resetAtMs: NOW + 5_000 });
    expect(spoiled(fail("billing"))).toMatchObject({ status: "exhausted", resetAtMs: NOW + 3_600_000 });
    expect(isUsable(spoiled(fail("rate-limit", 5_000)), NOW + 5_000)).toBe(true);
  });
  test("a lone key is not put to rest for a limit", () => {
    expect(isUsable(spoiled(fail("rate-limit"), true), NOW)).toBe(true);
  });
  test("a refused key is dead until it is reset", () => {
    const dead = spoiled(fail("auth"));
    expect(isUsable(dead, NOW + 1e9)).toBe(false);
    expect(isUsable(restored(dead), NOW)).toBe(true);
  });
  test("what is not the key's fault leaves it alone", () => {
    for (const kind of ["overloaded", "transport", "timeout", "bad-request"] as const)
      expect(spoiled(fail(kind))).toEqual(entry("a"));
  });
  test("dead sign-ins are forgotten after a day, typed keys never", () => {
    const dead = { status: "dead", statusAtMs: NOW } as const;
    const entries = [entry("typed", dead), entry("signed", { ...dead, source: "device_code" })];
    expect(pruned(entries, NOW + 1_000)).toHaveLength(2);
    expect(pruned(entries, NOW + 90_000_000).map((item) => item.id)).toEqual(["typed"]);
  });
});
