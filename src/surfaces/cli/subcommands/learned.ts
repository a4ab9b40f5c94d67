// `hermes learned`: what the agent changed in its own memory and skills, and taking it back.

import type { Command } from "commander";
import { learnedVerbs } from "../../../commands/curator-verbs.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { defineVerbs } from "../verb-commands.ts";

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineVerbs(command, { verbs: ({ journal, clock }) => learnedVerbs(journal, clock) }, context, finish);
  withExamples(
    command,
    "hermes learned",
    "hermes learned --since 7d",
    "hermes learned undo learn_0123456789ab    a change of a skill",
    "hermes learned undo c_0123456789ab        a change of memory",
  );
}
