import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Environment, Job } from "../contracts/environment.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { tempDir } from "../testing/fakes.ts";
import { openToolPipes, openToolSocket } from "./tool-channel.ts";

/** What nobody took care of until the test ends: outside a test it ends the program. */
function unhandled(): readonly unknown[] {
  const reasons: unknown[] = [];
  const note = (reason: unknown) => void reasons.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return reasons;
}

test.each(["script", "program"])("a script may die with its answer unread, the %s closing first", async (first) => {
  await using place = await tempDir();
  const reasons = unhandled();
  const channel = await openToolSocket(place.join("tools.sock"), async () => "x".repeat(4_000_000));
  const script = connect(place.join("tools.sock"));
  script.write('{"tool":"read_file","input":{}}\n'.repeat(2));
  await once(script, "readable");
  script.destroy();
  if (first === "script") await sleep(50);
  await channel.close();
  await sleep(50);
  expect(reasons).toEqual([]);
});

/** Something that carries pipes: what it says, and what is written to it. */
function carrier(early: string) {
  const written: string[] = [];
  const ended = Promise.withResolvers<void>();
  const say = { now: (_chunk: string): void => undefined };
  const job: Job = {
    id: "proc_1",
    pid: 1,
    output: () => "",
    state: () => ({ type: "running" }),
    write: async (text) => void written.push(text),
    closeInput: async () => undefined,
    kill: async () => ended.resolve(),
    wait: async () => undefined,
  };
  const env: Environment = {
    ...fakeEnvironment(),
    async spawn(_command, { onOutput = () => undefined }) {
      say.now = onOutput;
      onOutput(early);
      return job;
    },
  };
  return { env, written, ended: ended.promise, say: (chunk: string) => say.now(chunk) };
}

test("what a carrier says before anybody listens is answered like the rest", async () => {
  const reasons = unhandled();
  const { env, written, say } = carrier("bash: requests: No such file\n");
  await openToolPipes(env, "/place", async (tool) => tool);
  say('{"tool":"a","input":{}}\n{"tool":"b",');
  say('"input":{}}\n');
  await expect.poll(() => written.length).toBe(3);
  expect(written.map((line) => JSON.parse(line).text)).toEqual([expect.stringContaining("one JSON line"), "a", "b"]);
  expect(reasons).toEqual([]);
});

test("a script that sends without end is cut off, whichever way it sends", async () => {
  await using place = await tempDir();
  const flood = "x".repeat(8_000_000);
  const { env, say, ended } = carrier("");
  await openToolPipes(env, "/place", async () => "");
  for (let sent = 0; sent < 10; sent++) {
    say(flood);
    await sleep(0);
  }
  await ended;

  const channel = await openToolSocket(place.join("tools.sock"), async () => "");
  const cut = Promise.withResolvers<void>();
  const script = connect(place.join("tools.sock"))
    .on("error", () => undefined)
    .on("close", cut.resolve);
  const send = () => {
    if (!script.destroyed) script.write(flood, send);
  };
  send();
  await cut.promise;
  await channel.close();
});
