import { expect, test } from "vitest";
import { defineTool, jsonResult, type Tool } from "../contracts/tool.ts";
import type { FileChange } from "../kernel/compress/file-lists.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { createFileWatch } from "./file-watch.ts";

const aTool = (name: string, effect: Tool["effect"]): Tool =>
  defineTool<{ path?: string }>({
    ...{ name, effect, toolset: "test", description: "", output: "own" },
    input: { decode: (value) => ({ type: "ok", value: value as object }), json: {} },
    touches: ({ path }) => (path === undefined ? [] : [path]),
    run: async () => jsonResult({}),
  });

/** Commands that begin with `look` only read. */
function setUp() {
  const env = fakeEnvironment({ cwd: "/w", files: { "/w/a": "1", "/elsewhere/b": "1" } });
  const looks: string[] = [];
  const state = { running: false, blind: false, afterLook: (): void => undefined };
  const watch = createFileWatch(
    {
      ownHomes: [],
      isRunning: () => state.running,
      reachOf: async (command, cwd) =>
        command.startsWith("look")
          ? { type: "reads" }
          : { type: "may-change", named: command.match(/\/\S+/g) ?? [], touched: [], folders: [cwd] },
    },
    {
      ...env,
      resolve: (path) => (path === "~" ? "/home/ann" : env.resolve(path)),
      look: async (looking) => {
        looks.push(looking.folders.join());
        if (state.blind) throw new EnvironmentFailure("unavailable", "no find");
        const seen = await env.look(looking);
        state.afterLook();
        return seen;
      },
    },
  );
  const run = async (tool: Tool, input: object, act: () => unknown): Promise<readonly FileChange[]> => {
    const around = watch.around({ tool, input, sessionId: "s" }, async () => {
      await act();
      return jsonResult({});
    });
    return (await around).changes ?? [];
  };
  return { env, looks, state, watch, run };
}

const TERMINAL = aTool("terminal", "execute");
const WRITE = aTool("write_file", "write");

test("a command that only reads is run without a look", async () => {
  const { env, looks, run } = setUp();
  expect(await run(TERMINAL, { command: "look" }, () => env.put("/w/a", "2"))).toEqual([]);
  expect(looks).toEqual([]);
});

test("what changes while a command or a script runs is told, also where it was named elsewhere", async () => {
  const { env, run } = setUp();
  const changed = await run(TERMINAL, { command: "make /elsewhere/b" }, () => {
    env.put("/w/a", "2");
    env.put("/elsewhere/b", "2");
  });
  expect(changed).toEqual([
    { path: "/elsewhere/b", state: "changed" },
    { path: "/w/a", state: "changed" },
  ]);
  expect(await run(aTool("execute_code", "execute"), { code: "x" }, () => env.put("/w/c", "1"))).toEqual([
    { path: "/w/c", state: "created" },
  ]);
});

test("where nobody can look, the call runs once and the workspace is unseen", async () => {
  const { run, state } = setUp();
  let times = 0;
  state.blind = true;
  const unseen = [{ path: "/w/", state: "unseen" }];
  expect(await run(TERMINAL, { command: "make" }, () => times++)).toEqual(unseen);
  expect(times).toBe(1);
  state.blind = false;
  expect(
    await run(TERMINAL, { command: "make" }, () => {
      times++;
      state.blind = true;
    }),
  ).toEqual(unseen);
  expect(times).toBe(2);
});

test("a call that fails is not run a second time", async () => {
  const { run } = setUp();
  let times = 0;
  const broken = new EnvironmentFailure("unavailable", "the connection broke");
  const failing = run(TERMINAL, { command: "make" }, () => {
    times++;
    throw broken;
  });
  await expect(failing).rejects.toBe(broken);
  expect(times).toBe(1);
});

test("what the background changes is told by the next call or before a compaction, once, and no file another tool wrote", async () => {
  const { env, run, state, watch } = setUp();
  await run(TERMINAL, { command: "make" }, () => {
    state.running = true;
  });
  env.put("/w/by-job", "1");
  await run(WRITE, { path: "/w/by-tool" }, () => env.put("/w/by-tool", "1"));
  expect(await run(TERMINAL, { command: "look" }, () => undefined)).toEqual([{ path: "/w/by-job", state: "created" }]);
  env.put("/w/by-job", "22");
  expect(await watch.sinceLast("s")).toEqual([{ path: "/w/by-job", state: "changed" }]);
  expect(await watch.sinceLast("s")).toEqual([]);
  env.put("/w/last", "1");
  state.running = false;
  expect(await run(TERMINAL, { command: "make" }, () => env.put("/w/a", "2"))).toEqual([
    { path: "/w/last", state: "created" },
    { path: "/w/a", state: "changed" },
  ]);
  env.put("/w/by-hand", "1");
  expect(await watch.sinceLast("s")).toEqual([]);
});

test("a file that was written has been written, also where nobody can look at it afterwards", async () => {
  const { env, run, state } = setUp();
  await run(TERMINAL, { command: "make" }, () => {
    state.running = true;
  });
  state.blind = true;
  expect(await run(WRITE, { path: "/w/by-tool" }, () => env.put("/w/by-tool", "1"))).toEqual([]);
});

test("what a process writes in its last moment, behind the look, is not lost", async () => {
  const { env, run, state, watch } = setUp();
  await run(TERMINAL, { command: "make" }, () => {
    state.running = true;
    state.afterLook = () => {
      env.put("/w/last", "1");
      state.running = false;
    };
  });
  state.afterLook = () => undefined;
  expect(await watch.sinceLast("s")).toEqual([{ path: "/w/last", state: "created" }]);
});

test("a call inside a watched one is watched only where the outer one is not", async () => {
  const { env, run } = setUp();
  const inner: FileChange[] = [];
  const outer = await run(TERMINAL, { command: "make" }, async () => {
    const command = { command: "make /elsewhere/b" };
    inner.push(
      ...(await run(TERMINAL, command, () => {
        env.put("/w/a", "2");
        env.put("/elsewhere/b", "2");
      })),
    );
  });
  expect(inner).toEqual([{ path: "/elsewhere/b", state: "changed" }]);
  expect(outer).toEqual([{ path: "/w/a", state: "changed" }]);
});
