// Compaction as a person meets it in the built program: a small window, the commands, and the record afterwards.

import { expect, test } from "vitest";
import { type Answer, call, reply, says, words } from "../src/testing/script.ts";
import { besideModel } from "./compaction-program.ts";

const here = besideModel();
const KEY = "sk-proj-Qm4xT9vLb2Rk8WzYc3NfHd6P";

test("in a window of 16K a long turn ends with its answer, its request and its rule in view to the last", async () => {
  const think = (n: number) => words(`step ${n} ${"thought ".repeat(300)}`);
  const script: Answer[] = [
    ...Array.from({ length: 30 }, (_, n) => says([think(n), call("todo", {})])),
    reply("Swept."),
  ];
  await here.serve(script, { window: 16_384 });
  const ran = await here.place.run(["-z", "Sweep the yard. Never wake the dog."]);
  expect(ran).toMatchObject({ code: 0, stdout: "Swept.\n" });
  expect(here.summaries().length).toBeGreaterThan(1);
  for (const { body } of here.summaries()) expect(body.tools ?? []).toEqual([]);
  for (const body of here.conversation()) expect(body).toContain("Sweep the yard.");
  expect(here.conversation().at(-1)).toMatch(/Rules the user stated[^#]*#\d+\] Never wake the dog\./);
});

test("compress, look, pin, take back: each command says what it did, and nothing is gone", async () => {
  // One of them may go to a request for a title.
  const long = Array.from({ length: 4 }, (_, n) => reply(`answer ${n} ${"word ".repeat(900)}`));
  await here.serve(long, { window: 64_000 });
  const typed = [
    `Never push to main. Question one? The key is ${KEY}.`,
    "question two",
    "question three",
    "/compress here 1",
    "/compactions",
    "/pin Answer in rhyme",
    "/pins",
    "/unpin 2",
    "are you there?",
    "/undo-compact",
  ];
  const ran = await here.place.run(["chat"], { stdin: `${typed.join("\n")}\n` });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  const said = [
    /Context compacted, about [\d,]+ → [\d,]+ tokens in [\d.]+ s: 4 messages summarised, 2 kept word for word; pinned: 1 rule/,
    /1 +4 of 6 \(#1–#4\) +2 +[\d,]+ → [\d,]+ +1 rules?, 0 files/,
    /Pinned: Answer in rhyme/,
    / 1\. Never push to main\.\n +2\. Answer in rhyme \(pinned\)\nNo longer pinned: Answer in rhyme/,
    /All 6 messages from before are back, with the 4 said since\./,
  ];
  for (const pattern of said) expect(ran.stdout).toMatch(pattern);
  expect(JSON.stringify(here.summaries().map(({ body }) => body))).toMatch(/Question one\?/);
  expect(JSON.stringify(here.summaries().map(({ body }) => body))).not.toContain(KEY);
  const asked = here.conversation().findLast((body) => body.includes("are you there?")) ?? "";
  expect(asked).toContain("Never push to main.");
  expect(asked).toContain("question three");
  expect(asked).toContain("CONTEXT COMPACTION");
  const { sessions } = JSON.parse((await here.place.run(["sessions", "list", "--json"])).stdout);
  const { messages } = JSON.parse((await here.place.run(["sessions", "show", sessions[0].id, "--json"])).stdout);
  const all = JSON.stringify(messages);
  for (const words of ["Question one?", "question two", "question three", "are you there?"])
    expect(all).toContain(words);
  expect(all).not.toContain("CONTEXT COMPACTION");
});
