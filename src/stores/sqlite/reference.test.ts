// Both ways with the reference: its homes work here unharmed, and what we write is what it expects to find.

import { copyFileSync, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { textOf, userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { openSqliteStore } from "./open.ts";
import { repairStore } from "./repair.ts";
import { restoreStore } from "./restore.ts";
import { REFERENCE_INDEXES, REFERENCE_TABLES } from "./schema.data.ts";

const HOME = resolve(import.meta.dirname, "../../../../shared/fixtures/reference-home/state.db");
const clock = fakeClock({ auto: true, startMs: Date.UTC(2026, 11, 1) });
let dir: TempDir;
const open = () => openSqliteStore({ path: dir.join("state.db"), clock, ids: fakeIds() });

beforeEach(async () => {
  dir = await tempDir();
});
afterEach(() => dir.remove());

/** The triggers as the reference creates them over its two search tables. */
const INDEXED = (row: string) =>
  `COALESCE(${row}.content, '') || ' ' || COALESCE(${row}.tool_name, '') || ' ' || COALESCE(${row}.tool_calls, '')`;
const REFERENCE_SEARCH = ["messages_fts", "messages_fts_trigram"].flatMap((table) => [
  `CREATE VIRTUAL TABLE ${table} USING fts5(content${table.endsWith("trigram") ? ", tokenize='trigram'" : ""})`,
  `CREATE TRIGGER ${table}_insert AFTER INSERT ON messages BEGIN INSERT INTO ${table}(rowid, content) VALUES (new.id, ${INDEXED("new")}); END`,
  `CREATE TRIGGER ${table}_delete AFTER DELETE ON messages BEGIN DELETE FROM ${table} WHERE rowid = old.id; END`,
  `CREATE TRIGGER ${table}_update AFTER UPDATE ON messages BEGIN DELETE FROM ${table} WHERE rowid = old.id; INSERT INTO ${table}(rowid, content) VALUES (new.id, ${INDEXED("new")}); END`,
]);

const definitions = (path: string): Record<string, string> => {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL")
    .all();
  db.close();
  return Object.fromEntries(rows.map((row) => [String(row.name), String(row.sql).replace(/\s+/gu, " ")]));
};

test("words that outlive what the reference prunes are still found here, and what it deleted leaves no word in the index", async () => {
  const store = await open();
  await store.create({ id: "trunk", source: "cli", principal: OWNER, startedAt: clock.now() });
  await store.append("trunk", [userMessage("the copper kettle whistles", clock.now())], 0);
  await store.branch("trunk", {
    ...{ id: "twig", source: "cli", parentId: "trunk" },
    principal: OWNER,
    startedAt: clock.now(),
  });
  await store.create({ id: "secret", source: "cli", principal: OWNER, startedAt: clock.now() });
  await store.append("secret", [userMessage("quillwort", clock.now())], 0);
  const found = async () =>
    (await store.search({ principal: OWNER, query: "copper kettle", limit: 5 })).map(({ sessionId }) => sessionId);
  expect(await found()).toEqual(["trunk"]);
  const theirs = new DatabaseSync(dir.join("state.db"));
  theirs.exec("UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id = 'trunk'");
  for (const id of ["trunk", "secret"])
    theirs.exec(`DELETE FROM messages WHERE session_id = '${id}'; DELETE FROM sessions WHERE id = '${id}'`);
  const indexed = () => {
    theirs.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab('main', 'hx_fts', 'row')");
    return theirs
      .prepare("SELECT term FROM temp.words")
      .all()
      .map(({ term }) => term);
  };
  expect(await found()).toEqual(["twig"]);
  expect(await store.check()).toContainEqual(expect.objectContaining({ kind: "index", remedy: "rebuild" }));
  expect(indexed()).toContain("quillwort");
  await store.optimize();
  expect(indexed()).not.toContain("quillwort");
  theirs.close();
  expect(await found()).toEqual(["twig"]);
  expect(await store.check()).toEqual([]);
  await store.close();
});

test("after words were changed in place and removed, the check knows the index is out of step and the repair mends it", async () => {
  let store = await open();
  for (const id of ["a", "b"]) {
    await store.create({ id, source: "cli", principal: OWNER, startedAt: clock.now() });
    await store.append(id, [userMessage(`the copper kettle of ${id} and ${id.repeat(5)}`, clock.now())], 0);
  }
  const found = async () =>
    (await store.search({ principal: OWNER, query: "copper kettle", limit: 5 })).map(({ sessionId }) => sessionId);
  expect((await found()).sort()).toEqual(["a", "b"]);
  expect(await store.check()).toEqual([]);
  const theirs = new DatabaseSync(dir.join("state.db"));
  theirs.exec("UPDATE messages SET content = 'nothing to see of it and that' WHERE session_id = 'a'");
  theirs.close();
  await store.removeConversation("a");
  await expect(found()).rejects.toMatchObject({ kind: "corrupt", message: expect.stringContaining("sessions repair") });
  await store.close();
  const mended = await repairStore({
    path: dir.join("state.db"),
    blobDir: dir.join("blobs"),
    ids: fakeIds(),
    stamp: "t",
  });
  expect(mended.findings).toMatchObject([{ kind: "index", remedy: "rebuild" }]);
  store = await open();
  expect(await found()).toEqual(["b"]);
  expect(await store.check()).toEqual([]);
  await store.close();
});

describe.skipIf(!existsSync(HOME))("a home the reference left (../shared/fixtures; skipped when absent)", () => {
  beforeEach(() => copyFileSync(HOME, dir.join("state.db")));

  test("our definitions of its tables and indexes are its own", async () => {
    await (await openSqliteStore({ path: dir.join("ours.db"), clock, ids: fakeIds() })).close();
    const theirs = definitions(HOME);
    const ours = definitions(dir.join("ours.db"));
    const names = [
      ...Object.keys(REFERENCE_TABLES),
      ...REFERENCE_INDEXES.map((sql) => /EXISTS (\w+)/u.exec(sql)?.[1] ?? ""),
    ];
    for (const name of names) expect([name, ours[name]]).toEqual([name, theirs[name]]);
    const foreign = Object.keys(ours).filter((name) => !names.includes(name) && name !== "sqlite_sequence");
    expect(foreign.filter((name) => !name.startsWith("hx_"))).toEqual([]);
  });

  test("lists, finds by title and prefix, follows the compaction chain, and hides machinery", async () => {
    const store = await open();
    const listed = await store.list({ principal: OWNER, tipsOnly: true });
    expect(listed.map(({ id }) => id).sort()).toEqual([
      "20260501_090000_aa11bb",
      "20260502_120000_cc33dd",
      "20260503_070000_ee44ff",
      "dc0ffee1",
    ]);
    expect(await store.find("tax export", OWNER)).toMatchObject({
      session: { id: "20260502_120000_cc33dd", preview: expect.not.stringContaining("COMPACTION") },
    });
    expect(await store.find("20260502_10", OWNER)).toMatchObject({ session: { id: "20260502_120000_cc33dd" } });
    expect(await store.find("20260502", OWNER)).toMatchObject({ type: "found" });
    expect(await store.find("2026050", OWNER)).toMatchObject({ type: "ambiguous" });
    await store.close();
  });

  test("reads parallel calls, multipart content and the live view without the rewound tail", async () => {
    const store = await open();
    const garden = (await store.history("20260501_090000_aa11bb")).map(({ message }) => message);
    expect(garden.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "assistant"]);
    expect(garden[1]?.parts).toMatchObject([
      { type: "text", text: "Let me look." },
      { type: "call", call: { id: "call_a", tool: "read_file", input: { path: "plot.txt" } } },
      { type: "call", call: { id: "call_b", tool: "search_files", input: { pattern: "tomato", path: "." } } },
    ]);
    const chat = (await store.history("dc0ffee1")).map(({ message }) => message);
    expect(chat[2]?.parts).toEqual([
      { type: "text", text: "and this photo" },
      { type: "image", mime: "image/png", base64: "AAAA" },
    ]);
    const db = new DatabaseSync(dir.join("state.db"), { readOnly: true });
    const live = db
      .prepare("SELECT count(*) AS n FROM messages WHERE session_id = ? AND active = 1")
      .get("20260503_070000_ee44ff");
    db.close();
    expect((await store.history("20260503_070000_ee44ff")).length).toBe(live?.n);
    await store.close();
  });

  test("searches it, Japanese included; undone and sub-agent rows never appear", async () => {
    const store = await open();
    const find = async (query: string) =>
      (await store.search({ principal: OWNER, query, limit: 10 })).map(({ sessionId }) => sessionId);
    expect(await find("tomatoes?")).toContain("20260501_090000_aa11bb");
    expect(await find("会議")).toEqual(["dc0ffee1"]);
    expect(await find("議事録")).toEqual(["dc0ffee1", "dc0ffee1"]);
    const db = new DatabaseSync(dir.join("state.db"), { readOnly: true });
    const hidden = db
      .prepare("SELECT content FROM messages WHERE active = 0 OR session_id = '20260503_071500_ff55aa'")
      .all();
    db.close();
    for (const { content } of hidden) {
      const hits = await store.search({
        principal: OWNER,
        query: `"${String(content).replaceAll('"', " ")}"`,
        limit: 10,
      });
      expect(hits.filter(({ sessionId }) => sessionId === "20260503_071500_ff55aa")).toEqual([]);
      for (const hit of hits) expect((await store.history(hit.sessionId)).map(({ seq }) => seq)).toContain(hit.seq);
    }
    await store.close();
  });

  test("a backup of it comes back, whatever our SQLite thinks of its search tables", async () => {
    const store = await open();
    const { path } = await store.backup(dir.join("copy.db"));
    await store.close();
    await restoreStore({ from: path, path: dir.join("again.db"), blobDir: dir.join("blobs"), stamp: "x", now: 0 });
    const again = await openSqliteStore({ path: dir.join("again.db"), clock, ids: fakeIds() });
    expect(await again.find("tax export", OWNER)).toMatchObject({ type: "found" });
    await again.close();
  });

  test("a continued session reaches the reference's own search tables through its triggers", async () => {
    const store = await open();
    const head = (await store.history("20260501_090000_aa11bb")).at(-1)?.seq ?? 0;
    await store.append("20260501_090000_aa11bb", [userMessage("and a wheelbarrow", clock.now())], head);
    await store.close();
    const db = new DatabaseSync(dir.join("state.db"));
    expect(db.prepare("SELECT count(*) AS n FROM messages_fts WHERE messages_fts MATCH 'wheelbarrow'").get()?.n).toBe(
      1,
    );
    expect(
      db.prepare("SELECT count(*) AS n FROM messages_fts_trigram WHERE messages_fts_trigram MATCH 'elbarr'").get()?.n,
    ).toBe(1);
    expect(db.prepare("SELECT version FROM schema_version").get()?.version).toBe(16);
    db.close();
    const again = await open();
    expect(await again.check()).toEqual([]);
    await again.close();
  });
});

test("a database we wrote takes the reference's six triggers, and they work", async () => {
  const store = await open();
  await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
  await store.append("a", [userMessage("before", 1)], 0);
  const db = new DatabaseSync(dir.join("state.db"));
  for (const statement of REFERENCE_SEARCH) db.exec(statement);
  const [, seq] = [0, (await store.history("a"))[0]?.seq ?? 0];
  await store.append("a", [userMessage("quokka visit", 2)], seq);
  expect(db.prepare("SELECT count(*) AS n FROM messages_fts WHERE messages_fts MATCH 'quokka'").get()?.n).toBe(1);
  db.exec("UPDATE messages SET content = 'wombat visit' WHERE content = 'quokka visit'");
  expect(db.prepare("SELECT count(*) AS n FROM messages_fts WHERE messages_fts MATCH 'quokka'").get()?.n).toBe(0);
  await store.remove("a");
  expect(db.prepare("SELECT count(*) AS n FROM messages_fts").get()?.n).toBe(0);
  db.close();
  await store.close();
});

test("rows another program writes and deletes meanwhile are found, and gone", async () => {
  const store = await open();
  await store.create({ id: "a", source: "cli", principal: OWNER, startedAt: 1 });
  const db = new DatabaseSync(dir.join("state.db"));
  db.exec("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('a', 'user', 'theirs: narwhal', 5)");
  const [hit] = await store.search({ principal: OWNER, query: "narwhal", limit: 5 });
  expect(hit?.sessionId).toBe("a");
  expect((await store.history("a")).map(({ message }) => textOf(message))).toEqual(["theirs: narwhal"]);
  db.exec("DELETE FROM messages");
  expect(await store.search({ principal: OWNER, query: "narwhal", limit: 5 })).toEqual([]);
  db.close();
  await store.close();
});

test("a newer schema is refused in words, and not touched", async () => {
  await (await open()).close();
  const db = new DatabaseSync(dir.join("state.db"));
  db.exec("UPDATE schema_version SET version = 17");
  db.close();
  const before = statSync(dir.join("state.db")).mtimeMs;
  await expect(open()).rejects.toMatchObject({
    kind: "newer-schema",
    message: expect.stringContaining("newer version"),
  });
  expect(statSync(dir.join("state.db")).mtimeMs).toBe(before);
});

test("an older schema is lifted with a copy kept, twice is once", async () => {
  const db = new DatabaseSync(dir.join("state.db"));
  db.exec(`CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (9);
    CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, model_config TEXT, parent_session_id TEXT, started_at REAL NOT NULL);
    CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL, content TEXT, timestamp REAL NOT NULL);
    INSERT INTO sessions (id, source, started_at) VALUES ('a', 'cli', 1), ('d', 'subagent', 2);
    UPDATE sessions SET parent_session_id = 'a' WHERE id = 'd';
    INSERT INTO messages (session_id, role, content, timestamp) VALUES ('a', 'user', 'from long ago', 1)`);
  db.close();
  for (let i = 0; i < 2; i++) {
    const store = await open();
    expect((await store.history("a")).map(({ message }) => textOf(message))).toEqual(["from long ago"]);
    expect((await store.get("d"))?.settings._delegate_from).toBe("a");
    await store.close();
  }
  const copy = dir.join("state.db.schema-9-backup");
  expect(statSync(copy).mode & 0o077).toBe(0);
  const kept = new DatabaseSync(copy, { readOnly: true });
  expect(kept.prepare("SELECT version FROM schema_version").get()).toEqual({ version: 9 });
  kept.close();
});
