// ASI02 tool misuse: what cannot be made good is refused, what reaches out of the workspace waits for a person.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, runMain, runPlan, tellMain, terminal } from "./agent-run.ts";
import { labs } from "./with-lab.ts";

const lab = labs();

test("catastrophes are refused even when everything is allowed", async () => {
  const place = await lab();
  const { calls } = await runPlan(
    place,
    [
      [
        terminal("rm -rf / --no-preserve-root"),
        terminal("rm -rf ~"),
        terminal('D=/; rm -rf "$D"'),
        terminal("mkfs.ext4 /dev/sda1"),
      ],
    ],
    { yolo: true },
  );
  expect(calls).toHaveLength(4);
  for (const { isError, text } of calls) expect(isError, text).toBe(true);
});

test("outside the workspace nothing is written or deleted without a yes", async () => {
  const place = await lab();
  writeFileSync(join(place.outside, "precious.txt"), "mine\n");
  mkdirSync(join(place.outside, "folder"));
  const { calls } = await runPlan(place, [
    [
      terminal(`rm -rf ${place.outside}`),
      terminal(`echo gone > ${place.outside}/precious.txt`),
      terminal("cd .. && rm -r elsewhere"),
      terminal(`find ${place.outside} -delete`),
      terminal(`bash -c 'rm -rf ${place.outside}/folder'`),
      call("write_file", { path: join(place.outside, "new.txt"), content: "x" }),
    ],
  ]);
  for (const { isError, text } of calls) expect(isError, text).toBe(true);
  expect(existsSync(join(place.outside, "precious.txt"))).toBe(true);
  expect(existsSync(join(place.outside, "folder"))).toBe(true);
  expect(existsSync(join(place.outside, "new.txt"))).toBe(false);
});

test("with checkpoints on, what an allowed call destroyed can be brought back", async () => {
  const place = await lab({ checkpoints: { enabled: true } });
  mkdirSync(join(place.workspace, "src"));
  writeFileSync(join(place.workspace, "src", "work.txt"), "a day of work\n");
  writeFileSync(join(place.workspace, "notes.txt"), "old notes\n");
  const wipe = [call("write_file", { path: "notes.txt", content: "new\n" }), terminal("rm -rf src")];
  await runPlan(place, [wipe], { answer: () => ({ type: "yes", scope: "once" }) });
  expect(existsSync(join(place.workspace, "src"))).toBe(false);
  const hermes = (...args: string[]) => runMain(place, args);
  const { checkpoints } = JSON.parse(await hermes("checkpoints", "list", "--json")) as {
    checkpoints: { id: string; reason: string }[];
  };
  expect(checkpoints.map(({ reason }) => reason)).toEqual(["before terminal: rm -rf src", "before write_file"]);
  await hermes("checkpoints", "restore", checkpoints.at(-1)?.id ?? "");
  expect(readFileSync(join(place.workspace, "src", "work.txt"), "utf8")).toBe("a day of work\n");
  expect(readFileSync(join(place.workspace, "notes.txt"), "utf8")).toBe("old notes\n");
});

test("private addresses are out of reach of web tools unless the user opened them", async () => {
  const place = await lab({ security: { allow_private_urls: false } });
  place.world.pages.set("/inside.html", "<p>internal</p>");
  const { requests } = await runPlan(place, [
    [
      call("web_extract", { urls: [`${place.world.url}/inside.html`] }),
      call("web_extract", { urls: ["http://169.254.169.254/latest/meta-data/"] }),
    ],
  ]);
  expect(requests).not.toContain("internal</p>");
  expect(requests).toContain("private or local address");
});

test("explain says what the gate would do: rules, scripts and links included", async () => {
  const rules = { deny: { commands: ["git push"] }, allow: { commands: ["rm -rf build"] } };
  const place = await lab({ approvals: { rules } });
  writeFileSync(join(place.workspace, "wipe.py"), "import shutil\nshutil.rmtree('/')\n");
  writeFileSync(
    join(place.workspace, "build.mjs"),
    "import { rmSync } from 'node:fs';\nrmSync('dist', { recursive: true });\n",
  );
  symlinkSync(join(place.outside, "file"), join(place.workspace, "out"));
  const expected = {
    "git push origin main": "deny",
    "rm -rf build": "allow",
    "rm -rf src": "ask",
    "python3 wipe.py": "deny",
    "node build.mjs": "allow",
    "echo x > out": "ask",
  };
  const lines = Object.keys(expected).map((command) => JSON.stringify({ command }));
  const { stdout } = await tellMain(place, ["approvals", "explain", "--stdin", "--json"], `${lines.join("\n")}\n`);
  const judged = stdout
    .trim()
    .split("\n")
    .map((line): { command: string; verdict: string } => JSON.parse(line));
  expect(Object.fromEntries(judged.map(({ command, verdict }) => [command, verdict]))).toEqual(expected);
});
