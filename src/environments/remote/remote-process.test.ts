// A background process whose connection breaks: what is said of it must not pretend to know its end.

import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TempDir, tempDir } from "../../testing/fakes.ts";
import { followJob } from "../local/job.ts";
import { type Connection, runScript } from "./connection.ts";
import { runRemote, startRemoteJob } from "./remote-process.ts";

let place: TempDir;
beforeEach(async () => {
  place = await tempDir();
});
afterEach(() => place.remove());

/** Runs the script "over there" and passes on what it prints, until the file `cut` appears. */
const CLIENT = `cd "$1" || exit 125; [ -e cut ] && exit 125; setsid bash -c "$2" > out 2>&1 < /dev/null & there=$!
tail -f -n +1 out & reader=$!
until [ -e cut ] || ! kill -0 $there 2>/dev/null; do sleep 0.02; done
sleep 0.1; kill $reader; [ -e cut ] && exit 125; wait $there`;

const connection = (lostCode: number): Connection => ({
  kind: "docker",
  confinement: "",
  client: (script) => ({ file: "bash", args: ["-c", CLIENT, "client", place.path, script] }),
  env: { PATH: process.env.PATH ?? "" },
  lostCode,
  close: async () => undefined,
});

async function started(command: string, lostCode = 125) {
  await writeFile(place.join("out"), "");
  const setup = { connection: connection(lostCode), cwd: place.path, nonce: "n1" };
  return followJob(await startRemoteJob(command, setup), { id: "proc_1", pty: false });
}

test("a broken connection is not an end: the process is lost, and may still run", async () => {
  const job = await started("exec sleep 300");
  await writeFile(place.join("cut"), "");
  await job.wait(60_000, new AbortController().signal);
  expect(job.state()).toEqual({ type: "lost" });
  expect(readFileSync(`/proc/${job.pid}/cmdline`, "utf8")).not.toBe("");
  process.kill(job.pid, "SIGKILL");
});

test("a kill that did not get through ends nothing", async () => {
  const job = await started("exec sleep 300");
  await writeFile(place.join("cut"), "");
  await job.kill();
  expect(job.state()).toEqual({ type: "lost" });
  process.kill(job.pid, "SIGKILL");
});

test("a process that was killed is not lost, also when the client cannot say how it ended", async () => {
  const job = await started("exec sleep 300", 143);
  await job.kill();
  expect(job.state()).toEqual({ type: "killed" });
});

test("a command that is stopped while its first words are on the way does not run on over there", async () => {
  const stop = new AbortController();
  // Begins at once, and is heard of when it was asked to end.
  const client = `setsid bash -c "$2" | { until [ -e "$1/stopped" ]; do sleep 0.02; done; cat; }`;
  const slow: Connection = {
    ...connection(125),
    client: (script) => ({ file: "bash", args: ["-c", client, "client", place.path, script] }),
  };
  const setup = { connection: slow, cwd: place.path, nonce: "n1" };
  const ran = runRemote("echo $$ > pid; exec sleep 300", setup, { timeoutMs: 600_000, signal: stop.signal });
  const pid = () => Number(readFileSync(place.join("pid"), "utf8"));
  await expect.poll(() => existsSync(place.join("pid")) && pid()).toBeGreaterThan(0);
  stop.abort();
  await writeFile(place.join("stopped"), "");
  expect(await ran).toMatchObject({ ended: "aborted", code: 130 });
  expect(existsSync(`/proc/${pid()}`)).toBe(false);
});

test("a command that ends says how itself", async () => {
  const job = await started("exit 7");
  await job.wait(60_000, new AbortController().signal);
  expect(job.state()).toEqual({ type: "exited", code: 7 });
});

describe("a client that never gets there", () => {
  const silent = (client: string): Connection => ({
    ...connection(125),
    client: () => ({ file: "bash", args: ["-c", client] }),
  });
  const setup = (client: string) => ({ connection: silent(client), cwd: place.path, nonce: "n1" });
  const never = new AbortController().signal;

  test("a process that could not begin is one failure, whoever waits for it", async () => {
    await expect(startRemoteJob("true", setup("echo no way >&2; exit 125"))).rejects.toThrow(/reached: no way/);
  });

  test("a command over a connection that hangs ends with its time, deaf clients and their children included", async () => {
    const deaf = "trap '' TERM; setsid sleep 20 & wait; sleep 20";
    const runs = [
      { timeoutMs: 50, signal: never },
      { timeoutMs: 600_000, signal: AbortSignal.timeout(50) },
    ].map((how) => expect(runRemote("true", setup(deaf), how)).rejects.toThrow(/cannot be reached/));
    await Promise.all(runs);
  });

  test("a short script over a connection that hangs ends, too", async () => {
    const deaf = silent("trap '' TERM; setsid sleep 20 & wait; sleep 20");
    await expect(runScript(deaf, "true", { timeoutMs: 50 })).rejects.toThrow(/cannot be reached/);
  });
});
