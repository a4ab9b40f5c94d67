// `hermes curator`: tidying the skills the agent wrote, with the way back.

import type { Command } from "commander";
import type { CurationOutcome } from "../../../contracts/skill-curation.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { summaryLine } from "../../../kernel/skills/curator-report.ts";
import { bytes, count, printJson } from "../printing.ts";
import { mayGoOn } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { withSkills } from "../with-skills.ts";

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineRuns(command, context, finish);
  defineSingle(command, context);
  defineCopies(command, context);
  withExamples(
    command,
    "hermes curator                 how things stand",
    "hermes curator run --dry-run   what it would do",
    "hermes curator pin my-skill    never archive it",
    "hermes curator rollback        back to the last copy",
  );
}

function defineRuns(command: Command, { io, openAdmin }: SubcommandContext, finish: (code: number) => void): void {
  command
    .command("status", { isDefault: true })
    .description("the last run, the next one, and the skills by state")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      await withSkills(openAdmin, async ({ curation, nextTurn }) => {
        const state = await curation.state();
        const skills = await curation.survey();
        const next = await nextTurn();
        const states = Object.fromEntries(
          [...Map.groupBy(skills, (one) => one.entry.state)].map(([name, own]) => [name, own.length]),
        );
        const pinned = skills.filter((one) => one.pinned).map((one) => one.name);
        if (flags.json === true) return printJson(io, { ...state, skills: states, pinned, next });
        io.out(
          [
            `last run: ${state.last_run_at ?? "never"}${state.last_run_summary === null ? "" : ` (${state.last_run_summary})`}`,
            `next run: ${next.type === "wait" ? `waits (${next.why})` : "at the next quiet moment"}`,
            `skills: ${
              Object.entries(states)
                .map(([name, n]) => `${n} ${name}`)
                .join(", ") || "none"
            }`,
            ...(pinned.length === 0 ? [] : [`pinned: ${pinned.join(", ")}`]),
            ...(state.last_report_path === null ? [] : [`report: ${state.last_report_path}`]),
            "",
          ].join("\n"),
        );
      });
    });
  command
    .command("run")
    .description("run now, and wait for it")
    .option("--dry-run", "only say what it would do")
    .option("--json", "as JSON")
    .action(async (flags: { dryRun?: boolean; json?: boolean }) => {
      await withSkills(openAdmin, async ({ curate }) => {
        const { run, reportPath } = await curate(flags.dryRun === true);
        if (flags.json === true) printJson(io, { ...run, reportPath: reportPath ?? null });
        else {
          io.out(`${summaryLine(run)}\n`);
          for (const one of run.transitions)
            if (one.type !== "seed") io.out(`  ${one.type} ${one.name} (${one.idleDays} days unused)\n`);
          for (const step of run.plan?.steps ?? []) io.out(`  ${JSON.stringify(step)}\n`);
          for (const problem of run.problems) io.err(`hermes: ${problem}\n`);
          if (reportPath !== undefined) io.out(`${reportPath}\n`);
        }
        finish(run.problems.length === 0 ? 0 : 1);
      });
    });
  for (const paused of [true, false]) {
    command
      .command(paused ? "pause" : "resume")
      .description(paused ? "no runs until resumed" : "run again when it is due")
      .action(async () => {
        await withSkills(openAdmin, async ({ curation }) => {
          await curation.updateState({ paused });
          io.out(paused ? "Paused.\n" : "It runs again when it is due.\n");
        });
      });
  }
}

function defineSingle(command: Command, { io, openAdmin }: SubcommandContext): void {
  const verbs = {
    pin: "never archive it",
    unpin: "let it age again",
    archive: "put it away now",
    restore: "bring it back from the archive, to where it was",
  } as const;
  for (const [verb, about] of Object.entries(verbs)) {
    command
      .command(`${verb} <skill>`)
      .description(about)
      .action(async (name: string) => {
        await withSkills(openAdmin, async ({ curation }) => {
          const deeds: Record<string, () => Promise<CurationOutcome>> = {
            pin: () => curation.pin(name, true),
            unpin: () => curation.pin(name, false),
            archive: () => curation.archive(name),
            restore: () => curation.restore(name),
          };
          const outcome = await deeds[verb]?.();
          if (outcome?.type === "refused") throw new UsageFailure(outcome.why, 1);
          io.out(`${outcome?.message ?? ""}\n`);
        });
      });
  }
  command
    .command("list-archived")
    .description("what is in the archive")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      await withSkills(openAdmin, async ({ curation }) => {
        const archived = await curation.archived();
        if (flags.json === true) return printJson(io, { archived });
        if (archived.length === 0) return io.out("The archive is empty.\n");
        const rows = archived.map((one) => [one.name, one.category, one.at]);
        io.out(`${renderTable({ columns: ["skill", "category", "since"], rows }, io.columns)}\n`);
      });
    });
}

function defineCopies(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("backup")
    .description("copy the whole library now")
    .option("--reason <text>", "why", "by hand")
    .option("--json", "as JSON")
    .action(async (flags: { reason: string; json?: boolean }) => {
      await withSkills(openAdmin, async ({ curation }) => {
        const made = await curation.backup(flags.reason);
        if (flags.json === true) printJson(io, made);
        else io.out(`${made.id}: ${count(made.skills, "skill")}, ${bytes(made.bytes)}.\n`);
      });
    });
  command
    .command("rollback")
    .description("the library as it was in a copy; today's is copied first")
    .option("--list", "only list the copies")
    .option("--id <id>", "this copy instead of the newest")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .action(async (flags: { list?: boolean; id?: string; yes?: boolean; json?: boolean }) => {
      await withSkills(openAdmin, async ({ curation }) => {
        const copies = await curation.backups();
        if (flags.list === true) {
          if (flags.json === true) return printJson(io, { backups: copies });
          const rows = copies.map((one) => [one.id, one.createdAt, one.reason, String(one.skills), bytes(one.bytes)]);
          return io.out(
            rows.length === 0
              ? "No copies yet.\n"
              : `${renderTable({ columns: ["id", "when", "why", "skills", "size"], rows }, io.columns)}\n`,
          );
        }
        const target = flags.id ?? copies[0]?.id;
        if (target === undefined) throw new UsageFailure("There is no copy to go back to.", 1);
        if (!(await mayGoOn(io, `Replace the library by the copy ${target}?`, flags.yes))) return;
        const { to, safety } = await curation.rollback(flags.id);
        if (flags.json === true) printJson(io, { to, safety });
        else io.out(`As it was in ${to.id}. To take this back: hermes curator rollback --id ${safety.id}\n`);
      });
    });
}
