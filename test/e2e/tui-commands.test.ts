// Sessions, completion and every slash command, in a real terminal.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type Answer, call, calls, fail, reply } from "../../src/testing/script.ts";
import { asked, atTerminal, inTerminal, say } from "./at-terminal.ts";
import { customModel } from "./program.ts";
import type { Terminal } from "./tui-terminal.ts";

const here = atTerminal();

/** As stored, oldest first. */
function sessionRows() {
  const db = new DatabaseSync(join(here.place.home, "state.db"), { timeout: 10_000 });
  const rows = db.prepare("SELECT id, end_reason FROM sessions ORDER BY started_at, rowid").all();
  db.close();
  return rows;
}

/** What each command shows when nothing special is going on. */
const LOOKING: readonly (readonly [string, RegExp])[] = [
  ["/help", /\/compress[\s\S]*\/copy/],
  ["/help undo", /\/undo \[n\]: take back/],
  ["/status", /waiting for you/],
  ["/title A good name", /test-model .* {2}A good name *$/m],
  ["/sessions", /A good name/],
  ["/history", /you: hi/],
  ["/usage", /calls/],
  ["/context", /frozen for this session/],
  ["/compactions", /not been compacted/],
  ["/compress", /nothing|compact/i],
  ["/undo-compact", /not been compacted/],
  ["/pin Always answer in rhyme", /Pinned|rhyme/],
  ["/pins", /Always answer in rhyme/],
  ["/unpin 1", /Always answer in rhyme|no longer|gone/i],
  ["/insights 7", /last 7 days/],
  ["/model custom/test-model", /custom\/test-model/],
  ["/provider nobody", /no provider/],
  ["/fallback", /Nobody takes over/],
  ["/personality", /Personalities/],
  ["/reasoning low", /Reasoning: low/],
  ["/reasoning show", /Thinking is shown/],
  ["/tools", /read_file/],
  ["/toolsets", /terminal/],
  ["/skills", /debugging|code-review/],
  ["/reload-skills", /skills/],
  ["/bundles", /undle/],
  ["/memory", /memory|nothing/i],
  ["/learned", /learned|nothing/i],
  ["/curator", /curator|skills|never/i],
  ["/checkpoints", /heckpoint|save/],
  ["/rollback", /heckpoint|change|nothing/i],
  ["/approvals", /Nothing is allowed/],
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
  ["/redraw", /❯/],
  ["/image none.png", /no picture/],
  ["/doctor", /check|passed/],
  ["/copy", /Copied/],
  ["/save talk.md", /Saved 2 messages/],
  ["/reload", /anew/],
  ["/branch elsewhere", /Branched into elsewhere/],
  ["/new", /New session/],
];

inTerminal("sessions and commands", () => {
  test("a conversation that is open elsewhere cannot be moved to, and the one at hand goes on", async () => {
    const server = await here.serve(reply("The first answer."), reply("The second answer."));
    const there = await here.open();
    await say(there, "held elsewhere");
    await there.shows("The first answer.");
    const [held] = sessionRows();
    const terminal = await here.open();
    await say(terminal, `/resume ${held?.id}`);
    await terminal.shows(/is open in another process/);
    await say(terminal, "still here");
    await terminal.shows("The second answer.");
    expect(asked(server)).toContain("still here");
    await say(terminal, "/branch aside");
    await terminal.shows(/Branched into aside/);
    await terminal.press("C-d");
    await there.press("C-d");
    await terminal.shows("hermes --resume");
    await there.shows("hermes --resume");
    await expect
      .poll(() => sessionRows().map((row) => row.end_reason), { timeout: 20_000 })
      .toEqual(["cli_close", "branched", "cli_close"]);
  });

  test("words that could not be stored stay where they were typed", async () => {
    await here.serve(reply("The first answer."));
    const terminal = await here.open();
    await say(terminal, "hello");
    await terminal.shows("The first answer.");
    const db = new DatabaseSync(join(here.place.home, "state.db"), { timeout: 10_000 });
    db.exec("PRAGMA foreign_keys = OFF; DELETE FROM sessions");
    db.close();
    await say(terminal, "a long thought");
    await terminal.shows(/There is no session/);
    await terminal.shows(/❯ +a long thought/);
  });

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

  /** Each is typed into an empty screen, so that what is seen is its own answer; the line itself is none. */
  async function eachAnswers(terminal: Terminal, lines: readonly (readonly [string, RegExp])[]): Promise<void> {
    for (const [line, seen] of lines) {
      await terminal.type("/clear");
      await terminal.press("Enter");
      await terminal.shows((screen) => !screen.includes("/clear") && screen.trim().split("\n").length <= 5);
      await terminal.type(line);
      await terminal.press("Enter");
      const answered = (screen: string) => /❯ +Ask anything/.test(screen) && seen.test(screen.replaceAll(line, ""));
      await terminal.shows(answered, 15_000);
    }
  }

  test("every command that looks or sets answers, and none of them breaks the conversation", async () => {
    await here.serve(reply("Hello."));
    const terminal = await here.open([], { rows: 60 });
    await say(terminal, "hi");
    await terminal.shows("Hello.");
    await eachAnswers(terminal, LOOKING);
    expect(await readFile(join(here.place.cwd, "talk.md"), "utf8")).toContain("## Hermes\n\nHello.");
    await say(terminal, "still there?");
    await terminal.shows(/still there\?[\s\S]*Hello\./);
    await terminal.type("/exit");
    await terminal.press("Enter");
    await expect.poll(() => terminal.exitCode()).toBe(0);
  }, 180_000);

  test("every command of the reference is typed in these tests", async () => {
    const page = await readFile(join(import.meta.dirname, "../../docs/reference/commands.md"), "utf8");
    const names = [...page.slice(page.indexOf("## In a conversation")).matchAll(/^\| `\/([\w-]+)/gm)].map(
      ([, name]) => name,
    );
    const source = await readFile(import.meta.filename, "utf8");
    const kit = [source, await readFile(join(import.meta.dirname, "tui.test.ts"), "utf8")].join("\n");
    expect(names.length).toBeGreaterThan(45);
    expect(names.filter((name) => !new RegExp(`["\`]/${name}\\b`).test(kit))).toEqual([]);
  });

  test("/retry asks the last message again in place of the answer it got, /undo takes the exchange back", async () => {
    const server = await here.serve(reply("First answer."), reply("Second answer."), reply("Third answer."));
    const terminal = await here.open();
    await say(terminal, "tell me something");
    await terminal.shows("First answer.");
    await say(terminal, "/retry");
    await terminal.shows("Second answer.");
    expect(asked(server).split("tell me something")).toHaveLength(2);
    expect(asked(server)).not.toContain("First answer.");
    await say(terminal, "/undo");
    await terminal.shows("Took back: tell me something");
    await say(terminal, "begin anew");
    await terminal.shows("Third answer.");
    expect(asked(server)).not.toContain("tell me something");
  });

  test("/queue waits for the answer, /steer joins it, /background answers beside it", async () => {
    const go = join(here.place.cwd, "go");
    const wait = calls(call("terminal", { command: `until [ -e '${go}' ]; do sleep 0.05; done` }));
    const beside: Answer = reply("Done beside.");
    const server = await here.serve(
      (request) => (JSON.stringify(request.body).includes("beside it") ? beside : wait),
      (request) => (JSON.stringify(request.body).includes("beside it") ? beside : reply("The long one.")),
      (request) => (JSON.stringify(request.body).includes("beside it") ? beside : reply("The long one.")),
      reply("The queued one."),
    );
    const terminal = await here.open();
    await say(terminal, "start something long");
    await terminal.shows("until [");
    await say(terminal, "/background do this beside it");
    await terminal.shows("Done beside.");
    await say(terminal, "/queue and then this");
    await terminal.shows("queued: and then this");
    await say(terminal, "/steer rather in blue");
    await terminal.shows("rather in blue (steering)");
    await writeFile(go, "");
    await terminal.shows("The queued one.");
    const bodies = server.requests.map(({ body }) => JSON.stringify(body));
    const steered = bodies.findIndex((body) => body.includes("rather in blue"));
    expect(steered).toBeGreaterThan(-1);
    expect(bodies[steered]).not.toContain("and then this");
    expect(asked(server)).toContain("and then this");
  });

  test("a skill is a command: its text reaches the model, and a bundle is one, too", async () => {
    const skill = join(here.place.home, "skills", "kitchen", "bread");
    await mkdir(skill, { recursive: true });
    await writeFile(
      join(skill, "SKILL.md"),
      "---\nname: bread\ndescription: How bread is baked here\n---\n\nKnead for eleven minutes.\n",
    );
    const server = await here.serve(reply("Baked."), reply("Both loaded."));
    const terminal = await here.open();
    await say(terminal, "/bread with rye");
    await terminal.shows("Baked.");
    expect(asked(server)).toContain("Knead for eleven minutes.");
    expect(asked(server)).toContain("with rye");
    await say(terminal, "/bundles create sunday bread");
    await terminal.shows(/sunday/);
    await say(terminal, "/sunday please");
    await terminal.shows("Both loaded.");
  });

  test("/fallback names somebody who answers at once when the model cannot", async () => {
    const first = await here.model(fail("auth"));
    const second = await here.model(reply("The other one answers."));
    await here.place.configure(
      `${customModel(first.url)}providers:\n  spare:\n    base_url: ${second.url}/v1\n    api_key: sk-e2e-spare-0123456789\n    api_mode: chat_completions\n`,
    );
    const terminal = await here.open();
    await say(terminal, "/fallback add spare:spare-model");
    await terminal.shows("spare:spare-model is tried at place 1");
    await say(terminal, "anybody there?");
    await terminal.shows("The other one answers.");
    await say(terminal, "/fallback");
    await terminal.shows(/1 +spare +spare-model/);
    await say(terminal, "/fallback remove 1");
    await terminal.shows("spare:spare-model is out of the chain");
    await say(terminal, "/fallback clear");
    await terminal.shows("Nobody takes over any more");
    expect(await readFile(join(here.place.home, "config.yaml"), "utf8")).not.toContain("fallback_providers");
  });

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
    const screen = await terminal.shows("written outside");
    // Nothing of the composer that was there before stays behind.
    expect(screen.match(/❯/g)).toHaveLength(1);
    expect(screen.match(/╭/g)).toHaveLength(1);
    await terminal.press("Enter");
    await terminal.shows("Read.");
    expect(asked(server)).toContain("written outside");
    expect(asked(server)).not.toContain("draft");
  });

  test("Ctrl-G with no place for its file says so, and the message stays", async () => {
    const terminal = await here.open([], { env: { TMPDIR: join(here.place.cwd, "gone") } });
    await terminal.type("draft");
    await terminal.shows("draft");
    await terminal.press("C-g");
    await terminal.shows(/draft[\s\S]*could not be opened outside|could not be opened outside[\s\S]*draft/);
  });

  test("an unknown command suggests the one that was meant", async () => {
    const terminal = await here.open();
    await say(terminal, "/modle");
    await terminal.shows("Did you mean /model");
  });
});
