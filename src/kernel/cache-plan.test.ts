import { expect, test } from "vitest";
import { planMarks } from "./cache-plan.ts";
import { type Message, NO_USAGE } from "./message.ts";

const user: Message = { role: "user", parts: [{ type: "text", text: "u" }], at: 0 };
const assistant: Message = {
  role: "assistant",
  parts: [{ type: "text", text: "a" }],
  stop: "end",
  usage: NO_USAGE,
  model: "p/m",
  at: 0,
};
const tool: Message = {
  role: "tool",
  callId: "c",
  tool: "t",
  parts: [{ type: "text", text: "r" }],
  isError: false,
  at: 0,
};
const PROMPT = { blocks: 3, sharedThrough: 0 };

test("two marks from the first call, three from the second", () => {
  expect(planMarks(PROMPT, [user], 1)).toEqual({ afterSystem: [0, 2], onMessages: [0] });
  const second = planMarks(PROMPT, [user, assistant, tool], 3);
  expect(second).toEqual({ afterSystem: [0, 2], onMessages: [0, 2] });
});
test("never more than four, and late layers are not marked", () => {
  const view = [user, assistant, tool, assistant, user, assistant, user, user];
  const { afterSystem, onMessages } = planMarks(PROMPT, view, view.length - 1);
  expect(afterSystem.length + onMessages.length).toBeLessThanOrEqual(4);
  expect(onMessages).not.toContain(view.length - 1);
});
test("a wide batch of results takes one mark; the other stands where the request before it ended", () => {
  const view = [user, assistant, ...Array.from({ length: 25 }, () => tool)];
  expect(planMarks(PROMPT, view, view.length).onMessages).toEqual([0, 26]);
});
test("a prompt of one block has one mark, no prompt none", () => {
  expect(planMarks({ blocks: 1, sharedThrough: 0 }, [user], 1).afterSystem).toEqual([0]);
  expect(planMarks({ blocks: 0, sharedThrough: -1 }, [], 0)).toEqual({ afterSystem: [], onMessages: [] });
});
