// The light stand-ins in the bundle measure text as the library they stand in for.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
// @ts-expect-error: a plain script without types, the build needs it before anything is compiled
import { graphemeSegmenter, rgiEmojiRegex, withLightWidths, wordSegmenter } from "../scripts/build/light-widths.mjs";

const root = join(import.meta.dirname, "..");

describe("text is measured as the terminal library measures it", () => {
  test("every character that stands alone, next to another", () => {
    const real = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    const wrong: string[] = [];
    for (let code = 0; code < 0x3000; code++) {
      const text = `a${String.fromCodePoint(code)}│${String.fromCodePoint(code)}`;
      const pieces = (segments: Iterable<{ segment: string; index: number }>) =>
        JSON.stringify([...segments].map(({ segment, index }) => [segment, index]));
      if (pieces(graphemeSegmenter.segment(text)) !== pieces(real.segment(text))) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test("families, flags, marks and words", () => {
    const text = "cafe\u0301 👨‍👩‍👧 🇩🇪 नमस्ते ✔️ ok";
    for (const [granularity, light] of [
      ["grapheme", graphemeSegmenter],
      ["word", wordSegmenter],
    ] as const) {
      const real = new Intl.Segmenter(undefined, { granularity });
      expect(Array.from(light.segment(text) as Intl.Segments, (one) => one.segment)).toEqual(
        Array.from(real.segment(text), (one) => one.segment),
      );
    }
  });

  test("what is an emoji", () => {
    const real = /^\p{RGI_Emoji}$/v;
    const wrong: string[] = [];
    for (let code = 0; code <= 0x1ffff; code++) {
      // Half a flag is two columns wide either way.
      if (code >= 0x1f1e6 && code <= 0x1f1ff) continue;
      const text = String.fromCodePoint(code);
      if (rgiEmojiRegex.test(text) !== real.test(text)) wrong.push(code.toString(16));
      if (rgiEmojiRegex.test(`${text}\ufe0f`) !== real.test(`${text}\ufe0f`)) wrong.push(`${code.toString(16)} fe0f`);
    }
    expect(wrong).toEqual([]);
    expect(rgiEmojiRegex.test("👨‍👩‍👧")).toBe(true);
  });

  test("the library still builds its tables where they are replaced", async () => {
    const source = await readFile(join(root, "node_modules/@earendil-works/pi-tui/dist/utils.js"), "utf8");
    const light = withLightWidths(source, 'import "./stand-in.mjs";\n');
    expect(light).not.toMatch(/new Intl\.Segmenter|RGI_Emoji\}\$\/v;/);
    expect(() => withLightWidths("const other = 1;", "")).toThrow("no longer");
  });
});
