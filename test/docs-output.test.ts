// Commands shown with their output are run, page by page in a fresh home, and must print what the page shows.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text as all } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { pages, root, type Shown, shownIn } from "./docs-pages.ts";

/** The project the pages are about. */
const PROJECT: Readonly<Record<string, string>> = {
  "AGENTS.md": "# Rules of this project\n\nRun `npm test` before you say that something is done.\n",
  "docs/AGENTS.md": "Use short sentences here.\n",
  "docs/guide.md": "# Guide\n",
  "src/add.js": "export const add = (a, b) => a + b;\n",
};

const withOutput = pages()
  .map(({ path, text }) => ({ path, shown: shownIn(text) }))
  .filter(({ path, shown }) => shown.length > 0 && path !== "docs/benchmarks.md");

describe.concurrent.each(withOutput)("$path", ({ shown }) => {
  test("prints what it shows", { timeout: 240_000 }, async () => {
    const place = makePlace();
    try {
      for (const one of shown) check(one, await place.run(one.command));
    } finally {
      place.remove();
    }
  });
});

function check({ line, command, output }: Shown, printed: string): void {
  const wanted = new RegExp(`^${pattern(normalised(output))}$`);
  if (wanted.test(`${normalised(printed)}\n`)) return;
  expect(normalised(printed), `line ${line}: ${command}`).toBe(normalised(output));
}

/** `…` on a line of its own stands for any lines, inside a line for anything. */
function pattern(text: string): string {
  return text
    .split("\n")
    .map((line) => (line.trim() === "…" ? "(?:.*\\n)*?" : `${line.split("…").map(escaped).join("[^\\n]*")}\\n`))
    .join("");
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Times, ids, sizes and counts differ from run to run; what is said about them does not. */
function normalised(text: string): string {
  return text
    .replace(/\u001b\[[0-9;]*m/g, "")
    .replace(/\b\d{8}_\d{6}(?:_[0-9a-f]{6})?\b/g, "ID")
    .replace(/\b(?:c_|learn_)?[0-9a-f]{8,64}(?:\b|(?=…))/g, "HASH")
    .replace(/\b\d+(?:\.\d+)? ?(?:B|kB|MB|GB)\b/g, "SIZE")
    .replace(/\b\d[\d.,:]*\b/g, "0")
    .replace(/\b(?:AM|PM)\b/g, "PM")
    .replace(/\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g, "MONTH")
    .replace(/[█▓▒░▏▎▍▌▋▊▉·]{2,}/g, "BAR")
    .replace(/─+/g, "─")
    .replace(/[ \t]+/g, " ")
    .replace(/ +$/gm, "")
    .trim();
}

function makePlace() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "hermes-docs-")));
  const project = join(top, "project");
  for (const [name, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  // The examples are where a person in the checkout would find them.
  mkdirSync(join(project, "docs"), { recursive: true });
  symlinkSync(join(root, "docs/examples"), join(project, "docs/examples"));
  const bin = join(top, "bin");
  mkdirSync(bin);
  symlinkSync(join(root, "bin/hermes"), join(bin, "hermes"));
  writeFileSync(join(bin, "npm"), '#!/bin/sh\nshift 2\nexec hermes "$@"\n', { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH ?? ""}`, HOME: top, LANG: "C.UTF-8", TZ: "UTC", COLUMNS: "80" };
  return {
    async run(command: string): Promise<string> {
      const child = spawn("sh", ["-c", `{ ${command}\n} 2>&1`], {
        cwd: project,
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      const printed = await all(child.stdout);
      return printed.replaceAll(project, "/home/ada/project").replaceAll(top, "/home/ada");
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}
