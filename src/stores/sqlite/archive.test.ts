// Taking sessions out and bringing them in, cleaning up, backing up: nothing is lost on the way.

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ExportedSession, ImportOutcome } from "../../contracts/session-archive.ts";
import type { NewSession } from "../../contracts/stores.ts";
import { type Message, NO_USAGE, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { restoreStore } from "./backup.ts";
import { openSqliteStore } from "./open.ts";
import type { SqliteSessionStore } from "./store.ts";

const DAY = 86_400_000;
const clock = fakeClock({ auto: true });
let dir: TempDir;
let store: SqliteSessionStore;

const open = (name = "home") => openSqliteStore({ path: dir.join(name, "state.db"), clock, ids: fakeIds() });
const session = (id: string, extra: Partial<NewSession> = {}): NewSession => ({
  id,
  source: "cli",
  principal: OWNER,
  startedAt: clock.now(),
  ...extra,
});
const image = Buffer.from("pixels".repeat(1000)).toString("base64");
const rich: Message[] = [
  {
    role: "user",
    parts: [
      { type: "text", text: "see" },
      { type: "image", mime: "image/png", base64: image },
    ],
    at: 1000,
  },
  {
    role: "assistant",
    parts: [
      { type: "text", text: "a" },
      { type: "reasoning", text: "b", opaque: { s: 1 } },
      { type: "call", call: { id: "c", tool: "terminal", input: { command: "ls" } } },
    ],
    stop: "calls",
    usage: { ...NO_USAGE, input: 9 },
    model: "p/m",
    at: 1001,
  },
  {
    role: "tool",
    callId: "c",
    tool: "terminal",
    parts: [{ type: "text", text: "x".repeat(300_000) }],
    isError: true,
    at: 1002,
  },
  { role: "user", parts: [], origin: "runtime", at: 900 },
  { role: "user", parts: [{ type: "text", text: "half \ud800 character" }], at: 1004 },
];
async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
const historyOf = async (from: SqliteSessionStore, id: string) =>
  (await from.history(id)).map(({ message }) => message);
const bring = (into: SqliteSessionStore, sessions: readonly unknown[]): Promise<ImportOutcome[]> =>
  collect(into.importSessions(sessions));

beforeEach(async () => {
  dir = await tempDir();
  store = await open();
});
afterEach(async () => {
  await store.close();
  await dir.remove();
});

test("an export brought into another home gives the same conversations, and a second time changes nothing", async () => {
  await store.create(session("a", { title: "tax", model: "m", provider: "p", settings: { x: 1 } }));
  const seqs = await store.append("a", rich, 0);
  await store.continueFrom("a", session("b", { startedAt: clock.now() + 5 }), {
    view: [userMessage("summary", 1010)],
    summary: "summary",
    replaced: { fromSeq: seqs[0] ?? 0, toSeq: seqs.at(-1) ?? 0 },
    tokensBefore: 2,
    tokensAfter: 1,
    note: "",
  });
  const lines = (await collect(store.exportSessions({}))).map(
    (one) => JSON.parse(JSON.stringify(one)) as ExportedSession,
  );
  expect(lines.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(lines[0]?.messages[0]).toMatchObject({ id: seqs[0], role: "user", timestamp: 1 });
  expect(lines[0]?.messages[2]?.content).toBe("x".repeat(300_000));

  const other = await open("other");
  expect((await bring(other, [...lines].reverse())).map(({ type }) => type)).toEqual(["created", "created"]);
  expect(await historyOf(other, "a")).toEqual(rich);
  expect(await other.get("b")).toMatchObject({ parentId: "a", title: "tax #2" });
  expect(await other.get("a")).toMatchObject({ ...(await store.get("a")), startedAt: clock.now() });
  expect((await bring(other, lines)).map(({ type }) => type)).toEqual(["unchanged", "unchanged"]);
  expect(
    (await other.search({ principal: OWNER, query: "character", limit: 3 })).map(({ sessionId }) => sessionId),
  ).toEqual(["a"]);
  await other.close();
});

test("an import needs little, extends what it continues, and never overwrites what differs", async () => {
  const minimal = {
    id: "x",
    source: "cli",
    started_at: 1700000000,
    messages: [{ role: "user", content: "hello", timestamp: 1700000001 }],
  };
  const longer = {
    ...minimal,
    messages: [...minimal.messages, { role: "assistant", content: "hi", timestamp: 1700000002 }],
  };
  const other = { ...minimal, messages: [{ role: "user", content: "something else", timestamp: 1700000001 }] };
  const outcomes = await bring(store, [minimal, minimal, longer, other, { id: "y" }, 5]);
  expect(outcomes.map(({ type }) => type)).toEqual([
    "created",
    "unchanged",
    "extended",
    "differs",
    "refused",
    "refused",
  ]);
  expect((await historyOf(store, "x")).map(({ role }) => role)).toEqual(["user", "assistant"]);
  const fine = { ...minimal, id: "z", messages: [{ role: "user", content: "hello", timestamp: 1700000001.123456 }] };
  expect((await bring(store, [fine, fine])).map(({ type }) => type)).toEqual(["created", "unchanged"]);
  const exported = await collect(store.exportSessions({ sessionId: "z" }));
  expect(exported).toMatchObject([{ messages: [{ timestamp: 1700000001.123456 }] }]);
});

test("prune goes by last activity and leaves archived, pinned and running conversations", async () => {
  const old = clock.now() - 200 * DAY;
  for (const id of ["old", "pinned", "stored", "running", "lively"]) {
    await store.create(session(id, { startedAt: old }));
    await store.append(id, [userMessage("words", id === "lively" ? clock.now() : old)], 0);
  }
  await store.pin("pinned", true);
  await store.archive("stored", true);
  await store.claim("running", "someone", 60_000);
  const request = { olderThanDays: 90, now: clock.now() };
  const plan = await store.prunePlan(request);
  expect(plan.sessions.map(({ id }) => id)).toEqual(["old"]);
  expect(Object.fromEntries(plan.kept.map(({ id, why }) => [id, why]))).toEqual({
    pinned: "pinned",
    stored: "archived",
    running: "in use",
  });
  expect(await store.prune(plan, request)).toEqual({ removed: 1 });
  expect(await store.get("old")).toBeUndefined();
  expect(await store.get("lively")).toBeDefined();
});

test("automatic pruning keeps its interval, also across restarts", async () => {
  const old = clock.now() - 200 * DAY;
  const request = { olderThanDays: 90, minIntervalHours: 24, vacuum: true, now: clock.now() };
  for (const id of ["one", "two"]) {
    await store.create(session(id, { startedAt: old }));
    await store.append(id, [userMessage("words", old)], 0);
    if (id === "one") expect(await store.autoPrune(request)).toEqual({ removed: 1 });
  }
  await store.close();
  store = await open();
  expect(await store.autoPrune({ ...request, now: clock.now() + DAY / 2 })).toEqual({ removed: 0 });
  expect(await store.autoPrune({ ...request, now: clock.now() + DAY })).toEqual({ removed: 1 });
});

test("removing a conversation takes its parts, its delegates and its files, and leaves branches", async () => {
  await store.create(session("a"));
  await store.append("a", rich, 0);
  await store.branch("a", session("branch"));
  await store.create(session("child", { source: "subagent", parentId: "a", settings: { _delegate_from: "a" } }));
  await store.removeConversation("a");
  expect(await store.get("child")).toBeUndefined();
  expect(await historyOf(store, "branch")).toEqual(rich);
  expect(
    (await store.search({ principal: OWNER, query: "character", limit: 3 })).map(({ sessionId }) => sessionId),
  ).toEqual(["branch"]);
  await store.removeConversation("branch");
  const files = existsSync(dir.join("home", "blobs"))
    ? readdirSync(dir.join("home", "blobs"), { recursive: true })
    : [];
  expect(files.filter((name) => String(name).includes("-"))).toEqual([]);
});

test("a backup made while others write is whole, carries large bodies, and comes back", async () => {
  await store.create(session("a"));
  await store.append("a", rich, 0);
  const { path } = await store.backup(dir.join("copy.db"));
  await store.append("a", [userMessage("after the backup", 2000)], (await store.history("a")).at(-1)?.seq ?? 0);
  await store.close();
  const fresh = { from: path, path: dir.join("fresh", "state.db"), blobDir: dir.join("fresh", "blobs"), stamp: "t" };
  expect(await restoreStore(fresh)).toEqual({ previous: undefined });
  const { previous } = await restoreStore({
    from: path,
    path: dir.join("home", "state.db"),
    blobDir: dir.join("home", "blobs"),
    stamp: "t",
  });
  expect(previous !== undefined && existsSync(previous)).toBe(true);
  store = await open();
  expect(await historyOf(store, "a")).toEqual(rich);
  writeFileSync(dir.join("junk"), "not a database at all, but long enough to be looked at as one".repeat(100));
  await expect(
    restoreStore({
      from: dir.join("junk"),
      path: dir.join("home", "state.db"),
      blobDir: dir.join("home", "blobs"),
      stamp: "u",
    }),
  ).rejects.toMatchObject({ kind: "corrupt" });
  expect(await historyOf(store, "a")).toEqual(rich);
});

test("optimize keeps every word and drops only images over the quota, leaving a placeholder", async () => {
  await store.create(session("a"));
  await store.append("a", rich, 0);
  const report = await store.optimize({ imageQuotaBytes: 0 });
  expect(report.droppedImages).toBe(1);
  const [first, ...rest] = await historyOf(store, "a");
  expect(first?.parts[1]).toMatchObject({ type: "text", text: expect.stringContaining("image/png") });
  expect(rest).toEqual(rich.slice(1));
  const stats = await store.stats();
  expect(stats).toMatchObject({ sessions: 1, messages: 5 });
  expect(stats.bytes.large_results).toBe(300_000);
});

test("images are kept within a quota, newest first, without a clean-up of everything", async () => {
  const picture = (n: number): Message => ({
    role: "user",
    parts: [{ type: "image", mime: "image/png", base64: Buffer.alloc(60_000, n).toString("base64") }],
    at: 1000 + n,
  });
  await store.create(session("a"));
  let head = 0;
  for (const n of [1, 2, 3]) {
    [head = 0] = await store.append("a", [picture(n)], head);
    await clock.advance(1000);
  }
  expect(await store.keepImagesWithin(1e9)).toEqual({ dropped: 0 });
  expect(await store.keepImagesWithin(150_000)).toEqual({ dropped: 1 });
  expect((await historyOf(store, "a")).map(({ parts }) => parts[0]?.type)).toEqual(["text", "image", "image"]);
  expect(await store.keepImagesWithin(150_000)).toEqual({ dropped: 0 });
});

test("an undone compaction makes the parent live again and keeps the child as a branch", async () => {
  await store.create(session("a"));
  const seqs = await store.append("a", [userMessage("one", 1), userMessage("two", 2)], 0);
  await store.continueFrom("a", session("b"), {
    view: [userMessage("s", 3)],
    summary: "s",
    replaced: { fromSeq: seqs[0] ?? 0, toSeq: seqs[1] ?? 0 },
    tokensBefore: 9,
    tokensAfter: 1,
    note: "n",
  });
  expect(await store.compactions("b")).toMatchObject([{ parentId: "a", childId: "b", tokensBefore: 9 }]);
  expect(await store.undoCompaction("b")).toMatchObject({ id: "a", endReason: undefined });
  expect(await store.find("a", OWNER)).toMatchObject({ session: { id: "a" } });
  await store.append("a", [userMessage("three", 4)], seqs[1] ?? 0);
  const rewound = await store.rewind("a", seqs[1] ?? 0);
  expect(await store.restoreRewound("a")).toEqual(rewound);
});
