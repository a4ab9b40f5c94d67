// A conversation gets a name after its first exchange: the auxiliary model's where there is time for it, else one from its words.

import { beforeEach, expect, test } from "vitest";
import { SILENT_LOG } from "../../contracts/log.ts";
import type { ModelChoice } from "../../contracts/model.ts";
import type { Models } from "../../contracts/models.ts";
import type { SessionStore } from "../../contracts/stores.ts";
import { ModelFailure } from "../../kernel/failure.ts";
import { NO_USAGE, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock } from "../../testing/fakes.ts";
import { memorySessionStore } from "../../testing/memory-session-store.ts";
import { fail, reply } from "../../testing/script.ts";
import { type ScriptedModel, scripted } from "../../testing/scripted-model.ts";
import type { FinishedTurn } from "../host-ports.ts";
import { createBackground } from "./background.ts";
import { titleSession } from "./titles.ts";

let store: SessionStore;
beforeEach(async () => {
  store = memorySessionStore({ clock: fakeClock() });
  await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
});

const choiceOf = (provider: ScriptedModel): ModelChoice => ({ provider, model: "small" });
const asking = (auxiliary: Models["auxiliary"]) => ({ auxiliary }) as Models;

const turnOf = (choice: ModelChoice, ...said: readonly string[]): FinishedTurn => ({
  ...{ sessionId: "a", principal: OWNER, source: "cli", choice, reason: "answered", messages: [] },
  transcript: said.flatMap((words, index) => [
    { seq: 2 * index + 1, message: userMessage(words, index) },
    {
      seq: 2 * index + 2,
      message: {
        ...{ role: "assistant", stop: "end", usage: NO_USAGE, model: "m", at: index },
        parts: [{ type: "text", text: `about ${words}` }],
      },
    },
  ]),
  publish: () => undefined,
});

const named = async (model: ScriptedModel, askModel: boolean, ...said: readonly string[]) => {
  const ports = { store, askModel, models: asking(async () => choiceOf(model)) };
  await titleSession(ports, turnOf(choiceOf(model), ...said), new AbortController().signal);
  return (await store.get("a"))?.title;
};

test("a person's conversation is named by the auxiliary model, from both sides of the exchange", async () => {
  const model = scripted(reply('Title: "Router reboots at night."'));
  expect(await named(model, true, "my router keeps rebooting")).toBe("Router reboots at night");
  expect(JSON.stringify(model.requests[0]?.messages)).toContain("about my router keeps rebooting");
});

test("a run that ends at once takes the words themselves and asks nobody", async () => {
  const model = scripted();
  expect(await named(model, false, "hi")).toBe("Hi");
  expect(model.requests).toEqual([]);
});

test("a model that fails, or none that can be asked, leaves the words", async () => {
  expect(await named(scripted(fail("overloaded")), true, "my router keeps rebooting")).toBe(
    "My router keeps rebooting",
  );
  await store.setTitle("a", "");
  const ports = {
    ...{ store, askModel: true },
    models: asking(async () => {
      throw new ModelFailure("auth", { message: "there is no key for the auxiliary model" });
    }),
  };
  await titleSession(ports, turnOf(choiceOf(scripted()), "fix the roof"), new AbortController().signal);
  expect((await store.get("a"))?.title).toBe("Fix the roof");
});

test("without a model a greeting names nothing yet; the next message does", async () => {
  expect(await named(scripted(fail("overloaded")), true, "hi")).toBeUndefined();
  expect(await named(scripted(fail("overloaded")), true, "hi", "my router keeps rebooting")).toBe(
    "My router keeps rebooting",
  );
});

test("who leaves while the model is still thinking finds the conversation named by its words", async () => {
  const background = createBackground(SILENT_LOG);
  const thinking = scripted(reply("never said", { faults: [{ type: "stall", at: 0 }] }));
  const ports = { store, askModel: true, models: asking(async () => choiceOf(thinking)) };
  const turn = turnOf(choiceOf(thinking), "my router keeps rebooting");
  background.start("title", (signal) => titleSession(ports, turn, signal), 0);
  await background.stop();
  expect((await store.get("a"))?.title).toBe("My router keeps rebooting");
});
