// `hermes doctor` against homes in which something is really wrong.

import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePlace, type Place } from "./program.ts";

const NOBODY = 65_534;
let place: Place;
const servers: Server[] = [];
beforeEach(async () => {
  place = await makePlace();
  await chmod(place.cwd, 0o755);
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await place.remove();
});

/** A server that says this to everything. */
async function answering(status: number): Promise<string> {
  const server = createServer((_request, response) => void response.writeHead(status).end("{}"));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("doctor", () => {
  const ids = (found: { findings: { id: string; level: string }[] }) =>
    found.findings.filter((one) => one.level !== "ok").map((one) => one.id);
  const report = async (): Promise<{ healthy: boolean; findings: { id: string; level: string; what: string }[] }> =>
    JSON.parse((await place.run(["doctor", "--json"])).stdout);

  test("finds open modes, stale locks, secrets in the open and repairs them", async () => {
    await place.configure("model:\n  provider: offline\n  api_key: sk-canary-1234567890abcdef\n");
    await writeFile(join(place.home, ".env"), "A=b\n");
    await chmod(join(place.home, ".env"), 0o644);
    await chmod(place.home, 0o755);
    const lock = join(place.home, "auth.lock");
    await writeFile(lock, "999999");
    const { utimes } = await import("node:fs/promises");
    await utimes(lock, new Date(0), new Date(0));
    const before = await place.run(["doctor", "--json"]);
    expect(before.code).toBe(1);
    expect(ids(JSON.parse(before.stdout))).toEqual(
      expect.arrayContaining(["modes", "stale-locks", "secret-in-config"]),
    );
    await place.run(["doctor", "--fix"]);
    const after = await place.run(["doctor", "--json"]);
    expect(after.code).toBe(0);
    expect(ids(JSON.parse(after.stdout))).not.toEqual(expect.arrayContaining(["modes"]));
    expect(await readFile(join(place.home, "config.yaml"), "utf8")).not.toContain("sk-canary");
    expect((await stat(place.home)).mode & 0o077).toBe(0);
  });
  test("goes on when the settings are broken, and says so", async () => {
    await place.configure("model: [oops\n");
    const ran = await place.run(["doctor", "--json"]);
    expect(ran.code).toBe(1);
    expect(ids(JSON.parse(ran.stdout))).toContain("config-broken-yaml");
  });
  test("a server for sessions that is away: told with its place and what to look at, without the password", async () => {
    await place.configure("store:\n  url: postgres://me:geheim-0815@127.0.0.1:1/mine\n");
    const [doctor, status, debug, list] = await Promise.all(
      [["doctor"], ["status"], ["debug"], ["sessions", "list", "--json"]].map((args) => place.run(args)),
    );
    expect(doctor?.stdout).toMatch(
      /postgres:\/\/127\.0\.0\.1:1\/mine: no server answers there\. \[database-io\]\n +→ .*store\.url/,
    );
    expect(status?.stdout).toMatch(/sessions +postgres:\/\/127\.0\.0\.1:1\/mine\n/);
    expect(debug?.stdout).toContain("database postgres://127.0.0.1:1/mine");
    expect(list).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("no server answers there") });
    for (const ran of [doctor, status, debug, list]) expect(`${ran?.stdout}${ran?.stderr}`).not.toContain("geheim");
  });
  test("a damaged database and a key that cannot be one are found", async () => {
    await mkdir(place.home, { recursive: true, mode: 0o700 });
    await writeFile(join(place.home, "state.db"), "this is no database, whatever its name says".repeat(200), {
      mode: 0o600,
    });
    const ran = await place.run(["doctor", "--json"], {
      env: { GROQ_API_KEY: "your-key-here-please", MISTRAL_API_KEY: " spaced-key-0000000 " },
    });
    const found = JSON.parse(ran.stdout).findings as { id: string; what: string }[];
    expect(found.some((one) => one.id === "database-corrupt")).toBe(true);
    expect(
      found
        .filter((one) => one.id === "key-shape")
        .map((one) => one.what.split(" ")[0])
        .sort(),
    ).toEqual(["GROQ_API_KEY", "MISTRAL_API_KEY"]);
  });
  test.each([
    ["where nothing listens", "http://127.0.0.1:9/v1", "problem", "Nothing answers at 127.0.0.1:9"],
    ["whose name is unknown", "http://no-such-host.invalid/v1", "problem", "cannot be resolved"],
    ["that refuses the key", 401, "problem", "refused the API key (401)"],
    ["that is broken", 503, "problem", "overloaded or broken right now (503)"],
    ["that has no list of its models", 404, "note", "does not say which models it has (404)"],
  ])("an endpoint %s", async (_what, where, level, words) => {
    const url = typeof where === "string" ? where : `${await answering(where)}/v1`;
    await place.configure(`model:\n  provider: custom\n  base_url: ${url}\n  default: tiny\n`);
    const { findings } = await report();
    expect(findings.find((one) => one.id === "endpoint")).toMatchObject({
      level,
      what: expect.stringContaining(words),
    });
  });
  test("a home of another user, or that is a file, is one problem that says what to do", async () => {
    await place.run(["-z", "hello"]);
    const other = await place.run(["doctor", "--json"], { uid: NOBODY });
    expect(other.code).toBe(1);
    expect(ids(JSON.parse(other.stdout))).toContain("home-not-readable");
    expect(await place.run(["profile", "create", "x"], { uid: NOBODY })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^hermes: [^\n]*may not be read by this user\. Give the home to your user[^\n]*\n$/,
      ),
    });
    const file = join(place.cwd, "a-file");
    await writeFile(file, "");
    const odd = await place.run(["doctor", "--json"], { env: { HERMES_HOME: file } });
    expect(ids(JSON.parse(odd.stdout))).toEqual(["home-is-file"]);
  });
  test("a profile that is gone and damaged files: --fix makes it work again, and nothing is thrown away", async () => {
    await place.run(["-z", "remember that I like tea"]);
    const auth = join(place.home, "auth.json");
    const grants = join(place.home, "grants.json");
    await writeFile(auth, "{x", { mode: 0o600 });
    await writeFile(grants, "{y", { mode: 0o600 });
    await writeFile(join(place.home, "active_profile"), "lost\n");
    expect(ids(await report())).toEqual(expect.arrayContaining(["profile-lost", "auth-file", "grants"]));
    expect(await place.run(["doctor", "--fix"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("3 repaired"),
    });
    expect(await report()).toMatchObject({ healthy: true });
    expect(await readFile(`${auth}.damaged`, "utf8")).toBe("{x");
    expect(await readFile(`${grants}.damaged`, "utf8")).toBe("{y");
    expect((await place.run(["-z", "what do you know about me"])).stdout).toContain("tea");
  });
  test("--fix mends a damaged database, keeps the damaged one, and both stay private", async () => {
    await place.run(["-z", "hello"]);
    await scramble(firstPageOf("sessions"), 4096);
    expect(ids(await report())).toContain("database-corrupt");
    expect(await place.run(["doctor", "--fix"])).toMatchObject({ code: 0 });
    expect((await place.run(["sessions", "search", "hello"])).stdout).toContain("[hello]");
    expect(await report()).toMatchObject({ healthy: true });
    const kept = (await readdir(place.home)).filter((name) => name.startsWith("state.db"));
    expect(kept.some((name) => name.includes("malformed-backup"))).toBe(true);
    for (const name of kept) expect((await stat(join(place.home, name))).mode & 0o077).toBe(0);
    expect(await place.run(["-z", "hello"])).toMatchObject({ code: 0 });
  });
  test("a database with nothing readable in it is a person's to decide about: it stays, and what helps is said", async () => {
    await place.run(["-z", "hello"]);
    await scramble(4096, 400 * 1024);
    const ran = await place.run(["doctor", "--fix"]);
    expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining("hermes restore") });
    expect((await readdir(place.home)).filter((name) => /^state\.db\./u.test(name))).toEqual([]);
  });
});

const databaseOf = () => join(place.home, "state.db");

function firstPageOf(table: string): number {
  const db = new DatabaseSync(databaseOf());
  const root = db.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").get(table)?.rootpage;
  db.close();
  return (Number(root) - 1) * 4096;
}

async function scramble(from: number, bytes: number): Promise<void> {
  const file = await open(databaseOf(), "r+");
  await file.write(randomBytes(bytes), 0, bytes, from);
  await file.close();
}
