// The terminal interface as a person meets it: a real terminal, the built command, a scripted model.

import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ModelServer, type RecordedRequest, startModelServer } from "../../src/testing/model-server.ts";
import { type Answer, call, calls, forever, reply, says, thought, words } from "../../src/testing/script.ts";
import { customModel, HERMES, makePlace, type Place } from "./program.ts";
import { openTerminal, type Terminal } from "./tui-terminal.ts";

/** Without tmux there is no terminal to test in; the report then says so. */
const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
const inTerminal = describe.skipIf(!hasTmux);
if (!hasTmux) test("the terminal interface", (context) => context.skip("tmux is not installed"));

let place: Place;
const servers: ModelServer[] = [];
const terminals: Terminal[] = [];
beforeEach(async () => {
  place = await makePlace();
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) await terminal.close();
  for (const server of servers.splice(0)) await server.close();
  await place.remove();
});

/** Side requests (titles) carry no tools and are answered beside the script. */
async function serve(...script: readonly (Answer | ((request: RecordedRequest) => Answer))[]): Promise<ModelServer> {
  const steps = [...script];
  const server = await startModelServer([
    forever((request) => {
      if (!Array.isArray(request.body.tools) || request.body.tools.length === 0) return reply("A title");
      const step = steps.length > 1 ? steps.shift() : steps[0];
      return typeof step === "function" ? step(request) : (step ?? reply("The script is over."));
    }),
  ]);
  servers.push(server);
  await place.configure(customModel(server.url));
  return server;
}

async function open(
  args: readonly string[] = [],
  { columns = 100, rows = 30, env = {} }: { columns?: number; rows?: number; env?: Record<string, string> } = {},
): Promise<Terminal> {
  const terminal = await openTerminal({
    command: [HERMES, ...args],
    cwd: place.cwd,
    env: { PATH: process.env.PATH ?? "", HOME: place.cwd, HERMES_HOME: place.home, ...env },
    columns,
    rows,
  });
  terminals.push(terminal);
  await terminal.shows("Ask anything");
  await terminal.shows(/tools/);
  return terminal;
}

async function say(terminal: Terminal, text: string): Promise<void> {
  await terminal.type(text);
  await terminal.shows(text.slice(0, 20));
  await terminal.press("Enter");
}

/** Questions listen after a pause in typing. */
const PAUSE_MS = 450;

inTerminal("talking", () => {
  test("what is typed is sent, and the answer is shown as Markdown", async () => {
    const server = await serve(says([words("Use **care**:\n\n- first\n- second\n\n```js\nconst a = 1;\n```\n\nEnd.")]));
    const terminal = await open();
    await say(terminal, "hello there");
    const screen = await terminal.shows("End.");
    expect(screen).toContain("hello there");
    expect(screen).toContain("Use care:");
    expect(screen).toContain("const a = 1;");
    expect(screen).not.toContain("**");
    expect(screen).not.toContain("```");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("hello there");
  });

  test("an answer appears while it is written, and a long one keeps its beginning in the scrollback", async () => {
    const lines = Array.from({ length: 80 }, (_, index) => `Paragraph ${index} of the answer.`).join("\n\n");
    await serve(says([words(lines)], { pieceChars: 40, faults: [{ type: "drip", bytes: 400, everyMs: 30 }] }));
    const terminal = await open();
    await say(terminal, "write a lot");
    await terminal.shows(/Paragraph [1-5]\d? of/);
    expect(await terminal.all()).not.toContain("Paragraph 79 of");
    await terminal.shows("Paragraph 79 of");
    const all = await terminal.all();
    for (let index = 0; index < 80; index++) expect(all.split(`Paragraph ${index} of the answer.`)).toHaveLength(2);
  });

  test("a line break with Ctrl-J makes one message of two lines", async () => {
    const server = await serve(reply("Read."));
    const terminal = await open();
    await terminal.type("first line");
    await terminal.press("C-j");
    await terminal.type("second line");
    await terminal.press("Enter");
    await terminal.shows("Read.");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("first line\\nsecond line");
  });

  test("a long paste is one short mark that is sent in full, and one backspace takes it away", async () => {
    const server = await serve(reply("Got it."));
    const terminal = await open();
    const pasted = Array.from({ length: 9 }, (_, index) => `pasted line ${index}`).join("\n");
    await terminal.paste(pasted);
    await terminal.shows("[paste #1 9 lines]");
    await terminal.press("BSpace");
    await terminal.shows((screen) => !screen.includes("[paste"));
    await terminal.paste(pasted);
    await terminal.shows("[paste #");
    await terminal.press("Enter");
    await terminal.shows("Got it.");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("pasted line 0\\npasted line 1");
  });

  test("what was typed before comes back with the arrow, also after a restart", async () => {
    await serve(reply("One."));
    const first = await open();
    await say(first, "remember these words");
    await first.shows("One.");
    await first.press("C-d");
    await first.shows("hermes --resume");
    const again = await open();
    await again.press("Up");
    await again.shows("remember these words");
    expect(await readFile(join(place.home, ".hermes_history"), "utf8")).toContain("+remember these words\n");
  });

  test("a picture goes along as a mark, and one that is none is refused", async () => {
    await serve(reply("Seen."));
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await writeFile(join(place.cwd, "dot.png"), Buffer.from(png, "base64"));
    const terminal = await open();
    await say(terminal, "/image notes.txt");
    await terminal.shows("notes.txt is no picture");
    await say(terminal, "/image dot.png");
    await terminal.shows("[image #1 1×1]");
    await terminal.type(" what is this?");
    await terminal.press("Enter");
    await terminal.shows("Seen.");
    expect(await terminal.screen()).toContain("[image #1 1×1] what is this?");
  });

  test("a shell command after ! runs here and is not sent to the model", async () => {
    const server = await serve(reply("never asked"));
    const terminal = await open();
    await say(terminal, "!echo $((20+22)) from the shell");
    await terminal.shows("42 from the shell");
    expect(server.requests).toHaveLength(0);
  });

  test("what was typed before the program was ready is not lost", async () => {
    const server = await serve(reply("Heard."));
    const terminal = await openTerminal({
      command: [HERMES],
      cwd: place.cwd,
      env: { PATH: process.env.PATH ?? "", HOME: place.cwd, HERMES_HOME: place.home },
      columns: 100,
      rows: 30,
    });
    terminals.push(terminal);
    await terminal.shows("☤");
    await terminal.type("early words");
    await terminal.press("Enter");
    await terminal.shows("Heard.");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("early words");
  });
});

inTerminal("tools", () => {
  test("calls are lines with what, where and what came of it; Ctrl-O shows the rest", async () => {
    await writeFile(join(place.cwd, "note.txt"), "basil\nthyme\n");
    await serve(
      calls(call("read_file", { path: "note.txt" }), call("terminal", { command: "printf 'alpha\\nomega\\n'" })),
      reply("Both done."),
    );
    const terminal = await open();
    await say(terminal, "look");
    const screen = await terminal.shows("Both done.");
    expect(screen).toMatch(/✓ Read +note\.txt/);
    expect(screen).toMatch(/✓ Run +printf.*omega · /);
    expect(screen).not.toContain("thyme");
    await terminal.press("C-o");
    await terminal.shows("thyme");
    expect(await terminal.screen()).toContain("│ alpha");
  });

  test("an edit is shown as a diff", async () => {
    await writeFile(join(place.cwd, "a.txt"), "one\ntwo\nthree\n");
    await serve(
      calls(call("patch", { mode: "replace", path: "a.txt", old_string: "two", new_string: "TWO" })),
      reply("Edited."),
    );
    const terminal = await open();
    await say(terminal, "edit it");
    const screen = await terminal.shows("Edited.");
    expect(screen).toMatch(/✓ Edit +a\.txt +\+1 −1/);
    expect(screen).toMatch(/2 - two/);
    expect(screen).toMatch(/2 \+ TWO/);
  });

  test("thinking is folded to one line until it is asked for", async () => {
    await serve(says([thought("a secret train of thought"), words("The answer.")]));
    const terminal = await open();
    await say(terminal, "think");
    const screen = await terminal.shows("The answer.");
    expect(screen).toContain("Thought for");
    expect(screen).not.toContain("secret train");
    await terminal.press("C-o");
    await terminal.shows("secret train");
  });
});

inTerminal("questions", () => {
  const dangerous = () => calls(call("terminal", { command: "rm -rf ./gone" }));

  test("an approval shows the command and the reason; a letter allows it once", async () => {
    const server = await serve(dangerous(), reply("Removed."));
    const terminal = await open();
    await say(terminal, "clean up");
    const screen = await terminal.shows("Allow this?");
    expect(screen).toContain("rm -rf ./gone");
    expect(screen).toContain("deletes recursively");
    await sleep(PAUSE_MS);
    await terminal.press("o");
    await terminal.shows("Removed.");
    expect(asked(server)).toContain("exit_code");
  });

  test("escape denies, and the model is told", async () => {
    const server = await serve(dangerous(), reply("Left alone."));
    const terminal = await open();
    await say(terminal, "clean up");
    await terminal.shows("Allow this?");
    await sleep(PAUSE_MS);
    await terminal.press("Escape");
    await terminal.shows("Left alone.");
    expect(asked(server)).toMatch(/denied|declined|refused/i);
  });

  test("whoever is typing when the question appears does not answer it", async () => {
    await serve((): Answer => dangerous(), reply("Never."));
    const terminal = await open();
    await say(terminal, "clean up");
    for (let count = 0; count < 12; count++) {
      await terminal.type("a");
      await sleep(60);
    }
    await terminal.shows("Allow this?");
    expect(await terminal.screen()).not.toContain("Never.");
    await terminal.press("C-c");
    await terminal.shows("Stopped.");
  });

  test("a question with choices takes a choice or one's own words", async () => {
    const ask = calls(call("clarify", { question: "Which colour?", choices: ["red", "green"] }));
    const server = await serve(ask, ask, reply("Painted."));
    const terminal = await open();
    await say(terminal, "paint");
    await terminal.shows("Which colour?");
    await sleep(PAUSE_MS);
    await terminal.press("Down", "Enter");
    await server.arrived(2);
    await terminal.shows("Type your own answer");
    await sleep(PAUSE_MS);
    await terminal.press("3");
    await terminal.type("ultramarine");
    await terminal.press("Enter");
    await terminal.shows("Painted.");
    const sent = asked(server);
    expect(sent).toContain("green");
    expect(sent).toContain("ultramarine");
  });
});

inTerminal("stopping and leaving", () => {
  const slow = () => calls(call("terminal", { command: "sleep 30" }));

  test("Ctrl-C stops what runs; twice leaves and says how to come back", async () => {
    await serve(slow(), reply("later"));
    const terminal = await open();
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

  test("Enter while it works interrupts and sends; /busy queue makes it wait instead", async () => {
    const server = await serve(slow(), reply("Second answer."), slow(), reply("Fourth answer."));
    const terminal = await open();
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
    const terminal = await openTerminal({
      command: ["sh", "-c", `'${HERMES}' -r nobody-knows-it; echo "code $?"; stty -a | grep -o -- '.icanon'`],
      cwd: place.cwd,
      env: { PATH: process.env.PATH ?? "", HOME: place.cwd, HERMES_HOME: place.home },
      columns: 100,
      rows: 30,
    });
    terminals.push(terminal);
    const screen = await terminal.shows("code 1");
    expect(screen).toContain("nobody-knows-it");
    await terminal.shows(" icanon");
  });

  test("Ctrl-D leaves with 0 and gives the terminal back", async () => {
    const terminal = await open();
    await terminal.press("C-d");
    await expect.poll(() => terminal.exitCode()).toBe(0);
  });
});

inTerminal("the screen", () => {
  test("a resize keeps the conversation, at any width", async () => {
    await serve(
      reply(
        "An answer that is long enough to be wrapped when the terminal becomes narrow, and to be whole again later.",
      ),
    );
    const terminal = await open();
    await say(terminal, "resize me");
    await terminal.shows("again later.");
    for (const columns of [60, 44, 100, 76]) {
      await terminal.resize(columns, 30);
      // Once and once only, as soon as the terminal has come to rest.
      await terminal.shows(
        (screen) =>
          widest(screen) <= columns &&
          screen.match(/^\W*❯/gm)?.length === 1 &&
          screen.match(/again later\./g)?.length === 1,
      );
    }
  });

  test("a long conversation goes through resizes without losing or doubling anything", async () => {
    const lines = Array.from(
      { length: 60 },
      (_, n) => `Paragraph ${n} is long enough to be wrapped on narrow terminals, and then some more.`,
    );
    await serve(reply(lines.join("\n\n")));
    const terminal = await open([], { rows: 24 });
    await say(terminal, "write a lot");
    await terminal.shows("Paragraph 59 ");
    await terminal.shows(/❯ +Ask anything/);
    for (const columns of [60, 100, 45, 120]) {
      await terminal.resize(columns, 24);
      await terminal.shows((screen) => widest(screen) <= columns && /❯ +Ask anything/.test(screen));
      await sleep(150);
      const all = await terminal.all();
      const seen = lines.map((_, n) => all.split(`Paragraph ${n} `).length - 1);
      expect(Math.min(...seen)).toBe(1);
      // Of a line the terminal pushed out in half, the whole is drawn again: at most one for each resize.
      expect(seen.filter((count) => count > 1).length).toBeLessThanOrEqual(4);
      expect(all.match(/❯ +Ask anything/g)).toHaveLength(1);
    }
  });

  test("nothing that was in the scrollback before is lost", async () => {
    await serve(reply("Fine."));
    const terminal = await openTerminal({
      command: ["sh", "-c", `seq -f 'before-%g' 1 60; exec '${HERMES}'`],
      cwd: place.cwd,
      env: { PATH: process.env.PATH ?? "", HOME: place.cwd, HERMES_HOME: place.home },
      columns: 100,
      rows: 24,
    });
    terminals.push(terminal);
    await terminal.shows("Ask anything");
    await say(terminal, "hello");
    await terminal.shows("Fine.");
    await terminal.resize(70, 20);
    await terminal.shows((screen) => widest(screen) <= 70);
    await sleep(200);
    const all = await terminal.all();
    for (const number of [1, 30, 59]) expect(all).toMatch(new RegExp(`before-${number}\\b`));
  });

  test("without colour there is none, and everything still says what it is", async () => {
    await serve(calls(call("terminal", { command: "false" })), reply("It failed."));
    const terminal = await open([], { env: { NO_COLOR: "1" } });
    await say(terminal, "try");
    await terminal.shows("It failed.");
    expect(await terminal.screen()).toMatch(/[✓✗] Run +false/);
    expect(await terminal.painted()).not.toMatch(/\u001b\[(?:[\d;]*;)?(?:3[0-7]|9[0-7]|4[0-7]|38|48)[;m]/);
  });

  test("on a light terminal the colours are dark enough to read", async () => {
    const terminal = await openTerminal({
      command: [HERMES],
      cwd: place.cwd,
      env: { PATH: process.env.PATH ?? "", HOME: place.cwd, HERMES_HOME: place.home },
      columns: 80,
      rows: 20,
      background: "#ffffff",
    });
    terminals.push(terminal);
    await terminal.shows(/tools/);
    const accent = /38;2;(\d+);(\d+);(\d+)m☤/;
    await expect
      .poll(async () => Math.max(...(accent.exec(await terminal.painted()) ?? []).slice(1).map(Number)))
      .toBeLessThan(170);
  });

  test("a dumb terminal gets plain lines", async () => {
    await serve(reply("Plain."));
    const ran = await place.run([], { stdin: "hi\n", env: { TERM: "dumb" } });
    expect(ran.stdout).toContain("Plain.");
    expect(ran.stdout).not.toContain("╭");
  });
});

inTerminal("sessions and commands", () => {
  test("-c shows the end of the conversation and goes on with it", async () => {
    const server = await serve(reply("The first answer."), reply("The second answer."));
    const first = await open();
    await say(first, "my first question");
    await first.shows("The first answer.");
    await first.press("C-d");
    await first.shows("hermes --resume");
    const again = await open(["-c"]);
    await again.shows("my first question");
    await again.shows("The first answer.");
    await say(again, "and now?");
    await again.shows("The second answer.");
    expect(asked(server)).toContain("my first question");
  });

  test("a slash opens the commands with what they do; Tab completes", async () => {
    const terminal = await open();
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
    await writeFile(join(place.cwd, "recipe-notes.md"), "two spoons of cumin");
    const server = await serve(reply("Cumin."));
    const terminal = await open();
    await terminal.type("what is in @reci");
    await terminal.shows(/recipe-notes\.md/);
    await terminal.press("Tab");
    await terminal.shows("@file:recipe-notes.md");
    await terminal.press("Enter");
    await terminal.shows("Cumin.");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("two spoons of cumin");
  });

  test("a conversation that begins clears old snapshots away when it is time", async () => {
    await place.configure("checkpoints:\n  enabled: true\n");
    const project = join(place.cwd, "project");
    await mkdir(project);
    await writeFile(join(project, "a.txt"), "before");
    expect(await place.run(["-z", "write a.txt with after"], { cwd: project })).toMatchObject({ code: 0 });
    const cleared = () => readFile(join(place.home, "checkpoints", ".last_prune"), "utf8").catch(() => "");
    expect(await cleared()).toBe("");
    await open();
    await expect.poll(cleared, { timeout: 15_000 }).not.toBe("");
  });

  test("every command answers, and none of them breaks the conversation", async () => {
    await serve(reply("Hello."));
    const terminal = await open([], { rows: 50 });
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
    expect(await readFile(join(place.cwd, "talk.md"), "utf8")).toContain("## Hermes\n\nHello.");
    await say(terminal, "still there?");
    await terminal.shows(/still there\?[\s\S]*Hello\./);
    await terminal.type("/exit");
    await terminal.press("Enter");
    await expect.poll(() => terminal.exitCode()).toBe(0);
  }, 120_000);

  test("/resume lets one choose, and typing narrows the choice", async () => {
    await serve(reply("About apples."), reply("About pears."));
    const first = await open();
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
    const server = await serve(reply("Read."));
    const editor = join(place.cwd, "editor.sh");
    await writeFile(editor, '#!/bin/sh\nprintf "written outside" > "$1"\n', { mode: 0o755 });
    const terminal = await open([], { env: { EDITOR: editor } });
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
    const terminal = await open();
    await say(terminal, "/modle");
    await terminal.shows("Did you mean /model");
  });
});

/** The newest request of the conversation itself, as text. */
function asked(server: ModelServer): string {
  return JSON.stringify(server.requests.findLast(({ body }) => Array.isArray(body.tools))?.body);
}

function widest(screen: string): number {
  return Math.max(...screen.split("\n").map((line) => [...line.trimEnd()].length));
}
