// What a person sees of a compaction, and what is done when it cannot help.

import { describe, expect, test } from "vitest";
import { compactionHost, REQUEST } from "../bench/parts/compaction-host.ts";
import type { AgentEvent } from "../src/contracts/session.ts";
import { defineTool, jsonResult } from "../src/contracts/tool.ts";
import { isHandoff, parseHandoff } from "../src/kernel/compress/handoff.ts";
import { SECTIONS } from "../src/kernel/compress/summary.ts";
import { type Message, textOf } from "../src/kernel/message.ts";
import { estimateText } from "../src/kernel/tokens.ts";
import type { HostPorts } from "../src/runtime/host-ports.ts";
import { fakeClock } from "../src/testing/fakes.ts";
import { memorySessionStore } from "../src/testing/memory-session-store.ts";
import { call, calls, forever, overflow, reply, says, withFaults } from "../src/testing/script.ts";
import { scripted, scriptedWith } from "../src/testing/scripted-model.ts";
import { wholeTurn } from "../src/testing/whole-turn.ts";
import { sessionSearchTool } from "../src/tools/session-search.ts";
import { bodyOf, GOOD, look, lookAgain, noticesIn } from "./compaction-kit.ts";

const survey = defineTool<object>({
  name: "survey",
  toolset: "x",
  description: "",
  input: { json: {}, decode: () => ({ type: "ok", value: {} }) },
  effect: "read",
  output: "own",
  touches: () => [],
  spillOver: "never",
  run: async (_input, { callId }) => jsonResult({ callId, plan: "brick ".repeat(700) }),
});

const statuses = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "status" && /compact|^$/i.test(event.text) ? [event.text] : []));

test("a status before with messages and tokens, and after it what became of them, in how long, and what was kept", async () => {
  const model = scriptedWith({ window: 16_384, maxOutput: 2_000 });
  const kit = compactionHost({ model, summariser: scripted(forever(reply(GOOD))), tools: [look] });
  const session = await kit.host.create(REQUEST);
  model.push(...Array.from({ length: 12 }, (_, n) => lookAgain(n)), reply("Looked."));
  const events = await wholeTurn(session, "Never push to main. Look around.");
  const [before, after] = statuses(events);
  expect(before).toMatch(/^Compacting context \(\d+ messages, about [\d,]+ tokens\)$/);
  expect(after).toBe("");
  const told = noticesIn(events, "info")[0] ?? "";
  expect(told).toMatch(/about [\d,]+ → [\d,]+ tokens in [\d.]+ s: \d+ messages summarised, \d+ kept word for word/);
  expect(told).toContain("pinned: 1 rule");
  const [from = 0, to = 0] = [...told.matchAll(/[\d,]{4,}/g)].map(([digits]) => Number(digits.replaceAll(",", "")));
  expect(to).toBeLessThan(from);
  const order = events.map((event) => event.type);
  expect(order.indexOf("status")).toBeLessThan(order.indexOf("session-moved"));
  expect(order.indexOf("session-moved")).toBeLessThan(order.indexOf("notice"));
});

test("where shortening old results is enough no summary is asked for, and the pass is a child session all the same", async () => {
  const model = scriptedWith({ window: 64_000, maxOutput: 1_000 });
  const summariser = scripted();
  const kit = compactionHost({ model, summariser, tools: [survey] });
  const session = await kit.host.create(REQUEST);
  const first = session.id;
  model.push(...Array.from({ length: 40 }, (_, n) => calls(call("survey", { n }))), reply("Surveyed."));
  const events = await wholeTurn(session, "Survey everything.");
  expect(events.at(-1)).toMatchObject({ reason: "answered" });
  expect(summariser.requests).toEqual([]);
  const moves = events.filter((event) => event.type === "session-moved");
  expect(moves.length).toBeGreaterThan(0);
  const parent = await kit.store.get(first);
  const child = await kit.store.get(moves[0]?.to ?? "");
  expect(parent).toMatchObject({ endReason: "compression" });
  expect(child).toMatchObject({ parentId: first });
  expect(
    (await kit.store.history(first)).filter(({ message }) => textOf(message).includes("brick")).length,
  ).toBeGreaterThan(20);
  expect(noticesIn(events, "info")[0]).toContain("old tool results shortened, no message left out");
  const [record] = await kit.compactions.list(session.id);
  expect(record).toMatchObject({ parentId: first, summary: "" });
  expect(record?.kept).toBe(record?.messagesBefore);
});

describe("what cannot be made to fit", () => {
  test("is told with a way out, and every word of it is kept", async () => {
    const model = scriptedWith({ window: 16_384, maxOutput: 1_000 }, forever(overflow(16_384)));
    const kit = compactionHost({ model, summariser: scripted(), tools: [] });
    const session = await kit.host.create(REQUEST);
    const essay = "x ".repeat(50_000);
    const events = await wholeTurn(session, essay);
    expect(events.at(-1)).toMatchObject({
      type: "turn-end",
      reason: "failed",
      failure: {
        kind: "context-overflow",
        message: expect.stringMatching(/^The conversation does not fit.*\/model .*\/new .*16,384 tokens/),
      },
    });
    expect((await kit.store.history(session.id)).map(({ message }) => textOf(message))).toEqual([essay]);
    expect((await kit.store.get(session.id))?.endReason).toBeUndefined();
  });
});

test("a message the summary cites is fetched by its number alone", async () => {
  const model = scriptedWith({ window: 16_384, maxOutput: 2_000 });
  const store = memorySessionStore({ clock: fakeClock({ auto: true }) });
  const cited = SECTIONS.map(({ heading }) => `## ${heading}\nThe vault was named [#6].`).join("\n");
  const tools = [look, sessionSearchTool({ store })];
  const kit = compactionHost({ model, summariser: scripted(forever(reply(cited))), tools, store });
  const session = await kit.host.create(REQUEST);
  model.push(reply("Hello."), reply("Fine."));
  model.push(reply(`The vault code is zebra-four. ${"Details follow. ".repeat(600)}`), reply("You are welcome."));
  for (const words of ["Hi.", "How are you?", "Where is the vault?", "Thanks."]) await wholeTurn(session, words);
  expect((await session.compact({ exchanges: 1 })).type).toBe("compacted");
  const note = (await store.history(session.id))[0]?.message as Message;
  expect(parseHandoff(note)?.summary).toContain("[#6]");
  expect(textOf(note)).not.toContain("zebra-four");
  model.push(calls(call("session_search", { around_message_id: 6 })), reply("It is zebra-four."));
  await wholeTurn(session, "What was the code?");
  expect(bodyOf(model.requests.at(-1))).toContain("zebra-four");
});

test("what left the view is found by its words, results of tools too, and its part can be read", async () => {
  const model = scriptedWith({ window: 64_000, maxOutput: 2_000 });
  const store = memorySessionStore({ clock: fakeClock({ auto: true }) });
  const tools = [survey, sessionSearchTool({ store })];
  const kit = compactionHost({ model, summariser: scripted(forever(reply(GOOD))), tools, store });
  const session = await kit.host.create(REQUEST);
  const first = session.id;
  model.push(calls(call("survey", {})), reply("Surveyed the orchard."), reply("You are welcome."));
  for (const words of ["Survey it.", "Thanks."]) await wholeTurn(session, words);
  expect((await session.compact({ exchanges: 1 })).type).toBe("compacted");
  const asked = async (input: object) => {
    model.push(calls(call("session_search", input)), reply("Found."));
    await wholeTurn(session, "Look it up.");
    const result = model.requests.at(-1)?.messages.findLast(({ role }) => role === "tool");
    return result === undefined ? "" : textOf(result);
  };
  const found = JSON.parse(await asked({ query: "brick", role_filter: "tool" }));
  expect(found.results).toMatchObject([{ session_id: first, matched_role: "tool" }]);
  expect(await asked({ query: "orchard" })).toContain("Surveyed the orchard.");
  const whole = await asked({ session_id: first });
  for (const words of ["Survey it.", "brick brick", "Surveyed the orchard."]) expect(whole).toContain(words);
});

test("every report corrects the estimate, and the memory beside is told what is about to leave the view", async () => {
  const factors: (number | undefined)[] = [];
  const told: number[] = [];
  const spy: Partial<HostPorts> = {
    engine: {
      name: "spy",
      assess: ({ factor }) => (factors.push(factor) > 2 ? "compact" : "fits"),
      compact: async () => ({ type: "unchanged", why: "only looking" }),
    },
    memoryWatch: {
      observe: () => undefined,
      switched: () => undefined,
      beforeCompaction: async (messages) => void told.push(messages.length),
    },
  };
  const model = scriptedWith({ window: 64_000 });
  const kit = compactionHost({ model, summariser: scripted(), tools: [look], ports: spy });
  const session = await kit.host.create(REQUEST);
  const input = 3 * estimateText("word ".repeat(2_000));
  model.push(says([call("look", {})], { usage: { input } }), reply("Seen.", { usage: { input } }), reply("Yes."));
  await wholeTurn(session, "word ".repeat(2_000));
  await wholeTurn(session, "again");
  expect(factors[0]).toBe(1);
  expect(factors[1]).toBeGreaterThan(2.5);
  expect(told).toEqual([5]);
});

describe("asked for by a person in an open session", () => {
  async function talked() {
    const model = scriptedWith({ window: 64_000, maxOutput: 2_000 });
    const summariser = scripted();
    const kit = compactionHost({ model, summariser, tools: [look] });
    const session = await kit.host.create(REQUEST);
    for (const words of ["a", "b", "c"]) {
      model.push(reply(`${words} ${"word ".repeat(900)}`));
      await wholeTurn(session, `question ${words}`);
    }
    return { ...kit, model, summariser, session };
  }

  test("it goes on in place; what was said meanwhile is answered afterwards, from the shorter view", async () => {
    const { model, summariser, session, store } = await talked();
    const first = session.id;
    const meanwhile: Promise<void>[] = [];
    summariser.push(async () => {
      meanwhile.push(
        session.send({ parts: [{ type: "text", text: "And the shed?" }], delivery: "queue" }).then(() => undefined),
      );
      await meanwhile[0];
      return reply(GOOD);
    });
    model.push(reply("The shed stands."));
    const heard: AgentEvent[] = [];
    const listening = (async () => {
      for await (const event of session.events()) {
        heard.push(event);
        if (event.type === "turn-end") return;
      }
    })();
    const outcome = await session.compact({ focus: "the roof" });
    expect(outcome).toMatchObject({ type: "compacted", note: expect.stringContaining("/undo-compact") });
    await listening;
    expect(heard.map((event) => event.type).slice(0, 3)).toEqual(["status", "status", "session-moved"]);
    expect(session.id).not.toBe(first);
    expect(bodyOf(summariser.requests[0])).toContain("the roof");
    const sent = model.requests.at(-1)?.messages ?? [];
    expect(isHandoff(sent[0] as Message)).toBe(true);
    expect(textOf(sent.at(-1) as Message)).toBe("And the shed?");
    expect((await store.history(first)).map(({ message }) => textOf(message)).join()).not.toContain("And the shed?");
    await session.close();
  });

  test("it is stopped like a turn, and nothing has changed", async () => {
    const { summariser, session, store } = await talked();
    const before = await store.history(session.id);
    const first = session.id;
    summariser.push(withFaults(reply(GOOD), { type: "stall", at: 0 }));
    const pending = session.compact({});
    expect(session.busy).toBe(true);
    for (;;)
      if (summariser.requests.length > 0) break;
      else await new Promise((next) => setImmediate(next));
    session.abort();
    expect(await pending).toEqual({ type: "unchanged", why: "Stopped." });
    expect(session.busy).toBe(false);
    expect(session.id).toBe(first);
    expect(await store.history(first)).toEqual(before);
    expect(await store.get(first)).toMatchObject({ endReason: undefined, settings: {} });
  });
});
