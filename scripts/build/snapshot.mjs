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
  const made = spawnSync(
    node,
    [...flags, "--snapshot-blob", draft, "--build-snapshot", join(import.meta.dirname, "freeze-program.cjs")],
    { env: { HERMES_PROGRAM: join(dist, "program.cjs") }, encoding: "utf8" },
  );
  const fits = spawnSync(node, [...flags, "-p", "process.version + ' ' + v8.cachedDataVersionTag()"], {
    encoding: "utf8",
  });
  if (made.status !== 0 || fits.status !== 0) {
    rmSync(draft, { force: true });
    return `no snapshot, starts are slower: ${(made.stderr + fits.stderr).trim()}`;
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
