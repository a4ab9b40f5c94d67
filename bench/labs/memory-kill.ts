// Kills a memory write at every single system call of its main thread (strace), and looks at what is left each time.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseBook } from "../../src/kernel/memory/entries.ts";
import { OWNER } from "../../src/kernel/principal.ts";
import { openMemory } from "../../src/stores/files/memory/open-memory.ts";
import { numberFlag, printFigures } from "../parts/numbers.ts";
import { benchClock, benchIds, temporaryFolder } from "../parts/store-places.ts";

const WRITER = join(import.meta.dirname, "../parts/memory-writing-process.ts");
const TRACER = "strace";
const [OLD, NEW] = ["The first fact.", "The second fact."];
/** Everything that could leave a trace on the disk. */
const CALLS =
  "openat,write,pwrite64,writev,fsync,fdatasync,rename,unlink,close,fcntl,lseek,fchmod,ftruncate,mkdir,newfstatat,statx,fstat,read,pread64";

export async function run(args: string[]): Promise<void> {
  if (spawnSync(TRACER, ["--version"]).error !== undefined) {
    console.log("strace is not here: nothing to do.");
    return;
  }
  const stride = numberFlag(args, "stride", 1);
  const moments = callsOfTheWrite().filter((_, index) => index % stride === 0);
  const tally = { early: 0, killed: 0, late: 0, old: 0, written: 0, wrong: 0 };
  for (const moment of moments) {
    const outcome = await killedAt(moment);
    tally[outcome.when]++;
    if (outcome.state !== "early") tally[outcome.state]++;
    if (outcome.state === "wrong") console.log(`${moment.call} ${moment.nth}: ${JSON.stringify(outcome.found)}`);
  }
  const wrong = { text: "target 0", met: tally.wrong === 0 };
  printFigures(`a write killed at ${moments.length} of its system calls`, [
    { name: "killed", value: String(tally.killed) },
    { name: "killed before or after the write", value: String(tally.early + tally.late) },
    { name: "found as before", value: String(tally.old) },
    { name: "found written", value: String(tally.written) },
    { name: "lost, split or unwritable", value: String(tally.wrong), target: wrong },
  ]);
}

/** The nth call of its kind in the life of the main thread, as strace counts. */
interface Moment {
  readonly call: string;
  readonly nth: number;
}

/** The writer looks at two names that do not exist, before and after the write. */
function callsOfTheWrite(): readonly Moment[] {
  const place = temporaryFolder();
  const log = join(place.path, "calls");
  spawnSync(TRACER, ["-o", log, "-e", `trace=${CALLS}`, process.execPath, WRITER, place.path, OLD, NEW]);
  const lines = readFileSync(log, "utf8").split("\n");
  place.remove();
  const from = lines.findIndex((line) => line.includes("write-begins"));
  const to = lines.findIndex((line) => line.includes("write-ended"));
  const seen = new Map<string, number>();
  return lines.flatMap((line, index) => {
    const call = /^(\w+)\(/.exec(line)?.[1];
    if (call === undefined) return [];
    const nth = (seen.get(call) ?? 0) + 1;
    seen.set(call, nth);
    return index > from && index <= to ? [{ call, nth }] : [];
  });
}

async function killedAt({ call, nth }: Moment) {
  const place = temporaryFolder();
  const inject = ["-e", `trace=${call}`, "-e", `inject=${call}:signal=KILL:when=${nth}`];
  const ran = spawnSync(TRACER, ["-o", "/dev/null", ...inject, process.execPath, WRITER, place.path, OLD, NEW]);
  const found = await look(place.path);
  place.remove();
  const said = ran.stdout.toString();
  const done = said.includes("done");
  const isOld = same(found.entries, [OLD]) && !done;
  const state = !found.writable ? "wrong" : same(found.entries, [OLD, NEW]) ? "written" : isOld ? "old" : "wrong";
  // The number of reads while a process starts varies: some kills come before there is anything to lose.
  const early = !said.includes("ready");
  return { when: early ? "early" : done ? "late" : "killed", state: early ? "early" : state, found } as const;
}

/** What the next process finds, and whether it can go on. */
async function look(path: string) {
  const book = openMemory({
    folders: { memories: join(path, "memories"), pending: join(path, "pending") },
    enabled: { memory: true, user: true },
    limits: { memory: 2_200, user: 1_375 },
    clock: benchClock,
    ids: benchIds,
  });
  const [listing] = await book.list(OWNER);
  const entries = listing?.entries.map((entry) => entry.text) ?? [];
  const own = listing?.entries.every((entry) => entry.origin === "agent") ?? false;
  const next = await book.change(OWNER, "memory", { type: "add", content: "And on it goes." }, { origin: "user" });
  const file = join(path, "memories", "MEMORY.md");
  const onDisk = existsSync(file) ? parseBook(readFileSync(file, "utf8")).entries : [];
  return { entries, writable: next.answer.success && own && same(onDisk, [...entries, "And on it goes."]) };
}

const same = (a: readonly string[], b: readonly string[]): boolean => JSON.stringify(a) === JSON.stringify(b);
