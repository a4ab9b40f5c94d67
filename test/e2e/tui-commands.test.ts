// Sessions, completion and every slash command, in a real terminal.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reply } from "../../src/testing/script.ts";
import { asked, atTerminal, inTerminal, say } from "./at-terminal.ts";

const here = atTerminal();

inTerminal("sessions and commands", () => {
  test("-c shows the end of the conversation and goes on with it", async () => {
    const server = await here.serve(reply("The first answer."), reply("The second answer."));
    const first = await here.open();
    await say(first, "my first question");
    await first.shows("The first answer.");
    await first.press("C-d");
    await first.shows("hermes --resume");
    const again = await here.open(["-c"]);
    await again.shows("my first question");
    await again.shows("The first answer.");
    await say(again, "and now?");
    await again.shows("The second answer.");
    expect(asked(server)).toContain("my first question");
  });

  test("a slash opens the commands with what they do; Tab completes", async () => {
    const terminal = await here.open();
    await terminal.type("/compa");
    await terminal.shows(/\/compactions +what was compacted/);
    await terminal.press("C-u");
    await terminal.shows((screen) => !screen.includes("what was compacted"));
    await terminal.type("/usa");
    await terminal.shows(/\/usage +tokens and cost/);
    await terminal.press("Tab");
    await terminal.shows((screen) => /❯ \/usage/.test(screen) && !screen.includes("tokens and cost"));
    await terminal.press("Enter");
    await terminal.shows(/calls|Nothing used/);
  });

  test("an @ finds files, and their text goes along", async () => {
    await writeFile(join(here.place.cwd, "recipe-notes.md"), "two spoons of cumin");
    const server = await here.serve(reply("Cumin."));
    const terminal = await here.open();
    await terminal.type("what is in @reci");
    await terminal.shows(/recipe-notes\.md/);
    await terminal.press("Tab");
    await terminal.shows("@file:recipe-notes.md");
    await terminal.press("Enter");
    await terminal.shows("Cumin.");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("two spoons of cumin");
  });

  test("a conversation that begins clears old snapshots away when it is time", async () => {
    await here.place.configure("checkpoints:\n  enabled: true\n");
    const project = join(here.place.cwd, "project");
    await mkdir(project);
    await writeFile(join(project, "a.txt"), "before");
    expect(await here.place.run(["-z", "write a.txt with after"], { cwd: project })).toMatchObject({ code: 0 });
    const cleared = () => readFile(join(here.place.home, "checkpoints", ".last_prune"), "utf8").catch(() => "");
    expect(await cleared()).toBe("");
    await here.open();
    await expect.poll(cleared, { timeout: 15_000 }).not.toBe("");
  });

  test("every command answers, and none of them breaks the conversation", async () => {
    await here.serve(reply("Hello."));
    const terminal = await here.open([], { rows: 50 });
    await say(terminal, "hi");
    await terminal.shows("Hello.");
    const commands: readonly (readonly [string, RegExp])[] = [
      ["/help", /\/compress/],
      ["/status", /waiting for you/],
      ["/title A good name", /A good name/],
      ["/sessions", /A good name/],
      ["/history", /you: hi/],
      ["/usage", /calls/],
      ["/context", /frozen for this session/],
      ["/compactions", /not been compacted/],
      ["/compress", /nothing|compact/i],
      ["/undo-compact", /not been compacted/],
      ["/insights 7", /last 7 days/],
      ["/provider nobody", /no provider/],
      ["/fallback", /Nobody takes over|cannot answer/],
      ["/personality", /Personalities/],
      ["/reasoning low", /Reasoning: low/],
      ["/tools", /read_file/],
      ["/toolsets", /terminal/],
      ["/checkpoints", /heckpoint|save/],
      ["/rollback", /heckpoint|change|nothing/i],
      ["/approve", /Nothing is waiting/],
      ["/deny", /Nothing is waiting/],
      ["/yolo", /Approvals are off/],
      ["/yolo", /Approvals are on/],
      ["/goal", /No goal is set/],
      ["/stop", /Stopping/],
      ["/config display.skin", /default/],
      ["/profile", /home/],
      ["/skin slate", /Skin: slate/],
      ["/busy steer", /working: steer/],
      ["/details", /Details shown/],
      ["/doctor", /check|passed/],
      ["/copy", /Copied/],
      ["/save talk.md", /Saved 2 messages/],
      ["/branch elsewhere", /Branched into elsewhere/],
      ["/new", /New session/],
    ];
    for (const [line, seen] of commands) {
      await terminal.type(line);
      await terminal.press("Enter");
      await terminal.shows((screen) => /❯ +Ask anything/.test(screen) && seen.test(screen), 10_000);
    }
    expect(await readFile(join(here.place.cwd, "talk.md"), "utf8")).toContain("## Hermes\n\nHello.");
    await say(terminal, "still there?");
    await terminal.shows(/still there\?[\s\S]*Hello\./);
    await terminal.type("/exit");
    await terminal.press("Enter");
    await expect.poll(() => terminal.exitCode()).toBe(0);
  }, 120_000);

  test("/resume lets one choose, and typing narrows the choice", async () => {
    await here.serve(reply("About apples."), reply("About pears."));
    const first = await here.open();
    await say(first, "tell me about apples");
    await first.shows("About apples.");
    await say(first, "/new");
    await first.shows("New session");
    await say(first, "tell me about pears");
    await first.shows("About pears.");
    await first.type("/resume");
    await first.press("Enter");
    await first.shows("Go on with");
    await first.type("apples");
    await first.press("Enter");
    await first.shows(/Resumed[\s\S]*About apples\./);
  });

  test("Ctrl-G opens the message in the person's editor and takes what was written", async () => {
    const server = await here.serve(reply("Read."));
    const editor = join(here.place.cwd, "editor.sh");
    await writeFile(editor, '#!/bin/sh\nprintf "written outside" > "$1"\n', { mode: 0o755 });
    const terminal = await here.open([], { env: { EDITOR: editor } });
    await terminal.type("draft");
    await terminal.shows("draft");
    await terminal.press("C-g");
    await terminal.shows("written outside");
    await terminal.press("Enter");
    await terminal.shows("Read.");
    expect(asked(server)).toContain("written outside");
    expect(asked(server)).not.toContain("draft");
  });

  test("an unknown command suggests the one that was meant", async () => {
    const terminal = await here.open();
    await say(terminal, "/modle");
    await terminal.shows("Did you mean /model");
  });
});
