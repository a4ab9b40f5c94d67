// Every slash command where there are only lines: a pipe, a plain terminal. The same table as in the terminal interface.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, calls, reply } from "../../src/testing/script.ts";
import { asked, atTerminal, inTerminal } from "./at-terminal.ts";
import { HERMES } from "./program.ts";

const here = atTerminal();

/** What each one says when nothing special is going on, one after the other in one conversation. */
const LINES: readonly (readonly [string, RegExp])[] = [
  ["/help", /\/compress/],
  ["/title A good name", /Titled "A good name"/],
  ["/sessions", /A good name/],
  ["/history", /you: hi/],
  ["/usage", /calls/],
  ["/context", /frozen for this session/],
  ["/compactions", /not been compacted/],
  ["/compress", /nothing to compact/],
  ["/undo-compact", /not been compacted/],
  ["/pin Always answer in rhyme", /rhyme/],
  ["/pins", /rhyme/],
  ["/unpin 1", /rhyme|longer/],
  ["/insights 7", /1 session, \d messages, 0 tool calls/],
  ["/model", /custom\/test-model/],
  ["/model other-model --provider custom", /From now on: custom\/other-model/],
  ["/model custom/test-model --global", /and in new sessions: custom\/test-model/],
  ["/model --loudly", /takes a model, --provider <name> and --global/],
  ["/provider nobody", /no provider/],
  ["/fallback", /Nobody takes over/],
  ["/personality", /Personalities/],
  ["/reasoning xhigh", /Reasoning: high/],
  ["/reasoning low", /Reasoning: low/],
  ["/tools", /read_file/],
  ["/toolsets", /terminal/],
  ["/skills", /code-review/],
  ["/reload-skills", /skills/],
  ["/bundles", /no bundles/],
  ["/memory", /memory/],
  ["/learned", /Nothing was learned/],
  ["/curator", /Curator/],
  ["/checkpoints", /Checkpoints are off/],
  ["/rollback", /No checkpoints/],
  ["/approvals", /Nothing is allowed/],
  ["/approve", /Nothing is waiting/],
  ["/deny", /Nothing is waiting/],
  ["/yolo", /Approvals are off/],
  ["/yolo", /Approvals are on/],
  ["/queue", /needs the words/],
  ["/steer", /needs the words/],
  ["/background", /needs a request/],
  ["/goal", /No goal is set/],
  ["/stop", /Stopping/],
  ["/config display.skin", /default/],
  ["/profile", /version: \d+\.\d+/],
  ["/status", /waiting for you/],
  ["/doctor", /checks passed/],
  ["/copy", /no clipboard behind a pipe/],
  ["/skin", /Skins: [\s\S]*slate/],
  ["/skin slate", /display\.skin = "slate"/],
  ["/skin plaid", /plaid/],
  ["/image none.png", /none\.png does not exist/],
  ["/busy", /for the terminal interface/],
  ["/details", /for the terminal interface/],
  ["/redraw", /for the terminal interface/],
  ["/clear", /for the terminal interface/],
  ["/save talk.md", /Saved \d messages/],
  ["/reload", /anew/],
  ["/branch elsewhere", /Branched into elsewhere/],
  ["/new fresh start", /New session: fresh start/],
  ["/title", /^fresh start$/m],
  ["/undo", /nothing to take back/],
  ["/retry", /nothing to retry/],
  ["/resume A good name", /Resumed/],
  ["/modle", /There is no \/modle\. Did you mean \/model\?/],
  ["/zzzzz", /There is no \/zzzzz\. \/help lists the commands\./],
];

test("each command answers in its turn", async () => {
  const server = await here.serve(reply("Hello."));
  const { stdout, code } = await here.place.run([], {
    stdin: `${["hi", ...LINES.map(([line]) => line), "still there?", "/exit"].join("\n")}\n`,
  });
  expect(code).toBe(0);
  let at = 0;
  for (const [line, seen] of LINES) {
    const found = seen.exec(stdout.slice(at));
    expect({ line, found: found?.[0] !== undefined, rest: found ? "" : stdout.slice(at, at + 600) }).toEqual({
      ...{ line, found: true, rest: "" },
    });
    at += found?.index ?? 0;
  }
  expect(asked(server)).toContain("still there?");
  expect(await readFile(join(here.place.cwd, "talk.md"), "utf8")).toContain("Hello.");
}, 120_000);

test("a piped message ends with its line and with nothing else; one without a line's end counts too", async () => {
  const server = await here.serve(reply("One."), reply("Two."));
  const { stdout, code } = await here.place.run([], { stdin: "first\u2028still first\r\nsecond \ud83d\ude80" });
  expect(code).toBe(0);
  expect(stdout).toMatch(/One\.[\s\S]*Two\./);
  expect(asked(server)).toContain("first\u2028still first");
  expect(asked(server)).toContain("second \ud83d\ude80");
  expect(server.requests).toHaveLength(2);
});

test("every command of the reference is typed here", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/reference/commands.md"), "utf8");
  const names = [...page.slice(page.indexOf("## In a conversation")).matchAll(/^\| `\/([\w-]+)/gm)].map(
    ([, name]) => name,
  );
  const typed = ["exit", ...LINES.map(([line]) => /^\/([\w-]+)/.exec(line)?.[1])];
  expect(names.filter((name) => !typed.includes(name))).toEqual([]);
});

inTerminal("on a plain terminal", () => {
  test("/copy reaches the clipboard, and a question is answered with /approve", async () => {
    await writeFile(join(here.place.cwd, "old.txt"), "x");
    await here.serve(calls(call("terminal", { command: "rm -r old.txt" })), reply("Removed it."));
    const terminal = await here.start({ command: ["env", "TERM=dumb", HERMES] });
    await terminal.shows("/help for commands");
    await terminal.type("remove it");
    await terminal.press("Enter");
    await terminal.shows("[d]eny");
    await terminal.type("/approve");
    await terminal.press("Enter");
    await terminal.shows("Removed it.");
    await terminal.type("/copy");
    await terminal.press("Enter");
    await terminal.shows(/Copied/);
    await terminal.press("C-d");
    await expect.poll(() => terminal.exitCode()).toBe(0);
  });
});
