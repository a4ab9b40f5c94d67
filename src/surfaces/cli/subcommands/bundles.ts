// `hermes bundles`: several skills under one word.

import type { Command } from "commander";
import { bundleVerbs } from "../../../commands/curator-verbs.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { defineVerbs, type VerbSet } from "../verb-commands.ts";
import { WORDS } from "../words.data.ts";

const SET: VerbSet = {
  verbs: bundleVerbs,
  more: {
    create: {
      define: (command) =>
        void command
          .option("-s, --skill <skill>", WORDS.bundles.create.flags.skill, collect)
          .option("-d <text>", WORDS.bundles.create.flags.description)
          .option("-i <text>", WORDS.bundles.create.flags.instruction),
      read: ({ skill, d, i }) => ({
        words: (skill as readonly string[] | undefined) ?? [],
        flags: {
          ...(typeof d === "string" ? { description: d } : {}),
          ...(typeof i === "string" ? { instruction: i } : {}),
        },
      }),
    },
  },
};

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineVerbs(command, SET, context, finish);
  withExamples(command, ...WORDS.bundles.examples);
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ...value.split(",").map((one) => one.trim())].filter((one) => one !== "");
}
