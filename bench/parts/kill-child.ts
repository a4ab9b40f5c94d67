// Runs the flow and kills itself, without warning, at the n-th thing it does to disk or database.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";

const [folder = "", target = "0", from = "0"] = process.argv.slice(2);
let point = 0;
let armed = false;
const reach = (): void => {
  if (armed && ++point === Number(target)) process.kill(process.pid, "SIGKILL");
};

/** Before and after each call of a method. */
function watch(owner: object, name: string): void {
  const methods = owner as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[name];
  if (original === undefined) return;
  methods[name] = function (this: unknown, ...args: unknown[]): unknown {
    reach();
    const value = original.apply(this, args);
    reach();
    return value;
  };
}

for (const name of ["run", "get", "all"]) watch(StatementSync.prototype, name);
watch(DatabaseSync.prototype, "exec");
for (const name of ["renameSync", "fsyncSync", "writeSync", "openSync", "rmSync", "mkdirSync"]) watch(fs, name);
syncBuiltinESMExports();

const say = (line: string): void => {
  const kept = armed;
  armed = false;
  fs.writeSync(1, `${line}\n`);
  armed = kept;
};

const { openKillStore, STEPS } = await import("./kill-flow.ts");
armed = true;
const store = await openKillStore(folder);
for (const [index, step] of STEPS.entries()) {
  if (index < Number(from)) continue;
  await step(store);
  say(`acknowledged ${index + 1}`);
}
await store.close();
armed = false;
say(`points ${point}`);
