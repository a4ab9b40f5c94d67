// `search.semantic: true` with the real model, as a person meets it; and the same program on a machine without the model.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePlace, type Place } from "./program.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const MODEL = "@energetic-ai";
const hasModel = existsSync(join(ROOT, "node_modules", MODEL, "model-embeddings-en"));

const SAID = [
  "My neighbour showed me how to cook pho: the broth simmers for eight hours.",
  "Please always use dark mode in the editor, bright screens hurt my eyes.",
  "The train to Vienna leaves at seven from platform four.",
  "Lena broke her wrist on the climbing wall.",
];

let place: Place;
beforeEach(async () => {
  place = await makePlace();
  await place.configure("search:\n  semantic: true\n");
  const lines = SAID.map((content, n) =>
    JSON.stringify({
      id: `talk${n}`,
      source: "cli",
      started_at: 1_760_000_000 + n,
      messages: [{ role: "user", content, timestamp: 1_760_000_000 + n }],
    }),
  );
  await writeFile(join(place.cwd, "talks.jsonl"), lines.join("\n"));
  expect((await place.run(["sessions", "import", "talks.jsonl"])).code).toBe(0);
});
afterEach(() => place.remove());

describe.skipIf(!hasModel)("with the model (skipped: the optional packages are not installed)", () => {
  const first = async (query: string) => {
    const ran = await place.run(["sessions", "search", query, "--json"]);
    return JSON.parse(ran.stdout).results[0]?.session_id;
  };

  test("finds what shares no word with the question, after it was told to look", { timeout: 60_000 }, async () => {
    const before = await place.run(["sessions", "search", "asian noodle soup recipe"]);
    expect(before.stderr).toBe(
      "4 messages not yet searched by meaning: hermes sessions optimize, or leave hermes open.\n",
    );
    const done = await place.run(["sessions", "optimize"]);
    expect(done.stdout).toContain("4 messages can now be found by meaning.");
    expect(await first("asian noodle soup recipe")).toBe("talk0");
    expect(await first("color theme preference")).toBe("talk1");
    expect(await first("an injured arm")).toBe("talk3");
    expect((await place.run(["sessions", "search", '"injured arm"'])).stdout).toBe("Nothing found.\n");
    const stats = JSON.parse((await place.run(["sessions", "stats", "--json"])).stdout);
    expect(stats.bytes.meanings).toBeGreaterThan(4 * 512);
  });
});

describe("without the model", () => {
  let bare: string;
  beforeEach(async () => {
    bare = join(place.cwd, "bare");
    await mkdir(join(bare, "node_modules"), { recursive: true });
    for (const part of ["bin", "dist", "package.json"])
      await cp(join(ROOT, part), join(bare, part), { recursive: true });
    for (const name of await readdir(join(ROOT, "node_modules")))
      if (name !== MODEL) await symlink(join(ROOT, "node_modules", name), join(bare, "node_modules", name));
  });
  const run = (...args: string[]) =>
    promisify(execFile)(join(bare, "bin", "hermes"), args, {
      cwd: place.cwd,
      env: { PATH: process.env.PATH ?? "", HOME: place.cwd, HERMES_HOME: place.home, LANG: "C.UTF-8" },
    });

  test("words are searched, and where the model comes from is said", { timeout: 60_000 }, async () => {
    const found = await run("sessions", "search", "pho");
    expect(found.stdout).toContain("broth");
    expect(found.stderr).toContain("npm install");
    const chat = await run("--provider", "offline", "-z", "hello");
    expect(chat.stderr).toContain("search.semantic is on, but its model is not installed");
    const report = await run("doctor", "--json").catch((error: { stdout: string }) => error);
    expect(report.stdout).toContain("search-model");
  });
});
