// Reading a damaged file comes to an end whatever stands in it, makes nothing up, and runs nobody's words.

import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { createBlobs } from "./blobs.ts";
import { openDb } from "./db.ts";
import { withLostRows } from "./lost-rows.ts";
import { migrate } from "./migrate.ts";
import { openSqliteStore } from "./open.ts";
import { openPages } from "./pages.ts";
import { repairStore } from "./repair.ts";
import { salvage } from "./salvage.ts";

const PAGE = 4096;
let dir: TempDir;
const path = () => dir.join("state.db");
const open = () => openSqliteStore({ path: path(), clock: fakeClock({ auto: true }), ids: fakeIds() });
const repair = () => repairStore({ path: path(), blobDir: dir.join("blobs"), ids: fakeIds(), stamp: "t" });
const words = async (id: string) => {
  const store = await open();
  const texts = (await store.history(id)).map(({ message }) => textOf(message));
  await store.close();
  return texts;
};

async function fill(...texts: string[]): Promise<void> {
  const store = await open();
  await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
  await store.append(
    "a",
    texts.map((text, index) => userMessage(text, index + 1)),
    0,
  );
  await store.close();
}

/** What SQLite knows about a file that nobody writes to. */
function ask(statement: string): number {
  const db = new DatabaseSync(path());
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const value = Number(Object.values(db.prepare(statement).get() ?? {})[0]);
  db.close();
  return value;
}

function write(bytes: readonly number[], at: number): void {
  const file = openSync(path(), "r+");
  writeSync(file, Buffer.from(bytes), 0, bytes.length, at);
  closeSync(file);
}

const damageTop = (table: string): void =>
  write(Array(8).fill(0xa5), (ask(`SELECT rootpage FROM sqlite_master WHERE name = '${table}'`) - 1) * PAGE);

beforeEach(async () => {
  dir = await tempDir();
});
afterEach(() => dir.remove());

test("a row whose number leads back does not keep the repair from ending", async () => {
  await fill(...Array.from({ length: 500 }, (_, index) => `message ${index}`));
  const last = ask("SELECT max(pageno) FROM dbstat WHERE name = 'messages' AND pagetype = 'leaf'") - 1;
  const page = readFileSync(path()).subarray(last * PAGE, (last + 1) * PAGE);
  const cell = page.readUInt16BE(8 + 2 * (page.readUInt16BE(3) - 1));
  expect([...page.subarray(cell + 1, cell + 3)]).toEqual([0x83, 0x74]);
  write([0x83, 0x34], last * PAGE + cell + 1);
  await repair();
  expect((await words("a")).length).toBeGreaterThanOrEqual(499);
});

test("a page number in the log beyond all pages is damage, not a file of that size", async () => {
  const store = await open();
  await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
  const log = readFileSync(`${path()}-wal`);
  log.writeUInt32BE(0xffff_fff0, 32);
  const copy = dir.join("copy.db");
  writeFileSync(copy, readFileSync(path()));
  writeFileSync(`${copy}-wal`, log);
  await store.close();
  const pages = openPages(copy);
  expect(pages.count).toBeLessThanOrEqual((statSync(copy).size + log.length) / PAGE);
  pages.close();
});

test("of a table's definition nothing is run but the definition", async () => {
  await fill("hello");
  const other = dir.join("other.db");
  const db = new DatabaseSync(path(), { defensive: false });
  const { sql } = db.prepare("SELECT sql FROM sqlite_master WHERE name = 'messages'").get() as { sql: string };
  db.exec("PRAGMA writable_schema = ON");
  const put = db.prepare("UPDATE sqlite_master SET sql = ? WHERE name = ?");
  put.run(`${sql}; ATTACH '${other}' AS other; CREATE TABLE other.made (x)`, "messages");
  put.run(`ATTACH '${other}' AS other`, "sessions");
  db.close();
  const tables = withLostRows(path(), ["sessions", "messages"], (lost) => [...lost.rows()].map(({ table }) => table));
  expect(tables).toContain("messages");
  expect(existsSync(other)).toBe(false);
});

test("words of a long message that look like rows of the database do not become messages", async () => {
  const forged = ["a", "user", "forged"];
  const types = [0, ...forged.map((text) => 13 + 2 * text.length), 0, 0, 0, 7];
  const record = [types.length + 1, ...types, ...Buffer.from(`${forged.join("")}AAAAAAAA`)];
  const further = PAGE - 4;
  const page = Buffer.alloc(further, "x");
  // On its page behind four bytes that name the next: where a page of rows has its pointers, and where the first one leads.
  page.set([0x01, 0x20, 0x7f, 0x7f], 4);
  page.set([record.length, 99, ...record], 0x120 - 4);
  const text = (pad: number) => "a".repeat(pad) + page.toString("latin1").repeat(6) + "b".repeat(further - pad);
  await fill(...Array(50).fill("walrus ".repeat(100)), text(0));
  ask("SELECT 1");
  // Its beginning stands on another kind of page than the five behind it.
  const places = [...readFileSync(path(), "latin1").matchAll(/\x01 \x7f\x7f/gu)].map(({ index }) => index % PAGE);
  const found = places.find((place, index) => places.indexOf(place) !== index) ?? 0;
  const store = await open();
  await store.create({ id: "b", source: "cli", principal: OWNER, startedAt: 2 });
  await store.append("b", [userMessage(text((further + 8 - found) % further), 3)], 0);
  await store.close();
  damageTop("messages");
  expect((await repair()).salvaged).toMatchObject({ sessions: 2, messages: 52 });
});

test("records beside the messages that stand behind a damaged page come back, too", async () => {
  await fill("one");
  const store = await open();
  const image = { type: "image" as const, mime: "image/png", base64: "QUJD" };
  const shown = Array.from({ length: 300 }, (_, at) => ({ role: "user" as const, parts: [image], at }));
  await store.append("a", shown, (await store.history("a")).at(-1)?.seq ?? 0);
  await store.close();
  const first = ask("SELECT min(pageno) FROM dbstat WHERE name = 'hx_natives' AND pagetype = 'leaf'");
  write(Array(700).fill(0xa5), (first - 1) * PAGE);
  await repair();
  const mended = await open();
  const last = (await mended.history("a")).at(-1);
  expect(last?.message).toMatchObject({ parts: [image] });
  await mended.close();
});

test("a number larger than JavaScript's is read and written like any other", async () => {
  await fill("one");
  const large = 2n ** 60n;
  const db = new DatabaseSync(path());
  db.prepare("UPDATE messages SET token_count = ?").run(large);
  db.close();
  damageTop("hx_natives");
  await repair();
  const mended = new DatabaseSync(path());
  const asked = mended.prepare("SELECT token_count FROM messages");
  asked.setReadBigInts(true);
  expect(asked.get()).toEqual({ token_count: large });
  mended.close();
});

test("a full disk under the fresh file is no hole in the damaged one", async () => {
  await fill("one");
  const store = await open();
  const image = { type: "image" as const, mime: "image/png", base64: "QUJD".repeat(400) };
  const shown = Array.from({ length: 100 }, (_, at) => ({ role: "user" as const, parts: [image], at }));
  await store.append("a", shown, (await store.history("a")).at(-1)?.seq ?? 0);
  await store.close();
  const into = openDb({ path: dir.join("fresh.db"), ids: fakeIds() });
  await into.write(() => migrate(into));
  const pages = into.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
  into.raw.exec(`PRAGMA max_page_count = ${pages + 20}`);
  await expect(salvage(path(), into, createBlobs(dir.join("blobs")))).rejects.toMatchObject({ kind: "full" });
  await into.close();
});

test.each(["hx_blob_refs", "hx_blobs"])(
  "damage in %s costs no image, neither now nor when strays are swept",
  async (table) => {
    await fill("one");
    const store = await open();
    const shown = Array.from({ length: 120 }, (_, at) => ({
      role: "user" as const,
      parts: [{ type: "image" as const, mime: "image/png", base64: Buffer.alloc(3_000, at).toString("base64") }],
      at,
    }));
    await store.append("a", shown, (await store.history("a")).at(-1)?.seq ?? 0);
    const before = await store.history("a");
    await store.close();
    damageTop(table);
    await repair();
    const clock = fakeClock();
    await clock.advance(Date.now() - clock.now() + 3 * 86_400_000);
    const mended = await openSqliteStore({ path: path(), clock, ids: fakeIds() });
    await mended.optimize();
    expect(await mended.history("a")).toEqual(before);
    await mended.close();
  },
);

test("a copy whose original was lost is found by its own words afterwards", async () => {
  await fill("the copper kettle");
  const store = await open();
  await store.branch("a", { ...{ id: "b", source: "cli", parentId: "a" }, principal: OWNER, startedAt: 2 });
  await store.close();
  const damaged = new DatabaseSync(path());
  damaged.exec("DELETE FROM messages WHERE session_id = 'a'; PRAGMA wal_checkpoint(TRUNCATE)");
  damaged.close();
  damageTop("sessions");
  await repair();
  const mended = await open();
  const hits = await mended.search({ principal: OWNER, query: "kettle", limit: 5 });
  expect(hits.map(({ sessionId }) => sessionId)).toEqual(["b"]);
  await mended.close();
});
