// What the screen shows through resizes, on other terminals, and after something else had it.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { call, calls, reply } from "../../src/testing/script.ts";
import { asked, atTerminal, inTerminal, say, widest } from "./at-terminal.ts";
import { openPictureTerminal } from "./picture-terminal.ts";
import { customModel, HERMES } from "./program.ts";

const here = atTerminal();

inTerminal("the screen", () => {
  test("a resize keeps the conversation, at any width", async () => {
    await here.serve(
      reply(
        "An answer that is long enough to be wrapped when the terminal becomes narrow, and to be whole again later.",
      ),
    );
    const terminal = await here.open();
    await say(terminal, "resize me");
    await terminal.shows("again later.");
    for (const columns of [60, 44, 100, 76]) {
      await terminal.resize(columns, 30);
      // Once and once only, as soon as the terminal has come to rest.
      await terminal.shows((screen) => widest(screen) <= columns && screen.match(/^\W*❯/gm)?.length === 1);
      // Where the terminal itself wraps a line, it does so between any two letters.
      await expect
        .poll(async () => (await terminal.all()).replace(/\s/g, "").split("wholeagainlater."))
        .toHaveLength(2);
    }
  });

  test("a long conversation goes through resizes without losing or doubling anything", async () => {
    const lines = Array.from(
      { length: 60 },
      (_, n) => `Paragraph ${n} is long enough to be wrapped on narrow terminals, and then some more.`,
    );
    await here.serve(reply(lines.join("\n\n")));
    const terminal = await here.open([], { rows: 24 });
    await say(terminal, "write a lot");
    await terminal.shows("Paragraph 59 ");
    await terminal.shows(/❯ +Ask anything/);
    for (const columns of [60, 100, 45, 120]) {
      await terminal.resize(columns, 24);
      await terminal.shows((screen) => widest(screen) <= columns && /❯ +Ask anything/.test(screen));
      // Where the terminal itself wraps a line, it does so between any two letters.
      const seen = async () => {
        const all = (await terminal.all()).replace(/\s/g, "");
        return ["❯Askanything", ...lines.map((_, n) => `Paragraph${n}is`)].map((what) => all.split(what).length - 1);
      };
      await expect.poll(seen).toEqual([1, ...lines.map(() => 1)]);
    }
  });

  test("an empty conversation that becomes narrower again and again leaves no pieces of its composer behind", async () => {
    await here.serve(reply("Fine."));
    const terminal = await here.open([], { columns: 120, rows: 24 });
    for (const columns of [90, 60, 45, 100, 52, 40, 80]) {
      await terminal.resize(columns, 24);
      const seen = async () => {
        const all = await terminal.all();
        return [/❯/g, /─{20,}/g, /Hermes/g].map((what) => all.match(what)?.length ?? 0);
      };
      // The terminal wraps first; what counts is what is there once it has come to rest.
      await terminal.shows((screen) => widest(screen) === columns && /❯ +Ask anything/.test(screen));
      await expect.poll(seen).toEqual([1, 2, 1]);
    }
  });

  test("nothing that was in the scrollback before is lost", async () => {
    await here.serve(reply("Fine."));
    const terminal = await here.start({
      command: ["sh", "-c", `seq -f 'before-%g' 1 60; exec '${HERMES}'`],
      columns: 100,
      rows: 24,
    });
    await terminal.shows("Ask anything");
    await say(terminal, "hello");
    await terminal.shows("Fine.");
    await terminal.resize(70, 20);
    await terminal.shows((screen) => widest(screen) <= 70);
    await sleep(200);
    const all = await terminal.all();
    for (const number of [1, 30, 59]) expect(all).toMatch(new RegExp(`before-${number}\\b`));
  });

  test("Ctrl-Z gives the terminal to the shell; fg brings back the conversation and what was being typed", async () => {
    await here.serve(reply("Before."), reply("After."));
    const terminal = await here.start({ command: ["bash", "--norc", "-i"], env: { PS1: "shell> " } });
    await terminal.shows("shell>");
    await say(terminal, HERMES);
    await terminal.shows(/tools/);
    await say(terminal, "hello");
    await terminal.shows("Before.");
    await terminal.type("half a thought");
    await terminal.shows("half a thought");
    await terminal.press("C-z");
    await terminal.shows(/Stopped/);
    await say(terminal, "echo $((6*7)) in the shell; stty -a | grep -o ' icanon'");
    await terminal.shows(/42 in the shell\n icanon/);
    await say(terminal, "fg");
    await terminal.shows(/42 in the shell[\s\S]*❯ half a thought/);
    await terminal.type(", finished");
    await terminal.press("Enter");
    await terminal.shows(/half a thought, finished[\s\S]*After\./);
    await terminal.press("C-d");
    await terminal.shows(/hermes --resume[\s\S]*shell>/);
  });

  test("Ctrl-Z where no shell waits changes nothing", async () => {
    const terminal = await here.start({ command: ["setsid", "--ctty", HERMES] });
    await terminal.shows(/tools/);
    await terminal.press("C-z");
    // Given away and taken back at once.
    await terminal.type("still here");
    await terminal.shows("❯ still here");
  });

  const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  test.each([
    ["kitty", { TERM: "xterm-kitty" }, /a=T,f=100/],
    ["iTerm2", { TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, /inline=1/],
  ] as const)(
    "%s shows the picture below the message it goes with, and the one a tool gives back",
    async (_name, env, head) => {
      await writeFile(join(here.place.cwd, "dot.png"), Buffer.from(PNG, "base64"));
      const server = await here.model(
        calls(call("vision_analyze", { image_url: "dot.png", question: "What is it?" })),
        reply("A dot."),
      );
      await here.place.configure(customModel(server.url).replace("test-model", "claude-sonnet-4.5"));
      const { cwd, home } = here.place;
      const terminal = openPictureTerminal([HERMES], {
        cwd,
        env: { PATH: process.env.PATH ?? "", HOME: cwd, HERMES_HOME: home, LANG: "C.UTF-8", ...env },
      });
      try {
        await expect.poll(terminal.text, { timeout: 15_000 }).toContain("tools");
        terminal.type("/image dot.png\r");
        await expect.poll(terminal.text).toContain("[image #1 1×1]");
        terminal.type(" look\r");
        await expect.poll(terminal.text, { timeout: 15_000 }).toContain("A dot.");
        expect(terminal.pictures).toMatchObject([
          { above: expect.stringContaining("] look"), under: "", column: 2, base64: PNG },
          { above: expect.stringContaining("dot.png"), under: "", column: 4, base64: PNG },
        ]);
        expect(terminal.pictures[0]?.head).toMatch(head);
      } finally {
        terminal.end();
      }
    },
  );

  test("without colour there is none, and everything still says what it is", async () => {
    await here.serve(calls(call("terminal", { command: "false" })), reply("It failed."));
    const terminal = await here.open([], { env: { NO_COLOR: "1" } });
    await say(terminal, "try");
    await terminal.shows("It failed.");
    expect(await terminal.screen()).toMatch(/[✓✗] Run +false/);
    expect(await terminal.painted()).not.toMatch(/\u001b\[(?:[\d;]*;)?(?:3[0-7]|9[0-7]|4[0-7]|38|48)[;m]/);
  });

  test("on a light terminal the colours are dark enough to read", async () => {
    const terminal = await here.start({
      columns: 80,
      rows: 20,
      background: "#ffffff",
    });
    await terminal.shows(/tools/);
    const accent = /38;2;(\d+);(\d+);(\d+)m☤/;
    await expect
      .poll(async () => Math.max(...(accent.exec(await terminal.painted()) ?? []).slice(1).map(Number)))
      .toBeLessThan(170);
  });

  test("a skin of one's own is offered and used; one that cannot be read keeps nobody from starting", async () => {
    await here.place.configure("display:\n  skin: torn\n");
    const skins = join(here.place.home, "skins");
    await mkdir(skins, { recursive: true });
    await writeFile(join(skins, "torn.yaml"), "colors: [unclosed\n");
    await writeFile(
      join(skins, "moss.yaml"),
      'description: green and quiet\ncolors:\n  banner_title: "#4c7a3d"\nbranding:\n  prompt_symbol: "»"\n',
    );
    const terminal = await here.open();
    await terminal.shows('The skin "torn" of your settings cannot be read');
    await terminal.type("/skin");
    await terminal.press("Enter");
    await terminal.shows(/moss +green and quiet/);
    await terminal.type("moss");
    await terminal.press("Enter");
    await terminal.shows(/Skin: moss[\s\S]*» /);
  });

  test("a dumb terminal gets plain lines", async () => {
    await here.serve(reply("Plain."));
    const ran = await here.place.run([], { stdin: "hi\n", env: { TERM: "dumb" } });
    expect(ran.stdout).toContain("Plain.");
    expect(ran.stdout).not.toContain("╭");
  });

  test("on a dumb terminal, too, what is asked is answered with a letter or a command, and /stop ends it", async () => {
    const remove = () => calls(call("terminal", { command: "rm -rf ./gone" }));
    const ask = calls(call("clarify", { question: "Which colour?", choices: ["red", "green"] }));
    const server = await here.serve(remove(), remove(), reply("Both refused."), ask);
    const terminal = await here.start({ command: ["env", "TERM=dumb", HERMES] });
    await terminal.shows("/help for commands");
    const type = async (line: string) => {
      await terminal.type(line);
      await terminal.press("Enter");
    };
    await type("clean up");
    await terminal.shows("[d]eny?");
    await type("/approve forever");
    await terminal.shows('"forever" is not offered here.');
    await type("/deny leave it");
    await server.arrived(2);
    expect(asked(server)).toContain("Refused by the user: leave it");
    await terminal.shows((screen) => screen.split("[d]eny?").length === 3);
    await type("d");
    await terminal.shows("Both refused.");
    await type("paint");
    await terminal.shows("Which colour?");
    await type("/stop");
    await terminal.shows("Stopped.");
    expect(server.requests.filter(({ body }) => JSON.stringify(body).includes("/stop"))).toEqual([]);
  });
});
