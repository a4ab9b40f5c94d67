import { expect, test } from "vitest";
import { StoreFailure } from "../kernel/failure.ts";
import { type Message, text } from "../kernel/message.ts";
import { OWNER } from "../kernel/principal.ts";
import { fakeClock } from "../testing/fakes.ts";
import { memorySessionStore } from "../testing/memory-session-store.ts";
import { openTranscript } from "./transcript.ts";

const says = (words: string): Message => ({ role: "user", parts: [text(words)], at: 0 });

async function scene() {
  const clock = fakeClock();
  const store = memorySessionStore({ clock });
  await store.create({ id: "s", source: "cli", principal: OWNER, startedAt: clock.now() });
  // A real disk answers later, and not always in order.
  const slow: typeof store = {
    ...store,
    async append(...args) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return store.append(...args);
    },
  };
  return { store: slow, transcript: await openTranscript(slow, "s") };
}

test("results that arrive at the same moment are all kept, one behind the other", async () => {
  const { store, transcript } = await scene();
  await Promise.all(["a", "b", "c"].map((words) => transcript.append([says(words)])));
  const kept = (await store.history("s")).map(({ message }) => message.parts);
  expect(kept).toEqual([[text("a")], [text("b")], [text("c")]]);
  expect(transcript.entries.map(({ message }) => message.parts)).toEqual(kept);
});

test("a write that fails does not keep the next one from being written", async () => {
  const { store, transcript } = await scene();
  await transcript.append([says("a")]);
  const broken = { ...store, append: () => Promise.reject(new StoreFailure("full", "the disk is full")) };
  const other = await openTranscript(
    { ...store, append: (...args) => (failing.now ? broken.append() : store.append(...args)) },
    "s",
  );
  const failing = { now: true };
  await expect(other.append([says("b")])).rejects.toThrow("the disk is full");
  failing.now = false;
  await other.append([says("c")]);
  expect((await store.history("s")).map(({ message }) => message.parts)).toEqual([[text("a")], [text("c")]]);
});
