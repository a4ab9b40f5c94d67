// What the archive of a SQLite store does with files: bodies beside the database, backups, and coming back.

import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { userMessage } from "../../kernel/message.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { RICH } from "../../testing/suites/session-archive/kit.ts";
import { headOf, messagesOf, newSession } from "../../testing/suites/session-store/kit.ts";
import { openSqliteStore } from "./open.ts";
import { restoreStore } from "./restore.ts";
import type { SqliteSessionStore } from "./store.ts";

let dir: TempDir;
let store: SqliteSessionStore;

const open = () => openSqliteStore({ path: dir.join("home", "state.db"), clock: fakeClock(), ids: fakeIds() });
const bodyFiles = () =>
  existsSync(dir.join("home", "blobs"))
    ? readdirSync(dir.join("home", "blobs"), { recursive: true }).filter((name) => String(name).includes("-"))
    : [];

beforeEach(async () => {
  dir = await tempDir();
  store = await open();
});
afterEach(async () => {
  await store.close();
  await dir.remove();
});

test("a body is one file while anything points to it, and none afterwards or over the quota", async () => {
  await store.create(newSession("a"));
  await store.append("a", RICH, 0);
  await store.branch("a", newSession("b"));
  expect(bodyFiles()).toHaveLength(2);
  await store.removeConversation("a");
  expect(bodyFiles()).toHaveLength(2);
  await store.keepBodiesWithin({ imageBytes: 0 });
  expect(bodyFiles()).toHaveLength(1);
  await store.removeConversation("b");
  expect(bodyFiles()).toEqual([]);
});

test("a body that cannot be written is told like any other failure of the store, and goes in when it can", async () => {
  await store.create(newSession("a"));
  writeFileSync(dir.join("home", "blobs"), "in the way");
  await expect(store.append("a", RICH, 0)).rejects.toMatchObject({ name: "StoreFailure", kind: "io" });
  expect(await messagesOf(store, "a")).toEqual([]);
  rmSync(dir.join("home", "blobs"));
  await store.append("a", RICH, 0);
  expect(await messagesOf(store, "a")).toEqual(RICH);
});

test("a backup comes to its end beside somebody who never stops writing", async () => {
  await store.create(newSession("a"));
  await store.append(
    "a",
    Array.from({ length: 60 }, (_, index) => userMessage(`${index} ${"x".repeat(150_000)}`, index)),
    0,
  );
  const other = new DatabaseSync(dir.join("home", "state.db"), { timeout: 5_000 });
  let copying = true;
  const busy = () => {
    if (!copying) return;
    other.exec("INSERT INTO state_meta (key, value) VALUES ('n', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1");
    setImmediate(busy);
  };
  busy();
  await store.backup(dir.join("copy.db"));
  copying = false;
  other.close();
  const copy = new DatabaseSync(dir.join("copy.db"), { readOnly: true });
  expect(copy.prepare("SELECT count(*) AS n FROM messages").get()).toEqual({ n: 60 });
  copy.close();
});

test("a backup made while others write is whole, carries large bodies, and comes back", async () => {
  await store.create(newSession("a"));
  await store.append("a", RICH, 0);
  const { path } = await store.backup(dir.join("copy.db"));
  await store.append("a", [userMessage("after the backup", 2000)], await headOf(store, "a"));
  await store.close();
  const fresh = {
    from: path,
    path: dir.join("fresh", "state.db"),
    blobDir: dir.join("fresh", "blobs"),
    stamp: "t",
    now: 0,
  };
  expect(await restoreStore(fresh)).toEqual({ previous: undefined });
  const { previous } = await restoreStore({
    from: path,
    path: dir.join("home", "state.db"),
    blobDir: dir.join("home", "blobs"),
    stamp: "t",
    now: 0,
  });
  expect(previous !== undefined && existsSync(previous)).toBe(true);
  store = await open();
  expect(await messagesOf(store, "a")).toEqual(RICH);
  writeFileSync(dir.join("junk"), "not a database at all, but long enough to be looked at as one".repeat(100));
  await expect(
    restoreStore({
      from: dir.join("junk"),
      path: dir.join("home", "state.db"),
      blobDir: dir.join("home", "blobs"),
      stamp: "u",
      now: 0,
    }),
  ).rejects.toMatchObject({ kind: "corrupt" });
  expect(await messagesOf(store, "a")).toEqual(RICH);
});
