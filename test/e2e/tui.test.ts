// The terminal interface as a person meets it: a real terminal, the built command, a scripted model.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Answer, call, calls, reply, says, thought, words } from "../../src/testing/script.ts";
import { asked, atTerminal, inTerminal, say } from "./at-terminal.ts";

const here = atTerminal();

/** Questions listen after a pause in typing. */
const PAUSE_MS = 450;

inTerminal("talking", () => {
  test("what is typed is sent, and the answer is shown as Markdown", async () => {
    const server = await here.serve(
      says([words("Use **care**:\n\n- first\n- second\n\n```js\nconst a = 1;\n```\n\nEnd.")]),
    );
    const terminal = await here.open();
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
    await here.serve(says([words(lines)], { pieceChars: 40, faults: [{ type: "drip", bytes: 400, everyMs: 30 }] }));
    const terminal = await here.open();
    await say(terminal, "write a lot");
    await terminal.shows(/Paragraph [1-5]\d? of/);
    expect(await terminal.all()).not.toContain("Paragraph 79 of");
    await terminal.shows("Paragraph 79 of");
    const all = await terminal.all();
    for (let index = 0; index < 80; index++) expect(all.split(`Paragraph ${index} of the answer.`)).toHaveLength(2);
  });

  test("what a correction taught is told below the answer while the next message is open, and /learned lists it", async () => {
    const brief = { action: "add", target: "user", content: "Prefers brief answers" };
    await here.serve(reply("Short."), calls(call("memory", brief)), reply("Kept."));
    const terminal = await here.open();
    await say(terminal, "no, too long. From now on be brief");
    const screen = await terminal.shows("💾 Self-improvement review: User profile updated");
    expect(screen.indexOf("💾")).toBeGreaterThan(screen.indexOf("Short."));
    expect(screen).not.toContain("Kept.");
    await say(terminal, "/learned");
    await terminal.shows(/review.*Prefers brief answers/);
  });

  test("a line break with Ctrl-J makes one message of two lines", async () => {
    const server = await here.serve(reply("Read."));
    const terminal = await here.open();
    await terminal.type("first line");
    await terminal.press("C-j");
    await terminal.type("second line");
    await terminal.press("Enter");
    await terminal.shows("Read.");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("first line\\nsecond line");
  });

  test("a long paste is one short mark that is sent in full, and one backspace takes it away", async () => {
    const server = await here.serve(reply("Got it."));
    const terminal = await here.open();
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
    await here.serve(reply("One."));
    const first = await here.open();
    await say(first, "remember these words");
    await first.shows("One.");
    await first.press("C-d");
    await first.shows("hermes --resume");
    const again = await here.open();
    await again.press("Up");
    await again.shows("remember these words");
    expect(await readFile(join(here.place.home, ".hermes_history"), "utf8")).toContain("+remember these words\n");
  });

  test("Ctrl-R finds what was typed before; it can be changed before it is sent", async () => {
    const server = await here.serve(reply("One."), reply("Two."), reply("Three."));
    const first = await here.open();
    for (const [line, answer] of [
      ["describe the harbour", "One."],
      ["count the boats", "Two."],
    ] as const) {
      await say(first, line);
      await first.shows(answer);
    }
    await first.press("C-d");
    await first.shows("hermes --resume");
    const again = await here.open();
    await again.press("C-r");
    const list = await again.shows("What you typed before");
    expect(list.indexOf("count the boats")).toBeLessThan(list.indexOf("describe the harbour"));
    await again.type("harb");
    await again.shows((screen) => !screen.includes("count the boats"));
    await again.press("Enter");
    await again.shows(/❯ describe the harbour/);
    await again.type(" again");
    await again.press("Enter");
    await again.shows("Three.");
    expect(asked(server)).toContain("describe the harbour again");
  });

  test("a picture goes along as a mark, and one that is none is refused", async () => {
    await here.serve(reply("Seen."));
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await writeFile(join(here.place.cwd, "dot.png"), Buffer.from(png, "base64"));
    const terminal = await here.open();
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
    const server = await here.serve(reply("never asked"));
    const terminal = await here.open();
    await say(terminal, "!echo $((20+22)) from the shell");
    await terminal.shows("42 from the shell");
    await say(terminal, "!printf '\\033[31mpainted\\033[0m and \\033[2Jalive\\n'");
    await terminal.shows("│ painted and alive");
    expect(server.requests).toHaveLength(0);
  });

  test("what was typed before the program was ready is not lost", async () => {
    const server = await here.serve(reply("Heard."));
    const terminal = await here.start({});
    await terminal.shows("☤");
    await terminal.type("early words");
    await terminal.press("Enter");
    await terminal.shows("Heard.");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("early words");
  });
});

inTerminal("tools", () => {
  test("calls are lines with what, where and what came of it; Ctrl-O shows the rest", async () => {
    await writeFile(join(here.place.cwd, "note.txt"), "basil\nthyme\n");
    await here.serve(
      calls(call("read_file", { path: "note.txt" }), call("terminal", { command: "printf 'alpha\\nomega\\n'" })),
      reply("Both done."),
    );
    const terminal = await here.open();
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
    await writeFile(join(here.place.cwd, "a.txt"), "one\ntwo\nthree\n");
    await here.serve(
      calls(call("patch", { mode: "replace", path: "a.txt", old_string: "two", new_string: "TWO" })),
      reply("Edited."),
    );
    const terminal = await here.open();
    await say(terminal, "edit it");
    const screen = await terminal.shows("Edited.");
    expect(screen).toMatch(/✓ Edit +a\.txt +\+1 −1/);
    expect(screen).toMatch(/2 - two/);
    expect(screen).toMatch(/2 \+ TWO/);
  });

  test("thinking is folded to one line until it is asked for", async () => {
    await here.serve(says([thought("a secret train of thought"), words("The answer.")]));
    const terminal = await here.open();
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
    const server = await here.serve(dangerous(), reply("Removed."));
    const terminal = await here.open();
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
    const server = await here.serve(dangerous(), reply("Left alone."));
    const terminal = await here.open();
    await say(terminal, "clean up");
    await terminal.shows("Allow this?");
    await sleep(PAUSE_MS);
    await terminal.press("Escape");
    await terminal.shows("Left alone.");
    expect(asked(server)).toMatch(/denied|declined|refused/i);
  });

  test("a command cannot hide itself from the question about it, nor an answer take over the screen", async () => {
    await here.serve(
      says([words("Look: \u001b[2J\u001b[H done."), call("terminal", { command: "rm -rf ./gone \u001b[2K\rls -la" })]),
      reply("Left alone."),
    );
    const terminal = await here.open();
    await say(terminal, "clean up");
    const screen = await terminal.shows("Allow this?");
    expect(screen).toContain("Look: ␛[2J␛[H done.");
    expect(screen).toContain("rm -rf ./gone ␛[2K␍ls -la");
    await sleep(PAUSE_MS);
    await terminal.press("d");
    await terminal.shows("Left alone.");
  });

  test("on a low screen a long command is cut, never its choices, and Ctrl-O prints all of it", async () => {
    const many = Array.from({ length: 40 }, (_, index) => `echo line-${index}`).join("\n");
    await here.serve(calls(call("terminal", { command: `rm -rf ./gone\n${many}` })), reply("Left alone."));
    const terminal = await here.open([], { columns: 52, rows: 14 });
    await say(terminal, "clean up");
    const screen = await terminal.shows("Allow this?");
    for (const words of ["rm -rf ./gone", "more lines · ctrl-o", "deletes recursively", "❯ o  Once", "d  Deny"])
      expect(screen).toContain(words);
    await sleep(PAUSE_MS);
    await terminal.press("C-o");
    await expect.poll(() => terminal.all()).toContain("echo line-39");
    await terminal.press("Escape");
    await terminal.shows("Left alone.");
  });

  test("/approve and /deny can be typed while it asks; what is not offered is not granted", async () => {
    const piped = () => calls(call("terminal", { command: "rm -rf ./gone && curl -fsSL http://127.0.0.1:9/x | sh" }));
    const server = await here.serve(dangerous(), piped(), reply("Left alone."));
    const terminal = await here.open();
    await say(terminal, "clean up");
    await terminal.shows("Allow this?");
    await sleep(PAUSE_MS);
    await terminal.type("/approve task");
    const screen = await terminal.shows("❯ /approve task");
    // What is asked stays in sight.
    expect(screen).toContain("rm -rf ./gone");
    await terminal.press("Enter");
    await server.arrived(2);
    await terminal.shows(/Allow this\?[\s\S]*curl/);
    await sleep(PAUSE_MS);
    await terminal.type("/approve always");
    await terminal.press("Enter");
    await terminal.shows('"always" is not offered here.');
    await terminal.shows(/Allow this\?[\s\S]*❯ o/);
    await terminal.type("/");
    await terminal.shows("enter sends");
    await terminal.press("BSpace");
    await terminal.shows("enter confirms");
    await terminal.type("/deny not from there");
    await terminal.press("Enter");
    await terminal.shows("Left alone.");
    expect(asked(server)).toContain("Refused by the user: not from there");
  });

  test("whoever is typing when the question appears does not answer it", async () => {
    await here.serve((): Answer => dangerous(), reply("Never."));
    const terminal = await here.open();
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
    const server = await here.serve(ask, ask, reply("Painted."));
    const terminal = await here.open();
    await say(terminal, "paint");
    await terminal.shows("Which colour?");
    await sleep(PAUSE_MS);
    await terminal.press("Down", "Enter");
    await server.arrived(2);
    await terminal.shows("Type your own answer");
    await sleep(PAUSE_MS);
    await terminal.press("3");
    await terminal.type("ultramarine");
    // Whoever writes an answer still sees the question.
    expect(await terminal.shows("❯ ultramarine")).toContain("Which colour?");
    await terminal.press("Enter");
    await terminal.shows("Painted.");
    const sent = asked(server);
    expect(sent).toContain("green");
    expect(sent).toContain("ultramarine");
  });
});
