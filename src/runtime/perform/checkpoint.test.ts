import { expect, test } from "vitest";
import type { Checkpoints, Saved, SaveOptions } from "../../contracts/checkpoints.ts";
import type { AgentEvent } from "../../contracts/session.ts";
import { defineTool, jsonResult, type Tool } from "../../contracts/tool.ts";
import { StoreFailure } from "../../kernel/failure.ts";
import { fakeEnvironment } from "../../testing/fake-environment.ts";
import { fakeLog } from "../../testing/fakes.ts";
import type { TurnScope } from "../turn-scope.ts";
import { checkpointBefore, checkpointsOfReply } from "./checkpoint.ts";

const aTool = (name: string, effect: Tool["effect"]): Tool =>
  defineTool({
    ...{ name, effect, toolset: "test", description: "", output: "own" },
    input: { decode: (value: unknown) => ({ type: "ok", value }), json: {} },
    touches: () => [],
    run: async () => jsonResult({}),
  });

const TERMINAL = aTool("terminal", "execute");
const WRITE = aTool("write_file", "write");

interface Taken extends SaveOptions {
  readonly dir: string;
  readonly reason: string;
}

function turn(save: (taken: Taken) => Promise<Saved> = async () => ({ type: "saved", id: "a1", leftOut: [] })) {
  const taken: Taken[] = [];
  const events: AgentEvent[] = [];
  const checkpoints = {
    projectOf: async (path: string) => (path.startsWith("/workspace") ? "/workspace" : path.replace(/\/[^/]*$/, "")),
    save: async (dir: string, reason: string, options: SaveOptions) => {
      taken.push({ dir, reason, ...options });
      return save({ dir, reason, ...options });
    },
  } as unknown as Checkpoints;
  const scope = {
    checkpoints: {
      checkpoints,
      endangers: async (command: string) =>
        command.startsWith("rm") ? command.split(" ").filter((word) => word.startsWith("/")) : undefined,
    },
    env: fakeEnvironment({ cwd: "/workspace" }),
    log: fakeLog(),
    state: {},
  } as unknown as TurnScope;
  const run = (tool: Tool, input: unknown, paths: readonly string[] = []) =>
    checkpointBefore(scope, { tool, input, paths }, (event) => void events.push(event));
  const reply = (...edits: readonly string[]) => checkpointsOfReply(scope, [{ tool: WRITE, paths: edits }]);
  const notices = () => events.flatMap((event) => (event.type === "notice" ? [`${event.level}: ${event.text}`] : []));
  return { taken, run, reply, notices, scope };
}

test("the edits of a reply share one snapshot per project, which holds what each of them changes", async () => {
  const { taken, run, reply } = turn();
  reply("/workspace/a", "/workspace/b");
  await Promise.all([run(WRITE, {}, ["/workspace/a"]), run(WRITE, {}, ["/workspace/b"])]);
  await run(WRITE, {}, ["/other/c"]);
  expect(taken).toEqual([
    { dir: "/workspace", reason: "before write_file", also: ["/workspace/a", "/workspace/b"] },
    { dir: "/other", reason: "before write_file", also: ["/other/c", "/workspace/a", "/workspace/b"] },
  ]);
});

test("what a reply wrote is saved before the next one edits it, and the state before the turn is kept", async () => {
  let made = 0;
  const { taken, run, reply } = turn(async () => ({ type: "saved", id: `id${++made}`, leftOut: [] }));
  for (let round = 0; round < 3; round += 1) {
    reply("/workspace/a");
    await run(WRITE, {}, ["/workspace/a"]);
  }
  expect(taken.map(({ pinned }) => pinned)).toEqual([undefined, "id1", "id1"]);
});

test("an edit waits until the snapshot it shares is done", async () => {
  const gate = Promise.withResolvers<void>();
  const { run } = turn(async () => {
    await gate.promise;
    return { type: "saved", id: "a1", leftOut: [] };
  });
  const order: string[] = [];
  const both = Promise.all([
    run(WRITE, {}, ["/workspace/a"]).then(() => order.push("first")),
    run(WRITE, {}, ["/workspace/b"]).then(() => order.push("second")),
  ]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([]);
  gate.resolve();
  await both;
  expect(order).toHaveLength(2);
});

test("looking takes none; every command that may lose something takes its own, and so does an edit after it", async () => {
  const { taken, run } = turn();
  await run(TERMINAL, { command: "ls" });
  await run(aTool("read_file", "read"), {}, ["/workspace/a"]);
  await run(aTool("memory", "write"), { action: "add" });
  expect(taken).toEqual([]);
  await run(WRITE, {}, ["/workspace/a"]);
  await run(TERMINAL, { command: "rm -rf src" });
  await run(TERMINAL, { command: "rm -rf lib" });
  await run(WRITE, {}, ["/workspace/b"]);
  await run(WRITE, {}, ["/workspace/c"]);
  expect(taken.map(({ reason }) => reason)).toEqual([
    "before write_file",
    "before terminal: rm -rf src",
    "before terminal: rm -rf lib",
    "before write_file",
  ]);
});

test("what a command may lose elsewhere is saved as well; scripts may do anything", async () => {
  const { taken, run } = turn();
  await run(TERMINAL, { command: "rm -rf /else/where /usr/bin/env" });
  expect(taken.map(({ dir }) => dir)).toEqual(["/workspace", "/else"]);
  const other = turn();
  await other.run(aTool("execute_code", "execute"), { code: "print(1)" });
  expect(other.taken).toHaveLength(1);
});

test("a snapshot that fails is said once and stops nothing", async () => {
  const { run, reply, notices } = turn(async () => {
    throw new StoreFailure("full", "Checkpoints: the disk is full.");
  });
  await run(WRITE, {}, ["/workspace/a"]);
  reply("/workspace/b");
  await run(WRITE, {}, ["/workspace/b"]);
  expect(notices()).toEqual(["warning: No checkpoint before write_file: Checkpoints: the disk is full."]);
});

test("without checkpoints, and where files are elsewhere, nothing happens", async () => {
  const { taken, run, scope } = turn();
  Object.assign(scope, { env: { ...scope.env, kind: "ssh" } });
  await run(WRITE, {}, ["/workspace/a"]);
  Object.assign(scope, { env: { ...scope.env, kind: "local" }, checkpoints: undefined });
  await run(WRITE, {}, ["/workspace/a"]);
  expect(taken).toEqual([]);
});
