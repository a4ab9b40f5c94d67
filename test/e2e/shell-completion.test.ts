// Completion as a person gets it: the script loaded into a real shell, Tab pressed in a real terminal.

import { spawnSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { atTerminal, inTerminal } from "./at-terminal.ts";
import { HERMES } from "./program.ts";
import type { Terminal } from "./tui-terminal.ts";

const here = atTerminal();

const SHELLS = {
  bash: { command: ["bash", "--norc", "--noprofile", "-i"], load: 'eval "$(hermes completion bash)"' },
  zsh: {
    command: ["zsh", "-f", "-i"],
    load: 'autoload -Uz compinit && compinit -u -D && eval "$(hermes completion zsh)"',
  },
  fish: { command: ["fish", "--no-config", "--interactive"], load: "hermes completion fish | source" },
} as const;

/** A shell with `hermes` on its path, the script loaded. */
async function shell(name: keyof typeof SHELLS): Promise<Terminal> {
  const bin = join(here.place.cwd, "bin");
  await mkdir(bin);
  await symlink(HERMES, join(bin, "hermes"));
  const { command, load } = SHELLS[name];
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
    PS1: "ready> ",
    SHELL: "/bin/sh",
  };
  const terminal = await here.start({ command: [...command], env, columns: 120 });
  await terminal.shows(/[>%#$] *$/m);
  const sum = name === "fish" ? "(math 20 + 3)" : "$((20 + 3))";
  await terminal.type(`${load}; echo loaded-${sum}`);
  await terminal.press("Enter");
  await terminal.shows(/^loaded-23/m);
  return terminal;
}

/** Types the line, presses Tab, and waits for what then stands there. */
async function completes(terminal: Terminal, typed: string, becomes: string | RegExp): Promise<void> {
  await terminal.press("C-u");
  await terminal.type(typed);
  await terminal.shows(typed);
  await terminal.press("Tab");
  await terminal.shows(becomes);
}

test("names are those of the profile that stands on the line, wherever it stands", async () => {
  const { place } = here;
  expect((await place.run(["profile", "create", "workshop"])).code).toBe(0);
  for (const [profile, title] of [
    ["default", "Quiet garden"],
    ["workshop", "Quiet bench"],
  ] as const) {
    expect((await place.run(["-p", profile, "-z", "hello"])).code).toBe(0);
    const { sessions } = JSON.parse((await place.run(["-p", profile, "sessions", "--json"])).stdout);
    expect((await place.run(["-p", profile, "sessions", "rename", sessions[0].id, title])).code).toBe(0);
  }
  const offered = async (line: string) => {
    const { stdout } = await place.run(["completion", "bash", "--line", line]);
    return stdout.split("\n").flatMap((one) => (one === "" ? [] : [one.split("\t")[0]]));
  };
  expect(await offered("hermes -r Qui")).toEqual(["Quiet garden"]);
  for (const line of [
    "hermes -p workshop -r Qui",
    "hermes --profile=workshop sessions show Qui",
    "hermes sessions -p workshop show Qui",
    "hermes sessions show -p workshop Qui",
  ])
    expect(await offered(line)).toEqual(["Quiet bench"]);
  expect(await offered("hermes sessions show -p wor")).toEqual(["workshop"]);
  expect(await offered("hermes sessions show --profile=wor")).toEqual(["--profile=workshop"]);
  expect(await offered("hermes -p nobody -r Qui")).toEqual([]);
  const many = Array.from({ length: 300 }, (_, n) =>
    JSON.stringify({ id: `m${n}`, source: "cli", started_at: 4e9 + n, title: `Later talk ${n}`, messages: [] }),
  );
  expect((await place.run(["sessions", "import", "-"], { stdin: many.join("\n") })).code).toBe(0);
  expect(await offered("hermes -r Qui")).toEqual(["Quiet garden"]);
  expect(await offered("hermes -p 'no body' -r Qui")).toEqual([]);
});

inTerminal("completion", () => {
  for (const name of ["bash", "zsh", "fish"] as const) {
    const there = spawnSync(name, ["--version"]).status === 0;
    test.skipIf(!there)(`${name} completes commands, flags, and the names of what is here`, async () => {
      const { place } = here;
      expect((await place.run(["-z", "hello"])).code).toBe(0);
      const { sessions } = JSON.parse((await place.run(["sessions", "--json"])).stdout);
      const id: string = sessions[0].id;
      expect((await place.run(["sessions", "rename", id, "Quiet", "garden"])).code).toBe(0);
      expect((await place.run(["profile", "create", "workshop"])).code).toBe(0);
      await writeFile(join(place.cwd, "picture-of-me.png"), "");
      const terminal = await shell(name);
      await completes(terminal, "hermes sess", /hermes sessions$/m);
      await completes(terminal, "hermes sessions exp", /hermes sessions export$/m);
      await completes(terminal, "hermes chat --pass", "hermes chat --pass-session-id");
      await completes(terminal, `hermes sessions show ${id.slice(0, 9)}`, `show ${id}`);
      await completes(terminal, "hermes -r Qui", /-r ["']?Quiet\\? garden/);
      await completes(terminal, "hermes -p works", "hermes -p workshop");
      await completes(terminal, "hermes model anthropic:clau", /model ["']?anthropic\\?:claude-/);
      await completes(terminal, "hermes config get agent.max_t", "agent.max_turns");
      await completes(terminal, "hermes --image picture-of", "picture-of-me.png");
    });
  }
});
