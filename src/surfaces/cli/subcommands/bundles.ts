// `hermes bundles`: several skills under one word.

import type { Command } from "commander";
import { bundleVerbs } from "../../../commands/curator-verbs.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { defineVerbs, type VerbSet } from "../verb-commands.ts";

const SET: VerbSet = {
  verbs: bundleVerbs,
  more: {
    create: {
      define: (command) =>
        void command
          .option("-s, --skill <skill>", "a skill in it; repeat", collect)
          .option("-d <text>", "the same as --description")
          .option("-i <text>", "the same as --instruction"),
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
  withExamples(
    command,
    "hermes bundles create review -s code-review -s testing -d 'look at a change'",
    "hermes bundles show review",
  );
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ...value.split(",").map((one) => one.trim())].filter((one) => one !== "");
}
