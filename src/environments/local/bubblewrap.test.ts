// The sandbox where this system offers one; what it must hold against is tried for real.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Environment } from "../../contracts/environment.ts";
import { fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { environmentSuite } from "../../testing/suites/environment-suite.ts";
import {
  bubblewrapArguments,
  bubblewrapSandbox,
  gitControlPaths,
  probeBubblewrap,
  type SandboxPolicy,
} from "./bubblewrap.ts";
import { createLocalEnvironment } from "./local.ts";

const env = { PATH: process.env.PATH ?? "/usr/bin:/bin" };
const probe = await probeBubblewrap(env.PATH, env);

function confined(work: string, more: Partial<SandboxPolicy> = {}): Environment {
  if (probe.type === "missing") throw new Error(probe.why);
  const policy = { writable: [work], readOnly: gitControlPaths(`${work}/.git`), hidden: [], network: false, ...more };
  return createLocalEnvironment({
    cwd: work,
    home: work,
    env,
    now: Date.now,
    newId: fakeIds().id,
    sandbox: bubblewrapSandbox(probe.program, policy),
  });
}

describe.skipIf(probe.type === "missing")("bubblewrap", () => {
  environmentSuite(
    "local (confined)",
    async () => {
      const work = await tempDir();
      const made = confined(work.path);
      return {
        env: made,
        async dispose() {
          await made.dispose();
          await work.remove();
        },
      };
    },
    { commands: "shell" },
  );

  let work: TempDir;
  let outside: TempDir;
  beforeEach(async () => {
    [work, outside] = await Promise.all([tempDir(), tempDir()]);
  });
  afterEach(() => Promise.all([work.remove(), outside.remove()]));
  const run = (made: Environment, command: string) =>
    made.exec(command, { timeoutMs: 10_000, signal: new AbortController().signal });

  test("what a person allowed runs outside of it, in the background too", async () => {
    const made = confined(work.path);
    const never = new AbortController().signal;
    for (const unconfined of [false, true]) {
      const name = outside.join(`exec-${unconfined}`);
      await made.exec(`echo x > ${name}`, { timeoutMs: 10_000, signal: never, unconfined });
      const job = await made.spawn(`echo x > ${outside.join(`spawn-${unconfined}`)}`, { unconfined });
      await job.wait(10_000, never);
    }
    expect((await readdir(outside.path)).sort()).toEqual(["exec-true", "spawn-true"]);
    await made.dispose();
  });

  test("writes stay in the workspace, also through links and renames", async () => {
    await writeFile(outside.join("kept"), "old");
    const made = confined(work.path);
    await run(
      made,
      `echo x > inside; ln -s ${outside.path} link; echo y > link/kept; mv inside ${outside.join("moved")}; rm -f ${outside.join("kept")}`,
    );
    expect(await readFile(outside.join("kept"), "utf8")).toBe("old");
    expect(await made.stat("inside")).toBeDefined();
  });

  test("git hooks cannot be planted and hidden files are not there", async () => {
    await mkdir(work.join(".git/hooks"), { recursive: true });
    await writeFile(outside.join("key"), "secret");
    await mkdir(outside.join("dir"));
    await writeFile(outside.join("dir/token"), "secret");
    const made = confined(work.path, { hidden: [outside.join("key"), outside.join("dir")] });
    const { output } = await run(
      made,
      `echo x > .git/hooks/pre-commit; cat ${outside.join("key")} ${outside.join("dir/token")}`,
    );
    expect(output).not.toContain("secret");
    expect(await made.stat(".git/hooks/pre-commit")).toBeUndefined();
  });

  test("of rules about nested places the narrower one counts, whichever comes first", async () => {
    await mkdir(work.join("home/workspace"), { recursive: true });
    const made = confined(work.path, {
      writable: [work.join("home/workspace"), work.path],
      readOnly: [work.join("home")],
    });
    await run(made, "echo x > outer; echo x > home/planted; echo x > home/workspace/inner");
    expect(await made.stat("outer")).toBeDefined();
    expect(await made.stat("home/planted")).toBeUndefined();
    expect(await made.stat("home/workspace/inner")).toBeDefined();
  });

  test("the network is there only when allowed", async () => {
    const server = createServer((socket) => socket.end("hello")).listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    const read = `exec 3<>/dev/tcp/127.0.0.1/${(server.address() as AddressInfo).port} && cat <&3`;
    expect((await run(confined(work.path), read)).output).not.toContain("hello");
    expect((await run(confined(work.path, { network: true }), read)).output).toContain("hello");
    await new Promise((done) => server.close(done));
  });
});

test("narrow rules come after wide ones, and what is not there is not named", () => {
  const policy = { writable: ["/w"], readOnly: ["/w/.git/hooks"], hidden: ["/h/key", "/h/none"], network: false };
  const line = bubblewrapArguments(policy, "/w", (path) => (path === "/h/key" ? "file" : undefined)).join(" ");
  expect(line).toMatch(
    /--ro-bind \/ \/ .*--bind-try \/w \/w --ro-bind-try \/w\/\.git\/hooks \/w\/\.git\/hooks --ro-bind \/dev\/null \/h\/key/,
  );
  expect(line).not.toContain("/h/none");
  expect(line).toContain("--unshare-net");
});

test("an environment without a sandbox says so", () => {
  expect(createLocalEnvironment({ cwd: "/", home: "/", env, newId: String, now: Date.now }).confinement).toMatch(
    /^none/,
  );
});
