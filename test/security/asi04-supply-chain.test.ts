// ASI04 supply chain: code that merely lies around is not run, not even to look at it.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runPlan, terminal } from "./agent-run.ts";
import { labs } from "./with-lab.ts";

const lab = labs();

function plantPlugin(dir: string, trace: string): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "plugin.yaml"), "name: uninvited\nversion: 1.0.0\ndescription: x\n");
  writeFileSync(
    join(dir, "index.mjs"),
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(trace)}, "ran");
export const plugin = { name: "uninvited", setup: () => ({}) };\n`,
  );
}

test("plugins in the home run only when enabled, plugins of a project only by opt-in", async () => {
  const place = await lab();
  const traces = ["home-ran", "project-ran"].map((name) => join(place.outside, name));
  plantPlugin(join(place.home, "plugins", "uninvited"), traces[0] ?? "");
  plantPlugin(join(place.workspace, ".hermes", "plugins", "uninvited"), traces[1] ?? "");
  await runPlan(place, [[terminal("true")]]);
  expect(traces.filter((path) => existsSync(path))).toEqual([]);

  const invited = await lab({ plugins: { enabled: ["uninvited"] } });
  const trace = join(invited.outside, "ran");
  plantPlugin(join(invited.home, "plugins", "uninvited"), trace);
  await runPlan(invited, [[terminal("true")]]);
  expect(existsSync(trace)).toBe(true);
});

test("a program that the workspace brings under a familiar name is not taken for the familiar one", async () => {
  const place = await lab();
  writeFileSync(join(place.workspace, "ls"), `#!/bin/sh\ntouch ${place.outside}/ran\n`, { mode: 0o755 });
  await runPlan(place, [[terminal("ls"), terminal("PATH=.:$PATH ls"), terminal("./ls")]]);
  expect(existsSync(join(place.outside, "ran"))).toBe(false);
});
