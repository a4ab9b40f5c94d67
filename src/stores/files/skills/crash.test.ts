// Sudden death while a change is put aside for a person: whatever lies in the folder is a whole record.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeClock, fakeIds, type TempDir, tempDir } from "../../../testing/fakes.ts";
import { skillHome } from "./testbench.ts";

let dir: TempDir;
beforeEach(async () => {
  dir = await tempDir();
});
afterEach(() => dir.remove());

const BENCH = JSON.stringify(join(import.meta.dirname, "testbench.ts"));

/** Stages one change, then another, and dies at the `killAt`th call to the disk of the second; a write dies halfway. */
function stageAndDie(killAt: number): Promise<NodeJS.Signals | null> {
  const source = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    import { randomBytes } from "node:crypto";
    let armed = false, count = 0;
    for (const name of ["openSync", "writeFileSync", "fchmodSync", "fsyncSync", "closeSync", "linkSync", "renameSync", "mkdirSync", "rmSync"]) {
      const real = fs[name];
      fs[name] = (...args) => {
        if (armed && ++count === ${killAt}) {
          if (name === "writeFileSync") real(args[0], args[1].slice(0, args[1].length / 2));
          process.kill(process.pid, "SIGKILL");
        }
        return real(...args);
      };
    }
    syncBuiltinESMExports();
    const { skillHome, skillText } = await import(${BENCH});
    const ids = { id: (prefix) => prefix + "_" + randomBytes(6).toString("hex"), sessionId: () => "s", random: Math.random };
    const clock = { now: () => Date.now(), sleep: async () => undefined };
    const skills = skillHome(${JSON.stringify(dir.path)}, { clock, ids }).open({ settings: { writeApproval: () => true } });
    const stage = (name) => skills.change({ type: "create", name, content: skillText(name) }, { origin: "background_review" });
    await stage("first");
    armed = true;
    await stage("second");`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", source], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.on("error", reject);
    child.on("close", (_code, signal) => resolve(signal));
  });
}

test("killed at any call of staging, the folder holds only records, and the next change is not held up", async () => {
  for (let killAt = 1; ; killAt++) {
    const signal = await stageAndDie(killAt);
    const skills = skillHome(dir.path, { clock: fakeClock({ auto: true }), ids: fakeIds() }).open();
    const records = await skills.pending();
    expect(readdirSync(dir.join("pending/skills")).sort(), `${killAt}`).toEqual(
      records.map(({ id }) => `${id}.json`).sort(),
    );
    const waiting = records.map(({ change }) => change.name).sort();
    expect(signal === "SIGKILL" ? [["first"], ["first", "second"]] : [["first", "second"]]).toContainEqual(waiting);
    for (const { id, origin } of records) {
      expect(origin).toBe("background_review");
      expect(await skills.approve(id)).toMatchObject({ type: "done" });
    }
    expect(readdirSync(dir.join("pending/skills"))).toEqual([]);
    // Staging makes more calls than that; all of them were tried.
    if (signal === null) return expect(killAt).toBeGreaterThan(8);
    await dir.remove();
    dir = await tempDir();
  }
}, 120_000);
