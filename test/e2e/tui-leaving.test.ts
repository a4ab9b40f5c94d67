// How a person stops what runs and leaves the terminal, whatever hangs behind it.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { call, calls, reply } from "../../src/testing/script.ts";
import { asked, atTerminal, inTerminal, say } from "./at-terminal.ts";
import { HERMES, isRunning } from "./program.ts";
import type { Terminal } from "./tui-terminal.ts";

const here = atTerminal();

inTerminal("stopping and leaving", () => {
  const slow = () => calls(call("terminal", { command: "sleep 30" }));

  test("Ctrl-C stops what runs; twice leaves and says how to come back", async () => {
    await here.serve(slow(), reply("later"));
    const terminal = await here.open();
    await say(terminal, "wait");
    await terminal.shows("sleep 30");
    await terminal.press("C-c");
    await terminal.shows("Stopped.");
    expect(await terminal.exitCode()).toBeUndefined();
    await sleep(2_100);
    await terminal.press("C-c");
    await terminal.shows("Ctrl-C again leaves");
    await terminal.press("C-c");
    await terminal.shows("hermes --resume");
    await expect.poll(() => terminal.exitCode()).toBe(130);
  });

  test("a terminal that closes takes along what runs in it, and nothing is written down as broken", async () => {
    await here.serve(calls(call("terminal", { command: "echo $$ > pid; sleep 30" })), reply("later"));
    const terminal = await here.open();
    await say(terminal, "wait");
    const pidIn = () => readFile(join(here.place.cwd, "pid"), "utf8").catch(() => "");
    await expect.poll(pidIn, { timeout: 15_000 }).toMatch(/\d\n/);
    const pid = Number(await pidIn());
    await terminal.close();
    await expect.poll(() => isRunning(pid), { timeout: 15_000 }).toBe(false);
    await expect(readFile(join(here.place.home, "logs/errors.log"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("Enter while it works interrupts and sends; /busy queue makes it wait instead", async () => {
    const server = await here.serve(slow(), reply("Second answer."), slow(), reply("Fourth answer."));
    const terminal = await here.open();
    await say(terminal, "first");
    await terminal.shows("sleep 30");
    await say(terminal, "something else");
    await terminal.shows("Second answer.");
    await say(terminal, "/busy queue");
    await terminal.shows("Enter while working: queue");
    await say(terminal, "third");
    await terminal.shows(/sleep 30(?![\s\S]*Second)/);
    await say(terminal, "waits in line");
    await terminal.shows("queued: waits in line");
    await terminal.press("Escape");
    await terminal.shows("Fourth answer.");
    expect(asked(server)).toContain("waits in line");
  });

  test("what cannot be opened behind the prompt is said, and the terminal is given back", async () => {
    const terminal = await here.start({
      command: ["sh", "-c", `'${HERMES}' -r nobody-knows-it; echo "code $?"; stty -a | grep -o -- '.icanon'`],
    });
    const screen = await terminal.shows("code 1");
    expect(screen).toContain("nobody-knows-it");
    await terminal.shows(" icanon");
  });

  test("one's own command that hears no signal does not outlive whoever leaves", async () => {
    const terminal = await here.open();
    await say(terminal, "!echo $$ > pid; trap '' TERM; while :; do sleep 0.1; done");
    const pidIn = () => readFile(join(here.place.cwd, "pid"), "utf8").catch(() => "");
    await expect.poll(pidIn, { timeout: 15_000 }).toMatch(/\d\n/);
    const pid = Number(await pidIn());
    await terminal.press("C-d");
    await expect.poll(() => terminal.exitCode(), { timeout: 15_000 }).toBe(0);
    expect(isRunning(pid)).toBe(false);
  });

  /** An engine whose daemon answers some commands and hangs in the others. */
  async function hangingEngine(answers: string): Promise<Terminal> {
    const { cwd } = here.place;
    await here.place.configure("terminal:\n  backend: docker\n");
    await writeFile(join(cwd, "docker"), `#!/bin/bash\ntrap '' INT TERM\n${answers}\nexec sleep 30\n`, { mode: 0o755 });
    const env = { PATH: `${cwd}:${process.env.PATH}` };
    const terminal = await here.start({ command: [HERMES, "--provider", "offline"], env });
    await terminal.shows("Ask anything");
    return terminal;
  }

  test("a place of work that does not open holds nobody back", async () => {
    const terminal = await hangingEngine("");
    await terminal.press("C-d");
    await expect.poll(() => terminal.exitCode(), { timeout: 15_000 }).toBe(0);
  });

  test("whoever presses Ctrl-C again and again does not wait for what does not close", async () => {
    const terminal = await hangingEngine(
      '[ "$1" = run ] && { echo 0123456789ab; exit; }\n[ "$1" = exec ] && { shift 3; exec "$@"; }',
    );
    await terminal.shows(/tools/);
    await terminal.press("C-d");
    await expect
      .poll(
        async () => {
          await terminal.press("C-c", "C-c", "C-c");
          return terminal.exitCode();
        },
        { timeout: 15_000 },
      )
      .toBe(130);
  });

  test("Ctrl-D leaves with 0 and gives the terminal back", async () => {
    const terminal = await here.open();
    await terminal.press("C-d");
    await expect.poll(() => terminal.exitCode()).toBe(0);
  });
});
