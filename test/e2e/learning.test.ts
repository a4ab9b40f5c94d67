// What is learned after a turn, as people meet it in each plain surface: they hear of it, and never wait for it.

import { afterEach, beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../src/testing/model-server.ts";
import { call, calls, reply } from "../../src/testing/script.ts";
import { customModel, makePlace, type Place } from "./program.ts";

let place: Place;
let server: ModelServer;
beforeEach(async () => {
  place = await makePlace();
  server = await startModelServer([], { strict: true });
  await place.configure(customModel(server.url));
});
afterEach(async () => {
  await server.close();
  await place.remove();
});

const CORRECTION = "no, too long. From now on be brief";
const LEARNED = "💾 Self-improvement review: User profile updated";
const learns = () => calls(call("memory", { action: "add", target: "user", content: "Prefers brief answers" }));

test.each([
  ["-z", ["-z", CORRECTION], "stderr"],
  ["chat -q", ["chat", "-q", CORRECTION], "stderr"],
] as const)("one question (%s): the answer on stdout, the news on stderr", async (_name, args, stream) => {
  server.push(reply("Short."), learns(), reply("Kept."));
  const ran = await place.run(args);
  expect(ran).toMatchObject({ code: 0, stdout: "Short.\n" });
  expect(ran[stream]).toContain(LEARNED);
});

test("a piped conversation ends with the news", async () => {
  server.push(reply("Short."), learns(), reply("Kept."));
  const ran = await place.run(["chat"], { stdin: `${CORRECTION}\n` });
  expect(ran.stdout).toContain("Short.");
  expect(ran.stdout).toContain(LEARNED);
});

test("a skill loaded along teaches nothing by its own words; what is said with it does, and the review knows the skill", async () => {
  server.push(reply("Loaded."));
  expect(await place.run(["-s", "git-workflow", "-z", "look at the branch"])).toMatchObject({ code: 0, stderr: "" });
  expect(server.requests).toHaveLength(1);
  expect((await place.run(["sessions", "list"])).stdout).toContain("/git-workflow look at the branch");
  server.push(reply("Short."), learns(), reply("Kept."));
  const ran = await place.run(["-s", "git-workflow", "-z", CORRECTION]);
  expect(ran.stderr).toContain(LEARNED);
  expect(JSON.stringify(server.requests[2]?.body)).toContain("Skills loaded in this conversation: git-workflow.");
});

test("the answer is there before the review has begun to think", async () => {
  const answered = Promise.withResolvers<void>();
  server.push(reply("Short."), async () => {
    await answered.promise;
    return reply("Nothing to save.");
  });
  const child = place.start(["-z", CORRECTION]);
  child.stdin?.end();
  let out = "";
  await new Promise<void>((resolve) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
      if (out === "Short.\n") resolve();
    });
  });
  answered.resolve();
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  expect(server.requests).toHaveLength(2);
});
