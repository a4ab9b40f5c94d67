// Programs we start that cannot be started, hear no signal, or leave somebody behind who holds their output: each is a
// failure or an end here, never a wait without one and never the end of Hermes.

import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { shellRunner } from "../src/compose/command-ports.ts";
import { shellHooks } from "../src/compose/plugins/shell-hooks.ts";
import { readFacts } from "../src/config/process-facts.ts";
import { gitAt } from "../src/stores/files/checkpoints/git.ts";
import { runShell } from "../src/surfaces/tui/shell.ts";
import { fakeLog, type TempDir, tempDir } from "../src/testing/fakes.ts";
import { root } from "./source-text.ts";

const PATH = process.env.PATH ?? "";
/** Out of its group and with its output: nobody who waits for the end of that output gets anywhere. */
const LEFT_BEHIND = 'setsid sleep 20 & echo $! >> "$(dirname "$0")/left"';
const DEAF = "trap '' TERM; while :; do sleep 0.1; done";

let place: TempDir;
beforeEach(async () => {
  place = await tempDir();
});
afterEach(async () => {
  for (const pid of (await readFile(place.join("left"), "utf8").catch(() => "")).trim().split("\n"))
    if (pid !== "") process.kill(Number(pid), "SIGKILL");
  await place.remove();
});

async function program(name: string, body: string): Promise<string> {
  const path = place.join(name);
  await writeFile(path, `#!/bin/bash\n${body}\n`);
  await chmod(path, 0o755);
  return path;
}

function hook(command: string, timeout: number, log = fakeLog()) {
  const { preToolCall } = shellHooks({
    hooks: { pre_tool_call: [{ command, matcher: "", timeout }] },
    isAllowed: () => true,
    cwd: place.path,
    env: { PATH },
    log,
  });
  return preToolCall?.({ sessionId: "s", source: "cli", cwd: "/", tool: "terminal", input: {} });
}

test("a hook that leaves a process behind is heard all the same", async () => {
  const blocks = await program("blocks", `${LEFT_BEHIND}\necho '{"decision": "block", "reason": "no"}'`);
  expect(await hook(blocks, 300)).toEqual({ block: "no" });
});

test("a hook without a limit of its own has time to answer", async () => {
  const blocks = await program("blocks", `sleep 0.2; echo '{"decision": "block", "reason": "no"}'`);
  expect(await hook(blocks, 0)).toEqual({ block: "no" });
});

test("a hook that hears no signal ends with its time", async () => {
  expect(await hook(await program("deaf", DEAF), 0.3)).toBeUndefined();
});

test("a hook whose time is over may tidy up first, and is told of in the log", async () => {
  const log = fakeLog();
  await hook(await program("tidy", "trap 'echo tidied > tidied; exit' TERM; while :; do sleep 0.1; done"), 1.5, log);
  expect(log.lines).toMatchObject([{ level: "warn", message: "hook took too long", fields: { seconds: 1.5 } }]);
  expect(await readFile(place.join("tidied"), "utf8")).toBe("tidied\n");
});

test("what a hook leaves behind is heard when it has spoken, however busy we were since", async () => {
  const left = `until [ -e now ]; do sleep 0.02; done; echo '{"decision": "block", "reason": "late"}'; echo > said; exec sleep 20`;
  const late = await program("late", `echo $$ > pid; setsid bash -c "$LEFT" & echo $! >> left`);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const heard = hook(`/usr/bin/env "LEFT=${left.replaceAll('"', '\\"')}" ${late}`, 300);
  const read = (name: string) => (existsSync(place.join(name)) ? readFileSync(place.join(name), "utf8") : "");
  while (read("left") === "" || existsSync(`/proc/${read("pid").trim()}`)) await setImmediate();
  await setImmediate();
  // Nothing is read until it has said its word and its time is over.
  writeFileSync(place.join("now"), "");
  while (!existsSync(place.join("said"))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  vi.advanceTimersByTime(60_000);
  expect(await heard).toEqual({ block: "late" });
});

/** Writes in the middle of a letter, and again when the first half has surely been read. */
const HALVES = "printf '\\360\\237'; sleep 0.3; printf '\\232\\200'";

test("a letter that comes in two pieces is one", async () => {
  const words = await program("halves", `printf '{"decision": "block", "reason": "'; ${HALVES}; printf '"}'`);
  expect(await hook(words, 300)).toEqual({ block: "🚀" });
  expect((await runShell(HALVES, place.path, new AbortController().signal, () => undefined)).output).toBe("🚀");
});

test("a command of one's own ends with its time and everything it started, and leaves nobody waiting", async () => {
  const ground = { facts: { ...readFacts(), cwd: place.path }, childEnv: { PATH } };
  const tidy = "trap 'echo tidied; exit' TERM; while :; do sleep 0.1; done";
  expect(await shellRunner(ground, 1_500)(tidy)).toMatchObject({
    output: expect.stringContaining("tidied\n"),
    code: 124,
  });
  expect(await shellRunner(ground, 300)(`bash -c "${DEAF}"; true`)).toMatchObject({ output: "", code: 124 });
  const leaves = await program("leaves", `${LEFT_BEHIND}\necho done >&2; exit 3`);
  expect(await shellRunner(ground)(leaves)).toMatchObject({ output: "done\n", code: 3 });
});

test("a git that leaves a process behind ends with its time", async () => {
  const git = await program("git", LEFT_BEHIND);
  const call = gitAt({ git, searchPath: PATH, store: place.path, timeoutMs: 300 })({ args: ["version"] });
  await expect(call).rejects.toMatchObject({ name: "StoreFailure", kind: "busy" });
});

test("the person's own command ends when it is stopped, deaf ones too, and does not wait for what it left behind", async () => {
  const never = new AbortController().signal;
  const leaves = await program("leaves", `${LEFT_BEHIND}\necho done`);
  expect(await runShell(leaves, place.path, never, () => undefined)).toEqual({ output: "done\n", code: 0 });

  const stop = new AbortController();
  const deaf = runShell(`echo on; ${DEAF}`, place.path, stop.signal, () => stop.abort());
  expect(await deaf).toEqual({ output: "on\n", code: 130 });

  // Its group is gone, its output is not: the signal finds nobody.
  const late = new AbortController();
  const gone = runShell(leaves, place.path, late.signal, () => setTimeout(() => late.abort(), 50));
  expect((await gone).output).toBe("done\n");
});

test("where no more files can be opened, what needs a program says so", async () => {
  const script = place.join("script.mjs");
  const at = (path: string) => JSON.stringify(pathToFileURL(join(root, "src", path)).href);
  await writeFile(
    script,
    `import { openSync } from "node:fs";
     import { gitAt } from ${at("stores/files/checkpoints/git.ts")};
     import { openDockerEnvironment } from ${at("environments/docker/docker.ts")};
     import { startJob } from ${at("environments/local/job.ts")};
     import { runLocal } from ${at("environments/local/exec.ts")};
     import { runScript } from ${at("environments/remote/connection.ts")};
     import { runRemote } from ${at("environments/remote/remote-process.ts")};
     import { shellHooks } from ${at("compose/plugins/shell-hooks.ts")};
     import { SILENT_LOG } from ${at("contracts/log.ts")};
     import { runShell } from ${at("surfaces/tui/shell.ts")};
     const env = { PATH: process.env.PATH }, cwd = "/", { signal } = new AbortController();
     const setup = { launch: (text) => ({ file: "/bin/bash", args: ["-c", text] }), env, cwd };
     const connection = { kind: "ssh", client: (text) => ({ file: "bash", args: ["-c", text] }), env, lostCode: 255 };
     const hooks = { pre_tool_call: [{ command: "/bin/true", matcher: "", timeout: 9 }] };
     const hook = shellHooks({ hooks, isAllowed: () => true, cwd, env, log: SILENT_LOG });
     const docker = { program: "docker", image: "x", mounts: [], cwd, network: false, env, newId: String, newNonce: String };
     const all = [
       () => gitAt({ git: "git", searchPath: env.PATH, store: "/", timeoutMs: 9_000 })({ args: ["version"] }),
       () => openDockerEnvironment(docker),
       () => startJob("true", setup, { id: "x", pty: false }),
       () => runLocal("true", setup, { timeoutMs: 9_000, signal }),
       () => runScript(connection, "true"),
       () => runRemote("true", { connection, cwd, nonce: "n" }, { timeoutMs: 9_000, signal }),
       () => hook.preToolCall({ sessionId: "s", source: "cli", cwd, tool: "terminal", input: {} }),
       () => runShell("true", cwd, signal, () => undefined),
     ];
     await import("node:timers/promises");
     try { for (;;) openSync("/dev/null", "r"); } catch {}
     for (const one of all) {
       const said = await one().then((value) => JSON.stringify(value) ?? "nothing", (error) => error.name);
       await new Promise((resolve) => setImmediate(resolve));
       console.log(said);
     }`,
  );
  const run = promisify(execFile);
  const { stdout } = await run("bash", ["-c", 'ulimit -n 100; exec "$0" "$1"', process.execPath, script]);
  expect(stdout.trim().split("\n")).toEqual([
    "StoreFailure",
    ...Array(5).fill("EnvironmentFailure"),
    "nothing",
    '{"output":"spawn /bin/sh EMFILE","code":127}',
  ]);
});
