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

test("a file is sent again in full and its folder's rules speak again", async () => {
  await mkdir(join(place.cwd, "barn"));
  await writeFile(join(place.cwd, "barn", "AGENTS.md"), "In the barn all doors are red.");
  await writeFile(join(place.cwd, "barn", "notes.txt"), "The third door creaks.");
  const readIt = (n: number) =>
    says([words(`step ${n} ${"thought ".repeat(900)}`), call("read_file", { path: "barn/notes.txt" })]);
  const script: Answer[] = [
    readIt(0),
    readIt(1),
    ...Array.from({ length: 12 }, (_, n) => says([words(`step ${n} ${"thought ".repeat(900)}`), call("todo", {})])),
    readIt(20),
    reply("Done."),
  ];
  server = await startModelServer([
    forever((request: RecordedRequest) => (isSummary(request) ? reply(GOOD) : (script.shift() ?? reply("Done.")))),
  ]);
  await place.configure(customModel(server.url).replace("default:", "context_length: 32000\n  default:"));

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
