// `hermes curator`: tidying the skills the agent wrote, with the way back.

import type { Command } from "commander";
import { curatorVerbs } from "../../../commands/curator-verbs.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { defineVerbs, type VerbSet } from "../verb-commands.ts";

const SET: VerbSet = {
  verbs: ({ curator }) => curatorVerbs(curator),
  asks: {
    rollback: ({ flags }) =>
      flags.list === undefined ? `Replace the library by ${flags.id ?? "the newest copy"}?` : undefined,
  },
};

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineVerbs(command, SET, context, finish);
  withExamples(
    command,
    "hermes curator                 how things stand",
    "hermes curator run --dry-run   what it would do",
    "hermes curator pin my-skill    never archive it",
    "hermes curator rollback        back to the last copy",
  );
}
