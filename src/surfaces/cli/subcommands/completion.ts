// `hermes completion`: a script for the shell, and what the script asks for while somebody types.

import { Argument, type Command, Option } from "commander";
import { commandTree } from "../command-tree.ts";
import { type Choice, completionOf, splitTyped } from "../completion-choices.ts";
import { FILES, SCRIPTS, SHELLS, type Shell } from "../completion-script.ts";
import { valuesOf } from "../completion-values.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { WORDS } from "../words.data.ts";

export function define(command: Command, context: SubcommandContext): void {
  command
    .addArgument(new Argument("<shell>", WORDS.completion.args.shell).choices([...SHELLS]))
    .addOption(new Option("--line <typed>", WORDS.completion.flags.line).hideHelp())
    .action(async (shell: Shell, { line }: { line?: string }) => {
      if (line === undefined) return context.io.out(SCRIPTS[shell]);
      const found = await whatComesNext(line, context);
      context.io.out(found === "files" ? `${FILES}\n` : found.map(lineOf).join(""));
    });
  withExamples(command, ...WORDS.completion.examples);
}

async function whatComesNext(line: string, context: SubcommandContext): Promise<readonly Choice[] | "files"> {
  const completion = completionOf(await commandTree(context), splitTyped(line).slice(1));
  if (completion.type === "choices") return completion.choices;
  const { kind, before, typed } = completion;
  if (kind === "file") return "files";
  return (await valuesOf(kind, context))
    .filter(({ value }) => value.startsWith(typed))
    .map(({ value, summary }) => ({ value: before + value, summary }));
}

const lineOf = ({ value, summary }: Choice): string => `${value}\t${summary}\n`;
