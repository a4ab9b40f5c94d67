import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { tempDir } from "./fakes.ts";
import { findBinaries } from "./postgres-binaries.ts";
import { startPostgresServer } from "./postgres-server.ts";
import { onPostgres } from "./suites/on-postgres.ts";

/** Starts a server and waits to be killed. */
const STARTER = `
  import { findBinaries } from ${JSON.stringify(import.meta.resolve("./postgres-binaries.ts"))};
  import { startPostgresServer } from ${JSON.stringify(import.meta.resolve("./postgres-server.ts"))};
  const { folder } = await findBinaries();
  const server = await startPostgresServer(folder);
  await server.admin("SELECT 1");
  console.log(server.urlOf("postgres"));
  setInterval(() => {}, 1000);
`;
const socketFolder = (url: string) => new URL(url).searchParams.get("host") ?? "";

await onPostgres("a server of one's own", (server) => {
  test("gives empty databases, each another", async () => {
    const urls = await Promise.all([server().freshDatabase(), server().freshDatabase()]);
    expect(new Set(urls).size).toBe(2);
  });

  test("is gone with its files once it was stopped", async () => {
    const binaries = await findBinaries();
    const other = await startPostgresServer(binaries.type === "found" ? binaries.folder : "");
    const folder = socketFolder(other.urlOf("postgres"));
    expect(existsSync(folder)).toBe(true);
    await other.stop();
    expect(existsSync(folder)).toBe(false);
    await expect(other.admin("SELECT 1")).rejects.toThrow();
  });

  test("does not outlive whoever started it, also when that was killed", async () => {
    const starter = spawn(process.execPath, ["--input-type=module", "-e", STARTER], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [url] = await once(createInterface({ input: starter.stdout }), "line");
    const folder = socketFolder(url);
    expect(existsSync(folder)).toBe(true);
    starter.kill("SIGKILL");
    await expect.poll(() => existsSync(folder)).toBe(false);
  });
});

test("says why it did not start", async () => {
  await expect(startPostgresServer("/nowhere/bin")).rejects.toThrow(/did not start: .*nowhere/);
});

test("root's own binaries are lent to the user the server runs as", async (context) => {
  if (process.getuid?.() !== 0) context.skip("only root starts servers as somebody else");
  await using dir = await tempDir();
  mkdirSync(dir.join("private/bin"), { recursive: true, mode: 0o700 });
  const scripts = {
    initdb: "id -u > uid",
    postgres: "echo ready to accept connections >&2; exec sleep 1000",
  };
  for (const [name, line] of Object.entries(scripts))
    writeFileSync(dir.join("private/bin", name), `#!/bin/sh\n${line}\n`, { mode: 0o700 });
  const server = await startPostgresServer(dir.join("private/bin"));
  const uid = readFileSync(`${socketFolder(server.urlOf("postgres"))}/uid`, "utf8").trim();
  await server.stop();
  expect(uid).not.toBe("0");
});
