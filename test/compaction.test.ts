// Compaction through the host: what the model is sent next, what the store keeps, and the way back.

import { describe, expect, test } from "vitest";
import { compactionHost, REQUEST } from "../bench/parts/compaction-host.ts";
import { compactionCommands } from "../src/commands/compaction-commands.ts";
import type { Session } from "../src/contracts/session.ts";
import { defineTool, jsonResult } from "../src/contracts/tool.ts";
import { isHandoff } from "../src/kernel/compress/handoff.ts";
import { type Message, textOf } from "../src/kernel/message.ts";
import { OWNER } from "../src/kernel/principal.ts";
import { taintsIn } from "../src/kernel/taint.ts";
import { openSqliteStore } from "../src/stores/sqlite/open.ts";
import { fakeClock, fakeIds, fakeLog, tempDir } from "../src/testing/fakes.ts";
import { call, calls, fail, forever, overflow, reply } from "../src/testing/script.ts";
import { scripted, scriptedWith } from "../src/testing/scripted-model.ts";
import { wholeTurn } from "../src/testing/whole-turn.ts";
import { bodyOf, GOOD, look, lookAgain } from "./compaction-kit.ts";

/** A turn of many looks in a window of 16K: it has to compact in the middle of its work. */
async function longTurn(summary = reply(GOOD)) {
  const model = scriptedWith({ window: 16_384, maxOutput: 2_000 });
  const summariser = scripted(forever(summary));
  const kit = compactionHost({ model, summariser, tools: [look] });
  const session = await kit.host.create(REQUEST);
  model.push(...Array.from({ length: 12 }, (_, n) => lookAgain(n)), reply("Looked at everything."));
  const events = await wholeTurn(session, "Never push to main. Look at all twelve rooms.");
  return { ...kit, model, summariser, session, events };
}

describe("in the middle of a turn", () => {
  test("the conversation goes on under a new id, with the request, the rule and the open chain in view", async () => {
    const { model, session, events, store } = await longTurn();
    expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "answered" });
    const moves = events.filter((event) => event.type === "session-moved");
    expect(moves.length).toBeGreaterThan(0);
    expect(session.id).toBe(moves.at(-1)?.to);
    expect(
      events
        .filter((event) => event.type === "notice")
        .map((event) => event.text)
        .join(),
    ).toMatch(/tokens in .*undo-compact/);
    for (const request of model.requests) expect(bodyOf(request)).toContain("Look at all twelve rooms.");
    const first = (await store.history(session.id))[0];
    expect(isHandoff(first?.message as Message)).toBe(true);
    expect(textOf(first?.message as Message)).toContain("Never push to main.");
    expect((await store.get(moves[0]?.from ?? ""))?.endReason).toBe("compression");
  });

  test("after it the bytes of the prefix stay the same from call to call, and marks stand behind it", async () => {
    const { model, session } = await longTurn();
    model.push(calls(call("look", {})), reply("One more."));
    const before = model.requests.length;
    await wholeTurn(session, "one more");
    const [a, b] = model.requests.slice(before);
    expect(isHandoff(a?.messages[0] as Message)).toBe(true);
    expect(JSON.stringify(b?.messages.slice(0, a?.messages.length))).toBe(JSON.stringify(a?.messages));
    expect(b?.cache.onMessages).toContain((a?.messages.length ?? 0) - 1);
  });

  test.each([
    ["empty", reply("")],
    ["failing", fail("auth")],
    ["cut", reply(GOOD, { stop: "length" })],
  ])("a summariser that is %s costs the summary, never the turn", async (_name, answer) => {
    const { events, model } = await longTurn(answer as ReturnType<typeof reply>);
    expect(events.at(-1)).toMatchObject({ reason: "answered" });
    expect(events).toContainEqual(expect.objectContaining({ type: "notice", level: "warning" }));
    expect(bodyOf(model.requests.at(-1))).toContain("Never push to main.");
  });

  test("an overflow the vendor reports is answered by making room", async () => {
    const model = scriptedWith({ window: 200_000 });
    const kit = compactionHost({ model, summariser: scripted(forever(reply(GOOD))), tools: [look] });
    const session = await kit.host.create(REQUEST);
    model.push(...Array.from({ length: 9 }, (_, n) => lookAgain(n)), overflow(16_000), reply("Done."));
    const events = await wholeTurn(session, "Look around.");
    expect(events.at(-1)).toMatchObject({ reason: "answered" });
    expect(events.some((event) => event.type === "session-moved")).toBe(true);
  });

  test("a message that alone is too long is sent as it is rather than refused by us", async () => {
    const model = scriptedWith({ window: 16_384, maxOutput: 1_000 }, reply("Long."));
    const kit = compactionHost({ model, summariser: scripted(), tools: [] });
    const session = await kit.host.create(REQUEST);
    const events = await wholeTurn(session, "x".repeat(50_000));
    expect(events.at(-1)).toMatchObject({ reason: "answered" });
  });
});

describe("by hand", () => {
  const run = async (kit: Awaited<ReturnType<typeof longTurn>>, name: string, args: string, session: Session) => {
    const command = compactionCommands(kit).find((each) => each.name === name);
    const answer = await command?.run(args, session);
    if (answer?.type !== "switch") return { answer, session };
    await session.close();
    return { answer, session: await kit.host.resume(answer.sessionId, REQUEST) };
  };

  test("compress, see, take back: the earlier view is exactly what it was", async () => {
    const kit = await longTurn();
    const first = kit.session.id;
    const before = await kit.store.history(first);
    const compressed = await run(kit, "compress", "the kitchen", kit.session);
    expect(compressed.answer).toMatchObject({ type: "text", text: expect.stringContaining("/undo-compact") });
    expect(compressed.session.id).not.toBe(first);
    expect(bodyOf(kit.summariser.requests.at(-1))).toContain("the kitchen");
    const table = await run(kit, "compactions", "", compressed.session);
    expect(table.answer).toMatchObject({ type: "table" });

    kit.model.push(reply("Still here."));
    await wholeTurn(compressed.session, "are you there?");
    const second = compressed.session.id;
    const undone = await run(kit, "undo-compact", "", compressed.session);
    expect(undone.session.id).toBe(first);
    const after = await kit.store.history(undone.session.id);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(({ message }) => textOf(message))).toEqual(["are you there?", "Still here."]);
    expect(await kit.store.find(first, OWNER)).toMatchObject({ session: { id: first } });
    const again = await kit.compactions.undo(second);
    expect(again.type).toBe("none");
  });

  test("pins are seen, added and taken back, and survive the next compaction", async () => {
    const kit = await longTurn();
    const pinned = await run(kit, "pin", "Answer in rhyme", kit.session);
    const listed = await run(kit, "pins", "", pinned.session);
    expect(listed.answer).toMatchObject({ type: "text", text: expect.stringContaining("2. Answer in rhyme (pinned)") });
    const unpinned = await run(kit, "unpin", "1", pinned.session);
    const compressed = await run(kit, "compress", "here 1", unpinned.session);
    const { rules } = await kit.compactions.pinned(compressed.session.id);
    expect(rules.map((rule) => rule.text)).toEqual(["Answer in rhyme"]);
    expect((await run(kit, "unpin", "7", compressed.session)).answer).toMatchObject({ type: "text" });
  });

  test("files are pinned from the call that changed them on, compacted or not", async () => {
    const stamp = defineTool<{ path: string }>({
      ...{ name: "stamp", toolset: "x", description: "", effect: "write", output: "own" },
      input: { json: {}, decode: (input) => ({ type: "ok", value: input as { path: string } }) },
      touches: ({ path }) => [path],
      run: async () => jsonResult({ done: true }),
    });
    const model = scripted(calls(call("stamp", { path: "/place/a.txt" })), reply("Stamped."));
    const kit = compactionHost({ model, summariser: scripted(), tools: [stamp] });
    const session = await kit.host.create(REQUEST);
    await wholeTurn(session, "Stamp it.");
    expect((await kit.compactions.pinned(session.id)).files).toMatchObject([
      { path: "/place/a.txt", state: "changed" },
    ]);
  });

  test("nothing to compact is said, not done", async () => {
    const model = scripted(reply("Hello."));
    const kit = compactionHost({ model, summariser: scripted(), tools: [] });
    const session = await kit.host.create(REQUEST);
    await wholeTurn(session, "hi");
    expect((await session.compact({})).type).toBe("unchanged");
    expect((await kit.store.get(session.id))?.endReason).toBeUndefined();
  });
});

test("a summary of words from outside is from outside, also after it was undone", async () => {
  const model = scriptedWith({ window: 16_384, maxOutput: 2_000 });
  const foreign = defineTool({ ...look, taints: "a web page" });
  const kit = compactionHost({ model, summariser: scripted(forever(reply(GOOD))), tools: [foreign] });
  const session = await kit.host.create(REQUEST);
  model.push(calls(call("look", {})), ...Array.from({ length: 4 }, () => reply("thought ".repeat(1_500))));
  for (const words of ["look once", "and then?", "and then?", "and then?"]) await wholeTurn(session, words);
  const taintsOf = async () => taintsIn((await kit.store.history(session.id)).map(({ message }) => message));
  const inChild = (await kit.store.history(session.id)).map(({ message }) => message);
  expect(isHandoff(inChild[0] as Message)).toBe(true);
  expect(inChild.some((message) => message.role === "tool")).toBe(false);
  expect(await taintsOf()).toEqual(["a web page"]);
});

test("the same on disk: compacted, found again by search, undone", async () => {
  await using place = await tempDir();
  const clock = fakeClock({ auto: true });
  const store = await openSqliteStore({ path: place.join("state.db"), clock, ids: fakeIds(7), log: fakeLog() });
  const model = scriptedWith({ window: 16_384, maxOutput: 2_000 });
  const kit = compactionHost({ model, summariser: scripted(forever(reply(GOOD))), tools: [look], store });
  const session = await kit.host.create(REQUEST);
  model.push(reply(`The vault code is zebra-four. ${"Details follow. ".repeat(600)}`));
  await wholeTurn(session, "Remember where the vault is.");
  model.push(calls(call("look", {})), reply("Looked."));
  await wholeTurn(session, "Look around.");
  const first = session.id;
  const before = await store.history(first);
  const done = await session.compact({ exchanges: 1 });
  if (done.type !== "compacted") throw new Error(done.why);
  const hits = await store.search({ principal: OWNER, query: "zebra", limit: 5, currentSessionId: done.sessionId });
  expect(hits.length).toBeGreaterThan(0);
  expect(await kit.compactions.list(done.sessionId)).toHaveLength(1 + (await chainBefore(kit, first)));
  const waiting = { id: "i1", parts: [{ type: "text", text: "and then?" }], delivery: "queue", at: 1 } as const;
  await store.admit(done.sessionId, waiting);
  const undone = await kit.compactions.undo(done.sessionId);
  expect(await store.pending(first)).toEqual([waiting]);
  const listed = (await store.list({ principal: OWNER })).map(({ id }) => id);
  expect(listed).toContain(first);
  expect(listed).not.toContain(done.sessionId);
  expect(undone).toMatchObject({ type: "restored", sessionId: first });
  expect(await store.history(first)).toEqual(before);
  await session.close();
  await store.close();
});

async function chainBefore(
  kit: { readonly compactions: { list(id: string): Promise<readonly unknown[]> } },
  id: string,
) {
  return (await kit.compactions.list(id)).length;
}
