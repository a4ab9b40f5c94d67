// How fast the session store appends, how large it gets, how fast it finds, and whether many processes lose anything.

import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { SearchQuery, SessionStore } from "../src/contracts/stores.ts";
import { OWNER } from "../src/kernel/principal.ts";
import { createCorpus, modelSaid, userSaid } from "./parts/corpus.ts";
import { atMost, type Figure, median, ms, numberFlag, printFigures, quantile, times } from "./parts/numbers.ts";
import { openReferenceSchema } from "./parts/reference-schema.ts";
import { openBenchStore, temporaryFolder } from "./parts/store-places.ts";

const START = Date.UTC(2025, 0, 1);

export async function run(args: string[]): Promise<void> {
  const messages = numberFlag(args, "messages", 100_000);
  const processes = numberFlag(args, "processes", 24);
  const only = args.includes("--only") ? args[args.indexOf("--only") + 1] : undefined;
  if (only === undefined || only === "append") await appendRate(numberFlag(args, "appends", 3000));
  if (only === undefined || only === "search") await sizeAndSearch(messages);
  if (only === undefined || only === "crowd") await crowd(processes, numberFlag(args, "each", 1000));
}

const atLeast = (value: number, limit: number, unit: string): NonNullable<Figure["target"]> => ({
  text: `target ≥ ${limit}${unit}`,
  met: value >= limit,
});

/** One message per transaction, synced to disk, ours and the reference's schema taking turns. */
async function appendRate(count: number): Promise<void> {
  const place = temporaryFolder();
  const corpus = createCorpus(1);
  const texts = Array.from({ length: count }, () => corpus.text());
  const reference = openReferenceSchema(join(place.path, "reference.db"));
  const store = await openBenchStore(join(place.path, "ours.db"));
  await store.create({ id: "s", source: "cli", principal: OWNER, startedAt: START });
  let [ours, theirs, head] = [0, 0, 0];
  const slice = Math.ceil(count / 10);
  for (let from = 0; from < count; from += slice) {
    const part = texts.slice(from, from + slice);
    let start = performance.now();
    for (const text of part) [head = 0] = await store.append("s", [userSaid(text, START)], head);
    ours += performance.now() - start;
    start = performance.now();
    for (const text of part) reference.append("s", "user", text, START / 1000);
    theirs += performance.now() - start;
  }
  await store.close();
  reference.close();
  place.remove();
  const [rate, referenceRate] = [(count / ours) * 1000, (count / theirs) * 1000];
  printFigures(`appending ${count} messages one by one, synchronous=FULL`, [
    { name: "ours", value: `${rate.toFixed(0)} /s` },
    { name: "reference schema", value: `${referenceRate.toFixed(0)} /s` },
    { name: "ratio", value: times(rate / referenceRate), target: atLeast(rate / referenceRate, 2.5, " ×") },
  ]);
}

async function sizeAndSearch(count: number): Promise<void> {
  const place = temporaryFolder();
  const path = join(place.path, "state.db");
  const corpus = createCorpus(2);
  let store = await openBenchStore(path);
  const loaded = await load(store, count, corpus);
  await store.close();
  const bytes = statSync(path).size;
  let start = performance.now();
  store = await openBenchStore(path);
  const openMs = performance.now() - start;
  start = performance.now();
  await store.list({ principal: OWNER, tipsOnly: true, limit: 20 });
  const listMs = performance.now() - start;
  const queries = loaded.samples.map(corpus.query);
  const words = await searchTimes(store, queries);
  const grouped = await searchTimes(store, queries, { perLineage: true });
  const short = await searchTimes(
    store,
    loaded.unspaced.map((text) => text.slice(3, 5)),
  );
  await store.close();
  place.remove();
  const limit = count > 100_000 ? 60 : 20;
  const ratio = bytes / loaded.bytes;
  printFigures(`${count} messages, ${(loaded.bytes / 1e6).toFixed(1)} MB of text`, [
    { name: "database / text", value: times(ratio), target: atMost(ratio, 2.5, " ×") },
    { name: "open", value: ms(openMs) },
    { name: "list 20 newest", value: ms(listMs) },
    { name: "search, 1-3 words, p50", value: ms(median(words)) },
    {
      name: "search, 1-3 words, p95",
      value: ms(quantile(words, 0.95)),
      target: atMost(quantile(words, 0.95), limit, " ms"),
    },
    { name: "search, 1-3 words, max", value: ms(Math.max(...words)) },
    {
      name: "search, best of each conversation, p95",
      value: ms(quantile(grouped, 0.95)),
      target: atMost(quantile(grouped, 0.95), limit, " ms"),
    },
    { name: "short CJK word, p95", value: ms(quantile(short, 0.95)), target: atMost(quantile(short, 0.95), 30, " ms") },
  ]);
}

interface Loaded {
  readonly bytes: number;
  readonly samples: readonly string[];
  readonly unspaced: readonly string[];
}

/** Sessions of fifty messages; every tenth message is in a script without spaces. */
async function load(store: SessionStore, count: number, corpus: ReturnType<typeof createCorpus>): Promise<Loaded> {
  let bytes = 0;
  const samples: string[] = [];
  const unspaced: string[] = [];
  for (let from = 0; from < count; from += 50) {
    const id = `s${from}`;
    const texts = Array.from({ length: Math.min(50, count - from) }, (_, index) =>
      index % 10 === 9 ? corpus.unspacedText() : corpus.text(),
    );
    for (const text of texts) bytes += Buffer.byteLength(text);
    if (corpus.random() < 400 / (count / 50)) {
      samples.push(texts[3] ?? "");
      unspaced.push(texts[9] ?? "");
    }
    await store.create({ id, source: "cli", principal: OWNER, startedAt: START + from * 60_000 });
    await store.append(
      id,
      texts.map((text, index) => (index % 2 === 0 ? userSaid : modelSaid)(text, START + (from + index) * 60_000)),
      0,
    );
  }
  return { bytes, samples, unspaced };
}

async function searchTimes(
  store: SessionStore,
  queries: readonly string[],
  how: Pick<SearchQuery, "perLineage"> = {},
): Promise<number[]> {
  await store.search({ principal: OWNER, query: "warm up", limit: 10 });
  const times: number[] = [];
  for (const query of queries) {
    const start = performance.now();
    await store.search({ principal: OWNER, query, limit: 10, ...how });
    times.push(performance.now() - start);
  }
  return times;
}

/** Many processes open a database that does not exist yet, at the same moment, and write at full speed. */
async function crowd(processes: number, each: number): Promise<void> {
  const place = temporaryFolder();
  const path = join(place.path, "home", "state.db");
  const script = join(import.meta.dirname, "parts/appending-process.ts");
  const startAt = Date.now() + 300 + processes * 150;
  const results = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      runOne([script, path, String(index), String(each), String(startAt)]),
    ),
  );
  const failed = results.filter((result) => result === undefined).length;
  const done = results.flatMap((result) => (result === undefined ? [] : [result]));
  const waits = done.flatMap((result) => result.waits);
  const store = await openBenchStore(path);
  let stored = 0;
  for (let index = 0; index < processes; index++) stored += (await store.history(`p${index}`)).length;
  await store.close();
  place.remove();
  const lost = done.length * each - stored;
  printFigures(`${processes} processes × ${each} appends, cold open included`, [
    { name: "lost", value: String(lost), target: { text: "target 0", met: lost === 0 } },
    { name: "open failures", value: String(failed), target: { text: "target 0", met: failed === 0 } },
    { name: "open, max", value: ms(Math.max(...done.map((result) => result.openMs))) },
    { name: "append p50", value: ms(median(waits)) },
    { name: "append p99", value: ms(quantile(waits, 0.99)), target: atMost(quantile(waits, 0.99), 100, " ms") },
    { name: "append max", value: ms(Math.max(...waits)), target: atMost(Math.max(...waits), 500, " ms") },
  ]);
}

function runOne(args: string[]): Promise<{ openMs: number; waits: number[] } | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.on("close", (code) =>
      resolve(code === 0 ? (JSON.parse(out) as { openMs: number; waits: number[] }) : undefined),
    );
  });
}
