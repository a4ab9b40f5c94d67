// What is being typed, and what could complete it: commands after a slash, files after an @, paths on Tab.

import type { Command } from "../../contracts/command.ts";
import type { Complete, Suggestion } from "./screen-parts.ts";

export type Wanted =
  | { readonly type: "command"; readonly prefix: string }
  | { readonly type: "file"; readonly prefix: string; readonly path: string; readonly at: boolean };

/** What stands before the cursor, when it can be completed. */
export function wantedAt(lines: readonly string[], row: number, column: number, forced: boolean): Wanted | undefined {
  const before = (lines[row] ?? "").slice(0, column);
  if (row === 0 && /^\/[^\s/]*$/.test(before)) return { type: "command", prefix: before };
  const word = /\S*$/.exec(before)?.[0] ?? "";
  if (word.startsWith("@")) return { type: "file", prefix: word, path: word.slice(1), at: true };
  return forced ? { type: "file", prefix: word, path: word, at: false } : undefined;
}

/** Names that start like this first, then those that contain the letters in order. */
export function matchCommands(prefix: string, commands: readonly Command[]): readonly Suggestion[] {
  const typed = prefix.slice(1).toLowerCase();
  const scored = commands.flatMap((command) => {
    const names = [command.name, ...(command.aliases ?? [])];
    const score = Math.max(...names.map((name) => nameScore(typed, name)));
    return score > 0 ? [{ command, score: score + (nameScore(typed, command.name) === score ? 0.5 : 0) }] : [];
  });
  return scored
    .sort((a, b) => b.score - a.score || a.command.name.localeCompare(b.command.name))
    .map(({ command }) => ({
      value: `/${command.name}`,
      label: `/${command.name}${command.args === undefined ? "" : ` ${command.args}`}`,
      description: command.summary,
    }));
}

function nameScore(typed: string, name: string): number {
  if (typed === "") return 1;
  if (name === typed) return 4;
  if (name.startsWith(typed)) return 3;
  if (name.includes(typed)) return 2;
  let at = 0;
  for (const letter of typed) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return 0;
  }
  return typed.length > 1 ? 1 : 0;
}

export interface Files {
  /** Entries of a directory, as typed; directories end in a slash. */
  list(directory: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Paths below the workspace that contain these letters, best first. */
  find(letters: string, signal: AbortSignal): Promise<readonly string[]>;
}

const MOST = 20;

export function createCompletion(commands: () => readonly Command[], files: Files): Complete {
  return async (lines, row, column, forced, signal) => {
    const wanted = wantedAt(lines, row, column, forced);
    if (wanted === undefined) return undefined;
    if (wanted.type === "command") {
      const items = matchCommands(wanted.prefix, commands());
      return items.length === 0 ? undefined : { items, prefix: wanted.prefix };
    }
    const paths = await filesFor(wanted.path, wanted.at, files, signal);
    const items = paths.slice(0, MOST).map((path) => ({ value: wanted.at ? `@${path}` : path, label: path }));
    return items.length === 0 ? undefined : { items, prefix: wanted.prefix };
  };
}

async function filesFor(path: string, at: boolean, files: Files, signal: AbortSignal): Promise<readonly string[]> {
  const cut = path.lastIndexOf("/") + 1;
  const directory = path.slice(0, cut);
  const name = path.slice(cut).toLowerCase();
  const listed = (await files.list(directory, signal))
    .filter((entry) => entry.toLowerCase().startsWith(name) && (name.startsWith(".") || !entry.startsWith(".")))
    .map((entry) => directory + entry);
  if (!at || cut > 0 || name.length < 2) return listed;
  const found = await files.find(name, signal);
  return [...listed, ...found.filter((entry) => !listed.includes(entry))];
}
