// The ten screens as people meet them, compared as text with the pictures in docs/screens: what is shown there is what is drawn
// today. Times, counts and frames differ from run to run and do not count; words and their order do.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
// @ts-expect-error: a plain script without types
import { SCENES } from "../../scripts/screens/scenes.mjs";
// @ts-expect-error: a plain script without types
import { openStage } from "../../scripts/screens/stage.mjs";
import { inTerminal } from "./at-terminal.ts";
import type { Terminal } from "./tui-terminal.ts";

interface Scene {
  readonly name: string;
  play(terminal: Terminal, columns: number): Promise<void>;
}

const pictures = join(import.meta.dirname, "..", "..", "docs", "screens");
/** What is still being written is compared as far as it is sure to have come. */
const WHILE_WRITTEN = 40;
/** Words of the row at the top of a screen that has scrolled. */
const TOP_ROW = 10;

inTerminal("screens", () => {
  for (const scene of SCENES as readonly Scene[])
    test.each(scene.name === "streaming" ? [120] : [120, 40])(`${scene.name} at %i columns`, async (columns) => {
      const shown = wordsOf(pictureText(await readFile(join(pictures, `${scene.name}-${columns}-dark.svg`), "utf8")));
      const most = scene.name === "streaming" ? WHILE_WRITTEN : shown.length;
      const stage = await openStage(scene, columns, "dark");
      try {
        await scene.play(stage.terminal, columns);
        await expect
          .poll(async () => aligned(wordsOf(await stage.terminal.screen()).slice(0, most), shown.slice(0, most)))
          .toEqual(shown.slice(0, most));
      } finally {
        await stage.close();
      }
    });
});

/** A screen that has scrolled begins a row earlier or later when a longer time takes a row more: what ends alike counts. */
function aligned(seen: readonly string[], shown: readonly string[]): readonly string[] {
  const more = seen.length - shown.length;
  if (Math.abs(more) > TOP_ROW) return seen;
  return more >= 0 ? seen.slice(more) : [...shown.slice(0, -more), ...seen];
}

/** The words of a picture, row by row. */
function pictureText(svg: string): string {
  const rows = new Map<string, string[]>();
  for (const [, y = "", text = ""] of svg.matchAll(/<text x="[^"]*" y="([^"]*)"[^>]*>([^<]*)<\/text>/g))
    rows.set(y, [...(rows.get(y) ?? []), text]);
  return [...rows.values()]
    .map((row) => row.join(" "))
    .join("\n")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function wordsOf(screen: string): readonly string[] {
  return (
    screen
      .replaceAll("\u00a0", " ")
      // Frames, bars and spinners are drawn as shapes.
      .replace(/[\u2500-\u259f\u2800-\u28ff]/gu, " ")
      .replace(/\d[\d.]* (ms|s|min)\b/g, " ")
      .replace(/\b[0-9a-f]{12}\b/g, " ")
      .replace(/(compile|link) …/g, " ")
      .match(/\p{L}(?:[\p{L}\p{N}'_/~.-]*[\p{L}\p{N}])?/gu) ?? []
  );
}
