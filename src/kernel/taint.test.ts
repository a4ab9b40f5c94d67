import { expect, test } from "vitest";
import type { Message } from "./message.ts";
import { userMessage } from "./message.ts";
import { carryTaints, taintsIn } from "./taint.ts";

const foreign = (words: string, ...taints: string[]): Message => ({ ...userMessage(words, 1), taints });

test("every source is named once, in the order it came in", () => {
  expect(taintsIn([foreign("a", "web", "mail"), userMessage("b", 1), foreign("c", "web", "file /x")])).toEqual([
    "web",
    "mail",
    "file /x",
  ]);
});

test("what stands in for messages keeps their taint, and no message is changed without need", () => {
  const before = [foreign("a", "web"), foreign("b", "mail"), userMessage("c", 1)];
  const view = [userMessage("summary", 2), foreign("b", "mail"), userMessage("c", 1)];
  const carried = carryTaints(before, view);
  expect(taintsIn(carried)).toEqual(["web", "mail"]);
  expect(carried[0]).toEqual({ ...view[0], taints: ["web"] });
  expect(carried.slice(1)).toEqual(view.slice(1));
  expect(carryTaints(before, before)).toBe(before);
  expect(carryTaints(before, [])).toEqual([]);
});
