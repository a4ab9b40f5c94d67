// Checkpoints on a real disk with a real git, here and in other processes.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Saved } from "../../src/contracts/checkpoints.ts";
import { type CheckpointOptions, createCheckpoints } from "../../src/stores/files/checkpoints/checkpoints.ts";
import { fakeClock, fakeIds, fakeLog } from "../../src/testing/fakes.ts";

/** A project and a store of its own, on a real disk; gone when the test is over. */
export function world(change: Partial<CheckpointOptions> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "checkpoints-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, dir] = [join(root, "agent"), join(root, "project")];
  mkdirSync(dir);
  const clock = fakeClock();
  const options: CheckpointOptions = {
    dir: join(home, "checkpoints"),
    enabled: true,
    searchPath: process.env.PATH ?? "",
    timeoutMs: 30_000,
    places: { userHome: join(root, "user"), agentHomes: [home], agentWorkspaces: [] },
    clock,
    ids: fakeIds(),
    log: fakeLog(),
    redact: (text) => text.replaceAll("hunter2", "***"),
    maxSnapshots: 20,
    maxTotalBytes: 500 * 1_048_576,
    maxFileBytes: 10 * 1_048_576,
    maxEntries: 50_000,
    retentionMs: 7 * 86_400_000,
    deleteOrphans: true,
    minIntervalMs: 86_400_000,
    ...change,
  };
  const checkpoints = createCheckpoints(options);
  const put = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  };
  const read = (name: string) => readFileSync(join(dir, name), "utf8");
  const save = async (reason = "before write_file", also: readonly string[] = []) => {
    await clock.advance(1000);
    return checkpoints.save(dir, reason, { also });
  };
  const ids = async () => (await checkpoints.list(dir)).checkpoints.map(({ id }) => id);
  return { root, home, dir, clock, options, checkpoints, put, read, save, ids };
}

export const idOf = (saved: Saved): string => {
  if (saved.type === "skipped") throw new Error(saved.why);
  return saved.id;
};

export const git = (store: string, ...args: string[]) =>
  execFileSync("git", ["--git-dir", store, ...args], { encoding: "utf8" });

/** Saves in another process that runs as nobody. */
export function asNobody(options: CheckpointOptions, dir: string): { saved: Saved; leftOut: readonly unknown[] } {
  const root = dirname(dir);
  execFileSync("chown", ["-R", "65534:65534", root]);
  execFileSync("chown", ["0:0", join(dir, "locked.txt")]);
  const out = execFileSync(process.execPath, ["--input-type=module-typescript", "-e", childScript(options, dir)], {
    encoding: "utf8",
    uid: 65_534,
    gid: 65_534,
    env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1" },
  });
  return JSON.parse(out) as { saved: Saved; leftOut: readonly unknown[] };
}

export async function killed(options: CheckpointOptions, dir: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", childScript(options, dir)], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1" },
  });
  await new Promise<void>((resolve) => {
    child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), afterMs));
    child.once("exit", () => resolve());
  });
}

function childScript(options: CheckpointOptions, dir: string): string {
  const source = join(import.meta.dirname, "../../src");
  const plain = JSON.stringify({ ...options, clock: undefined, ids: undefined, log: undefined, redact: undefined });
  return `
    import { createCheckpoints } from ${JSON.stringify(join(source, "stores/files/checkpoints/checkpoints.ts"))};
    import { fakeIds, fakeLog } from ${JSON.stringify(join(source, "testing/fakes.ts"))};
    const ids = fakeIds(process.pid);
    const checkpoints = createCheckpoints({ ...${plain}, ids, log: fakeLog(), clock: { now: () => ${options.clock.now()} }, redact: (text) => text });
    if (${process.getuid?.() === 0 ? "process.getuid() === 0" : "false"}) console.log("started");
    const saved = await checkpoints.save(${JSON.stringify(dir)}, "from a child");
    if (process.getuid() !== 0) console.log(JSON.stringify({ saved, leftOut: saved.leftOut ?? [] }));
  `;
}
