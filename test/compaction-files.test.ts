// The trail of changed files, through the built program: whoever changed them, no summary can lose one.

import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Answer, call, reply, says } from "../src/testing/script.ts";
import { besideModel, think } from "./compaction-program.ts";

const here = besideModel();
const TASK = "Paint the gate.";

test("files of calls, of scripts and of children are in the next request, each in its state, and no other", async () => {
  const { cwd } = here.place;
  for (const name of ["old.txt", "gone.txt"]) await writeFile(join(cwd, name), "first\n");
  const script = `import { write_file } from "hermes_tools";
await write_file({ path: "scripted.txt", content: "x" });
throw new Error("half-way");`;
  const patch = "*** Begin Patch\n*** Delete File: gone.txt\n*** End Patch";
  const steps: Answer[] = [
    says([think(0), call("write_file", { path: "new.txt", content: "x" })]),
    says([think(1), call("patch", { path: "old.txt", old_string: "first", new_string: "second" })]),
    says([think(2), call("patch", { mode: "patch", patch })]),
    says([think(3), call("execute_code", { code: script, language: "javascript" })]),
    says([think(4), call("delegate_task", { goal: TASK })]),
    says([think(5), call("read_file", { path: "old.txt" })]),
    says([think(6), call("patch", { path: "old.txt", old_string: "not in it", new_string: "y" })]),
    ...Array.from({ length: 12 }, (_, n) => says([think(n), call("todo", {})])),
    reply("Done."),
  ];
  const mine = {
    of: (body: string) => JSON.parse(body).messages[1].content.includes(TASK),
    script: [says([think(0), call("write_file", { path: "gate.txt", content: "x" })]), reply("Painted.")],
  };
  await here.serve(steps, { mine });
  expect(await here.place.run(["--yolo", "-z", "Look after the yard."])).toMatchObject({ code: 0, stdout: "Done.\n" });

  expect(trail()).toEqual([
    "changed old.txt",
    "created gate.txt",
    "created new.txt",
    "created scripted.txt",
    "deleted gone.txt",
  ]);
});

test("what commands and scripts change by themselves is in it, whatever they are, and what they only read is not", async () => {
  const { cwd } = here.place;
  const work = join(cwd, "yard");
  await mkdir(join(work, "src"), { recursive: true });
  for (const name of ["sed.txt", "moved.txt", "removed.txt", "read.txt", "src/tool.txt"])
    await writeFile(join(work, name), "first\n");
  await symlink(join(cwd, "behind.txt"), join(work, "link"));
  await writeFile(
    join(work, "Makefile"),
    "all: built/out.bin\nbuilt/out.bin:\n\tmkdir -p built && cp src/tool.txt built/out.bin\n",
  );
  await writeFile(join(work, "fix.sh"), "for f in src/*; do echo more >> $f; done\n");
  const python = `import os
open("scripted.txt", "w").write("x")
os.remove("built/out.bin")`;
  const outside = join(cwd, "outside.txt");
  const run = (command: string, more: object = {}) => call("terminal", { command, ...more });
  const steps: Answer[] = [
    says([think(0), run("sed -i s/first/second/ sed.txt")]),
    says([think(1), run("mv moved.txt kept.txt && rm removed.txt")]),
    says([think(2), run("make")]),
    says([think(3), run("bash fix.sh; exit 3")]),
    says([think(4), run(`python3 -c '${python}'`)]),
    says([
      think(5),
      call("execute_code", {
        language: "javascript",
        code: 'import fs from "node:fs"; fs.mkdirSync("deep"); fs.writeFileSync("deep/js.txt", "x");',
      }),
    ]),
    says([think(6), run(`cp read.txt ${outside}; sort -o sorted.txt read.txt; echo x > link`)]),
    says([think(7), run("cat read.txt; git status; touch node_modules_not; rm node_modules_not")]),
    says([think(8), run("while [ ! -e stop ]; do sleep 0.02; done; echo x > late.txt", { background: true })]),
    says([think(9), call("write_file", { path: "stop", content: "now" })]),
    says([think(10), run("while [ ! -e late.txt ]; do sleep 0.02; done")]),
    ...Array.from({ length: 10 }, (_, n) => says([think(n), call("todo", {})])),
    reply("Done."),
  ];
  await here.serve(steps);
  const ran = await here.place.run(["--yolo", "-z", "Look after the yard."], { cwd: work });
  expect(ran).toMatchObject({ code: 0, stdout: "Done.\n" });
  expect(trail()).toEqual([
    "changed yard/sed.txt",
    "changed yard/src/tool.txt",
    "created behind.txt",
    "created outside.txt",
    "created yard/deep/js.txt",
    "created yard/kept.txt",
    "created yard/late.txt",
    "created yard/scripted.txt",
    "created yard/sorted.txt",
    "created yard/stop",
    "deleted yard/built/out.bin",
    "deleted yard/moved.txt",
    "deleted yard/removed.txt",
  ]);
});

test("of a great many files the folder is named, and what lies beside it stays exact", async () => {
  const flood = "mkdir made && cd made && for i in $(seq 300); do echo $i > $i; done; cd ..; echo x > beside.txt";
  const steps = Array.from({ length: 12 }, (_, n) => says([think(n), call("todo", {})]));
  const fetch = says([call("session_search", { around_message_id: 3 })]);
  await here.serve([says([think(0), call("terminal", { command: flood })]), ...steps, fetch]);
  expect(await here.place.run(["--yolo", "-z", "Look after the yard."])).toMatchObject({ code: 0, stdout: "Done.\n" });
  expect(trail()).toEqual(["created beside.txt", "created made/"]);
  expect(here.conversation().at(-1)).toContain(join(here.place.cwd, "made/299"));
  expect(note()).toContain("a name that ends in / stands for many files in that folder");
});

/** What the last request says of what left the view. */
function note(): string {
  expect(here.summaries()).not.toEqual([]);
  return JSON.parse(here.conversation().at(-1) ?? "{}").messages[1].content;
}

/** Its list of files, relative to the place. */
function trail(): readonly string[] {
  const lines = note().split("## Files changed so far\n")[1]?.split("\n") ?? [];
  return lines
    .filter((line) => /^- \w+ \//.test(line))
    .map((line) =>
      line.replace(/^- (\w+) (.*) \[#.*$/, (_all, state, path) => `${state} ${path.replace(`${here.place.cwd}/`, "")}`),
    )
    .sort();
}
