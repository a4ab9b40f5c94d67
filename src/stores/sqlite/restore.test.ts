// The way back from a backup, also over a file that is no database any more, and never from under somebody in a conversation.

import {
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
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { holderName } from "../shared/holder.ts";
import { openSqliteStore } from "./open.ts";
import { restoreStore } from "./restore.ts";

const clock = fakeClock();
let dir: TempDir;
const path = () => dir.join("state.db");
const open = () => openSqliteStore({ path: path(), clock, ids: fakeIds() });
const restore = () =>
  restoreStore({ from: dir.join("copy.db"), path: path(), blobDir: dir.join("blobs"), stamp: "t", now: clock.now() });

beforeEach(async () => {
  dir = await tempDir();
  const store = await open();
  await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
  await store.append("a", [userMessage("said before the backup", 1)], 0);
  await store.backup(dir.join("copy.db"));
  await store.close();
});
afterEach(() => dir.remove());

const words = async () => {
  const store = await open();
  const texts = (await store.history("a")).map(({ message }) => textOf(message));
  await store.close();
  return texts;
};

test("a file that is no database any more is kept as it is, and replaced", async () => {
  const garbage = "this was never a database ".repeat(500);
  writeFileSync(path(), garbage);
  const { previous } = await restore();
  expect(readFileSync(previous ?? "", "utf8")).toBe(garbage);
  expect(await words()).toEqual(["said before the backup"]);
  expect(readdirSync(dir.path).filter((name) => name.includes("restoring"))).toEqual([]);
});

test("what came out of the backup as files takes no room in the database", async () => {
  const store = await open();
  const image = { type: "image" as const, mime: "image/png", base64: Buffer.alloc(2_000_000, 7).toString("base64") };
  await store.append("a", [{ role: "user", parts: [image], at: 2 }], (await store.history("a")).at(-1)?.seq ?? 0);
  await store.backup(dir.join("copy.db"));
  await store.close();
  expect(statSync(dir.join("copy.db")).size).toBeGreaterThan(2_000_000);
  await restore();
  expect(statSync(path()).size).toBeLessThan(1_000_000);
  const back = await open();
  expect((await back.history("a")).at(-1)?.message.parts).toEqual([image]);
  await back.close();
});

test("while somebody is in a conversation nothing is changed, and it is said who; afterwards it goes", async () => {
  const store = await open();
  await store.append("a", [userMessage("being said", 2)], (await store.history("a")).at(-1)?.seq ?? 0);
  const lease = await store.claim("a", holderName("here"), 60_000);
  await expect(restore()).rejects.toMatchObject({
    kind: "busy",
    message: expect.stringContaining("Session a is open"),
  });
  expect((await store.history("a")).length).toBe(2);
  expect(readdirSync(dir.path).filter((name) => name.includes("before-restore"))).toEqual([]);
  await lease?.release();
  await store.close();
  await restore();
  expect(await words()).toEqual(["said before the backup"]);
});

test("a holder that died does not stand in the way", async () => {
  const store = await open();
  await store.claim("a", holderName("here").replace(/\/\d+\//u, "/4194303/"), 60_000);
  await store.close();
  expect((await restore()).previous).toBeDefined();
});

test.each(["messages", "sessions"])(
  "no backup is made of a database with damaged %s: its copy would be no help",
  async (table) => {
    const db = new DatabaseSync(path());
    const root = Number(db.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").get(table)?.rootpage);
    db.close();
    const file = openSync(path(), "r+");
    writeSync(file, Buffer.alloc(8, 0xa5), 0, 8, (root - 1) * 4096);
    closeSync(file);
    const store = await open();
    await expect(store.backup(dir.join("bad.db"))).rejects.toMatchObject({
      kind: "corrupt",
      message: expect.stringContaining("No backup was made"),
    });
    await store.close();
    expect(existsSync(dir.join("bad.db"))).toBe(false);
    expect(readdirSync(dir.path).filter((name) => name.includes("unfinished"))).toEqual([]);
  },
);

test("a restore that fails leaves no half of anything", async () => {
  writeFileSync(dir.join("copy.db"), "no backup at all".repeat(500));
  await expect(restore()).rejects.toMatchObject({ kind: "corrupt" });
  expect(readdirSync(dir.path).filter((name) => name.includes("restor"))).toEqual([]);
  expect(await words()).toEqual(["said before the backup"]);
});

test("somebody who begins a conversation while the copy is made is not taken for nobody", async () => {
  const store = await open();
  const previous = new DatabaseSync(`${path()}.before-restore-t`);
  previous.exec("BEGIN EXCLUSIVE");
  const restoring = expect(restore()).rejects.toMatchObject({ kind: "busy" });
  const heldBy = { holder: holderName("here"), ttlMs: 60_000 };
  await store.create({ id: "b", source: "cli", principal: OWNER, startedAt: 1, heldBy });
  previous.close();
  await restoring;
  expect(await store.get("b")).toMatchObject({ id: "b" });
  await store.close();
});

test("a restore waits for whoever is writing in this moment", async () => {
  const writer = new DatabaseSync(path());
  writer.exec("BEGIN IMMEDIATE");
  const restoring = restore();
  await Promise.race([restoring, pause(200)]);
  writer.exec("COMMIT");
  writer.close();
  await restoring;
  expect(await words()).toEqual(["said before the backup"]);
});

test("a backup with an index from a newer version is refused before anything is changed", async () => {
  const copy = new DatabaseSync(dir.join("copy.db"));
  copy.exec("PRAGMA user_version = 999");
  copy.close();
  await expect(restore()).rejects.toMatchObject({ kind: "newer-schema" });
  expect(await words()).toEqual(["said before the backup"]);
});
