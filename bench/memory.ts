// What a memory write costs beside as many bare fsyncs and renames on the same disk, taken in turns.

import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MemoryBook } from "../src/contracts/memory-book.ts";
import { OWNER } from "../src/kernel/principal.ts";
import { openMemory } from "../src/stores/files/memory/open-memory.ts";
import { atMost, median, numberFlag, printFigures, quantile, times } from "./parts/numbers.ts";
import { benchClock, benchIds, temporaryFolder } from "./parts/store-places.ts";

/** About as many entries of about the length people keep. */
const ENTRIES = 14;
const FACT = "The staging server needs port 2222 and the deploy key of the build user; restart with make restart, run";

export async function run(args: string[]): Promise<void> {
  const writes = numberFlag(args, "writes", 1_500);
  const place = temporaryFolder();
  const book = openMemory({
    folders: { memories: join(place.path, "memories"), pending: join(place.path, "pending") },
    enabled: { memory: true, user: true },
    limits: { memory: 2_200, user: 1_375 },
    clock: benchClock,
    ids: benchIds,
  });
  for (let i = 0; i < ENTRIES; i++) await add(book, `${FACT} ${i}`);
  const bare = bareWriter(place.path);
  for (let i = 0; i < 500; i++) await replaceOne(book, i);
  const [ours, asMany, single]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < writes; i++) {
    // Each comes first as often as the others: whoever follows a pause pays for cold caches.
    await inTurns(i, [
      async () => void asMany.push(await timed(async () => bare.wordsAndHistory())),
      async () => void ours.push(await replaceOne(book, i)),
      async () => void single.push(await timed(async () => bare.words())),
    ]);
  }
  const snapshots: number[] = [];
  for (let i = 0; i < 20; i++) snapshots.push(await timed(() => book.snapshot(OWNER)));
  place.remove();
  const ratio = sum(ours) / sum(asMany);
  printFigures(`${writes} changes of a full MEMORY.md, each durable, journalled and scanned`, [
    { name: "bare: fsync words, fsync history, rename, p50", value: ms(median(asMany)) },
    { name: "bare: fsync words, fsync history, rename, p99", value: ms(quantile(asMany, 0.99)) },
    { name: "memory write (2 fsync, 1 rename), p50", value: ms(median(ours)) },
    { name: "memory write (2 fsync, 1 rename), p99", value: ms(quantile(ours, 0.99)) },
    { name: "all writes / as many bare ones", value: times(ratio), target: atMost(ratio, 2, " ×") },
    { name: "ratio of the medians", value: times(median(ours) / median(asMany)) },
    { name: "ratio to one bare fsync + rename, without history", value: times(sum(ours) / sum(single)) },
    { name: "snapshot for a prompt", value: ms(median(snapshots)) },
  ]);
}

async function inTurns(turn: number, steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (let i = 0; i < steps.length; i++) await steps[(turn + i) % steps.length]?.();
}

const add = (book: MemoryBook, content: string) =>
  book.change(OWNER, "memory", { type: "add", content }, { origin: "agent", sessionId: "bench" });

/** The time of replacing one entry, as an agent that learns does; put back afterwards. */
async function replaceOne(book: MemoryBook, round: number): Promise<number> {
  const at = round % ENTRIES;
  const [before, after] = [`${FACT} ${at}`, `${FACT} ${at} build ${benchIds.id("b")}`];
  const put = (oldText: string, content: string) =>
    book.change(OWNER, "memory", { type: "replace", oldText, content }, { origin: "agent", sessionId: "bench" });
  const spent = await timed(() => put(before, after));
  await put(after, before);
  return spent;
}

interface BareWriter {
  /** One file: write, fsync, rename. */
  words(): void;
  /** The same, and a line appended to another file and synced: as many syncs and renames as a memory write has. */
  wordsAndHistory(): void;
}

function bareWriter(dir: string): BareWriter {
  const text = "x".repeat(ENTRIES * (FACT.length + 6));
  const line = `${"y".repeat(3 * FACT.length)}\n`;
  const synced = (path: string, flags: string, content: string): void => {
    const handle = openSync(path, flags, 0o600);
    writeFileSync(handle, content);
    fsyncSync(handle);
    closeSync(handle);
  };
  const words = (): void => {
    synced(join(dir, "bare.tmp"), "w", text);
    renameSync(join(dir, "bare.tmp"), join(dir, "bare"));
  };
  return {
    words,
    wordsAndHistory: () => {
      synced(join(dir, "bare.jsonl"), "a", line);
      words();
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const ms = (value: number): string => `${value.toFixed(2)} ms`;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
