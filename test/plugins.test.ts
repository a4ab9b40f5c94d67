// The worked example of the documentation, installed into a home and used by the built command.

import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../src/testing/model-server.ts";
import { call, calls, reply } from "../src/testing/script.ts";
import { customModel, makePlace, type Place } from "./e2e/program.ts";

const ROOT = join(import.meta.dirname, "..");
const EXAMPLE = join(ROOT, "docs/examples/word-count");
let place: Place;
let server: ModelServer;
beforeEach(async () => {
  place = await makePlace();
  server = await startModelServer([]);
  await place.configure(customModel(server.url));
});
afterEach(async () => {
  await server.close();
  await place.remove();
});
const sent = (index: number) => JSON.stringify(server.requests[index]?.body);

test("installed, enabled, used: its tool runs, its hook blocks, its context comes last; removed, all of it is gone", async () => {
  expect(await place.run(["plugins", "install", EXAMPLE, "--enable"])).toMatchObject({ code: 0 });
  expect(JSON.parse((await place.run(["plugins", "list", "--json"])).stdout).plugins).toMatchObject([
    { name: "word-count", state: "on" },
  ]);

  await writeFile(join(place.cwd, "notes.md"), "one two three");
  server.push(
    calls(call("word_count", { path: "notes.md" }), call("word_count", { path: "diary/x" })),
    reply("Three."),
  );
  expect(await place.run(["-z", "how many?"])).toMatchObject({ code: 0, stdout: "Three.\n", stderr: "" });
  expect(sent(1)).toContain('\\"words\\":3');
  expect(sent(1)).toContain("keeps diary private");
  const first = server.requests[0]?.body as { messages: { content: string }[] } | undefined;
  expect(JSON.stringify(first?.messages.at(-1))).toContain("The user likes numbers.");

  expect(await place.run(["plugins", "remove", "word-count"])).toMatchObject({ code: 0 });
  server.push(reply("gone"));
  await place.run(["-z", "hi"]);
  expect(sent(2)).not.toContain("word_count");
  expect(sent(2)).not.toContain("likes numbers");
});

test("a plugin that breaks or never comes back is switched off with a word, and the turn goes on", async () => {
  const broken = join(place.home, "plugins", "broken");
  await mkdir(broken, { recursive: true });
  await writeFile(join(broken, "plugin.yaml"), "name: broken\n");
  await writeFile(join(broken, "index.mjs"), "throw new Error('no coffee');\n");
  await place.run(["plugins", "enable", "broken"]);
  server.push(reply("still here"));
  const ran = await place.run(["-z", "hi"]);
  expect(ran).toMatchObject({ code: 0, stdout: "still here\n" });
  expect(ran.stderr).toContain("Plugin broken is off");
});

test("a plugin without a manifest, with links, or twice is not installed", async () => {
  const odd = join(place.cwd, "odd");
  await mkdir(odd);
  expect(await place.run(["plugins", "install", odd])).toMatchObject({ code: 1 });
  await writeFile(join(odd, "plugin.yaml"), "name: odd\n");
  await symlink("/etc", join(odd, "etc"));
  expect(await place.run(["plugins", "install", odd])).toMatchObject({ code: 1 });
  await rm(join(odd, "etc"));
  expect(await place.run(["plugins", "install", odd])).toMatchObject({ code: 0 });
  expect(await place.run(["plugins", "install", odd])).toMatchObject({ code: 1 });
});
