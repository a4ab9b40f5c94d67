// After a compaction the built program forgets what the model no longer sees: files read, hints of folders.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Answer, call, reply, says } from "../src/testing/script.ts";
import { besideModel, think } from "./compaction-program.ts";

const here = besideModel();

test("a file is sent again in full and its folder's rules speak again", async () => {
  await mkdir(join(here.place.cwd, "barn"));
  await writeFile(join(here.place.cwd, "barn", "AGENTS.md"), "In the barn all doors are red.");
  await writeFile(join(here.place.cwd, "barn", "notes.txt"), "The third door creaks.");
  const readIt = (n: number) => says([think(n), call("read_file", { path: "barn/notes.txt" })]);
  const script: Answer[] = [
    readIt(0),
    readIt(1),
    ...Array.from({ length: 12 }, (_, n) => says([think(n), call("todo", {})])),
    readIt(20),
    reply("Done."),
  ];
  await here.serve(script);

  const ran = await here.place.run(["-z", "Look after the barn."]);
  expect(ran).toMatchObject({ code: 0, stdout: "Done.\n" });
  const sent = here.conversation();
  const lastResult = (index: number) => sent[index]?.slice(sent[index].lastIndexOf('"role":"tool"')) ?? "";
  expect(lastResult(1)).toContain("The third door creaks.");
  expect(lastResult(1)).toContain("all doors are red");
  expect(lastResult(2)).toContain("unchanged");
  expect(lastResult(2)).not.toContain("all doors are red");
  expect(here.summaries()).not.toEqual([]);
  const last = sent.at(-1)?.slice(sent.at(-1)?.lastIndexOf('"role":"tool"')) ?? "";
  expect(last).toContain("The third door creaks.");
  expect(last).toContain("all doors are red");
});

test("project rules and memory come from a prompt built anew: what was learned on the way is in it", async () => {
  await writeFile(join(here.place.cwd, "AGENTS.md"), "Paint nothing green.");
  const learn = call("memory", { action: "add", target: "memory", content: "The barn cat is called Ada." });
  const script: Answer[] = [
    says([think(0), learn]),
    ...Array.from({ length: 14 }, (_, n) => says([think(n), call("todo", {})])),
    reply("Done."),
  ];
  await here.serve(script);
  expect(await here.place.run(["-z", "Look after the barn."])).toMatchObject({ code: 0, stdout: "Done.\n" });

  const prompts = here.conversation().map((body) => JSON.stringify(JSON.parse(body).messages[0]));
  const [first = "", last = ""] = [prompts[0], prompts.at(-1)];
  expect(here.summaries()).not.toEqual([]);
  for (const prompt of [first, last]) expect(prompt).toContain("Paint nothing green.");
  expect(first).not.toContain("called Ada");
  expect(last).toContain("The barn cat is called Ada.");
  expect(new Set(prompts).size).toBeLessThan(prompts.length / 2);
});
