// `hermes learned`: what the agent changed in its own memory and skills, and taking it back.

import type { Command } from "commander";
import type { LearnedChange } from "../../../contracts/learning.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { parseSince } from "../log-lines.ts";
import { moment, printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { withSkills } from "../with-skills.ts";

export function define(command: Command, { io, openAdmin }: SubcommandContext, finish: (code: number) => void): void {
  command
    .command("list", { isDefault: true })
    .description("every change, newest first")
    .option("--since <when>", "30m, 2h, 3d, or a date")
    .option("--json", "as JSON")
    .action(async (flags: { since?: string; json?: boolean }) => {
      await withSkills(openAdmin, async ({ journal }, now) => {
        const since = flags.since === undefined ? undefined : parseSince(flags.since, now);
        if (flags.since !== undefined && since === undefined)
          throw new UsageFailure(`--since takes 30m, 2h, 3d or a date, not "${flags.since}".`);
        const changes = await journal.list(since);
        if (flags.json === true) return printJson(io, { learned: changes });
        if (changes.length === 0) return io.out("Nothing was learned yet.\n");
        for (const one of changes) io.out(line(one));
      });
    });
  command
    .command("undo <ids...>")
    .description("take changes back")
    .action(async (ids: string[]) => {
      await withSkills(openAdmin, async ({ journal }) => {
        let refused = 0;
        for (const id of ids) {
          const outcome = await journal.undo(id);
          if (outcome.type === "refused") refused++;
          io.out(`${id}: ${outcome.type === "undone" ? outcome.message : outcome.why}\n`);
        }
        finish(refused === 0 ? 0 : 1);
      });
    });
  withExamples(command, "hermes learned", "hermes learned --since 7d", "hermes learned undo learn_0123456789ab");
}

function line(one: LearnedChange): string {
  const what = one.subsystem === "skills" ? `skill ${one.skill}` : "memory";
  const undone = one.undone_at === undefined ? "" : " (taken back)";
  return `${moment(Date.parse(one.at))}  ${one.id}  ${what}: ${one.summary} [${one.origin}]${undone}\n`;
}
