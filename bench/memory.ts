// What a memory write costs beside the bare minimum a durable write can cost on the same disk: write, fsync, rename.

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
  const rounds = numberFlag(args, "rounds", 60);
  const writes = numberFlag(args, "writes", 25);
  const place = temporaryFolder();
  const book = openMemory({
    folders: { memories: join(place.path, "memories"), pending: join(place.path, "pending") },
    enabled: { memory: true, user: true },
    limits: { memory: 2_200, user: 1_375 },
    clock: benchClock,
    ids: benchIds,
  });
  for (let i = 0; i < ENTRIES; i++) await add(book, `${FACT} ${i}`);
  const text = "x".repeat(ENTRIES * (FACT.length + 6));
  await memoryWrites(book, 500);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    bare.push(...bareWrites(place.path, text, writes));
    ours.push(...(await memoryWrites(book, writes)));
  }
  const listed = await timed(() => book.snapshot(OWNER));
  place.remove();
  const ratio = sum(ours) / sum(bare);
  printFigures(`${rounds * writes} changes of a full MEMORY.md, each durable, journalled and scanned`, [
    { name: "bare fsync + rename, p50", value: ms(median(bare)) },
    { name: "bare fsync + rename, p99", value: ms(quantile(bare, 0.99)) },
    { name: "memory write, p50", value: ms(median(ours)) },
    { name: "memory write, p99", value: ms(quantile(ours, 0.99)) },
    { name: "all writes / as many bare ones", value: times(ratio), target: atMost(ratio, 2, " ×") },
    { name: "ratio of the medians", value: times(median(ours) / median(bare)) },
    { name: "snapshot for a prompt", value: ms(listed) },
  ]);
}

const add = (book: MemoryBook, content: string) =>
  book.change(OWNER, "memory", { type: "add", content }, { origin: "agent", sessionId: "bench" });

/** Replaces one entry again and again, as an agent that learns does. */
async function memoryWrites(book: MemoryBook, count: number): Promise<number[]> {
  const spent: number[] = [];
  for (let i = 0; i < count; i++) {
    const at = i % ENTRIES;
    const edit = { type: "replace", oldText: `run ${at}`, content: `${FACT} ${at} build ${benchIds.id("b")}` } as const;
    spent.push(await timed(() => book.change(OWNER, "memory", edit, { origin: "agent", sessionId: "bench" })));
    await book.change(
      OWNER,
      "memory",
      { ...edit, oldText: `run ${at} `, content: `${FACT} ${at}` },
      { origin: "agent" },
    );
  }
  return spent;
}

function bareWrites(dir: string, text: string, count: number): number[] {
  return Array.from({ length: count }, () => {
    const start = performance.now();
    const handle = openSync(join(dir, "bare.tmp"), "w", 0o600);
    writeFileSync(handle, text);
    fsyncSync(handle);
    closeSync(handle);
    renameSync(join(dir, "bare.tmp"), join(dir, "bare"));
    return performance.now() - start;
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const ms = (value: number): string => `${value.toFixed(2)} ms`;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
