// Runs one chapter and kills itself, without warning, at the n-th thing it does to disk or database.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { CHAPTERS } from "./kill/chapter.ts";

const [folder = "", target = "0", name = ""] = process.argv.slice(2);
let point = 0;
let armed = false;
const reach = (): void => {
  if (armed && ++point === Number(target)) process.kill(process.pid, "SIGKILL");
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
chapter.watch?.(reach);
armed = true;
const world = await chapter.open(folder);
for (const [index, step] of chapter.steps.entries()) {
  await step.run(world);
  say(`acknowledged ${index + 1}`);
}
await chapter.close(world);
armed = false;
say(`points ${point}`);
