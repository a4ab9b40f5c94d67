// The loaded program as a start-up snapshot: a start reads it instead of loading and compiling. It fits one Node on one
// kind of processor, so it is made where it will be used, and a stamp tells the launcher whether it still fits.

import { spawnSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BOOT = "/proc/sys/kernel/random/boot_id";

/** Leaves `program.blob` and `program.stamp` in `dist`; says why not where there can be none. */
export function freeze({ dist, node, flags }) {
  const blob = join(dist, "program.blob");
  const stamp = join(dist, "program.stamp");
  rmSync(stamp, { force: true });
  const boot = readBoot();
  if (boot === undefined) return "no snapshot: this system does not name its boots";
  const draft = `${blob}.${process.pid}`;
  // Without the environment of whoever builds, which no snapshot shall hold and no stamp depend on.
  const run = (args, env = {}) => spawnSync(node, [...flags, ...args], { env, encoding: "utf8" });
  const made = run(["--snapshot-blob", draft, "--build-snapshot", join(import.meta.dirname, "freeze-program.cjs")], {
    HERMES_PROGRAM: join(dist, "program.cjs"),
  });
  // One that was written but cannot be started from, as on a disk that ran full, is found out here and not by a user.
  const tried = run(["--snapshot-blob", draft, join(dist, "hermes.mjs"), "--version"]);
  const fits = run(["-p", "process.version + ' ' + v8.cachedDataVersionTag()"]);
  const failed = [made, tried, fits].find(({ status }) => status !== 0);
  if (failed !== undefined) {
    for (const useless of [draft, blob]) rmSync(useless, { force: true });
    return `no snapshot, starts are slower: ${failed.stderr.trim() || failed.signal}`;
  }
  renameSync(draft, blob);
  writeFileSync(`${stamp}.${process.pid}`, `${boot}\n${fits.stdout.trim()}\n`);
  renameSync(`${stamp}.${process.pid}`, stamp);
  return undefined;
}

function readBoot() {
  try {
    return readFileSync(BOOT, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** How the launcher starts Node: a snapshot, and compiled code, fit nothing else. */
export function launcherFlags(root) {
  const [, flags] = /^flags="(.*)"$/m.exec(readFileSync(join(root, "bin/hermes"), "utf8")) ?? [];
  if (flags === undefined) throw new Error("bin/hermes does not say with which flags it starts Node");
  return flags.split(" ");
}
