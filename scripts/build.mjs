// Makes dist/: the bundles, the start-up snapshot, and compiled code for the parts that are not in it.

import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { bundle } from "./build/bundles.mjs";
import { retireChunks } from "./build/old-chunks.mjs";
import { freeze, launcherFlags } from "./build/snapshot.mjs";

const root = resolve(import.meta.dirname, "..");
const dist = join(root, "dist");

/**
 * Chunks first, entries last and by rename: whoever starts meanwhile sees the old program or the new one. All bear the same
 * time, by which the next build knows them.
 */
function write(files) {
  const isEntry = (path) => dirname(path) === dist;
  const ordered = [...files].sort((a, b) => Number(isEntry(a.path)) - Number(isEntry(b.path)));
  mkdirSync(join(dist, "chunks"), { recursive: true });
  const now = new Date();
  retireChunks({ dist, kept: new Set(files.map(({ path }) => path)), now });
  for (const { path, text } of ordered) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, text);
    utimesSync(draft, now, now);
    renameSync(draft, path);
  }
}

/** Runs the fresh program once each way, so that the first start a person sees finds compiled code. */
function warm() {
  rmSync(join(dist, ".compile-cache"), { recursive: true, force: true });
  const home = mkdtempSync(join(tmpdir(), "hermes-warm-"));
  const env = { ...process.env, HERMES_HOME: home };
  const hello = ["--provider", "offline", "-z", "hello"];
  const run = (command, args) => spawnSync(command, args, { cwd: home, env, stdio: "ignore", timeout: 20_000 });
  run(join(root, "bin/hermes"), hello);
  run(node, [...flags, join(dist, "hermes.mjs"), ...hello]);
  rmSync(home, { recursive: true, force: true });
}

// esbuild has already printed what is wrong, with the place.
const { files, metafile } = await bundle().catch((error) => {
  if (error.errors === undefined) throw error;
  process.exit(1);
});
write(files);
if (process.argv.includes("--meta")) writeFileSync(join(root, ".build/bundle.json"), JSON.stringify(metafile));
const [node = process.execPath] = globSync(join(root, "node_modules/node-linux-*/bin/node"));
const flags = launcherFlags(root);
const unfrozen = freeze({ dist, node, flags });
if (unfrozen !== undefined) console.error(unfrozen);
warm();
const kilobytes = Math.round(files.reduce((sum, { text }) => sum + text.length, 0) / 1024);
console.error(`built ${files.length} files, ${kilobytes} kB, in ${relative(root, dist)}/`);
