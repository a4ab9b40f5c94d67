// Who is certainly gone, and of whom that cannot be said.

import { execFileSync } from "node:child_process";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { holderAlive, holderName, sharedHolderAlive } from "./holder.ts";

const here = new URL("./holder.ts", import.meta.url).href;
const script = `import { holderName } from ${JSON.stringify(here)}; console.log(holderName("run"));`;
const dead = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).trim();
/** The same host name, another kernel or space of processes. */
const likeNamed = dead.replace(/-[0-9a-f]{12}\//u, "-0123456789ab/");

test.each([
  ["this process", holderName("run"), true, true],
  ["a process of this machine that has ended", dead, false, false],
  ["a later process with the number of this one", holderName("run").replace(/\/\d+\/run$/u, "/1/run"), false, false],
  ["an earlier start of this machine, or another one of its name", likeNamed, false, true],
  ["another machine", dead.replace(hostname(), "elsewhere"), true, true],
  ["a name of another form", "somebody", true, true],
])("%s", (_who, holder, onThisMachine, anywhere) => {
  expect(holderAlive(holder)).toBe(onThisMachine);
  expect(sharedHolderAlive(holder)).toBe(anywhere);
});
