// What the store says and does when the disk is full, the file is read-only, or bytes are wrong. Words are never lost silently.

import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { openDb } from "./db.ts";
import { openSqliteStore } from "./open.ts";
import { repairStore } from "./repair.ts";

const clock = fakeClock({ auto: true });
let dir: TempDir;
const path = () => dir.join("state.db");
const open = () => openSqliteStore({ path: path(), clock, ids: fakeIds() });
const repair = (checkOnly = false) =>
  repairStore({ path: path(), blobDir: dir.join("blobs"), ids: fakeIds(), stamp: "t", checkOnly });
const words = async (id: string) => {
  const store = await open();
  const texts = (await store.history(id)).map(({ message }) => textOf(message));
  await store.close();
  return texts;
};

async function fill(messages: number): Promise<void> {
  const store = await open();
  await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
  const texts = Array.from({ length: messages }, (_, i) =>
    userMessage(`message ${i} about ${"walrus ".repeat(i % 40)}`, i),
  );
  await store.append("a", texts, 0);
  await store.search({ principal: OWNER, query: "walrus", limit: 1 });
  await store.close();
}

/** Overwrites bytes in the middle of a table's pages. */
function damage(table: string): void {
  const db = new DatabaseSync(path());
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const pages = db.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno").all(table);
  db.close();
  const page = Number(pages[Math.floor(pages.length / 2)]?.pageno ?? 2);
  const file = openSync(path(), "r+");
  writeSync(file, Buffer.alloc(700, 0xa5), 0, 700, (page - 1) * 4096 + 8);
  closeSync(file);
}

beforeEach(async () => {
  dir = await tempDir();
});
afterEach(() => dir.remove());

test("a full disk is `full`, nothing is half-written, and work goes on when there is room", async () => {
  await fill(50);
  const db = openDb({ path: path(), ids: fakeIds() });
  const pages = db.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
  db.raw.exec(`PRAGMA max_page_count = ${pages + 2}`);
  const insert = () =>
    db.write(() => {
      for (let i = 0; i < 200; i++) {
        db.run(
          "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('a', 'user', ?, 1)",
          "x".repeat(5000),
        );
      }
    });
  await expect(insert()).rejects.toMatchObject({ kind: "full", message: expect.stringContaining("free some space") });
  db.raw.exec("PRAGMA max_page_count = 1000000");
  expect(db.get<{ n: number }>("SELECT count(*) AS n FROM messages")?.n).toBe(50);
  await insert();
  await db.close();
  expect(await words("a")).toHaveLength(250);
});

test.skipIf(process.getuid?.() !== 0)("a read-only home is `read-only` for another user", async () => {
  await fill(3);
  chownSync(path(), 0, 0);
  chmodSync(path(), 0o444);
  chmodSync(dir.path, 0o555);
  process.seteuid?.(65534);
  try {
    await expect(
      open().then(async (store) => {
        await store
          .append("a", [userMessage("x", 9)], (await store.history("a")).at(-1)?.seq ?? 0)
          .finally(() => store.close());
      }),
    ).rejects.toMatchObject({ kind: "read-only" });
  } finally {
    process.seteuid?.(0);
    chmodSync(dir.path, 0o755);
  }
});

test.skipIf(process.getuid?.() !== 0)("who may not write can still look the database over", async () => {
  await fill(300);
  chownSync(path(), 0, 0);
  chmodSync(path(), 0o444);
  chmodSync(dir.path, 0o777);
  process.seteuid?.(65534);
  try {
    expect((await repair(true)).findings).toEqual([]);
  } finally {
    process.seteuid?.(0);
  }
});

test.skipIf(process.getuid?.() !== 0)(
  "a file this user may not read, and a folder in its place, are called that",
  async () => {
    await fill(3);
    chmodSync(path(), 0o400);
    chmodSync(dir.path, 0o777);
    process.seteuid?.(65534);
    try {
      await expect(open()).rejects.toMatchObject({
        kind: "read-only",
        message: expect.stringContaining("may not read it"),
      });
    } finally {
      process.seteuid?.(0);
    }
    await expect(openSqliteStore({ path: dir.path, clock, ids: fakeIds() })).rejects.toMatchObject({
      message: expect.stringContaining("A folder of that name"),
    });
  },
);

test("a file that is no database, and a folder in its place, are said plainly", async () => {
  writeFileSync(path(), "this was never a database ".repeat(500));
  await expect(open()).rejects.toMatchObject({
    kind: "corrupt",
    message: expect.stringContaining("hermes sessions repair"),
  });
  expect((await repair(true)).findings).toMatchObject([{ kind: "structure" }]);
  await expect(openSqliteStore({ path: dir.path, clock, ids: fakeIds() })).rejects.toMatchObject({
    name: "StoreFailure",
  });
});

test("a sound database has no findings and repair leaves it alone", async () => {
  await fill(200);
  const before = statSync(path()).mtimeMs;
  expect(await repair()).toEqual({ findings: [], backup: undefined, done: [] });
  expect(statSync(path()).mtimeMs).toBe(before);
});

test("damage in the search index costs no message, is told, and is repaired from the messages", async () => {
  await fill(2000);
  damage("hx_fts_data");
  const store = await open();
  const head = (await store.history("a")).at(-1)?.seq ?? 0;
  const added = Array.from({ length: 100 }, (_, i) => userMessage(`after the damage ${i}`, 5000 + i));
  await store.append("a", added, head);
  await store.close();
  expect((await repair(true)).findings.map(({ kind }) => kind)).toContain("index");
  const report = await repair();
  expect(report.done.join()).toContain("rebuilt");
  expect(report.backup !== undefined && existsSync(report.backup)).toBe(true);
  expect((await repair(true)).findings).toEqual([]);
  const mended = await open();
  expect((await mended.search({ principal: OWNER, query: "damage", limit: 200 })).length).toBe(100);
  await mended.close();
  expect(await words("a")).toHaveLength(2100);
});

test("damage in an ordinary index is rebuilt in place", async () => {
  await fill(3000);
  damage("idx_messages_session");
  expect((await repair(true)).findings.length).toBeGreaterThan(0);
  await repair();
  expect((await repair(true)).findings).toEqual([]);
  expect(await words("a")).toHaveLength(3000);
});

test("damage in the messages themselves: everything readable is read out, and the rest is counted", async () => {
  await fill(3000);
  damage("messages");
  const report = await repair();
  expect(report.salvaged).toMatchObject({ sessions: 1 });
  const kept = await words("a");
  expect(kept.length).toBe(report.salvaged?.messages);
  expect(kept.length).toBeGreaterThan(2800);
  expect(kept.every((text) => text.startsWith("message "))).toBe(true);
  expect((await repair(true)).findings).toEqual([]);
});

test("a log cut in the middle of a page is noticed, and what was complete is there", async () => {
  const store = await open();
  await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
  let head = 0;
  for (let i = 0; i < 10; i++) [head = 0] = await store.append("a", [userMessage(`m${i}`, i)], head);
  const [checked, opened] = [dir.join("checked.db"), dir.join("opened.db")];
  for (const copy of [checked, opened]) {
    writeFileSync(copy, readFileSync(path()));
    writeFileSync(`${copy}-wal`, readFileSync(`${path()}-wal`).subarray(0, -1000));
  }
  await store.close();
  const report = await repairStore({
    path: checked,
    blobDir: dir.join("blobs"),
    ids: fakeIds(),
    stamp: "t",
    checkOnly: true,
  });
  expect(report.findings.map(({ kind }) => kind)).toContain("wal");
  const told: string[] = [];
  const reopen = () =>
    openSqliteStore({ path: opened, clock, ids: fakeIds(), notice: (words) => void told.push(words) });
  const cut = await reopen();
  const texts = (await cut.history("a")).map(({ message }) => textOf(message));
  expect(texts).toEqual(Array.from({ length: texts.length }, (_, i) => `m${i}`));
  expect(texts.length).toBeGreaterThanOrEqual(9);
  await cut.close();
  await (await reopen()).close();
  expect(told).toEqual([expect.stringContaining("cut off in the middle of a page")]);
});

test("a log damaged before its end is noticed, and what was said before the damage is there", async () => {
  const store = await open();
  await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
  let head = 0;
  for (let i = 0; i < 10; i++) [head = 0] = await store.append("a", [userMessage(`m${i}`, i)], head);
  const copy = dir.join("copied.db");
  const log = readFileSync(`${path()}-wal`);
  log.writeUInt8(log.readUInt8(log.length - 20_000) ^ 0xff, log.length - 20_000);
  writeFileSync(copy, readFileSync(path()));
  writeFileSync(`${copy}-wal`, log);
  await store.close();
  const told: string[] = [];
  const reopen = () => openSqliteStore({ path: copy, clock, ids: fakeIds(), notice: (words) => void told.push(words) });
  const damaged = await reopen();
  const texts = (await damaged.history("a")).map(({ message }) => textOf(message));
  expect(texts).toEqual(Array.from({ length: texts.length }, (_, i) => `m${i}`));
  expect(texts.length).toBeLessThan(10);
  expect(await damaged.check()).toMatchObject([{ kind: "wal", remedy: "none" }]);
  await damaged.append("a", [userMessage("again", 20)], (await damaged.history("a")).at(-1)?.seq ?? 0);
  await damaged.close();
  await (await reopen()).close();
  expect(told).toEqual([expect.stringContaining("cannot be read to its end")]);
});

/** Overwrites the first bytes of a page: of the top one of a table's tree, or of the file. */
function damageTop(table: string): void {
  const db = new DatabaseSync(path());
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const root = Number(db.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").get(table)?.rootpage ?? 1);
  db.close();
  const file = openSync(path(), "r+");
  writeSync(file, Buffer.alloc(8, 0xa5), 0, 8, root === 1 ? 100 : (root - 1) * 4096);
  closeSync(file);
}

test.each(["messages", "sessions", "sqlite_master", "idx_messages_session"])(
  "damage at the top of %s: no message and no session is lost, only the way to them",
  async (table) => {
    await fill(3000);
    damageTop(table);
    const report = await repair();
    expect(report.salvaged).toMatchObject({ sessions: 1, messages: 3000 });
    expect(await words("a")).toHaveLength(3000);
    const store = await open();
    expect(await store.get("a")).toMatchObject({ source: "cli", startedAt: 1, messageCount: 3000 });
    await store.close();
    expect((await repair(true)).findings).toEqual([]);
  },
);

test("a file whose first bytes are not a database's any more gives its words back", async () => {
  await fill(500);
  const file = openSync(path(), "r+");
  writeSync(file, Buffer.from("garbage!"), 0, 8, 0);
  closeSync(file);
  expect((await repair(true)).findings).toMatchObject([{ kind: "structure", remedy: "salvage" }]);
  expect((await repair()).salvaged).toMatchObject({ sessions: 1, messages: 500 });
  expect(await words("a")).toHaveLength(500);
});

test("long messages come back over all their pages, deleted ones do not come back", async () => {
  const store = await open();
  for (const id of ["kept", "gone"]) {
    await store.create({ id, source: "cli", principal: OWNER, startedAt: 1 });
    await store.append(id, [userMessage(`${id} ${"ä walrus ".repeat(3000)}`, 1), userMessage("short", 2)], 0);
  }
  await store.remove("gone");
  await store.close();
  damageTop("messages");
  expect((await repair()).salvaged).toMatchObject({ sessions: 1, messages: 2 });
  expect(await words("kept")).toEqual([`kept ${"ä walrus ".repeat(3000)}`, "short"]);
});

test("a file with nothing readable in it is left alone, and said to be lost", async () => {
  const bytes = "this was never a database ".repeat(500);
  writeFileSync(path(), bytes);
  await expect(repair()).rejects.toMatchObject({ kind: "corrupt", message: expect.stringContaining("hermes restore") });
  expect(readFileSync(path(), "utf8")).toBe(bytes);
  expect(readdirSync(dir.path)).toEqual(["state.db"]);
});
