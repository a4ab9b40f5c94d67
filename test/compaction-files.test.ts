// The trail of changed files, through the built program: whoever changed them, no summary can lose one.

import { writeFile } from "node:fs/promises";
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

  expect(here.summaries()).not.toEqual([]);
  const { messages } = JSON.parse(here.conversation().at(-1) ?? "{}");
  const note: string = messages[1].content;
  const trail =
    note
      .split("## Files changed so far\n")[1]
      ?.split("\n")
      .filter((line) => /^- \w+ \//.test(line)) ?? [];
  expect(trail.map((line) => line.replace(/ \[#.*$/, "")).sort()).toEqual(
    [
      ["changed", "old.txt"],
      ["created", "gate.txt"],
      ["created", "new.txt"],
      ["created", "scripted.txt"],
      ["deleted", "gone.txt"],
    ].map(([state, name]) => `- ${state} ${join(cwd, name ?? "")}`),
  );
});
