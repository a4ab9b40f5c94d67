// Search by meaning over a real store, with an engine that knows three groups of words.

import { afterEach, beforeEach, expect, test } from "vitest";
import { userMessage } from "../../kernel/message.ts";
import { OWNER } from "../../kernel/principal.ts";
import { fakeMeaning } from "../../testing/fake-meaning.ts";
import { fakeClock, fakeIds, fakeLog, settled, type TempDir, tempDir } from "../../testing/fakes.ts";
import { openSqliteStore } from "../sqlite/open.ts";
import type { SqliteSessionStore } from "../sqlite/store.ts";
import { searchByMeaning } from "./search-by-meaning.ts";

const GROUPS = [
  ["car", "automobile", "vehicle"],
  ["soup", "broth", "pho"],
];

let dir: TempDir;
let base: SqliteSessionStore;
const clock = fakeClock();
const log = fakeLog();

beforeEach(async () => {
  dir = await tempDir();
  base = await openSqliteStore({ path: dir.join("state.db"), clock, ids: fakeIds() });
});
afterEach(async () => {
  await base.close();
  await dir.remove();
});

function open(engine = fakeMeaning(GROUPS)) {
  return { engine, ...searchByMeaning({ store: base, shelf: base.shelf, engine, clock, log }) };
}
const say = async (store: Pick<SqliteSessionStore, "create" | "append">, id: string, ...texts: string[]) => {
  await store.create({ id, source: "cli", principal: OWNER, startedAt: clock.now() });
  await store.append(
    id,
    texts.map((text) => userMessage(text, clock.now())),
    0,
  );
};
const found = async ({ store }: ReturnType<typeof open>, query: string) =>
  (await store.search({ principal: OWNER, query, limit: 10 })).map((hit) => hit.sessionId);

test("finds by meaning what no word finds, once it was understood", async () => {
  const meaning = open();
  await say(meaning.store, "a", "the automobile is sold");
  expect(await found(meaning, "car")).toEqual([]);
  expect(await meaning.catchUp()).toBe(1);
  expect(await found(meaning, "car")).toEqual(["a"]);
  await say(meaning.store, "b", "a car again");
  await meaning.catchUp();
  expect(await found(meaning, "car")).toEqual(["b", "a"]);
  await meaning.store.close();
});

test("quoted words and exclusions mean exactly what they say", async () => {
  const meaning = open();
  await say(meaning.store, "a", "the automobile is sold");
  await meaning.catchUp();
  expect(await found(meaning, '"car"')).toEqual([]);
  expect(await found(meaning, "vehicle -sold")).toEqual([]);
  await meaning.store.close();
});

test("works through the backlog only while nobody writes", async () => {
  const meaning = open();
  await say(meaning.store, "a", "pho for two");
  await clock.advance(1_500);
  await say(meaning.store, "b", "one more");
  await clock.advance(1_500);
  expect(meaning.engine.embedded).toEqual([]);
  await clock.advance(2_500);
  while ((await base.shelf.countWaiting("fake")) > 0) await settled();
  expect(meaning.engine.embedded).toEqual(["pho for two", "one more"]);
  expect(await found(meaning, "broth")).toEqual(["a"]);
  await meaning.store.close();
});

test("what another process understood is found here", async () => {
  const [mine, theirs] = [open(), open()];
  await say(mine.store, "a", "broth recipe");
  expect(await found(mine, "soup")).toEqual([]);
  await theirs.catchUp();
  expect(await found(mine, "soup")).toEqual(["a"]);
  expect(mine.engine.embedded).toEqual([]);
});

test("a model that fails costs its hits only, and is told once", async () => {
  const engine = fakeMeaning(GROUPS);
  const meaning = open(engine);
  await say(meaning.store, "a", "the automobile", "a car");
  await meaning.catchUp();
  engine.breakDown();
  expect(await found(meaning, "car")).toEqual(["a"]);
  expect(await found(meaning, "car")).toEqual(["a"]);
  expect(log.lines.filter((line) => line.message.includes("meaning"))).toHaveLength(1);
  await meaning.store.close();
});
