import { describe, expect, test } from "vitest";
import { createPictures, pictureOn, pictureProtocol } from "./pictures.ts";

/** The beginning of a PNG of this size; nobody decodes the rest here. */
function png(width: number, height: number) {
  const bytes = Buffer.alloc(32);
  bytes.write("\u0089PNG\r\n\u001a\n", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return { type: "image", mime: "image/png", base64: bytes.toString("base64") } as const;
}

describe("which terminals show pictures", () => {
  test.each([
    [{ TERM: "xterm-kitty" }, "kitty"],
    [{ TERM: "xterm-ghostty" }, "kitty"],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" }, "kitty"],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, "iterm2"],
    [{ TERM: "xterm-256color", LC_TERMINAL: "iTerm2" }, "iterm2"],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }, undefined],
    [{ TERM: "xterm-256color", WT_SESSION: "1" }, undefined],
    [{ TERM: "tmux-256color", KITTY_WINDOW_ID: "1" }, undefined],
    [{ TERM: "xterm-kitty", TMUX: "/tmp/tmux" }, undefined],
    [{}, undefined],
  ])("%j: %s", (env, protocol) => {
    expect(pictureProtocol(env)).toBe(protocol);
  });
});

describe("room for a picture", () => {
  test("as large as it is, and never wider or taller than there is room", () => {
    const pictures = createPictures("kitty");
    expect(pictures.lines(png(9, 18), 60)).toHaveLength(1);
    expect(pictures.lines(png(90, 90), 60)).toHaveLength(5);
    expect(pictures.lines(png(4000, 300), 40).length).toBeLessThan(4);
    expect(pictures.lines(png(300, 9000), 40)).toHaveLength(14);
  });

  test("the first line names it, the others are empty; the same picture keeps its name", () => {
    const pictures = createPictures("iterm2");
    const part = png(90, 90);
    const [first = "", ...rest] = pictures.lines(part, 60);
    expect(pictureOn(`    ${first}`)).toEqual({ name: 0, column: 4 });
    expect(rest.join("")).toBe("");
    expect(pictures.lines(part, 20)[0]).toBe(first);
    expect(pictures.lines(png(8, 8), 60)[0]).not.toBe(first);
    expect(pictures.draw(0)).toContain(part.base64);
    expect(pictureOn("words")).toBeUndefined();
  });

  test("what the terminal cannot show takes no room", () => {
    expect(createPictures(undefined).lines(png(90, 90), 60)).toEqual([]);
    expect(createPictures("kitty").lines({ ...png(90, 90), mime: "image/jpeg" }, 60)).toEqual([]);
    expect(createPictures("iterm2").lines({ type: "image", mime: "image/png", base64: "AAAA" }, 60)).toEqual([]);
  });

  test("it can be taken away again where that has to be said", () => {
    const kitty = createPictures("kitty");
    kitty.lines(png(90, 90), 60);
    expect(kitty.remove(0)).toContain("a=d");
    expect(kitty.remove(7)).toBe("");
    expect(createPictures("iterm2").remove(0)).toBe("");
  });
});
