// What may run, what is asked about and what never runs, as commands are typed.

import { expect, test } from "vitest";
import type { Verdict } from "../contracts/gate.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { call, contextOf, OPTIONS, toolOf, WORKSPACE, type World } from "../testing/gate-call.ts";
import { commandGate } from "./command-gate.ts";

const run = (command: string, world?: World, more = {}): Promise<Verdict> =>
  Promise.resolve(commandGate({ ...OPTIONS, ...more }).check(call({ command }), toolOf(), contextOf(world)));

test("lets plain work through, asks about the rest, denies catastrophes", async () => {
  expect(await run("ls -la")).toEqual({ type: "allow" });
  expect(await run("rm -rf build")).toMatchObject({ type: "ask", subject: "rm -rf build" });
  expect(await run("rm -rf /")).toMatchObject({ type: "deny" });
});

test("looks at the working directory the call asks for", async () => {
  const verdict = await commandGate(OPTIONS).check(
    call({ command: "touch a", workdir: "/etc" }),
    toolOf(),
    contextOf(),
  );
  expect(verdict).toMatchObject({ type: "ask" });
});

test("a link in the workspace that leads out of it is no free way to write", async () => {
  const links = { [`${WORKSPACE}/out`]: "/srv/out", [`${WORKSPACE}/keys`]: "/home/ann/.ssh/authorized_keys" };
  expect(await run("echo x > out", { links })).toMatchObject({
    type: "ask",
    reasons: [expect.stringContaining("/srv/out")],
  });
  expect(await run("cat out", { links })).toEqual({ type: "allow" });
  expect(await run("echo x >> keys", { links })).toMatchObject({ type: "deny" });
});

test("a symlink in the workspace is no way to a guarded file", async () => {
  const links = { [`${WORKSPACE}/notes`]: "/home/ann/.ssh/id_rsa" };
  expect(await run("cat notes", { links })).toMatchObject({ type: "deny" });
});

test("what is typed into a running job is judged like a command", async () => {
  const verdict = await commandGate(OPTIONS).check(
    call({ action: "write", data: "rm -rf ~\n" }),
    toolOf(),
    contextOf(),
  );
  expect(verdict).toMatchObject({ type: "deny" });
});

test("a program that asks by itself is no comfort where it can be answered", async () => {
  const gate = commandGate(OPTIONS);
  const check = (pty: boolean) => gate.check(call({ command: "rm -ri src", pty }), toolOf(), contextOf());
  expect(await check(false)).toEqual({ type: "allow" });
  expect(await check(true)).toMatchObject({ type: "ask" });
});

test("allow rules and the reference's allow-list lift questions, never denials", async () => {
  expect(await run("rm -rf build", {}, { allow: ["rm -rf build"] })).toEqual({ type: "allow" });
  expect(await run("sudo rm -rf build", {}, { allow: ["rm -rf build"] })).toMatchObject({ type: "ask" });
  expect(await run("rm -rf build; sudo ls", {}, { allow: ["rm -rf build"] })).toMatchObject({ type: "ask" });
  expect(await run("rm -rf /", {}, { allow: ["*"] })).toMatchObject({ type: "deny" });
  expect(await run("rm -rf build", {}, { allowList: ["recursive delete"] })).toEqual({ type: "allow" });
});

test("what nobody can read is never allowed for good", async () => {
  expect(await run('eval "$(cat x)"')).toMatchObject({ scopes: ["once", "task", "session"] });
});

test("a path no system could hold is asked about, and ends no turn", async () => {
  const long = `/home/ann/shop/${"a".repeat(5_000)}`;
  const context = contextOf();
  const realPath = async (path: string) => {
    throw new EnvironmentFailure("io", `${path.slice(0, 20)}: ENAMETOOLONG`);
  };
  const gate = commandGate(OPTIONS);
  const check = (command: string) =>
    gate.check(call({ command }), toolOf(), { ...context, env: { ...context.env, realPath } });
  expect(await check(`cat ${long}`)).toMatchObject({ type: "ask" });
  expect(await check(`rm -rf / ${long}`)).toMatchObject({ type: "deny" });
  expect(await check(`cat ${Array.from({ length: 300 }, (_, n) => `f${n}`).join(" ")}`)).toMatchObject({ type: "ask" });
});

test("in a container or behind ssh the workspace and the home are the ones over there", async () => {
  const context = contextOf();
  const resolve = (path: string) => (path === "~" ? "/root" : path.startsWith("/") ? path : `/workspace/${path}`);
  const env = { ...context.env, kind: "docker" as const, cwd: "/workspace/src", workspace: "/workspace", resolve };
  const there = (command: string) =>
    commandGate(OPTIONS).check(call({ command }), toolOf(), {
      ...context,
      env: { ...env, realPath: async (path) => path },
    });
  expect(await there("touch a ../b && npm test")).toEqual({ type: "allow" });
  expect(await there("touch /srv/a")).toMatchObject({ type: "ask" });
  expect(await there("rm -rf ~")).toMatchObject({ type: "deny" });
  expect(await there("cat /workspace/.hermes/config.yaml")).toMatchObject({ type: "deny" });
});
