// What is being typed, and what could complete it: commands after a slash, files after an @, paths on Tab.

import type { ArgumentChoice, Command } from "../../contracts/command.ts";
import { MESSAGES } from "./messages.ts";
import type { Complete, Suggestion } from "./screen-parts.ts";

export type Wanted =
  | { readonly type: "argument"; readonly prefix: string; readonly command: string }
  | { readonly type: "command"; readonly prefix: string }
  /** `lead` is put before each path: "@file:", "@folder:" or nothing. */
  | { readonly type: "path"; readonly prefix: string; readonly lead: string; readonly path: string }
  | { readonly type: "reference"; readonly prefix: string };

/** What stands before the cursor, when it can be completed. */
export function wantedAt(lines: readonly string[], row: number, column: number, forced: boolean): Wanted | undefined {
  const before = (lines[row] ?? "").slice(0, column);
  if (row === 0 && /^\/[^\s/]*$/.test(before)) return { type: "command", prefix: before };
  const argument = row === 0 ? /^\/([^\s/]+)\s+(.*)$/s.exec(before) : null;
  if (argument !== null && !/(^|\s)@\S*$/.test(before))
    return { type: "argument", command: argument[1] ?? "", prefix: argument[2] ?? "" };
  const word = /\S*$/.exec(before)?.[0] ?? "";
  const named = /^(@(?:file|folder):)(.*)$/.exec(word);
  if (named !== null) return { type: "path", prefix: word, lead: named[1] ?? "", path: named[2] ?? "" };
  if (/^@[^:]*$/.test(word)) return { type: "reference", prefix: word };
  return forced ? { type: "path", prefix: word, lead: "", path: word } : undefined;
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
      label: `/${command.name}`,
      description: command.args === undefined ? command.summary : `${command.summary} · ${command.args}`,
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

const REFERENCES: readonly Suggestion[] = Object.entries(MESSAGES.references).map(([value, description]) => ({
  value,
  label: value,
  description,
}));

export interface CompletionSources {
  commands(): Promise<readonly Command[]>;
  readonly files: Files;
  /** What a command's arguments could be. */
  arguments(command: Command, typed: string): Promise<readonly ArgumentChoice[]>;
}

/** Never rejects: what cannot be looked up is not worth a message while typing. */
export function createCompletion(sources: CompletionSources): Complete {
  return async (lines, row, column, forced, signal) => {
    const wanted = wantedAt(lines, row, column, forced);
    if (wanted === undefined) return undefined;
    const items = await itemsFor(wanted, sources, signal).catch((): readonly Suggestion[] => []);
    return items.length === 0 ? undefined : { items, prefix: wanted.prefix };
  };
}

async function itemsFor(
  wanted: Wanted,
  { commands, files, arguments: argumentsOf }: CompletionSources,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  switch (wanted.type) {
    case "command":
      return matchCommands(wanted.prefix, await commands());
    case "argument": {
      const { command: name, prefix } = wanted;
      const command = (await commands()).find((one) => one.name === name || one.aliases?.includes(name));
      if (command?.complete === undefined) return [];
      const choices = await argumentsOf(command, prefix);
      return choices.slice(0, MOST).map(({ value, summary }) => ({
        value,
        label: value,
        ...(summary === undefined ? {} : { description: summary }),
      }));
    }
    case "path":
      return offer(await listed(wanted.path, files, signal), wanted.lead);
    case "reference": {
      const kinds = REFERENCES.filter(({ value }) => value.startsWith(wanted.prefix));
      const name = wanted.prefix.slice(1);
      const here = await listed(name, files, signal);
      const found = name.length > 1 && !name.includes("/") ? await files.find(name.toLowerCase(), signal) : [];
      return [...kinds, ...offer([...here, ...found.filter((path) => !here.includes(path))], "@file:")];
    }
  }
}

function offer(paths: readonly string[], lead: string): readonly Suggestion[] {
  return paths.slice(0, MOST).map((path) => {
    // A folder is where one goes on typing; only what was asked for as a folder is attached as one.
    const value = lead === "@file:" && /\s/.test(path) ? `@file:"${path}"` : `${lead}${path}`;
    return { value, label: path };
  });
}

async function listed(path: string, files: Files, signal: AbortSignal): Promise<readonly string[]> {
  const cut = path.lastIndexOf("/") + 1;
  const directory = path.slice(0, cut);
  const name = path.slice(cut).toLowerCase();
  return (await files.list(directory, signal))
    .filter((entry) => entry.toLowerCase().startsWith(name) && (name.startsWith(".") || !entry.startsWith(".")))
    .map((entry) => directory + entry);
}
