import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { tempDir } from "../testing/fakes.ts";
import { terminalScreen } from "./terminal-screen.ts";

const PATH = process.env.PATH ?? "";

test.skipIf(spawnSync("tmux", ["-V"]).status !== 0)("the pane beside ours is read, ours when it is alone", async () => {
  await using dir = await tempDir();
  const socket = dir.join("t");
  const tmux = (...args: readonly string[]) =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args]).toString();
  tmux("new-session", "-d", "-x", "80", "-y", "20", "printf 'this is us\\n'; sleep 60");
  try {
    const own = tmux("list-panes", "-F", "#{pane_id}").trim();
    const screen = terminalScreen({ env: { PATH, TMUX: `${socket},1,0`, TMUX_PANE: own } });
    await expect.poll(() => screen?.()).toBe("this is us");
    tmux("split-window", "-d", "for i in $(seq 1 40); do echo line $i; done; sleep 60");
    await expect.poll(() => screen?.()).toMatch(/^line 1\n[\s\S]*line 40$/);
  } finally {
    tmux("kill-server");
  }
  expect(await terminalScreen({ env: { PATH, TMUX: `${socket},1,0`, TMUX_PANE: "%0" } })?.()).toBeUndefined();
});

test("without tmux there is no screen to read", () => {
  expect(terminalScreen({ env: { PATH } })).toBeUndefined();
});
