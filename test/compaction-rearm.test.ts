// After a compaction the built program forgets what the model no longer sees: files read, hints of folders.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SUMMARY_SYSTEM } from "../src/kernel/compress/summary-prompt.ts";
import { type ModelServer, type RecordedRequest, startModelServer } from "../src/testing/model-server.ts";
import { type Answer, call, forever, reply, says, words } from "../src/testing/script.ts";
import { GOOD } from "./compaction-kit.ts";
import { customModel, makePlace, type Place } from "./e2e/program.ts";

let place: Place;
let server: ModelServer;
const isSummary = ({ body }: RecordedRequest) =>
  JSON.stringify(body).includes(JSON.stringify(SUMMARY_SYSTEM).slice(1, -1));
const conversation = () =>
  server.requests.filter((request) => !isSummary(request)).map(({ body }) => JSON.stringify(body));

beforeEach(async () => {
  place = await makePlace();
});
afterEach(async () => {
  await server.close();
  await place.remove();
});

/** Answers the conversation from the script and every summary well, in a window that the script outgrows. */
async function serve(script: Answer[]): Promise<void> {
  server = await startModelServer([
    forever((request: RecordedRequest) => (isSummary(request) ? reply(GOOD) : (script.shift() ?? reply("Done.")))),
  ]);
  await place.configure(customModel(server.url).replace("default:", "context_length: 32000\n  default:"));
}

/** So many words that a dozen of them have to be compacted. */
const think = (n: number) => words(`step ${n} ${"thought ".repeat(900)}`);

test("a file is sent again in full and its folder's rules speak again", async () => {
  await mkdir(join(place.cwd, "barn"));
  await writeFile(join(place.cwd, "barn", "AGENTS.md"), "In the barn all doors are red.");
  await writeFile(join(place.cwd, "barn", "notes.txt"), "The third door creaks.");
  const readIt = (n: number) => says([think(n), call("read_file", { path: "barn/notes.txt" })]);
  const script: Answer[] = [
    readIt(0),
    readIt(1),
    ...Array.from({ length: 12 }, (_, n) => says([think(n), call("todo", {})])),
    readIt(20),
    reply("Done."),
  ];
  await serve(script);

  const ran = await place.run(["-z", "Look after the barn."]);
  expect(ran).toMatchObject({ code: 0, stdout: "Done.\n" });
  const sent = conversation();
  const lastResult = (index: number) => sent[index]?.slice(sent[index].lastIndexOf('"role":"tool"')) ?? "";
  expect(lastResult(1)).toContain("The third door creaks.");
  expect(lastResult(1)).toContain("all doors are red");
  expect(lastResult(2)).toContain("unchanged");
  expect(lastResult(2)).not.toContain("all doors are red");
  expect(server.requests.some(isSummary)).toBe(true);
  const last = sent.at(-1)?.slice(sent.at(-1)?.lastIndexOf('"role":"tool"')) ?? "";
  expect(last).toContain("The third door creaks.");
  expect(last).toContain("all doors are red");
});

test("project rules and memory come from a prompt built anew: what was learned on the way is in it", async () => {
  await writeFile(join(place.cwd, "AGENTS.md"), "Paint nothing green.");
  const learn = call("memory", { action: "add", target: "memory", content: "The barn cat is called Ada." });
  const script: Answer[] = [
    says([think(0), learn]),
    ...Array.from({ length: 14 }, (_, n) => says([think(n), call("todo", {})])),
    reply("Done."),
  ];
  await serve(script);
  expect(await place.run(["-z", "Look after the barn."])).toMatchObject({ code: 0, stdout: "Done.\n" });

  const prompts = server.requests
    .filter((request) => !isSummary(request))
    .map(({ body }) => {
      const [system] = body.messages as readonly { readonly role: string; readonly content: unknown }[];
      return JSON.stringify(system);
    });
  const [first = "", last = ""] = [prompts[0], prompts.at(-1)];
  expect(server.requests.some(isSummary)).toBe(true);
  for (const prompt of [first, last]) expect(prompt).toContain("Paint nothing green.");
  expect(first).not.toContain("called Ada");
  expect(last).toContain("The barn cat is called Ada.");
  expect(new Set(prompts).size).toBeLessThan(prompts.length / 2);
});
