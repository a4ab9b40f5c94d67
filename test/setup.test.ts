// scripts/setup.mjs in a checkout of its own, with a recorded npm and a recorded build: does what changed, once, quietly.

import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "./source-text.ts";

let checkout = "";
const at = (path: string) => join(checkout, path);
const write = (path: string, text: string) => {
  mkdirSync(join(at(path), ".."), { recursive: true });
  writeFileSync(at(path), text);
};

const NPM = `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
appendFileSync("done.txt", "npm " + process.argv[2] + "\\n");
console.log("npm says something on stdout");
await new Promise((done) => setTimeout(done, 300));
if (existsSync("npm-is-broken") || (process.argv[2] === "ci" && existsSync("ci-is-broken"))) process.exit(7);
mkdirSync("node_modules", { recursive: true });
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: {} }));
`;
const BUILD = `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
appendFileSync("done.txt", "build\\n");
if (existsSync("build-is-broken")) process.exit(3);
mkdirSync("dist", { recursive: true });
writeFileSync("dist/hermes.mjs", "");
`;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "hermes setup "));
  mkdirSync(at("scripts"));
  copyFileSync(join(root, "scripts/setup.mjs"), at("scripts/setup.mjs"));
  write("scripts/build.mjs", BUILD);
  write("scripts/build/plugins.mjs", "");
  write("bin/hermes", "");
  write("tools/npm-cli.js", NPM);
  write("tools/package.json", '{"type":"module"}');
  write("package.json", '{"version":"1.0.0","dependencies":{"a":"1.0.0"}}');
  write("package-lock.json", '{"packages":{"":{"dependencies":{"a":"1.0.0"}},"node_modules/a":{"version":"1.0.0"}}}');
  write("src/main.ts", "// one");
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function setup(): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, npm_execpath: at("tools/npm-cli.js"), npm_node_execpath: process.execPath };
  return new Promise((done) => {
    const child = spawn(process.execPath, [at("scripts/setup.mjs")], { env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.once("close", (code) => done({ code: code ?? 128, stdout, stderr }));
  });
}

/** What npm and the build were asked to do since the last look. */
function done(): string[] {
  if (!existsSync(at("done.txt"))) return [];
  const lines = readFileSync(at("done.txt"), "utf8").trim().split("\n");
  rmSync(at("done.txt"));
  return lines;
}

test("installs and builds once, and leaves stdout to the program", async () => {
  expect(await setup()).toMatchObject({ code: 0, stdout: "" });
  expect(done()).toEqual(["npm ci", "build"]);
  expect(await setup()).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(done()).toEqual([]);
});

test("a changed source builds, a changed test does not", async () => {
  await setup();
  done();
  write("src/main.test.ts", "// a test");
  await setup();
  expect(done()).toEqual([]);
  write("src/new-thing.ts", "// two");
  await setup();
  expect(done()).toEqual(["build"]);
  rmSync(at("dist"), { recursive: true });
  await setup();
  expect(done()).toEqual(["build"]);
});

test("a changed lock installs and builds; a changed script entry does neither", async () => {
  await setup();
  done();
  write("package.json", '{"version":"1.0.0","scripts":{"x":"y"},"dependencies":{"a":"1.0.0"}}');
  await setup();
  expect(done()).toEqual([]);
  write("package-lock.json", '{"packages":{"":{"dependencies":{"a":"1.0.0"}},"node_modules/a":{"version":"1.0.1"}}}');
  await setup();
  expect(done()).toEqual(["npm ci", "build"]);
});

test("takes over what npm has already installed", async () => {
  write("node_modules/.package-lock.json", '{"packages":{"node_modules/a":{"version":"1.0.0"}}}');
  write("node_modules/a/package.json", "{}");
  await setup();
  expect(done()).toEqual(["build"]);
});

test("two at once install once, and both end well", async () => {
  const ends = await Promise.all([setup(), setup()]);
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  expect(done()).toEqual(["npm ci", "build"]);
});

test("takes over the lock of a set-up that died", async () => {
  const dead = spawn(process.execPath, ["-e", "0"]);
  await new Promise((ended) => dead.once("close", ended));
  write(".build/setup.lock", String(dead.pid));
  expect(await setup()).toMatchObject({ code: 0 });
  expect(done()).toEqual(["npm ci", "build"]);
});

test("tries npm install where npm ci fails", async () => {
  write("ci-is-broken", "");
  expect(await setup()).toMatchObject({ code: 0, stdout: "" });
  expect(done()).toEqual(["npm ci", "npm install", "build"]);
});

test("a failing npm ends in one clear sentence, and the next run tries again", async () => {
  write("npm-is-broken", "");
  const { code, stderr } = await setup();
  expect(code).toBe(1);
  expect(stderr.trimEnd().split("\n").at(-1)).toMatch(/npm could not install .*again/);
  rmSync(at("npm-is-broken"));
  done();
  expect(await setup()).toMatchObject({ code: 0 });
  expect(done()).toEqual(["npm ci", "build"]);
});

test("a failing build is not taken for a good one", async () => {
  write("build-is-broken", "");
  expect(await setup()).toMatchObject({ code: 1 });
  rmSync(at("build-is-broken"));
  done();
  expect(await setup()).toMatchObject({ code: 0 });
  expect(done()).toEqual(["build"]);
});
