// Runs one chapter and kills itself, without warning, at the n-th thing it does to disk or database; or, in every step at the
// n-th thing of it, what it works with.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { CHAPTERS, digest, type Reach } from "./kill/chapter.ts";

const [folder = "", target = "0", name = ""] = process.argv.slice(2);
const UNHEARD_MS = 15;
let point = 0;
let armed = false;
let strike = (): void => void process.kill(process.pid, "SIGKILL");
const reach: Reach = (when) => {
  if (!armed || ++point !== Number(target)) return;
  if (when === "unheard") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, UNHEARD_MS);
  strike();
};

/** Before and after each call of a method. */
function watch(owner: object, method: string): void {
  const methods = owner as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[method];
  if (original === undefined) return;
  methods[method] = function (this: unknown, ...args: unknown[]): unknown {
    reach();
    const value = original.apply(this, args);
    reach();
    return value;
  };
}

const FILE_CALLS =
  "renameSync linkSync fsyncSync fdatasync fdatasyncSync ftruncateSync writeSync writeFileSync appendFileSync openSync rmSync mkdirSync copyFileSync cpSync";
for (const method of ["run", "get", "all"]) watch(StatementSync.prototype, method);
watch(DatabaseSync.prototype, "exec");
for (const method of FILE_CALLS.split(" ")) watch(fs, method);
syncBuiltinESMExports();

const say = (line: string): void => {
  const kept = armed;
  armed = false;
  fs.writeSync(1, `${line}\n`);
  armed = kept;
};

const chapter = await CHAPTERS[name]?.();
if (chapter === undefined) throw new Error(`no chapter ${name}`);
chapter.watch?.(reach, () => say("asked"));
let struck = false;
const { strike: strikeOther } = chapter;
if (strikeOther !== undefined)
  strike = () => {
    struck = true;
    strikeOther(folder, point);
  };

/** One who outlives it is struck in the next step again, and shows what is kept after each. */
const after = async (done: number): Promise<void> => {
  if (strikeOther === undefined) return;
  armed = false;
  if (struck) say(`struck ${done} ${digest(await chapter.dump(world))}`);
  say(`points ${point}`);
  [point, struck, armed] = [0, false, true];
};

armed = true;
const world = await chapter.open(folder);
await after(0);
for (const [index, step] of chapter.steps.entries()) {
  await step.run(world);
  say(`acknowledged ${index + 1}`);
  await after(index + 1);
}
await chapter.close(world);
armed = false;
if (strikeOther === undefined) say(`points ${point}`);
