// Colours, skins, highlighting, and the end of an old conversation.

import { describe, expect, test } from "vitest";
import type { AssistantMessage } from "../../kernel/message.ts";
import { colourDepth, knowsLinks, parseHex, sgr } from "./colour.ts";
import { highlight } from "./highlight.ts";
import { MESSAGES } from "./messages.ts";
import { recap } from "./recap.ts";
import { loadRichText } from "./rich-text.ts";
import { readSkin } from "./skin-file.ts";
import { SKINS, type Skin } from "./skins.data.ts";
import { stripTerminalSequences } from "./terminal.ts";
import { createTheme } from "./theme.ts";

const skin = SKINS[0] as Skin;

describe("colour", () => {
  test("a terminal gets what it can show", () => {
    expect(colourDepth({ TERM: "xterm-256color", COLORTERM: "truecolor" })).toBe("full");
    expect(colourDepth({ TERM: "xterm-256color" })).toBe("256");
    expect(colourDepth({ TERM: "linux" })).toBe("16");
    expect(colourDepth({ TERM: "dumb" })).toBe("none");
    expect(colourDepth({ TERM: "xterm-256color", COLORTERM: "truecolor", NO_COLOR: "1" })).toBe("none");
  });
  test("one notation, four depths", () => {
    expect(sgr("#ff0000", "full", "fg")).toBe("38;2;255;0;0");
    expect(sgr("#ff0000", "256", "fg")).toBe("38;5;196");
    expect(sgr("#808080", "256", "bg")).toBe("48;5;244");
    expect(sgr("#ff0000", "16", "fg")).toBe("91");
    expect(sgr("#ff0000", "16", "bg")).toBe("");
    expect(sgr("#ff0000", "none", "fg")).toBe("");
    expect(sgr("", "full", "fg")).toBe("");
  });
  test("links are made only where they are known to work", () => {
    expect(knowsLinks({ TERM: "xterm-kitty" })).toBe(true);
    expect(knowsLinks({ TERM: "xterm-kitty", TMUX: "/tmp/x" })).toBe(false);
    expect(knowsLinks({ TERM: "xterm-256color" })).toBe(false);
  });
  test("every colour of every skin is one, and text differs from its ground", () => {
    for (const one of SKINS)
      for (const palette of [one.dark, one.light])
        for (const colour of Object.values(palette)) expect(colour === "" || parseHex(colour) !== undefined).toBe(true);
  });
});

describe("skins from files", () => {
  test("our names and the reference's names, for one ground or both", async () => {
    const read = await readSkin(
      "sea",
      "description: blue\ncolors:\n  banner_title: '#112233'\n  ui_error: '#445566'\nlight:\n  accent: '#000000'\nbranding:\n  prompt_symbol: '~>'\n",
    );
    expect(read).toMatchObject({ name: "sea", summary: "blue", promptSymbol: "~>" });
    expect(read?.dark).toMatchObject({ accent: "#112233", heading: "#112233", bad: "#445566" });
    expect(read?.light.accent).toBe("#000000");
    expect(read?.dark.good).toBe(skin.dark.good);
  });
  test("what is no colour is left out, what is no skin is none", async () => {
    expect((await readSkin("x", "colors:\n  ui_error: reddish\n"))?.dark.bad).toBe(skin.dark.bad);
    expect(await readSkin("x", "- a list")).toBeUndefined();
  });
});

describe("code", () => {
  const theme = createTheme(skin, "dark", "full");
  test("keeps every character and every line, whatever the language", () => {
    const code = "const a = \"<b> & 'c'\"; /* over\ntwo lines */\n\nreturn a;";
    for (const language of ["ts", "python", "rust", "nonsense", ""])
      expect(highlight(code, language, theme).map(stripTerminalSequences).join("\n")).toBe(code);
  });
  test("paints, but not without colour", () => {
    expect(highlight("const a = 1;", "ts", theme).join("")).toContain("\u001b[");
    expect(highlight("const a = 1;", "ts", createTheme(skin, "dark", "none"))).toEqual(["const a = 1;"]);
  });
  test("a style never runs over a line end", () => {
    for (const line of highlight("/* one\ntwo */ x", "ts", theme)) {
      const opened = (line.match(/\u001b\[38/g) ?? []).length;
      expect((line.match(/\u001b\[39m/g) ?? []).length).toBe(opened);
    }
  });
});

describe("markdown", () => {
  test("emphasis, lists and links become plain words with styles", async () => {
    const rich = await loadRichText();
    const lines = rich.prose(
      "# Title\n\nSome **bold** and `code`.\n\n- one\n- two",
      60,
      createTheme(skin, "dark", "none"),
    );
    const text = (lines ?? []).map(stripTerminalSequences).join("\n");
    expect(text).toContain("Some bold and code.");
    expect(text).toMatch(/- one\n- two/);
    expect(text).not.toContain("**");
  });
});

describe("the end of an old conversation", () => {
  const history = Array.from({ length: 6 }, (_, index) => ({
    seq: index + 1,
    message:
      index % 2 === 0
        ? ({ role: "user", parts: [{ type: "text", text: `question ${index}` }], at: 0 } as const)
        : ({
            role: "assistant",
            parts: [{ type: "text", text: `answer ${index}` }],
            stop: "end",
            model: "m",
            at: 0,
            usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
          } as const),
  }));
  test("shows the last exchanges and says how much came before", () => {
    expect(recap(history, { recapExchanges: 2 }, MESSAGES)).toMatchObject([
      { type: "divider", text: "2 earlier messages" },
      { type: "user", text: "question 2" },
      { type: "answer", text: "answer 3" },
      { type: "user", text: "question 4" },
      { type: "answer", text: "answer 5" },
    ]);
    expect(recap(history, { recapExchanges: 10 }, MESSAGES)).toHaveLength(6);
  });
  test("calls in between are counted by name, also those nobody answered any more", () => {
    const call = (id: string, tool: string) => ({ type: "call", call: { id, tool, input: {} } }) as const;
    const [asked, answered] = history;
    const calling = (...parts: readonly ReturnType<typeof call>[]) => ({
      seq: 9,
      message: { ...answered?.message, parts } as AssistantMessage,
    });
    if (asked === undefined || answered === undefined) throw new Error("there is a first exchange");
    const steps = [asked, calling(call("1", "terminal"), call("2", "read_file")), calling(call("3", "terminal"))];
    const counted = { type: "notice", level: "quiet", text: "3 tool calls: terminal, read_file" };
    const user = { type: "user", text: "question 0" };
    expect(recap([...steps, answered], { recapExchanges: 3 }, MESSAGES)).toMatchObject([
      user,
      counted,
      { type: "answer", text: "answer 1" },
    ]);
    expect(recap(steps, { recapExchanges: 3 }, MESSAGES)).toMatchObject([user, counted]);
  });
});
