// Rules the user states, through the built program: in the middle of a long paste, in a long sentence, and more than there is room for.

import { expect, test } from "vitest";
import { call, says } from "../src/testing/script.ts";
import { besideModel, think } from "./compaction-program.ts";

const here = besideModel();

const LONG = `When you touch the export, ${"which feeds the warehouse, the till and the yearly report, ".repeat(10)}never change the order of its columns.`;
const paste = Array.from({ length: 150 }, (_, n) => `Line ${n} of the log was quiet.`).join(" ");
const work = () => Array.from({ length: 12 }, (_, n) => says([think(n), call("todo", {})]));

function note(): string {
  expect(here.summaries()).not.toEqual([]);
  return JSON.parse(here.conversation().at(-1) ?? "{}").messages[1].content;
}

const section = (heading: string) => note().split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";

test("a rule in the middle of a long message and one of many lines are pinned word for word", async () => {
  await here.serve(work());
  const asked = `Look into this. ${paste} Always answer in French. ${paste}\n${LONG}\nThanks.`;
  expect(asked.length).toBeGreaterThan(6_000);
  expect(await here.place.run(["-z", asked])).toMatchObject({ code: 0, stdout: "Done.\n" });
  expect(section("Rules the user stated")).toMatch(/^- \[#1\] Always answer in French\.$/m);
  expect(section("Rules the user stated")).toContain(`- [#1] ${LONG}`);
});

test("rules without room are named to the user and cited to the model", async () => {
  await here.serve(work());
  const form = Array.from({ length: 500 }, (_, n) => `You must fill in field ${n} of the form.`).join("\n");
  const ran = await here.place.run(["-z", `Never push to main.\n${form}`]);
  expect(ran).toMatchObject({ code: 0, stdout: "Done.\n" });
  expect(section("Rules the user stated")).toContain("Never push to main.");
  const cited = /^- (\d+) rules in message #1: read them/.exec(section("Rules that found no room here"));
  expect(Number(cited?.[1])).toBeGreaterThan(100);
  expect(ran.stderr).toMatch(
    /No room in this model's window for \d+ rules: “You must fill in field \d+ of the form.” \[#1\]/,
  );
});
