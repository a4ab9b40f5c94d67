// Every verb can be asked for JSON. One that only says what it did says it as {"message": "…"}.

import type { Command } from "commander";
import type { Io } from "./io.ts";
import { printJson } from "./printing.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";

/** Talks with a person, opens an editor, or prints a file for another program: JSON would be in the way. */
const BY_HAND = ["demo", "memory edit", "memory export", "config edit", "completion"];

/** Gives `--json` to every verb that has none; the result says whether one of those was asked for it. */
export function offerJson(root: Command, name: string): (verb: Command) => boolean {
  const given = new Set<Command>();
  for (const { verb, path } of verbsOf(root, name)) {
    if (BY_HAND.includes(path) || verb.options.some(({ long }) => long === "--json")) continue;
    verb.option("--json", PROGRAM_WORDS.flags.json);
    given.add(verb);
  }
  return (verb) => given.has(verb) && verb.optsWithGlobals<{ json?: boolean }>().json === true;
}

function verbsOf(command: Command, path: string): readonly { readonly verb: Command; readonly path: string }[] {
  return command.commands.length === 0
    ? [{ verb: command, path }]
    : command.commands.flatMap((verb) => verbsOf(verb, `${path} ${verb.name()}`));
}

export interface Telling {
  /** What the verb is given to talk with. */
  readonly io: Io;
  /** From now on its words are kept. */
  keep(): void;
  /** What was kept, as JSON. */
  tell(): void;
}

export function createTelling(io: Io): Telling {
  const kept = { words: undefined as string | undefined };
  return {
    io: {
      ...io,
      out(text) {
        if (kept.words === undefined) io.out(text);
        else kept.words += text;
      },
    },
    keep() {
      kept.words = "";
    },
    tell() {
      if (kept.words !== undefined) printJson(io, { message: kept.words.trim() });
    },
  };
}
