// `hermes completion`: a script for the shell, and what the script asks for while somebody types.

import { Argument, type Command, Option } from "commander";
import { takeProfileFlag } from "../../../config/profile-names.ts";
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
  const { words, profile } = ofProfile(splitTyped(line).slice(1));
  const completion = completionOf(await commandTree(context), words);
  if (completion.type === "choices") return completion.choices;
  const { kind, before, typed } = completion;
  if (kind === "file") return "files";
  const there = profile === undefined ? context : { ...context, profile, openAdmin: () => context.openAdmin(profile) };
  return (await valuesOf(kind, there, typed))
    .filter(({ value }) => value.startsWith(typed))
    .map(({ value, summary }) => ({ value: before + value, summary }));
}

/** `-p` may stand anywhere and no command knows it: the line without it, or, while its value is typed, with it alone. */
function ofProfile(line: readonly string[]): { readonly words: readonly string[]; readonly profile?: string } {
  const [typed = "", before = ""] = [line.at(-1), line.at(-2)];
  if (before === "-p" || before === "--profile") return { words: [before, typed] };
  if (typed.startsWith("--profile=")) return { words: [typed] };
  const { argv, ...chosen } = takeProfileFlag(line.slice(0, -1));
  return { words: [...argv, typed], ...chosen };
}

const lineOf = ({ value, summary }: Choice): string => `${value}\t${summary}\n`;
