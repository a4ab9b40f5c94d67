// A home behind a link is guarded under either name, and commands still run.

import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, calls, reply } from "../../src/testing/script.ts";
import { servedPlace } from "./served-place.ts";

const here = servedPlace();

test("control files are out of reach where the link leads, too", async () => {
  const { place } = here;
  const config = join(place.home, "config.yaml");
  const server = await here.serve([
    calls(call("read_file", { path: config })),
    calls(call("write_file", { path: join(place.home, "hooks", "x.py"), content: "x" })),
    calls(call("search_files", { pattern: "api_key", path: place.home })),
    calls(call("terminal", { command: "echo still running" })),
    reply("done"),
  ]);
  const link = join(place.cwd, "linked");
  await symlink(place.home, link);
  const ran = await place.run(["chat", "-q", "go", "--yolo"], { env: { HERMES_HOME: link } });
  expect(ran.stdout).toContain("done");
  const { messages } = (server.requests.at(-1)?.body ?? {}) as { messages: { role: string; content: unknown }[] };
  const [read, wrote, found, shell] = messages
    .filter(({ role }) => role === "tool")
    .map(({ content }) => JSON.stringify(content));
  expect(read).toContain("control file");
  expect(wrote).toContain("control file");
  expect(found).toMatch(/total_count\W+0/);
  expect(shell).toContain("still running");
});
