// The offline model's own list of requests, every phrasing, through the built library: real tools, real files, real store.

import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Agent } from "../../src/entries/index.ts";
import { REQUESTS, type RequestKind } from "../../src/providers/offline/intents.data.ts";
import { makePlace, type Place } from "./program.ts";

const FILES: Readonly<Record<string, string>> = {
  "a.txt": "foo\none\nthree\nfour\nfive\nsix\nseven\n",
  "b.txt": "b\n",
  "notes.txt": "an apple a day\n",
  "my notes.txt": "mine\n",
  "README.md": "# Readme\nTODO: retry after lunch, hello world\n",
  "src/main.ts": 'const x = "old name"; createServer(); function parseIntent() {}\n',
  "src/kernel/k.ts": "export {}\n",
  "docs/api/index.md": "api\n",
  "config.yaml": "level: debug\n",
  "menu.md": "tea\n",
  "lib.py": "foo = 1\n",
  "log.txt": "line\n".repeat(30),
  "package.json": "{}\n",
  "test_one.py": "pass\n",
};
const SKILL =
  "---\nname: git-review\ndescription: Reviews a diff.\n---\n# Review\n\n## When to Use\nBefore a commit.\n";

let place: Place;
let agent: Agent;
beforeAll(async () => {
  place = await makePlace();
  const work = join(place.cwd, "work");
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(work, path)), { recursive: true });
    await writeFile(join(work, path), text);
  }
  execFileSync("git", ["init", "-q"], { cwd: work });
  await mkdir(join(place.home, "skills/code/git-review"), { recursive: true });
  await writeFile(join(place.home, "skills/code/git-review/SKILL.md"), SKILL);
  const { createAgent } = (await import(
    join(import.meta.dirname, "../../dist/index.mjs")
  )) as typeof import("../../src/entries/index.ts");
  agent = await createAgent({ home: place.home, cwd: work, provider: "offline" });
  // Something to talk about, to forget and to tick off.
  await agent.chat("plan a todo list: one, two, three, four");
});
afterAll(async () => {
  await agent?.close();
  await place.remove();
});

/** The tools one message made the model call, and whether any call failed. */
async function ask(say: string): Promise<{ tools: readonly string[]; answer: string }> {
  const tools: string[] = [];
  let answer = "";
  for await (const event of agent.send(say)) {
    if (event.type === "tool-start") tools.push(event.call.tool);
    if (event.type === "text") answer += event.delta;
    if (event.type === "turn-end") expect(event.reason).toBe("answered");
  }
  return { tools, answer };
}

describe.each(REQUESTS.map((request): [string, RequestKind] => [request.id, request]))("%s", (_id, request) => {
  test("has at least five phrasings", () => {
    expect(request.examples.length).toBeGreaterThanOrEqual(5);
  });
  test.each(request.examples.map(({ say }) => say))("%s", async (say) => {
    const { tools, answer } = await ask(say);
    expect(answer.trim()).not.toBe("");
    expect(answer).not.toContain("I did not understand");
    if (request.tool !== undefined && request.id !== "recall") expect(tools).toContain(request.tool);
  });
});

test("anything else: it says what it is and what it can do", async () => {
  const { tools, answer } = await ask("compose a sonnet about rivers in the style of a lawyer");
  expect(tools).toEqual([]);
  expect(answer).toContain("offline model");
  expect(answer).toContain("help");
});
