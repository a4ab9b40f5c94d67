// Chats that grow for weeks: tidied by the same engine before a message is processed, and nothing of them rewritten.

import { describe, expect, test } from "vitest";
import { type CompactionHostOptions, compactionHost, REQUEST } from "../bench/parts/compaction-host.ts";
import type { AgentEvent } from "../src/contracts/session.ts";
import { call, calls, forever, reply } from "../src/testing/script.ts";
import { scripted, scriptedWith } from "../src/testing/scripted-model.ts";
import { wholeTurn } from "../src/testing/whole-turn.ts";
import { bodyOf, GOOD, look, noticesIn } from "./compaction-kit.ts";

const CHAT = { ...REQUEST, source: "telegram" };
const WINDOW = 20_000;

function kitOf(window: number, engine: CompactionHostOptions["engine"] = {}) {
  const model = scriptedWith({ window, maxOutput: 1_000 });
  const summariser = scripted(forever(reply(GOOD)));
  return { ...compactionHost({ model, summariser, tools: [look], engine }), model, summariser };
}
const moveIn = (events: readonly AgentEvent[]) => events.findIndex((event) => event.type === "session-moved");
const firstWord = (events: readonly AgentEvent[]) => events.findIndex((event) => event.type === "text");
const usedIn = (events: readonly AgentEvent[]) => {
  const usage = events.findLast((event) => event.type === "usage")?.usage;
  return (usage?.input ?? 0) + (usage?.output ?? 0);
};

describe("at 85 % of the window, whatever threshold is set", () => {
  /** Turns of a word and a look until the vendor counted so much; the events of the last of them. */
  async function grownTo(share: number) {
    const kit = kitOf(WINDOW, { threshold: 0.95 });
    const session = await kit.host.create(CHAT);
    let used = 0;
    for (let n = 0; used < WINDOW * share; n++) {
      const left = WINDOW * share - used;
      kit.model.push(calls(call("look", { n })), reply(`answer ${n} ${"word ".repeat(left > 2_000 ? 900 : 60)}`));
      const events = await wholeTurn(session, `question ${n}`);
      expect(moveIn(events)).toBe(-1);
      used = usedIn(events);
    }
    return { ...kit, session, used };
  }

  test("a little below it the next message is processed as it is", async () => {
    const { model, session, used } = await grownTo(0.8);
    expect(used).toBeLessThan(WINDOW * 0.84);
    model.push(reply("Fine."));
    expect(moveIn(await wholeTurn(session, "and now?"))).toBe(-1);
  });

  test("from there on room is made first; every row of before stays, results of tools included", async () => {
    const { model, session, store } = await grownTo(0.85);
    const first = session.id;
    const before = await store.history(first);
    const asked = model.requests.length;
    model.push(reply("Here."));
    const events = await wholeTurn(session, "the message that was one too many");
    expect(moveIn(events)).toBeGreaterThan(-1);
    expect(moveIn(events)).toBeLessThan(firstWord(events));
    expect(model.requests.length).toBe(asked + 1);
    expect(bodyOf(model.requests.at(-1))).toContain("the message that was one too many");
    const after = await store.history(first);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(before.some(({ message }) => message.role === "tool")).toBe(true);
    expect(await store.get(first)).toMatchObject({ endReason: "compression", messageCount: after.length });
    expect(await store.get(session.id)).toMatchObject({ parentId: first, source: "telegram" });
    expect(noticesIn(events, "info").join()).toContain("/undo-compact brings it back");
  });
});

describe("of very many small messages", () => {
  async function chatter(source: string, exchanges: number) {
    const kit = kitOf(1_000_000, { maxMessages: 60 });
    const session = await kit.host.create({ ...CHAT, source });
    const first = session.id;
    for (let n = 0; n < exchanges; n++) {
      kit.model.push(reply(`answer ${n} ${"word ".repeat(30)}`));
      await wholeTurn(session, `question ${n}`);
    }
    expect(session.id).toBe(first);
    return { ...kit, session, first };
  }

  test("at the limit the next message finds a shorter chat that still has its latest words", async () => {
    const { session, store, model, first } = await chatter("telegram", 30);
    const before = await store.history(first);
    model.push(reply("The last answer."));
    const events = await wholeTurn(session, "the question that was one too many");
    expect(moveIn(events)).toBeGreaterThan(-1);
    expect(moveIn(events)).toBeLessThan(firstWord(events));
    const sent = model.requests.at(-1);
    expect(sent?.messages.length).toBeLessThan(40);
    expect(bodyOf(sent)).toContain("the question that was one too many");
    expect(bodyOf(sent)).toContain("question 29");
    expect(bodyOf(sent)).toContain("question 27");
    expect((await store.history(first)).slice(0, before.length)).toEqual(before);
  });

  test("in a terminal there is no such limit", async () => {
    const { session, model } = await chatter("cli", 30);
    model.push(reply("Fine."));
    expect(moveIn(await wholeTurn(session, "one more"))).toBe(-1);
  });

  test("nor is there one in the middle of a chat's turn", async () => {
    const { session, model } = await chatter("telegram", 25);
    model.push(...Array.from({ length: 8 }, (_, n) => calls(call("look", { n }))), reply("Looked."));
    expect(moveIn(await wholeTurn(session, "look eight times"))).toBe(-1);
    model.push(reply("Fine."));
    expect(moveIn(await wholeTurn(session, "one more"))).toBeGreaterThan(-1);
  });
});
