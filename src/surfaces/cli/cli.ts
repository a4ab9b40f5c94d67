// argv → one of three things: a single answer, a conversation, or a subcommand. No logic of their own lives here.

import { Command, CommanderError } from "commander";
import { similarity } from "../../kernel/calls/repair.ts";
import { ConfigFailure, StoreFailure, UsageFailure } from "../../kernel/failure.ts";
import { chat } from "./chat.ts";
import { addChatFlags, type ChatFlags } from "./chat-flags.ts";
import type { Io } from "./io.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";
import type { ProgramContext } from "./subcommand.ts";
import { SUBCOMMANDS } from "./subcommands.data.ts";
import { createTelling, offerJson } from "./words-as-json.ts";

/** The exit code; everything a person should read has been written to `io`. */
export async function runCli(argv: readonly string[], context: ProgramContext): Promise<number> {
  const { io } = context;
  const result = { code: 0 };
  try {
    await buildProgram(context, (code) => {
      result.code = code;
    }).parseAsync(argv, { from: "user" });
    return result.code;
  } catch (error) {
    return explain(error, io);
  }
}

function buildProgram(context: ProgramContext, finish: (code: number) => void): Command {
  const { io, version } = context;
  const program = quietly(new Command("hermes"), io)
    .description(PROGRAM_WORDS.about)
    .version(`hermes ${version}`, "-V, --version", PROGRAM_WORDS.flags.version)
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .option("-p, --profile <name>", PROGRAM_WORDS.flags.profile)
    .addHelpText("after", `\n${PROGRAM_WORDS.moreHelp}`);
  addChatFlags(program)
    .allowExcessArguments()
    .action(async (flags: ChatFlags) => {
      const [word] = program.args;
      const prompt = flags.oneshot ?? flags.query;
      if (word !== undefined && prompt !== undefined)
        throw new UsageFailure(PROGRAM_WORDS.quoteThePrompt([prompt, ...program.args].join(" ")));
      if (word !== undefined) throw new UsageFailure(unknownWord(word));
      finish(await chat(context, flags));
    });

  const chatCommand = quietly(program.command("chat"), io).description(PROGRAM_WORDS.chat.summary);
  addChatFlags(chatCommand).action(async (flags: ChatFlags) => {
    const [word] = chatCommand.args;
    if (word !== undefined)
      throw new UsageFailure(`${PROGRAM_WORDS.chat.toAsk(word)} ${PROGRAM_WORDS.seeHelp("hermes chat")}`);
    finish(await chat(context, { ...program.opts<ChatFlags>(), ...flags }));
  });

  for (const { name, summary, load } of SUBCOMMANDS) {
    quietly(program.command(name), io)
      .description(summary)
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .passThroughOptions()
      .argument("[args...]")
      .action(async (args: string[]) => {
        const subcommand = await load();
        const command = quietly(new Command(`hermes ${name}`), io).description(summary);
        const telling = createTelling(io);
        subcommand.define(command, { ...context, io: telling.io, subcommands: SUBCOMMANDS }, finish);
        const asksJson = offerJson(command, name);
        command.hook("preAction", (_root, verb) => {
          if (asksJson(verb)) telling.keep();
        });
        refuseUnknownVerb(command, args[0] ?? "");
        await command.parseAsync(args, { from: "user" }).catch((error: unknown) => {
          throw error instanceof CommanderError && error.exitCode !== 0
            ? new UsageFailure(parserWords(error, command.name()))
            : error;
        });
        telling.tell();
      });
  }
  return program;
}

function unknownWord(word: string): string {
  const names = ["chat", ...SUBCOMMANDS.map((entry) => entry.name)];
  return `${PROGRAM_WORDS.noCommand(word)}${guess("hermes", word, names)} ${PROGRAM_WORDS.toAsk(word)} ${PROGRAM_WORDS.seeHelp("hermes")}`;
}

/** A word where a verb is expected: without this it would be an argument too many of the verb that needs none. */
function refuseUnknownVerb(command: Command, word: string): void {
  const names = command.commands.flatMap((verb) => [verb.name(), ...verb.aliases()]);
  const usual = command.commands.find((verb) => Reflect.get(command, "_defaultCommandName") === verb.name());
  if (word === "" || word.startsWith("-") || word === "help" || names.length === 0 || names.includes(word)) return;
  if (usual === undefined || usual.registeredArguments.length > 0) return;
  const hint = guess(command.name(), word, names);
  throw new UsageFailure(
    `${PROGRAM_WORDS.noVerb(command.name(), word)}${hint} ${PROGRAM_WORDS.seeHelp(command.name())}`,
  );
}

function guess(before: string, word: string, names: readonly string[]): string {
  const near = names.map((name) => ({ name, score: similarity(word, name) })).sort((a, b) => b.score - a.score)[0];
  return near !== undefined && near.score > 0.5 ? ` ${PROGRAM_WORDS.didYouMean(before, near.name)}` : "";
}

/** What the argument parser has to say, as one sentence. */
function parserWords(error: CommanderError, command: string): string {
  const sentence = error.message.replace(/^error: /, "").replace(/\n/g, " ");
  return `${sentence}${/[.?)]$/.test(sentence) ? "" : "."} ${PROGRAM_WORDS.seeHelp(command)}`;
}

/** Errors of the argument parser become one sentence and exit code 2. */
function quietly(command: Command, io: Io): Command {
  return command
    .exitOverride()
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(io.columns, 100),
    });
}

function explain(error: unknown, io: Io): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    io.err(`hermes: ${parserWords(error, "hermes")}\n`);
    return 2;
  }
  if (error instanceof UsageFailure) {
    io.err(`hermes: ${error.message}\n`);
    return error.exitCode;
  }
  if (error instanceof ConfigFailure || error instanceof StoreFailure) {
    io.err(`hermes: ${error.message}\n`);
    return 1;
  }
  throw error;
}
