import { describe, expect, test } from "vitest";
import { userMessage } from "../message.ts";
import type { Entry } from "./entry.ts";
import { IDLE_MARK, isResting, madeRoom, oneMoreIdle, readIdle } from "./resting.ts";

const talk = (count: number): readonly Entry[] =>
  Array.from({ length: count }, (_, index) => ({ seq: index + 1, message: userMessage(`words ${index}`, 1) }));
const at = (entries: readonly Entry[], window = 32_000) => ({ entries, window, factor: 1 });
const passes = (count: number, on = at(talk(10))) => {
  let idle: ReturnType<typeof readIdle>;
  for (let n = 0; n < count; n++) idle = oneMoreIdle(idle, on, on);
  return idle;
};

test("less than a tenth saved is no room made", () => {
  expect(madeRoom({ tokensBefore: 1_000, tokensAfter: 900 })).toBe(true);
  expect(madeRoom({ tokensBefore: 1_000, tokensAfter: 901 })).toBe(false);
});

describe("two passes in a row that made no room", () => {
  test("rest; one does not", () => {
    expect(isResting(undefined, at(talk(10)))).toBe(false);
    expect(isResting(passes(1), at(talk(10)))).toBe(false);
    expect(isResting(passes(2), at(talk(10)))).toBe(true);
    expect(isResting(passes(2), at(talk(14)))).toBe(true);
  });

  test("rest no longer once much more was said, and then one more is enough", () => {
    const grown = [...talk(10), { seq: 11, message: userMessage("more ".repeat(5_000), 1) }];
    expect(isResting(passes(2), at(grown))).toBe(false);
    expect(isResting(oneMoreIdle(passes(2), at(grown), at(grown)), at(grown))).toBe(true);
  });

  test("rest no longer in another window or after messages were taken back, and count anew", () => {
    expect(isResting(passes(2), at(talk(10), 64_000))).toBe(false);
    expect(isResting(passes(2), at(talk(8)))).toBe(false);
    const rewritten = [
      ...talk(8),
      { seq: 11, message: userMessage("x", 1) },
      { seq: 12, message: userMessage("y", 1) },
    ];
    expect(isResting(passes(2), at(rewritten))).toBe(false);
    expect(oneMoreIdle(passes(2), at(talk(8)), at(talk(8))).passes).toBe(1);
  });
});

test("read back from the session's settings; anything odd counts as none", () => {
  const idle = passes(2);
  expect(readIdle({ [IDLE_MARK]: JSON.parse(JSON.stringify(idle)) })).toEqual(idle);
  for (const odd of [undefined, null, 3, [], {}, { ...idle, passes: "2" }, { ...idle, window: Number.NaN }])
    expect(readIdle({ [IDLE_MARK]: odd })).toBeUndefined();
});
