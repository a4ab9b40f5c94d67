// ssh against a real server on loopback. Without one it is skipped; it is installed only where that was asked for.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { userInfo } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fakeIds, type TempDir, tempDir } from "../../testing/fakes.ts";
import { environmentSuite } from "../../testing/suites/environment-suite.ts";
import { openSshEnvironment } from "./ssh.ts";

const SERVER = "/usr/sbin/sshd";
const mayInstall = process.env.CI === "true" || process.env.HERMES_TEST_INSTALL === "1";
if (!existsSync(SERVER) && mayInstall && process.getuid?.() === 0) {
  spawnSync("apt-get", ["install", "-y", "-qq", "openssh-server"], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
const ready = existsSync(SERVER) && process.getuid?.() === 0 && spawnSync("ssh", ["-V"]).status === 0;

const ids = fakeIds();
let place: TempDir;
let port = 0;
let stop: (() => void) | undefined;

beforeAll(async () => {
  if (!ready) return;
  place = await tempDir("ssh-");
  port = await freePort();
  for (const name of ["host", "user"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", place.join(name)]);
  await writeFile(place.join("authorized"), await readFile(place.join("user.pub")));
  await chmod(place.join("authorized"), 0o600);
  mkdirSync("/run/sshd", { recursive: true });
  const settings = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${place.join("host")}`,
    `AuthorizedKeysFile ${place.join("authorized")}`,
  ];
  await writeFile(
    place.join("config"),
    [...settings, "UsePAM no", "StrictModes no", "PermitRootLogin yes", "PidFile none", "MaxStartups 50"].join("\n"),
  );
  const server = spawn(SERVER, ["-D", "-f", place.join("config")], { stdio: "ignore" });
  stop = () => server.kill();
  await reachable(port);
});
afterAll(async () => {
  stop?.();
  await place?.remove();
});

const open = (more: object = {}) =>
  openSshEnvironment({
    host: "127.0.0.1",
    user: userInfo().username,
    port,
    keyFile: place.join("user"),
    settings: [`UserKnownHostsFile=${place.join("known")}`, "IdentitiesOnly=yes"],
    socketDir: place.join("s"),
    env: { PATH: process.env.PATH ?? "", HOME: place.path },
    newId: ids.id,
    newNonce: () => ids.id("n"),
    ...more,
  });

if (ready) describe("over a real connection", overConnection);
else
  test("over a real connection", (context) =>
    context.skip("not run: no ssh client and server here, or this is not root"));

function overConnection(): void {
  environmentSuite(
    "ssh",
    async () => {
      const work = await tempDir();
      const env = await open({ cwd: work.path });
      return {
        env,
        async dispose() {
          await env.dispose();
          await work.remove();
        },
      };
    },
    { commands: "shell" },
  );

  test("the directory persists and the home is the one over there", async () => {
    const env = await open();
    await env.exec("cd /usr", { timeoutMs: 10_000, signal: new AbortController().signal });
    expect(env.cwd).toBe("/usr");
    expect(env.resolve("~/x")).toBe(`${userInfo().homedir}/x`);
    await env.dispose();
  });

  test("a pty is a terminal over there: its directory and code come back, keys reach the program", async () => {
    const env = await open({ cwd: "/" });
    const run = { timeoutMs: 20_000, signal: new AbortController().signal };
    const done = await env.exec("test -t 0 && test -t 1 && tput cols; cd /usr; exit 3", { ...run, pty: true });
    expect([done.output.trim(), done.code, env.cwd]).toEqual(["120", 3, "/usr"]);
    const job = await env.spawn("read -r -p 'name? ' name; echo hello $name; test -t 0 && sleep 600", { pty: true });
    await expect.poll(() => job.output()).toContain("name? ");
    await job.write("you\r");
    await expect.poll(() => job.output()).toContain("hello you");
    await job.kill();
    expect(job.state().type).toBe("killed");
    await env.dispose();
  });

  test("a wrong key and a dead port are sentences", async () => {
    await expect(open({ keyFile: place.join("host"), socketDir: place.join("t") })).rejects.toMatchObject({
      kind: "unavailable",
    });
    await expect(open({ port: 1, socketDir: place.join("u") })).rejects.toMatchObject({ kind: "unavailable" });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return free;
}

async function reachable(target: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const open = await new Promise<boolean>((done) => {
      const socket = connect(target, "127.0.0.1", () => done(true)).on("error", () => done(false));
      socket.on("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("sshd did not start");
}
