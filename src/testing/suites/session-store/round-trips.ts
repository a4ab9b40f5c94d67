// Whatever goes into the transcript comes out the same: odd strings, odd inputs, large ones.

import { describe, expect, test } from "vitest";
import type { Message } from "../../../kernel/message.ts";
import { HALF_CHARACTERS, NAUGHTY } from "../naughty.data.ts";
import { answered, asked, messagesOf, newSession, type StartStore, said, user, useStore } from "./kit.ts";

const MESSAGES: readonly { readonly name: string; readonly message: Message }[] = [
  { name: "a runtime message", message: { ...user("continue"), origin: "runtime" } },
  {
    name: "several text parts",
    message: {
      role: "user",
      parts: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      at: 1_000,
    },
  },
  {
    name: "text around an image",
    message: {
      role: "user",
      parts: [
        { type: "text", text: "a" },
        { type: "image", mime: "image/png", base64: "AAAA" },
        { type: "text", text: "b" },
      ],
      at: 1_768_478_400_123,
    },
  },
  { name: "no parts at all", message: { ...said(""), parts: [] } },
  {
    name: "thoughts, words and calls in a strange order",
    message: {
      ...said(""),
      parts: [
        { type: "text", text: "first", opaque: { phase: "commentary" } },
        { type: "reasoning", text: "", opaque: { signature: "sig+/=", data: [1, null, { x: "é" }] } },
        {
          type: "call",
          call: { id: "c1", tool: "a", input: { deep: [{ er: 1.5 }], "": "" } },
          opaque: { thoughtSignature: "t" },
        },
        { type: "reasoning", text: "again" },
        { type: "call", call: { id: "c2", tool: "b", input: [] } },
        { type: "text", text: "last" },
      ],
      stop: "calls",
      usage: { input: 1_000_000, output: 2, cacheRead: 3, cacheWrite: 4, reasoning: 5 },
    },
  },
  { name: "arguments that are not JSON", message: asked("c1", "terminal", '{"command": "ls') },
  { name: "arguments that are a JSON string's text", message: asked("c1", "terminal", '{"a":1}') },
  { name: "an empty argument object", message: asked("c1", "todo", {}) },
  { name: "a length-cut answer", message: { ...said("cut he"), stop: "length" } },
  { name: "a refusal", message: { ...said(""), stop: "refused", parts: [] } },
  { name: "a failed tool", message: { ...answered("c1", '{"error":"no"}'), isError: true } },
  { name: "an empty tool result", message: { ...answered("c1", ""), parts: [] } },
  {
    name: "an image from a tool",
    message: {
      ...answered("c1"),
      parts: [
        { type: "text", text: "{}" },
        { type: "image", mime: "image/jpeg", base64: "/9j/" },
      ],
    },
  },
];

const SIZES = { "1 MB": 1_000_000, "10 MB": 10_000_000 };

export function roundTripsSuite(start: StartStore): void {
  const kit = useStore(start);

  async function through(...messages: readonly Message[]): Promise<readonly Message[]> {
    const { store, again } = kit();
    await store.create(newSession("s1"));
    await store.append("s1", messages, 0);
    return messagesOf(await again(), "s1");
  }

  describe("round trips", () => {
    test.each(MESSAGES)("$name", async ({ message }) => {
      expect(await through(message)).toEqual([message]);
    });

    test("naughty strings as words, results, arguments and thoughts", async () => {
      const messages = NAUGHTY.flatMap((text, index): Message[] => [
        user(text),
        { ...asked(`c${index}`, "terminal", { command: text, [text]: 1 }) },
        answered(`c${index}`, text),
        {
          ...said(text),
          parts: [
            { type: "reasoning", text, opaque: { text } },
            { type: "text", text },
          ],
        },
      ]);
      expect(await through(...messages)).toEqual(messages);
    });

    test("half characters become whole or stay, and their neighbours are unharmed", async () => {
      const messages = HALF_CHARACTERS.flatMap((text) => [user(text), said(`after ${text.length}`)]);
      const read = await through(...messages);
      read.forEach((message, index) => {
        const wanted = HALF_CHARACTERS[index / 2];
        if (wanted === undefined) expect(message).toEqual(messages[index]);
        else expect([user(wanted), user(wanted.toWellFormed())]).toContainEqual(message);
      });
    });

    test.each(Object.entries(SIZES))("%s of text", async (_name, size) => {
      const text = "0123456789abcde\n".repeat(size / 16);
      const [read] = await through(answered("c1", text), user("after"));
      const part = read?.parts[0];
      expect(part?.type === "text" && part.text === text).toBe(true);
    });

    test("a title, a directory and settings of odd strings", async () => {
      const { store, again } = kit();
      const settings = { text: NAUGHTY.filter((text) => text.isWellFormed()) };
      await store.create(newSession("s1", { cwd: "/tmp/ä b'\"$x\n", settings }));
      expect(await (await again()).get("s1")).toMatchObject({ cwd: "/tmp/ä b'\"$x\n", settings });
    });
  });
}
