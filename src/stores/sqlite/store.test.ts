// The store on a real file: what is acknowledged comes back exactly, conflicts are seen, chains and undo behave.

import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { NewSession } from "../../contracts/stores.ts";
import { type AssistantMessage, type Message, NO_USAGE, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { openSqliteStore } from "./open.ts";
import type { SqliteSessionStore } from "./store.ts";

let dir: TempDir;
let store: SqliteSessionStore;
const clock = fakeClock({ auto: true });

const open = () => openSqliteStore({ path: dir.join("state.db"), clock, ids: fakeIds() });
const session = (id: string, extra: Partial<NewSession> = {}): NewSession => ({
  id,
  source: "cli",
  principal: OWNER,
  startedAt: clock.now(),
  ...extra,
});
const assistant = (words: string, at: number): AssistantMessage => ({
  role: "assistant",
  parts: [{ type: "text", text: words }],
  stop: "end",
  usage: { ...NO_USAGE, input: 10, output: 2 },
  model: "offline/offline",
  at,
});

beforeEach(async () => {
  dir = await tempDir();
  store = await open();
});
afterEach(async () => {
  await store.close();
  await dir.remove();
});

test("a conversation survives closing and opening the database, byte for byte", async () => {
  await store.create(session("a"));
  const messages: Message[] = [
    userMessage("plan the garden", 1000),
    {
      role: "assistant",
      parts: [
        { type: "reasoning", text: "think", opaque: { signature: "s1" } },
        { type: "text", text: "Let me look." },
        { type: "call", call: { id: "c1", tool: "read_file", input: { path: "plot.txt" } } },
        { type: "text", text: "And again." },
      ],
      stop: "calls",
      usage: { input: 5, output: 6, cacheRead: 1, cacheWrite: 2, reasoning: 3 },
      model: "x/y",
      at: 1001,
    },
    {
      role: "tool",
      callId: "c1",
      tool: "read_file",
      parts: [{ type: "text", text: "4x6 m" }],
      isError: true,
      at: 1002,
    },
    { role: "user", parts: [{ type: "text", text: "go on" }], origin: "runtime", at: 900 },
  ];
  const seqs = await store.append("a", messages, 0);
  await store.close();
  store = await open();
  expect(await store.history("a")).toEqual(messages.map((message, index) => ({ seq: seqs[index], message })));
});

test("images and very long results live outside the rows and come back whole", async () => {
  await store.create(session("a"));
  const base64 = Buffer.from("picture".repeat(2000)).toString("base64");
  const long = "line of a log ü\n".repeat(40_000);
  const messages: Message[] = [
    {
      role: "user",
      parts: [
        { type: "text", text: "see" },
        { type: "image", mime: "image/png", base64 },
      ],
      at: 1,
    },
    { role: "tool", callId: "c", tool: "terminal", parts: [{ type: "text", text: long }], isError: false, at: 2 },
  ];
  await store.append("a", messages, 0);
  expect((await store.history("a")).map(({ message }) => message)).toEqual(messages);
});

test("what stands deep in a long message counts as much as what stands at its beginning", async () => {
  await store.create(session("long"));
  await store.append("long", [userMessage(`${"filler text ".repeat(3_000)} the xylophones stand here`, 1000)], 0);
  await store.create(session("kanji"));
  await store.append("kanji", [userMessage(`${"今日の予定".repeat(5_000)}豚骨拉麺`, 1000)], 0);
  for (let n = 0; n < 12; n++) {
    await store.create(session(`passing${n}`));
    await store.append(`passing${n}`, [userMessage(`stand ${n}`, 1000)], 0);
  }
  const best = async (query: string) => (await store.search({ principal: OWNER, query, limit: 3 }))[0];
  expect(await best("xylophone stand")).toMatchObject({ sessionId: "long" });
  expect((await best("xylophone stand"))?.snippet).toContain(">>>xylophones<<<");
  expect((await best("豚骨拉麺"))?.snippet).toContain("豚骨拉麺");
});

test("an append after someone else's append is a conflict and writes nothing", async () => {
  await store.create(session("a"));
  const other = await open();
  const [first] = await other.append("a", [userMessage("theirs", 1)], 0);
  await expect(store.append("a", [userMessage("mine", 2)], 0)).rejects.toMatchObject({ kind: "conflict" });
  await store.append("a", [userMessage("mine", 2)], first ?? 0);
  expect((await other.history("a")).length).toBe(2);
  await other.close();
});

test("undo marks rows, lowers the count, and the next append continues from the new head", async () => {
  await store.create(session("a"));
  const seqs = await store.append(
    "a",
    [userMessage("one", 1), assistant("1", 2), userMessage("two", 3), assistant("2", 4)],
    0,
  );
  expect(await store.rewind("a", seqs[2] ?? 0)).toEqual({ count: 2 });
  expect((await store.get("a"))?.messageCount).toBe(2);
  await store.append("a", [userMessage("other", 5)], seqs[1] ?? 0);
  expect((await store.history("a")).map(({ message }) => message.at)).toEqual([1, 2, 5]);
  await expect(store.rewind("a", seqs[1] ?? 0)).rejects.toMatchObject({ kind: "invalid" });
});

test("compaction ends the parent, numbers the title, moves waiting input and is found by the old title", async () => {
  await store.create(session("a", { title: "tax" }));
  const seqs = await store.append("a", [userMessage("ledger", 1), assistant("done", 2), userMessage("vat", 3)], 0);
  await store.admit("a", { id: "in", parts: [{ type: "text", text: "later" }], delivery: "queue", at: 9 });
  const child = await store.continueFrom("a", session("b"), {
    view: [
      { role: "user", parts: [{ type: "text", text: "summary" }], origin: "runtime", at: 4 },
      userMessage("vat", 3),
    ],
    summary: "summary",
    replaced: { fromSeq: seqs[0] ?? 0, toSeq: seqs[1] ?? 0 },
    tokensBefore: 100,
    tokensAfter: 10,
    note: "",
  });
  expect(child).toMatchObject({ title: "tax #2", parentId: "a", preview: "vat" });
  expect((await store.get("a"))?.endReason).toBe("compression");
  expect(await store.find("tax", OWNER)).toMatchObject({ type: "found", session: { id: "b" } });
  expect(await store.find("a", OWNER)).toMatchObject({ type: "found", session: { id: "b" } });
  expect((await store.pending("b")).map(({ id }) => id)).toEqual(["in"]);
  expect((await store.list({ principal: OWNER, tipsOnly: true })).map(({ id }) => id)).toEqual(["b"]);
  await expect(store.append("a", [userMessage("late", 10)], seqs[2] ?? 0)).rejects.toMatchObject({ kind: "conflict" });
  await store.admit("a", { id: "in2", parts: [{ type: "text", text: "even later" }], delivery: "steer", at: 10 });
  expect((await store.pending("b")).map(({ id }) => id)).toEqual(["in", "in2"]);
});

test("a lease is exclusive, renewable, and falls to others when its holder is dead", async () => {
  await store.create(session("a"));
  const living = await openSqliteStore({
    path: dir.join("state.db"),
    clock,
    ids: fakeIds(7),
    holderAlive: (name) => name !== "dead",
  });
  const held = await store.claim("a", "dead", 60_000);
  expect(await held?.renew()).toBe(true);
  const taken = await living.claim("a", "me", 60_000);
  expect(taken?.holder).toBe("me");
  expect(await held?.renew()).toBe(false);
  expect(await living.claim("a", "third", 60_000)).toBeUndefined();
  await taken?.release();
  expect(await living.claim("a", "third", 60_000)).toBeDefined();
  await living.close();
});

test("the effect journal knows calls that started and never finished", async () => {
  await store.create(session("a"));
  expect(await store.callState("a", "c1")).toEqual({ type: "not-started" });
  await store.beginCall("a", "c1", "terminal", 5);
  expect(await store.callState("a", "c1")).toEqual({ type: "started", at: 5 });
  await store.append("a", [{ role: "tool", callId: "c1", tool: "terminal", parts: [], isError: false, at: 6 }], 0);
  expect(await store.callState("a", "c1")).toEqual({ type: "done", at: 6 });
});

test("the frozen prompt is replayed byte for byte, tools included", async () => {
  await store.create(session("a"));
  const prompt = {
    system: ["stable\n\nwith blank line", "", "volatile 🌱"],
    tools: [{ name: "t", description: "d", schema: { type: "object", properties: { z: {}, a: {} } } }],
    sharedThrough: 0,
    layers: [{ tier: "stable" as const, name: "soul", chars: 3 }],
  };
  await store.freezePrompt("a", prompt);
  expect(JSON.stringify(await store.prompt("a"))).toBe(JSON.stringify(prompt));
});

test("what the reference writes behind our back, and what an older index layout left, is listed where it belongs", async () => {
  const hour = 3_600_000;
  for (let n = 0; n < 120; n++) {
    await store.create(session(`s${n}`, { startedAt: n * hour }));
    await store.append(`s${n}`, [userMessage(`words ${n}`, n * hour)], 0);
  }
  const newest = async (limit: number) =>
    (await store.list({ principal: OWNER, tipsOnly: true, limit })).map(({ id }) => id);
  expect(await newest(2)).toEqual(["s119", "s118"]);
  const behind = (work: string) => {
    const other = new DatabaseSync(dir.join("state.db"));
    other.exec(work);
    other.close();
  };
  behind(
    `INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s3', 'user', 'from elsewhere', ${130 * 3600})`,
  );
  behind(`INSERT INTO sessions (id, source, started_at) VALUES ('empty', 'cli', ${129 * 3600})`);
  expect(await newest(3)).toEqual(["s3", "empty", "s119"]);
  behind("UPDATE messages SET active = 0 WHERE content = 'from elsewhere'");
  expect(await newest(2)).toEqual(["empty", "s119"]);
  behind("UPDATE messages SET active = 1");
  await store.close();
  behind("DROP TABLE hx_activity; PRAGMA user_version = 3");
  store = await open();
  expect(await newest(3)).toEqual(["s3", "empty", "s119"]);
});
