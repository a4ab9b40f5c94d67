// Every command with its verbs, arguments and flags as data: for shell completion and for the reference page.

import { Command, type Option } from "commander";
import { addChatFlags } from "./chat-flags.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { offerJson } from "./words-as-json.ts";

/** A value somebody types: of an argument, or after a flag. */
export interface ValueSpec {
  readonly name: string;
  readonly needed: boolean;
  readonly many: boolean;
  /** All there are; empty when it is open. */
  readonly choices: readonly string[];
}

export interface FlagSpec {
  readonly flags: string;
  readonly long: string;
  readonly short: string;
  readonly summary: string;
  readonly value: ValueSpec | undefined;
}

export interface CommandNode {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  /** As typed: `<name> [file]`. */
  readonly args: string;
  readonly values: readonly ValueSpec[];
  readonly flags: readonly FlagSpec[];
  readonly examples: readonly string[];
  readonly verbs: readonly CommandNode[];
}

/** Loads every subcommand and looks at what it defines; none of them runs. */
export async function commandTree(context: SubcommandContext): Promise<CommandNode> {
  const root = new Command("hermes")
    .description(PROGRAM_WORDS.summary)
    .option("-p, --profile <name>", PROGRAM_WORDS.flags.profile);
  addChatFlags(root);
  const chat = new Command("chat").description(PROGRAM_WORDS.chat.summary);
  addChatFlags(chat);
  const verbs = [nodeOf(chat)];
  for (const { name, summary, load } of context.subcommands) {
    const command = new Command(name).description(summary);
    (await load()).define(command, context, () => undefined);
    offerJson(command, name);
    verbs.push(nodeOf(command));
  }
  return { ...nodeOf(root), verbs };
}

function nodeOf(command: Command): CommandNode {
  return {
    name: command.name(),
    aliases: command.aliases(),
    summary: command.description(),
    args: command.registeredArguments
      .map((one) => {
        const name = one.variadic ? `${one.name()}...` : one.name();
        return one.required ? `<${name}>` : `[${name}]`;
      })
      .join(" "),
    values: command.registeredArguments.map((one) => ({
      name: one.name(),
      needed: one.required,
      many: one.variadic,
      choices: one.argChoices ?? [],
    })),
    flags: command.options
      .filter((option) => !option.hidden)
      .map((option) => ({
        flags: option.flags,
        long: option.long ?? "",
        short: option.short ?? "",
        summary: option.description,
        value: valueSpec(option),
      })),
    examples: examplesOf(command),
    verbs: command.commands.map(nodeOf),
  };
}

function valueSpec({ flags, required, optional, argChoices = [] }: Option): ValueSpec | undefined {
  if (!required && !optional) return undefined;
  return { name: /[<[]([\w-]+)/.exec(flags)?.[1] ?? "", needed: required, many: false, choices: argChoices };
}

/** The help text is the one place examples are written in. */
function examplesOf(command: Command): readonly string[] {
  let help = "";
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  const [, after = ""] = help.split(`\n${PROGRAM_WORDS.examples}\n`);
  return after
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
