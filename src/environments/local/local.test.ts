// The promises of the local environment that a shared suite cannot make: groups, directories, races.

import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Environment, ExecOptions } from "../../contracts/environment.ts";
import { signalGroup } from "../process-group.ts";
import { createLocalEnvironment, type LocalOptions } from "./local.ts";

let root: string;
let env: Environment;
const open: Environment[] = [];

function create(more: Partial<LocalOptions> = {}): Environment {
  let next = 0;
  const made = createLocalEnvironment({
    cwd: root,
    home: root,
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", MARK: "passed in" },
    newId: (prefix) => `${prefix}_${next++}`,
    now: Date.now,
    ...more,
  });
  open.push(made);
  return made;
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "env-local-"));
  env = create();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.dispose()));
  await rm(root, { recursive: true, force: true });
});

const run = (command: string, options: Partial<ExecOptions> = {}) =>
  env.exec(command, { timeoutMs: 10_000, signal: new AbortController().signal, ...options });

test("a command changes the directory of the next one, even when it exits early", async () => {
  await mkdir(join(root, "deep er"));
  expect((await run("cd 'deep er' && exit 3")).code).toBe(3);
  expect(env.cwd).toBe(join(root, "deep er"));
  expect((await run("pwd")).output).toBe(`${join(root, "deep er")}\n`);
});

test("a directory that vanished fails one command and is left", async () => {
  await run("mkdir gone && cd gone");
  await rm(join(root, "gone"), { recursive: true });
  await expect(run("echo x")).rejects.toMatchObject({ kind: "not-found", message: expect.stringContaining(root) });
  expect((await run("pwd")).output).toBe(`${root}\n`);
});

test("an explicit directory is for one command only", async () => {
  await mkdir(join(root, "sub"));
  expect((await run("pwd; cd /", { cwd: "sub" })).output).toBe(`${join(root, "sub")}\n`);
  expect(env.cwd).toBe(root);
});

test("a script may use descriptor 3 without disturbing the directory report", async () => {
  expect((await run("exec 3>three; echo text >&3; exec 3>&-; cat three")).output).toBe("text\n");
  expect(env.cwd).toBe(root);
  expect(await readFile(join(root, "three"), "utf8")).toBe("text\n");
});

test("stdout and stderr arrive in the order they were written", async () => {
  expect((await run("echo a; echo b >&2; echo c")).output).toBe("a\nb\nc\n");
});

test("children get the environment passed in and nothing of ours", async () => {
  const { output } = await run("env");
  expect(output).toContain("MARK=passed in");
  expect(output).not.toContain("VITEST");
});

test("an abort ends the whole group, also what ignores SIGTERM", async () => {
  const abort = new AbortController();
  const seen = Promise.withResolvers<void>();
  const running = run("trap '' TERM; (trap '' TERM; sleep 300) & echo $$; sleep 300; sleep 300", {
    signal: abort.signal,
    onOutput: () => seen.resolve(),
  });
  await seen.promise;
  abort.abort();
  const result = await running;
  expect(result).toMatchObject({ code: 130, ended: "aborted" });
  await gone(Number(result.output));
});

test("a timeout reports 124 and keeps what was printed", async () => {
  const result = await run("echo before; sleep 300", { timeoutMs: 300 });
  expect(result).toMatchObject({ code: 124, ended: "timed-out", output: "before\n" });
});

test("a descendant that keeps the pipe open does not hold the result back", async () => {
  const result = await run("sleep 300 & echo $!");
  expect(result.code).toBe(0);
  process.kill(Number(result.output));
});

test("long output keeps whole characters at both ends of the gap", async () => {
  const result = await run("for i in $(seq 2000); do printf 'äöü€😀'; done", { maxBytes: 1_001 });
  expect(result.omittedBytes).toBeGreaterThan(0);
  expect(result.output).not.toContain("\uFFFD");
  expect(result.output).toContain("omitted");
});

test("input reaches the command; a command that does not read it still ends", async () => {
  expect((await run("cat", { stdin: "hello" })).output).toBe("hello");
  expect((await run("true", { stdin: "x".repeat(1_000_000) })).code).toBe(0);
});

test("a command no shell takes is refused in words, in the background too", async () => {
  const long = `: ${"x".repeat(130_000)}`;
  await expect(run(long)).rejects.toMatchObject({ kind: "too-large", message: expect.stringContaining("write_file") });
  await expect(env.spawn(long, {})).rejects.toMatchObject({ kind: "too-large" });
  await expect(run("echo a\0b")).rejects.toThrow("NUL");
  expect((await run(`: ${"x".repeat(119_000)}; echo fits`)).output).toBe("fits\n");
});

test("a program on a terminal that does not read holds nobody up, and one that does gets it all", async () => {
  const deaf = await env.spawn("stty raw -echo; echo ready; sleep 60", { pty: true });
  await expect.poll(() => deaf.output()).toContain("ready");
  await expect(deaf.write("x".repeat(200_000))).rejects.toThrow(/does not read its input/);
  await deaf.kill();
  const reader = await env.spawn("stty raw -echo; echo ready; head -c 200000 | sha1sum", { pty: true });
  await expect.poll(() => reader.output()).toContain("ready");
  const words = "ü".repeat(100_000);
  await reader.write(words);
  await reader.wait(20_000, new AbortController().signal);
  expect(reader.output()).toContain(createHash("sha1").update(words).digest("hex"));
});

test("what a process does not read waits for it, up to a limit", async () => {
  const job = await env.spawn("sleep 300", {});
  await job.write("x".repeat(300_000));
  await expect(job.write("x".repeat(900_000))).rejects.toThrow(/does not read its input.*nothing of this was written/);
  await job.write("x".repeat(500_000));
  await job.kill();
});

test("more than may wait reaches a process that reads, whole; one that stops was told where", async () => {
  const text = "aé€😀".repeat(400_000);
  const reader = await env.spawn("sha256sum", {});
  await reader.write(text);
  await reader.closeInput();
  await reader.wait(60_000, new AbortController().signal);
  expect(reader.output()).toContain(createHash("sha256").update(text).digest("hex"));
  const sleeper = await env.spawn("sleep 300", {});
  await expect(sleeper.write(text)).rejects.toThrow(/the first \d+ of 4000000 bytes were written\. Go on when/);
  await sleeper.kill();
});

test("a pty is a terminal", async () => {
  expect((await run("test -t 1 && echo yes", { pty: true })).output).toContain("yes");
  await run("mkdir -p 'in ü'");
  expect((await run("cd 'in ü'; exit 3", { pty: true })).code).toBe(3);
  expect((await run("pwd")).output.trimEnd()).toMatch(/\/in ü$/);
});

test("writing through a link changes its target and keeps the link and the mode", async () => {
  await writeFile(join(root, "real"), "old", { mode: 0o640 });
  await symlink("real", join(root, "link"));
  await env.write("link", Buffer.from("new"));
  expect(await readlink(join(root, "link"))).toBe("real");
  expect(await readFile(join(root, "real"), "utf8")).toBe("new");
  expect((await stat(join(root, "real"))).mode & 0o777).toBe(0o640);
});

test("the guard judges where a path really leads, for reading, writing, removing and renaming", async () => {
  const secret = join(root, "secret");
  await mkdir(secret);
  await writeFile(join(secret, "key"), "k");
  await symlink(secret, join(root, "innocent"));
  const guarded = create({ guard: (path) => (path.startsWith(`${secret}/`) ? "secrets stay here" : undefined) });
  const refused = { kind: "denied", message: "secrets stay here" };
  await expect(guarded.read("innocent/key")).rejects.toMatchObject(refused);
  await expect(guarded.write("innocent/other", Buffer.from(""))).rejects.toMatchObject(refused);
  await expect(guarded.remove("innocent/key")).rejects.toMatchObject(refused);
  await expect(guarded.rename("innocent/key", "out")).rejects.toMatchObject(refused);
  expect(await readFile(join(secret, "key"), "utf8")).toBe("k");
});

test("a named pipe is refused, not waited for", async () => {
  await run("mkfifo pipe");
  await expect(env.read("pipe")).rejects.toMatchObject({ kind: "denied" });
});

test("a job takes input without a terminal and ends with the environment", async () => {
  const job = await env.spawn("while read -r line; do echo got $line; done", {});
  await job.write("one\n");
  await until(() => job.output() === "got one\n");
  await env.dispose();
  expect(job.state()).toEqual({ type: "killed" });
  await gone(job.pid);
});

test("closing the input lets a job finish by itself", async () => {
  const job = await env.spawn("cat; exit 4", {});
  await job.write("text");
  await job.closeInput();
  await job.wait(10_000, new AbortController().signal);
  expect(job.state()).toEqual({ type: "exited", code: 4 });
  expect(job.output()).toBe("text");
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const gone = (group: number) => until(() => !signalGroup(group, 0));
