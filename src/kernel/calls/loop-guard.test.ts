import { expect, test } from "vitest";
import { type LoopPolicy, type LoopState, NO_LOOPS, type Observed, observe } from "./loop-guard.ts";

const POLICY: LoopPolicy = {
  warnings: true,
  warnAfter: { exactFailure: 2, sameToolFailure: 3, noProgress: 2 },
  stopAfter: { exactFailure: 5, sameToolFailure: 8, noProgress: 5 },
};
const seen = (over: Partial<Observed> = {}): Observed => ({
  tool: "read_file",
  input: { path: "a" },
  effect: "read",
  result: "x",
  failed: false,
  ...over,
});

function play(...steps: Observed[]) {
  let state: LoopState = NO_LOOPS;
  return steps.map((step) => {
    const outcome = observe(state, step, POLICY);
    state = outcome.state;
    return outcome.stop !== undefined ? "stop" : outcome.warning !== undefined ? "warn" : "fine";
  });
}

test("the same read with the same result warns, then stops", () => {
  expect(play(seen(), seen(), seen(), seen(), seen())).toEqual(["fine", "warn", "warn", "warn", "stop"]);
});
test("progress is never a loop: another result, other input, other order of keys is the same input", () => {
  expect(play(seen(), seen({ result: "y" }), seen({ result: "z" }))).toEqual(["fine", "fine", "fine"]);
  expect(play(seen(), seen({ input: { path: "b" } }))).toEqual(["fine", "fine"]);
  expect(play(seen({ input: { a: 1, b: 2 } }), seen({ input: { b: 2, a: 1 } }))).toEqual(["fine", "warn"]);
});
test("running the same command again with the same output is honest work for a while", () => {
  const run = seen({ tool: "terminal", effect: "execute" });
  const runs = play(...Array.from({ length: 15 }, () => run));
  expect(runs.slice(0, 5)).toEqual(["fine", "fine", "fine", "fine", "fine"]);
  expect([runs[5], runs[13], runs[14]]).toEqual(["warn", "warn", "stop"]);
  const other = (at: number) => ({ ...run, result: String(at) });
  expect(play(...Array.from({ length: 20 }, (_, at) => other(at)))).toEqual(Array.from({ length: 20 }, () => "fine"));
  const loops = Array.from({ length: 5 }).reduce<LoopState>((state) => observe(state, run, POLICY).state, NO_LOOPS);
  expect(observe(loops, run, POLICY).warning).toContain("gave the same result 6 times");
});
test("failures of one tool count across inputs and are forgiven by a success", () => {
  const bad = (path: string) => seen({ input: { path }, result: path, failed: true });
  expect(play(bad("a"), bad("b"), bad("c"))).toEqual(["fine", "fine", "warn"]);
  expect(play(bad("a"), bad("b"), seen(), bad("c"))).toEqual(["fine", "fine", "fine", "fine"]);
});
