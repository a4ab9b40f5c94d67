// `hermes curator`: tidying the skills the agent wrote, with the way back.

import type { Command } from "commander";
import { curatorVerbs } from "../../../commands/curator-verbs.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { defineVerbs, type VerbSet } from "../verb-commands.ts";
import { WORDS } from "../words.data.ts";

const SET: VerbSet = {
  verbs: ({ curator }) => curatorVerbs(curator),
  asks: {
    rollback: ({ flags }) =>
      flags.list === undefined ? WORDS.curator.replaceLibrary(String(flags.id ?? WORDS.curator.newestCopy)) : undefined,
  },
};

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineVerbs(command, SET, context, finish);
  withExamples(command, ...WORDS.curator.examples);
}
