// The pages people read, as text: the README and what is in docs/, without the generated reference.

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

export interface Page {
  /** Relative to the checkout. */
  readonly path: string;
  readonly text: string;
}

export function pages(): readonly Page[] {
  const inDocs = ["docs", "docs/decisions"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  );
  return ["README.md", ...inDocs.sort()].map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** The anchors a renderer gives to a page's headings. */
export function anchorsOf(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .trim()
        .replace(/ /g, "-"),
    ),
  );
}

export interface Shown {
  readonly line: number;
  readonly command: string;
  /** What the page says it prints. */
  readonly output: string;
}

/** Commands shown with their output: the `console` blocks. `$ ` begins a command, what follows is its output. */
export function shownIn(text: string): readonly Shown[] {
  const shown: { line: number; command: string; output: string }[] = [];
  let inside = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.startsWith("```")) {
      inside = line === "```console";
      continue;
    }
    if (!inside) continue;
    if (line.startsWith("$ ")) shown.push({ line: index + 1, command: line.slice(2), output: "" });
    else {
      const last = shown.at(-1);
      if (last !== undefined) last.output += `${line}\n`;
    }
  }
  return shown;
}
