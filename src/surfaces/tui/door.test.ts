import { expect, test } from "vitest";
import type { Conversation } from "./conversation.ts";
import { createDoor } from "./door.ts";

const conversation = (said: string[]): Conversation => ({
  session: undefined as never,
  commands: [{ name: "skin", summary: "", group: "control", whileBusy: true, run: async () => ({ type: "exit" }) }],
  submit: (line) => void said.push(line),
  answer: () => true,
  stop: () => true,
  farewell: async () => [],
  close: async () => undefined,
});

test("what is submitted before anybody listens is heard later, in order, and nobody overtakes", async () => {
  const said: string[] = [];
  const { talk, open } = createDoor(() => undefined);
  talk.submit("first");
  talk.submit("second");
  expect(said).toEqual([]);
  open(conversation(said));
  talk.submit("third");
  await talk.commands();
  talk.submit("fourth");
  expect(said).toEqual(["first", "second", "third", "fourth"]);
});

test("before it opens there is nothing to answer or stop, completion waits, and leaving works", async () => {
  const left: number[] = [];
  const { talk, open } = createDoor((code) => void left.push(code));
  expect(talk.answer({ type: "no" })).toBe(false);
  expect(talk.stop()).toBe(false);
  talk.leave(130);
  expect(left).toEqual([130]);
  const names = talk.commands().then((commands) => commands.map(({ name }) => name));
  open(conversation([]));
  expect(await names).toEqual(["skin"]);
  expect(talk.stop()).toBe(true);
});
