// `hermes skills`: the library, what comes from elsewhere, the changes that wait for a yes, and what is switched off.

import type { Command } from "commander";
import { skillVerbs } from "../../../commands/skill-verbs.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { defineVerbs, type VerbSet } from "../verb-commands.ts";
import { skillNamed, withSkills } from "../with-skills.ts";
import { WORDS } from "../words.data.ts";

const SET: VerbSet = {
  verbs: skillVerbs,
  asks: {
    reset: ({ words, flags }) =>
      flags.restore === undefined ? undefined : WORDS.skills.reset.question(words[0] ?? ""),
  },
};

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineVerbs(command, SET, context, finish);
  defineShow(command, context);
  defineSwitches(command, context);
  withExamples(command, ...WORDS.skills.examples);
}

function defineShow(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("show <skill> [file]")
    .description(WORDS.skills.show.summary)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, file: string | undefined, flags: { json?: boolean }) => {
      await withSkills(openAdmin, async (admin) => {
        const skill = await skillNamed(admin, reference);
        if (file !== undefined) {
          const read = await admin.skills.readFile(skill, file);
          if (read.type === "text") return io.out(read.content.endsWith("\n") ? read.content : `${read.content}\n`);
          throw new UsageFailure(read.type === "refused" ? read.why : WORDS.skills.show.noText(file, skill.name), 1);
        }
        const document = await admin.skills.read(skill);
        const { name, origin, state, pinned, dir, doubts } = skill;
        if (flags.json === true) return printJson(io, { name, origin, state, pinned, dir, ...document });
        io.out(
          `${name} (${origin}, ${state}${pinned ? `, ${WORDS.skills.show.pinned}` : ""})\n${dir}\n\n${document.content.trimEnd()}\n`,
        );
        for (const [folder, files] of Object.entries(document.files)) io.out(`\n${folder}: ${files.join(", ")}\n`);
        for (const warning of [...document.warnings, ...doubts]) io.err(`hermes: ${warning}\n`);
      });
    });
}

function defineSwitches(command: Command, { io, openAdmin }: SubcommandContext): void {
  for (const on of [true, false]) {
    command
      .command(on ? "enable <skill>" : "disable <skill>")
      .description(on ? WORDS.skills.enable.summary : WORDS.skills.disable.summary)
      .action(async (reference: string) => {
        await withSkills(openAdmin, async (admin) => {
          const { name } = await skillNamed(admin, reference);
          admin.setEnabled(name, on);
          io.out(on ? `${WORDS.skills.enable.done(name)}\n` : `${WORDS.skills.disable.done(name)}\n`);
        });
      });
  }
}
