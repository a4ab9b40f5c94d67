// The whole program with a container as its place of work: files, commands and scripts are in there, the gate knows it, nothing is left.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type TempDir, tempDir } from "../src/testing/fakes.ts";
import { canContain, LOCAL_IMAGE, writeLocalEngine } from "../src/testing/local-engine.ts";
import { call, runPlan, terminal } from "./security/agent-run.ts";
import { labs } from "./security/with-lab.ts";

const lab = labs();
const path = process.env.PATH ?? "";
let engine: TempDir | undefined;
afterEach(async () => {
  process.env.PATH = path;
  await engine?.remove();
});

async function contained() {
  engine = await tempDir();
  await writeLocalEngine(engine.path);
  process.env.PATH = `${engine.path}:${path}`;
  const place = await lab({
    terminal: {
      backend: "docker",
      docker_image: LOCAL_IMAGE,
      docker_mount_cwd_to_workspace: true,
      container_disk: 100,
    },
  });
  writeFileSync(join(place.workspace, "a.txt"), "one\ntwo\n");
  return { place, left: () => readdirSync(join(engine?.path ?? "", "state")) };
}

const SCRIPT = `from hermes_tools import read_file, write_file, terminal
text = read_file("a.txt")["content"]
write_file("made.txt", text)
print(terminal("pwd; rm -rf ~")["error"])`;

describe.skipIf(!canContain())("in a container", () => {
  test("files, commands and scripts work on the mounted workspace and on nothing else", async () => {
    const { place, left } = await contained();
    const { calls } = await runPlan(place, [
      [
        terminal("pwd && touch from-shell"),
        call("read_file", { path: "a.txt" }),
        call("execute_code", { code: SCRIPT }),
        terminal("echo x > /srv/elsewhere"),
        terminal("rm -rf ~"),
      ],
    ]);
    const [shell, read, script, outside, home] = calls;
    expect(shell?.text).toContain("/workspace");
    expect(read?.text).toContain("2|two");
    expect(script?.text).toMatch(/success.*whole system or home/);
    expect(outside?.text).toContain("Needs a person's approval");
    expect(home?.text).toContain("whole system or home");
    expect(readFileSync(join(place.workspace, "made.txt"), "utf8")).toContain("2|two");
    expect(existsSync(join(place.workspace, "from-shell"))).toBe(true);
    expect(left()).toEqual([]);
  });

  test("long output is put aside on this machine and can be read from the container all the same", async () => {
    const { place } = await contained();
    const printed = await runPlan(place, [[terminal("seq 30000")]]);
    const path = /Full output: (\S+);/.exec(printed.calls[0]?.text ?? "")?.[1];
    expect(path).toContain(place.home);
    const read = await runPlan(place, [[call("read_file", { path, offset: 15_000, limit: 2 })]]);
    expect(read.calls[0]?.text).toContain("15000|15000");
  });
});

if (!canContain()) test("in a container", (context) => context.skip("not run: no container can start here"));
