import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renewStamp } from "./snapshot-stamp.ts";

let dist = "";
let bootFile = "";
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), "hermes-stamp-"));
  bootFile = join(dist, "boot_id");
  writeFileSync(bootFile, "today\n");
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const here = `${process.version} ${cachedDataVersionTag()}`;
const stamp = () => readFileSync(join(dist, "program.stamp"), "utf8");

test("a snapshot that fits this Node on this processor is stamped with the running boot", () => {
  writeFileSync(join(dist, "program.stamp"), `yesterday\n${here}\n`);
  renewStamp({ dist, bootFile });
  expect(stamp()).toBe(`today\n${here}\n`);
  expect(readdirSync(dist).sort()).toEqual(["boot_id", "program.stamp"]);
});

test("one made for another Node or another processor keeps its stamp", () => {
  writeFileSync(join(dist, "program.stamp"), "yesterday\nv20.0.0 7\n");
  renewStamp({ dist, bootFile });
  expect(stamp()).toBe("yesterday\nv20.0.0 7\n");
});

test("no stamp, or a system that does not name its boots: nothing is made up", () => {
  renewStamp({ dist, bootFile });
  expect(readdirSync(dist)).toEqual(["boot_id"]);
  writeFileSync(join(dist, "program.stamp"), `yesterday\n${here}\n`);
  renewStamp({ dist, bootFile: join(dist, "absent") });
  expect(stamp()).toBe(`yesterday\n${here}\n`);
});
