import { expect, test } from "vitest";
import { judgeLine, NO_TRAFFIC, type Watch, type WatchTraffic, watching } from "./watch.ts";

function feed(
  lines: readonly (readonly [at: number, line: string])[],
  watch: Watch = watching(["ready"]),
  traffic: WatchTraffic = NO_TRAFFIC,
) {
  const verdicts: string[] = [];
  for (const [at, line] of lines) {
    const judged = judgeLine(line, watch, traffic, at);
    ({ watch, traffic } = judged);
    verdicts.push(judged.verdict);
  }
  return verdicts;
}

test("a match is told once, then not again for a while", () => {
  expect(
    feed([
      [0, "server ready"],
      [1_000, "ready"],
      [16_000, "ready"],
      [16_500, "other"],
    ]),
  ).toEqual(["notify", "silent", "notify", "silent"]);
});

test("a pattern that keeps matching is retired", () => {
  expect(
    feed([
      [0, "ready"],
      [1, "ready"],
      [2, "ready"],
      [3, "ready"],
      [99_000, "ready"],
    ]),
  ).toEqual(["notify", "silent", "silent", "retire", "silent"]);
});

test("many processes together cannot flood", () => {
  let traffic = NO_TRAFFIC;
  let told = 0;
  for (let i = 0; i < 40; i++) {
    const judged = judgeLine("ready", watching(["ready"]), traffic, i);
    traffic = judged.traffic;
    if (judged.verdict === "notify") told++;
  }
  expect(told).toBe(15);
  expect(judgeLine("ready", watching(["ready"]), traffic, 31_000).verdict).toBe("notify");
});
