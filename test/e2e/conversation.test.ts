// The product as a person meets it: the built command against the scripted server and the offline model.

import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call, calls, fail, reply } from "../../src/testing/script.ts";
import { customModel, HERMES, isRunning } from "./program.ts";
import { servedPlace } from "./served-place.ts";

const here = servedPlace();
const serve = (...script: Parameters<typeof here.serve>[0]) => here.serve(script);

describe("one question", () => {
  test("with no key and no network the offline model answers, and stdout is the answer only", async () => {
    const ran = await here.place.run(["-z", "hello"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain("offline model");
  });
  test("flags may stand before or after the prompt", async () => {
    const server = await serve(reply("one"), reply("two"));
    expect((await here.place.run(["-m", "other", "-z", "hi"])).stdout).toBe("one\n");
    expect((await here.place.run(["-z", "hi", "-m", "other"])).stdout).toBe("two\n");
    expect(server.requests.map((request) => (request.body as { model: string }).model)).toEqual(["other", "other"]);
  });
  test("tools run, and words before them are not the answer", async () => {
    await writeFile(join(here.place.cwd, "note.txt"), "the secret ingredient is basil");
    const server = await serve(
      calls(call("read_file", { path: "note.txt" }), call("terminal", { command: "echo out" })),
      reply("Basil."),
    );
    expect(await here.place.run(["-z", "what is it?"])).toMatchObject({ code: 0, stdout: "Basil.\n", stderr: "" });
    const sent = JSON.stringify(server.requests[1]?.body);
    expect(sent).toContain("basil");
    expect(sent).toContain("untrusted-");
  });
  test("-Q prints the answer, and the session id on stderr", async () => {
    await serve(reply("quiet"));
    const ran = await here.place.run(["chat", "-q", "hi", "-Q"]);
    expect(ran).toMatchObject({ code: 0, stdout: "quiet\n" });
    expect(ran.stderr).toMatch(/^session_id: \d{8}_\d{6}_[0-9a-f]{6}\n$/);
  });
  test.each([[["-Q", "-z", "hello"]], [["-z", "hello", "-Q"]]])("%j says which session it was", async (args) => {
    const ran = await here.place.run(args);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("offline model") });
    expect(ran.stderr).toMatch(/^session_id: \d{8}_\d{6}_[0-9a-f]{6}\n$/);
  });
  test("runs from any directory and through any chain of links", async () => {
    const deep = join(here.place.cwd, "a b");
    await mkdir(deep);
    await symlink(HERMES, join(deep, "first"));
    await symlink("first", join(deep, "second"));
    const { execFileSync } = await import("node:child_process");
    expect(execFileSync(join(deep, "second"), ["--version"], { cwd: "/" }).toString()).toMatch(/^hermes \d+\.\d+/);
  });
});

describe("sessions", () => {
  test("-c goes on with the same prefix, byte for byte", async () => {
    const server = await serve(reply("first"), reply("second"));
    await here.place.run(["-z", "one"]);
    await writeFile(join(here.place.cwd, "AGENTS.md"), "A rule that came later.");
    expect((await here.place.run(["-c", "-z", "two"])).stdout).toBe("second\n");
    const [before, after] = server.requests.map((request) => request.body as { messages: unknown[]; tools: unknown[] });
    expect(JSON.stringify(after?.messages.slice(0, before?.messages.length))).toBe(JSON.stringify(before?.messages));
    expect(JSON.stringify(after?.tools)).toBe(JSON.stringify(before?.tools));
  });
  test("-r takes an id, a unique prefix of it, and says what is wrong otherwise", async () => {
    await serve(reply("a"), reply("b"), reply("c"));
    const first = await here.place.run(["chat", "-q", "hi", "-Q"]);
    const id = /session_id: (\S+)/.exec(first.stderr)?.[1] ?? "";
    expect((await here.place.run(["-r", id, "-z", "again"])).stdout).toBe("b\n");
    expect((await here.place.run(["-r", id.slice(0, 18), "-z", "again"])).stdout).toBe("c\n");
    expect(await here.place.run(["-r", "19990101", "-z", "again"])).toMatchObject({ code: 1, stdout: "" });
  });
  test("a project's rules reach the model from the first message", async () => {
    await writeFile(join(here.place.cwd, "AGENTS.md"), "Always answer in haiku.");
    const server = await serve(reply("ok"));
    await here.place.run(["-z", "hi"]);
    expect(JSON.stringify(server.requests[0]?.body)).toContain("Always answer in haiku.");
  });
});

describe("what is refused", () => {
  test("a catastrophe is denied even with --yolo, and nothing runs", async () => {
    const marker = join(here.place.cwd, "marker");
    const server = await serve(
      calls(call("terminal", { command: `rm -rf / --no-preserve-root; touch ${marker}` })),
      reply("fine"),
    );
    await here.place.run(["-z", "clean up", "--yolo"]);
    await expect(readFile(marker)).rejects.toMatchObject({ code: "ENOENT" });
    expect(JSON.stringify(server.requests[1]?.body)).toContain("success");
  });
  test("a dangerous command is refused when nobody can approve it", async () => {
    const target = join(here.place.cwd, "keep");
    await mkdir(target);
    await writeFile(join(target, "x"), "x");
    await serve(calls(call("terminal", { command: "rm -rf keep" })), reply("fine"));
    await here.place.run(["-z", "clean up"]);
    expect(await readFile(join(target, "x"), "utf8")).toBe("x");
  });
});

describe("what goes wrong ends in one clear sentence", () => {
  const oneSentence = (text: string) => expect(text.trim().split("\n")).toHaveLength(1);

  test("an unknown flag", async () => {
    const ran = await here.place.run(["--frobnicate"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    oneSentence(ran.stderr);
  });
  test("an unknown toolset", async () => {
    expect(await here.place.run(["-z", "hi", "-t", "nosuch"])).toMatchObject({ code: 2, stdout: "" });
  });
  test("a broken config", async () => {
    await here.place.configure("model: [\n");
    const ran = await here.place.run(["-z", "hi"]);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toContain("config.yaml");
    oneSentence(ran.stderr);
  });
  test("a dead endpoint, named, without the key", async () => {
    await here.place.configure(customModel("http://127.0.0.1:9", "agent:\n  api_max_retries: 0\n"));
    const ran = await here.place.run(["-z", "hi"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("127.0.0.1:9");
    expect(ran.stderr).not.toContain("canary");
  });
  test("a refused key, with what to do, without the key", async () => {
    await serve(fail("auth"));
    const ran = await here.place.run(["-z", "hi"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("api_key");
    expect(ran.stderr).not.toContain("canary");
  });
  test("a provider without a key", async () => {
    const ran = await here.place.run(["-z", "hi", "--provider", "anthropic", "-m", "claude-opus-5-5"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("ANTHROPIC_API_KEY");
    oneSentence(ran.stderr);
  });
  test("a home that cannot be written, as a user without rights", async () => {
    const { chmod } = await import("node:fs/promises");
    await mkdir(here.place.home);
    await chmod(here.place.cwd, 0o755);
    const ran = await here.place.run(["-z", "hi"], { uid: 65_534 });
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    oneSentence(ran.stderr);
  });
  test("an empty prompt", async () => {
    expect(await here.place.run(["-z", "  "])).toMatchObject({ code: 2, stdout: "" });
  });
});

test("two processes on one home work side by side; the same session is refused", async () => {
  const server = await serve(reply("a"), reply("b"), reply("c"), reply("d"));
  const ran = await Promise.all(["1", "2", "3", "4"].map((word) => here.place.run(["-z", word])));
  expect(ran.map((one) => one.code)).toEqual([0, 0, 0, 0]);
  expect(new Set(ran.map((one) => one.stdout)).size).toBe(4);
  expect(server.requests).toHaveLength(4);
});

test.each([
  ["Ctrl-C", "SIGINT", 130],
  ["a polite end", "SIGTERM", 143],
  ["a terminal that closes", "SIGHUP", 129],
] as const)("%s stops the call and its commands, and the exit code names %s", async (_what, signal, code) => {
  const server = await serve(
    calls(call("terminal", { command: "echo $$ > pid; sleep 60; echo woke" })),
    reply("never"),
  );
  const child = here.place.start(["-z", "wait", "--yolo"]);
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  await server.arrived(1);
  const pid = await waitFor(
    async () => Number(await readFile(join(here.place.cwd, "pid"), "utf8").catch(() => "")) || undefined,
  );
  child.kill(signal);
  expect(await closed).toBe(code);
  await waitFor(async () => (isRunning(pid) ? undefined : true));
});

test.each([
  ["a polite end", "SIGTERM", 143],
  ["a terminal that closes", "SIGHUP", 129],
] as const)("%s ends a conversation nobody types in, in good order", async (_what, signal, code) => {
  await serve(reply("Hello."));
  const child = here.place.start([]);
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const heard = { text: "" };
  child.stdout?.on("data", (chunk: Buffer) => {
    heard.text += chunk.toString();
  });
  // Its input stays open: nothing but the signal can end it.
  child.stdin?.write("hi\n");
  await waitFor(async () => (heard.text.includes("Hello.") ? true : undefined));
  child.kill(signal);
  expect(await closed).toBe(code);
  const listed = await here.place.run(["sessions", "list", "--json"]);
  expect(JSON.parse(listed.stdout).sessions).toMatchObject([{ message_count: 2 }]);
});

async function waitFor<T>(probe: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const value = await probe();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("it never happened");
}
