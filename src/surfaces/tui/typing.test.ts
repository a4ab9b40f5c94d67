// What is typed: completion, pastes, history, the first frame, the region's arithmetic.

import { writeFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Command } from "../../contracts/command.ts";
import { tempDir } from "../../testing/fakes.ts";
import { pictureKind } from "../picture-kind.ts";
import { clipboardCommands, filePicture } from "./clipboard.ts";
import { createCompletion, type Files, matchCommands, wantedAt } from "./completion.ts";
import { eraseFrom } from "./erase.ts";
import { showFirstFrame } from "./first-frame.ts";
import { historyEntry, parseHistory } from "./history.ts";
import { createImages, picturePath } from "./images.ts";
import { MESSAGES } from "./messages.ts";
import { editorOf } from "./outside-editor.ts";
import { createPastes } from "./paste.ts";
import { type Picker, pickerKey, shownItems } from "./picker.ts";
import { reflowedRows, remaining, trimEntries } from "./region.ts";

const command = (name: string, extra: Partial<Command> = {}): Command => ({
  name,
  summary: `does ${name}`,
  group: "info",
  whileBusy: true,
  run: async () => ({ type: "text", text: "" }),
  ...extra,
});

describe("completion", () => {
  const at = (text: string, forced = false) => wantedAt([text], 0, text.length, forced);
  test("knows what is being typed", () => {
    expect(at("/mo")).toEqual({ type: "command", prefix: "/mo" });
    expect(at("/usr/bin")).toBeUndefined();
    expect(at("/model gp")).toEqual({ type: "argument", command: "model", prefix: "gp" });
    expect(at("look at @src")).toEqual({ type: "reference", prefix: "@src" });
    expect(at("look at @file:src/m")).toEqual({ type: "path", prefix: "@file:src/m", lead: "@file:", path: "src/m" });
    expect(at("mail me@home.org")).toBeUndefined();
    expect(at("src/m", true)).toEqual({ type: "path", prefix: "src/m", lead: "", path: "src/m" });
  });
  test("what starts like this comes first; aliases and letters in order count, too", () => {
    const commands = [
      command("compress", { aliases: ["compact"] }),
      command("copy"),
      command("context"),
      command("exit"),
    ];
    expect(matchCommands("/co", commands).map((item) => item.value)).toEqual(["/compress", "/context", "/copy"]);
    expect(matchCommands("/compact", commands).map((item) => item.value)).toEqual(["/compress"]);
    expect(matchCommands("/ctx", commands).map((item) => item.value)).toEqual(["/context"]);
  });

  const files: Files = {
    list: async (directory) =>
      directory === "" ? ["README.md", "src/", ".env"] : directory === "src/" ? ["main.ts", "my file.ts"] : [],
    find: async (letters) => ["src/deep/reader.ts"].filter((path) => path.includes(letters)),
  };
  const complete = createCompletion({
    commands: async () => [command("skin", { complete: async () => [{ value: "mono", summary: "quiet" }] })],
    files,
    arguments: async (one, typed) => (await one.complete?.(typed, undefined as never)) ?? [],
  });
  const values = async (text: string, forced = false) =>
    (await complete([text], 0, text.length, forced, new AbortController().signal))?.items.map((item) => item.value);

  test("an @ offers kinds of references, files here, and files anywhere below", async () => {
    expect(await values("@re")).toEqual(["@file:README.md", "@file:src/deep/reader.ts"]);
    expect(await values("@di")).toEqual(["@diff"]);
    expect(await values("@file:src/m")).toEqual(["@file:src/main.ts", '@file:"src/my file.ts"']);
  });
  test("hidden files come only when asked for", async () => {
    expect(await values("@file:")).toEqual(["@file:README.md", "@file:src/"]);
    expect(await values("@file:.e")).toEqual(["@file:.env"]);
  });
  test("what cannot be looked up offers nothing, and nobody hears of it", async () => {
    const broken = async () => Promise.reject(new Error("the store is gone"));
    const typing = createCompletion({ commands: broken, files: { list: broken, find: broken }, arguments: broken });
    for (const text of ["/sk", "/skin mo", "@re", "@file:src/"])
      expect(await typing([text], 0, text.length, true, new AbortController().signal)).toBeUndefined();
  });
  test("a command's arguments come from the command", async () => {
    expect(await values("/skin mo")).toEqual(["mono"]);
    expect(await values("/unknown mo")).toBeUndefined();
  });
});

describe("pastes", () => {
  test("short ones stay, long ones fold and unfold to what they were", () => {
    const pastes = createPastes({ lines: 5, chars: 2000 });
    expect(pastes.fold("two\nlines")).toBe("two\nlines");
    const long = "a\nb\nc\nd\n$& $1 e";
    const mark = pastes.fold(long);
    expect(mark).toBe("[paste #1 5 lines]");
    expect(pastes.unfold(`see ${mark} and ${pastes.fold("x".repeat(2000))}`)).toBe(
      `see ${long} and ${"x".repeat(2000)}`,
    );
    expect(pastes.markBefore(`see ${mark}`)).toBe(mark.length);
    expect(pastes.markBefore("see")).toBeUndefined();
  });
  test("0 means never", () => {
    expect(createPastes({ lines: 0, chars: 0 }).fold("a\n".repeat(500))).toBe("a\n".repeat(500));
  });
  test("what could drive a terminal is not let in", () => {
    expect(createPastes({ lines: 5, chars: 100 }).fold("a\u001b[31mb\r\nc\u0007")).toBe("a[31mb\nc");
  });
});

describe("pictures", () => {
  const png = new Uint8Array([
    0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 128, 0, 0, 1, 224,
  ]);
  test("are known by their bytes, stand as a mark, and go along while the mark is there", () => {
    expect(pictureKind(png)).toBe("image/png");
    expect(pictureKind(new Uint8Array([1, 2, 3]))).toBeUndefined();
    const images = createImages(MESSAGES);
    const mark = images.add(png, "image/png");
    expect(mark).toBe("[image #1 640×480]");
    expect(images.of(`look at ${mark}`)).toMatchObject([{ type: "image", mime: "image/png" }]);
    expect(images.of("the mark was taken out")).toEqual([]);
  });
  test("dropped on a terminal, they arrive as a path; other text is no picture", () => {
    expect(picturePath("'/tmp/a b.png' ")).toBe("/tmp/a b.png");
    expect(picturePath("/tmp/a\\ b.JPG")).toBe("/tmp/a b.JPG");
    expect(picturePath("file:///tmp/x.webp")).toBe("/tmp/x.webp");
    expect(picturePath("C:\\pictures\\x.png")).toBe("C:\\pictures\\x.png");
    expect(picturePath("see /tmp/a.png please")).toBeUndefined();
    expect(picturePath("/tmp/a.txt")).toBeUndefined();
  });
  test("are found from here and from home; what may never end is not opened", async () => {
    await using place = await tempDir();
    await writeFile(place.join("here.png"), png);
    const facts = { cwd: place.path, userHome: place.path };
    for (const path of ["here.png", "./here.png", "~/here.png", place.join("here.png")])
      expect(await filePicture(path, facts), path).toHaveLength(png.length);
    for (const path of ["gone.png", ".", "/dev/zero"]) expect(await filePicture(path, facts), path).toBeUndefined();
  });
  test("each system is asked in its own way", () => {
    const first = (platform: NodeJS.Platform, env = {}) => clipboardCommands({ platform, env })[0]?.program;
    expect(first("darwin")).toBe("pngpaste");
    expect(first("win32")).toBe("powershell.exe");
    expect(first("linux", { WAYLAND_DISPLAY: "wayland-0" })).toBe("wl-paste");
    expect(first("linux", { DISPLAY: ":0" })).toBe("xclip");
    expect(first("linux", { WSL_DISTRO_NAME: "Ubuntu" })).toBe("powershell.exe");
  });
  test("the editor is the person's, else the one the system has", () => {
    expect(editorOf({ env: { VISUAL: "code --wait", EDITOR: "nano" }, platform: "linux" })).toBe("code --wait");
    expect(editorOf({ env: { VISUAL: "", EDITOR: "nano" }, platform: "darwin" })).toBe("nano");
    expect(editorOf({ env: {}, platform: "darwin" })).toBe("vi");
    expect(editorOf({ env: {}, platform: "win32" })).toBe("notepad");
  });
});

describe("choosing one of many", () => {
  const items = ["alpha one", "beta two", "gamma one"].map((label, index) => ({
    value: String(index),
    label,
    aside: "",
  }));
  const picker: Picker = { title: "t", items, chosen: 0, filter: "" };
  const press = (from: Picker, key: string | undefined, data = ""): Picker => {
    const next = pickerKey(from, key, data);
    return next.type === "picker" ? next.picker : from;
  };
  test("typing narrows the list, arrows go round, enter takes what is marked", () => {
    const narrowed = press(press(picker, "o", "o"), undefined, "ne");
    expect(shownItems(narrowed).map((item) => item.value)).toEqual(["0", "2"]);
    expect(pickerKey(press(narrowed, "up"), "enter", "\r")).toMatchObject({ type: "took", item: { value: "2" } });
    expect(press(narrowed, "backspace").filter).toBe("on");
  });
  test("nothing found takes nothing; escape leaves", () => {
    const none = press(picker, undefined, "zzz");
    expect(pickerKey(none, "enter", "\r").type).toBe("picker");
    expect(pickerKey(none, "escape", "\u001b")).toEqual({ type: "left" });
  });
});

describe("history", () => {
  test("whatever was typed is read back, line by line", () => {
    const entry = fc.string({ minLength: 1 }).map((text) => text.replaceAll("\r", ""));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
        const file = entries.map((text, index) => historyEntry(text, index)).join("");
        expect(parseHistory(file)).toEqual(entries);
      }),
    );
  });
  test("reads what the reference wrote", () => {
    expect(parseHistory("\n# 2026-01-31 12:00:00.123\n+first\n\n# later\n+two\n+lines\n")).toEqual([
      "first",
      "two\nlines",
    ]);
  });
});

describe("the first frame", () => {
  test("fits the terminal, hands over what is typed without giving up the keys, and goes away once", () => {
    for (const columns of [40, 51, 52, 76, 120]) {
      const written: string[] = [];
      const sink: { send(data: string): void } = { send: () => undefined };
      const frame = showFirstFrame({
        columns,
        colour: false,
        write: (text) => void written.push(text),
        listen(onData) {
          sink.send = onData;
          return () => undefined;
        },
        release: () => void written.push("released"),
      });
      for (const line of (written[0] ?? "").replace("\u001b[?25l", "").split("\r\n"))
        expect([...line].length).toBeLessThanOrEqual(columns);
      sink.send("he");
      sink.send("y");
      expect(frame.handOver()).toBe("hey");
      frame.end();
      expect(written).toHaveLength(2);
      expect(written).not.toContain("released");
    }
  });
});

test("a first frame nobody takes over leaves the terminal as it was", () => {
  const done: string[] = [];
  const frame = showFirstFrame({
    columns: 80,
    colour: false,
    write: () => undefined,
    listen: () => () => void done.push("stopped"),
    release: () => void done.push("released"),
  });
  frame.end();
  frame.end();
  expect(done).toEqual(["stopped", "released"]);
});

describe("the region", () => {
  test("a wrapped line takes as many rows as it needs, an empty one still one", () => {
    expect([reflowedRows(0, 80), reflowedRows(80, 80), reflowedRows(81, 80), reflowedRows(160, 40)]).toEqual([
      1, 1, 2, 4,
    ]);
  });
  test("what a narrower terminal pushed out, if only in part, is the terminal's; the rest is ours", () => {
    expect(remaining([10, 10, 10], 20, 5)).toEqual({ gone: 0, rows: 3 });
    expect(remaining([10, 10, 10], 20, 1)).toEqual({ gone: 2, rows: 1 });
    expect(remaining([40, 10, 10], 20, 4)).toEqual({ gone: 0, rows: 4 });
    expect(remaining([40, 10, 10], 20, 3)).toEqual({ gone: 1, rows: 2 });
    expect(remaining([10, 40], 20, 0)).toEqual({ gone: 2, rows: 0 });
  });
  test("erasing goes line by line and comes back to where it began", () => {
    expect(eraseFrom(2, 2)).toBe("\u001b[2A\r\u001b7\u001b[2K\u001b[1B\u001b[2K\u001b[1B\u001b8");
    expect(eraseFrom(0, 1)).not.toContain("A");
  });
  test("what scrolled away is forgotten, whole entries first, and a cut one shows only its end again", () => {
    const entry = (lines: readonly string[]) => ({ lines, render: (_width: number) => lines });
    const left = trimEntries([entry(["a", "b"]), entry(["c", "d", "e", "f"]), entry(["g"])], 4);
    expect(left.map((one) => one.lines)).toEqual([["e", "f"], ["g"]]);
    expect(left[0]?.render(80)).toEqual(["e", "f"]);
  });
  test("the lines of a cut entry stay the ones they are at any width: none is lost, none comes twice", () => {
    const lines = ["gone", "one two three four", "\u001b[41mfilled        \u001b[49m"];
    const [left] = trimEntries([{ lines, render: (_width: number) => ["drawn", "anew"] }], 1);
    expect(left?.render(80)).toEqual(lines.slice(1));
    const narrow = left?.render(8).map((line) => stripVTControlCharacters(line).trimEnd());
    expect(narrow).toEqual(["one two", "three", "four", "filled"]);
  });
});
