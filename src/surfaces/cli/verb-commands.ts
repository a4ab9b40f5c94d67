// Verbs that also exist as slash commands, on the command line: the same answers, printed or as JSON.

import type { Command } from "commander";
import type { Verb, VerbCall } from "../../commands/verb.ts";
import type { Reply } from "../../contracts/command.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { SkillAdmin } from "../../runtime/admin-skills.ts";
import type { Io } from "./io.ts";
import { printJson } from "./printing.ts";
import { mayGoOn } from "./prompts.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { renderTable } from "./table.ts";
import { withSkills } from "./with-skills.ts";
import { WORDS } from "./words.data.ts";

export interface VerbSet {
  /** Called once with nothing behind it to learn the names, and again with the real thing to run. */
  verbs(admin: SkillAdmin): readonly Verb[];
  /** Verbs that ask first, and what; `--yes` answers. Undefined when this call needs no question. */
  asks?: Readonly<Record<string, (call: VerbCall) => string | undefined>>;
  /** More options of a verb, and what they mean as words and flags. */
  more?: Readonly<Record<string, VerbExtension>>;
}

export interface VerbExtension {
  define(command: Command): void;
  read(flags: Readonly<Record<string, unknown>>): Partial<VerbCall>;
}

/** Making verbs only takes the ports apart; they are used when a verb runs. */
const NOTHING_BEHIND = {
  skills: {},
  hub: {},
  bundles: {},
  journal: {},
  curator: {},
  approval: {},
  clock: {},
} as SkillAdmin;

export function defineVerbs(
  command: Command,
  set: VerbSet,
  context: SubcommandContext,
  finish: (code: number) => void,
): void {
  set.verbs(NOTHING_BEHIND).forEach((verb, index) => {
    const one = command
      .command(verb.name, { isDefault: index === 0 })
      .description(verb.args === undefined ? verb.summary : `${verb.summary}: ${verb.args}`)
      .option("--json", WORDS.flags.json);
    if (verb.args !== undefined) one.argument("[words...]", verb.args);
    for (const flag of verb.flags ?? [])
      one.option(flag.value === undefined ? `--${flag.name}` : `--${flag.name} <${flag.value}>`, flag.summary);
    const question = set.asks?.[verb.name];
    const extension = set.more?.[verb.name];
    if (question !== undefined) one.option("-y, --yes", WORDS.flags.yes);
    extension?.define(one);
    one.action(async (...given: unknown[]) => {
      const words = verb.args === undefined ? [] : (given[0] as string[]);
      const flags = one.opts<Record<string, unknown>>();
      const call = callOf(verb, words, flags, extension);
      if (verb.args?.startsWith("<") === true && call.words.length === 0)
        throw new UsageFailure(WORDS.verbs.needs(command.name(), verb.name, verb.args));
      const asked = question?.(call);
      if (asked !== undefined && !(await mayGoOn(context.io, asked, flags.yes === true))) return;
      await withSkills(context.openAdmin, async (admin) => {
        const live = set.verbs(admin).find((candidate) => candidate.name === verb.name) ?? verb;
        const { reply, json, exitCode } = await live.run(call);
        if (flags.json === true) printJson(context.io, json);
        else printReply(reply, exitCode, context.io);
        finish(exitCode);
      });
    });
  });
}

function callOf(
  verb: Verb,
  words: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  extension: VerbExtension | undefined,
): VerbCall {
  const read = (name: string) => flags[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
  const own = (verb.flags ?? []).flatMap(({ name }) => {
    const value = read(name);
    return typeof value === "string" || value === true ? [[name, value] as const] : [];
  });
  const more = extension?.read(flags) ?? {};
  return { words: [...words, ...(more.words ?? [])], flags: { ...Object.fromEntries(own), ...more.flags } };
}

function printReply(reply: Reply, exitCode: number, io: Io): void {
  if (reply.type === "table") io.out(`${renderTable(reply, io.columns)}\n`);
  else if (reply.type === "text" && exitCode === 0) io.out(`${reply.text.trimEnd()}\n`);
  else if (reply.type === "text") io.err(`hermes: ${reply.text.trimEnd()}\n`);
}
