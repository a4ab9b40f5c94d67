// A process that keeps one PostgreSQL server for as long as its standard input is open: when whoever started it has gone,
// in whatever way, neither the server nor its files stay behind. One that crashes is started again. It says one line: where the
// server is, or what went wrong.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const SETTINGS = ["listen_addresses=", "fsync=off", "max_connections=60"];
const START_AGAIN_MS = 10;
const given = process.argv[2] ?? "";
const user = serverUser();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "hermes-postgres-")));
const options = { ...user, cwd: folder, env: { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8" } };

function say(line: { readonly folder: string } | { readonly trouble: string }): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function end(): never {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.exit();
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const entries = readFileSync("/etc/passwd", "utf8").split("\n");
  const [, , uid = "65534", gid = "65534"] = entries.find((entry) => entry.startsWith("postgres:"))?.split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

function giveToServer(path: string): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
}

/** The binaries where the server's user can reach them: a checkout may lie in a folder that only root may enter. */
function reachable(binaries: string): string {
  if (user.uid === undefined || spawnSync(join(binaries, "initdb"), ["--version"], options).status === 0)
    return binaries;
  const copy = join(folder, "program");
  cpSync(dirname(binaries), copy, { recursive: true, verbatimSymlinks: true });
  for (const path of ["", ...readdirSync(copy, { recursive: true, encoding: "utf8" })]) giveToServer(join(copy, path));
  return join(copy, "bin");
}

function start(): void {
  giveToServer(folder);
  const [binaries, data] = [reachable(given), join(folder, "data")];
  execFileSync(join(binaries, "initdb"), ["-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync"], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  keep(binaries, data);
}

/** A server that ends though nobody asked it to is started again on what it left behind. */
function keep(binaries: string, data: string): void {
  let stopping = false;
  let stop = serve("first");
  process.stdin.once("end", stopServer).once("error", stopServer).resume();
  process.once("SIGTERM", stopServer);

  function stopServer(): void {
    stopping = true;
    stop();
  }

  function serve(time: "first" | "again"): () => unknown {
    const settings = SETTINGS.flatMap((setting) => ["-c", setting]);
    const server = spawn(join(binaries, "postgres"), ["-D", data, "-k", folder, ...settings], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let log: string | undefined = "";
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (log === undefined) return;
      log += text;
      if (!log.includes("ready to accept connections")) return;
      log = undefined;
      if (time === "first") say({ folder });
    });
    server.once("error", (error) => say({ trouble: error.message }));
    server.once("close", () => {
      if (time === "first" && log !== undefined) say({ trouble: log });
      if (stopping || (time === "first" && log !== undefined)) end();
      setTimeout(() => {
        if (stopping) end();
        stop = serve("again");
      }, START_AGAIN_MS);
    });
    // Nothing in it will be asked for again, so it need not put its things in order.
    return () => server.kill("SIGQUIT");
  }
}

try {
  start();
} catch (error) {
  say({ trouble: error instanceof Error ? error.message : String(error) });
  end();
}
