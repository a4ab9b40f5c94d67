// `hermes learned`: what the agent changed in its own memory and skills, and taking it back.

import type { Command } from "commander";
import { learnedVerbs } from "../../../commands/curator-verbs.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { defineVerbs } from "../verb-commands.ts";
import { WORDS } from "../words.data.ts";

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineVerbs(command, { verbs: ({ journal, clock }) => learnedVerbs(journal, clock) }, context, finish);
  withExamples(command, ...WORDS.learned.examples);
}
