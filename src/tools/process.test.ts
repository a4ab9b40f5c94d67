// Background processes as the model handles them, with input through plain pipes.

import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER } from "../kernel/principal.ts";
import { createJobBoard, type JobBoard, type JobNotice } from "./jobs.ts";
import { processTool } from "./process.ts";
import { terminalTool } from "./terminal.ts";
import { type Bench, createBench } from "./testbench.ts";

let bench: Bench;
let board: JobBoard;
let notices: JobNotice[];
let now = 1_000_000;
beforeEach(async () => {
  notices = [];
  board = createJobBoard(() => now);
  board.subscribe((notice) => notices.push(notice));
  bench = await createBench([terminalTool({ jobs: board }), processTool(board, () => now)]);
});
afterEach(async () => {
  await Promise.all(board.list("s1").map(({ job }) => job.kill()));
  await bench.remove();
});

const start = async (command: string, more: object = {}) =>
  (await bench.call("terminal", { command, background: true, ...more })).session_id as string;
const act = (action: string, session_id: string, more: object = {}) =>
  bench.call("process", { action, session_id, ...more });
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test("a conversation with a process: submit, poll, close, exit code", async () => {
  const id = await start("while read -r name; do echo hello $name; done; exit 3");
  await act("submit", id, { data: "you" });
  await until(() => (board.list("s1")[0]?.job.output() ?? "") !== "");
  expect(await act("poll", id)).toMatchObject({ status: "running", output_preview: "hello you\n" });
  await act("close", id);
  expect(await act("wait", id)).toMatchObject({ status: "exited", exit_code: 3 });
  expect(await act("poll", id)).toMatchObject({ status: "exited", exit_code: 3, completion_reason: "exited" });
  expect(notices).toEqual([]);
});

test("the end is announced when asked for, unless the model saw it itself", async () => {
  const id = await start("echo bye; exit 2", { notify_on_complete: true });
  await until(() => notices.length > 0);
  expect(notices[0]).toMatchObject({ sessionId: "s1", jobId: id, type: "completed" });
  expect(notices[0]?.text).toMatch(/^\[IMPORTANT: Background process .* completed \(exit code 2\)[\s\S]*bye/);
  expect(notices[0]?.text).toMatch(/<untrusted-\w+ source="process">\n[\s\S]*bye[\s\S]*<\/untrusted-/);
  const seen = await start("true", { notify_on_complete: true });
  await act("wait", seen);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(notices).toHaveLength(1);
});

test("what a network command prints in the background taints whoever reads it, and its notices", async () => {
  const id = await start("echo 'see http://x.example'", { notify_on_complete: true });
  await until(() => notices.length > 0);
  const taint = "output of a network command";
  expect(notices[0]).toMatchObject({ taint });
  for (const action of ["poll", "log", "wait"])
    expect((await bench.raw("process", { action, session_id: id })).taint).toBe(taint);
  const own = await start("echo hi");
  await act("wait", own);
  expect((await bench.raw("process", { action: "log", session_id: own })).taint).toBeUndefined();
});

test("a watched line is announced with the line", async () => {
  await start("echo booting; echo 'Listening on 80'; sleep 60", { watch_patterns: ["Listening"] });
  await until(() => notices.length > 0);
  expect(notices[0]).toMatchObject({ type: "matched", text: expect.stringContaining("Listening on 80") });
});

test("a prompt is announced though it ends no line, and once", async () => {
  const id = await start("printf 'Password'; sleep 0.05; printf ': '; read -r word; echo; printf 'the end: %s' $word", {
    watch_patterns: ["Password", "the end"],
  });
  await until(() => notices.length > 0);
  expect(notices[0]?.text).toContain("Password");
  now += 60_000;
  await act("submit", id, { data: "x" });
  await act("wait", id);
  await until(() => notices.length > 1);
  expect(notices.map(({ text }) => text.includes("the end: x"))).toEqual([false, true]);
});

test("on a terminal the end of a line is what the Enter key sends", async () => {
  const id = await start("IFS= read -r -n 3 -d '' keys; printf %s \"$keys\" | od -An -c", { pty: true });
  await until(() => board.list("s1")[0]?.job.output() !== undefined);
  await act("submit", id, { data: "ab" });
  await act("wait", id);
  expect((await act("log", id)).output).toContain("a   b  \\r");
});

test("no more processes run than can be kept track of", async () => {
  const board = createJobBoard(() => 0);
  let count = 0;
  const job = {
    pid: 1,
    output: () => "",
    state: () => ({ type: "running" }),
    wait: () => new Promise(() => undefined),
  };
  const env = { spawn: async () => ({ ...job, id: `proc_${count++}` }) };
  const request = { sessionId: "s", principal: { type: "guest", id: "g" }, env, command: "x", watch: [] };
  const begin = () => board.start({ ...request, pty: false, unconfined: false, notifyOnComplete: false } as never);
  for (let i = 0; i < 64; i++) await begin();
  await expect(begin()).rejects.toThrow("64 background processes are running");
});

test("a process that was lost is told as lost, by every action and in its notice", async () => {
  const nothing = async () => undefined;
  const job = { id: "proc_1", pid: 77, output: () => "so far", state: () => ({ type: "lost" }) };
  const env = { spawn: async () => ({ ...job, wait: nothing, kill: nothing }) };
  const request = { sessionId: "s1", principal: OWNER, env, command: "x", watch: [], notifyOnComplete: true };
  await board.start({ ...request, pty: false, unconfined: false } as never);
  await until(() => notices.length > 0);
  expect(notices[0]?.text).toMatch(/^\[IMPORTANT: Background process proc_1 was lost\. .*may still run .* process 77/);
  const lost = { exit_code: null, note: expect.stringContaining("process 77") };
  expect(await act("poll", job.id)).toMatchObject({ ...lost, status: "exited", completion_reason: "lost" });
  expect(await act("wait", job.id)).toMatchObject({ ...lost, status: "exited", output: "so far" });
  expect(await act("kill", job.id)).toMatchObject({ status: "lost", error: expect.stringContaining("may still run") });
});

test("the log pages from an offset and without one shows the end", async () => {
  const id = await start("seq 500");
  await act("wait", id);
  expect(await act("log", id, { limit: 2 })).toMatchObject({ output: "499\n500", total_lines: 500 });
  expect(await act("log", id, { offset: 10, limit: 2 })).toMatchObject({ output: "11\n12" });
});

test("killing says so, and a process of someone else does not exist", async () => {
  const id = await start("sleep 300");
  expect(
    (await bench.call("process", { action: "kill", session_id: id }, { principal: { type: "guest", id: "g" } })).error,
  ).toContain("No process");
  expect(await act("kill", id)).toMatchObject({ status: "killed", exit_code: -15 });
  expect((await bench.call("process", { action: "list" })).processes).toMatchObject([
    { session_id: id, completion_reason: "killed" },
  ]);
});

test("processes follow a conversation into its next session and are forgotten long after their end", async () => {
  const id = await start("true");
  await act("wait", id);
  board.carry("s1", "s2");
  expect(board.list("s2").map((record) => record.id)).toEqual([id]);
  now += 31 * 60_000;
  await start("true");
  expect(board.list("s2")).toEqual([]);
});
