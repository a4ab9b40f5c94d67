// `hermes checkpoints`: snapshots of the project here, and the way back to them.

import type { Command } from "commander";
import type { Checkpoint, PartOfProject } from "../../../contracts/checkpoints.ts";
import { leftOutLines } from "../../../kernel/checkpoints/left-out.ts";
import { counted } from "../../../kernel/text.ts";
import { bytes, moment, printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";

const MOST_NAMED = 20;
const SHORT_ID = 12;

export function define(command: Command, context: SubcommandContext): void {
  defineLooking(command, context);
  defineChanging(command, context);
  withExamples(
    command,
    "hermes checkpoints                 of the project here, newest first",
    "hermes checkpoints diff 1          from the newest to now",
    "hermes checkpoints restore 1       bring changed and deleted files back",
    "hermes checkpoints list --json",
  );
}

function defineLooking(command: Command, { io, facts, openAdmin }: SubcommandContext): void {
  const open = async () => {
    const checkpoints = await (await openAdmin()).checkpoints();
    return { checkpoints, project: await checkpoints.projectOf(facts.cwd, facts.cwd) };
  };
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description("checkpoints of this directory's project")
    .option("--limit <n>", "how many")
    .option("--json", "as JSON")
    .action(async (flags: { limit?: string; json?: boolean }) => {
      const { checkpoints, project } = await open();
      const { workdir, checkpoints: all } = await checkpoints.list(project);
      const shown = all.slice(0, Number(flags.limit ?? all.length) || all.length);
      if (flags.json === true) return printJson(io, { workdir, checkpoints: shown.map(columnsOf) });
      if (shown.length === 0)
        return io.out(`No checkpoints of ${workdir} yet. \`hermes --checkpoints\` takes them before files change.\n`);
      const rows = shown.map((one) => [
        String(one.number),
        moment(Date.parse(one.at)),
        one.reason,
        changeText(one),
        one.id.slice(0, SHORT_ID),
      ]);
      io.out(
        `${renderTable({ title: workdir, columns: ["#", "when", "before", "changed", "id"], rows }, io.columns)}\n`,
      );
    });
  command
    .command("show <checkpoint>")
    .description("one checkpoint: what it holds, what it left out")
    .option("--json", "as JSON")
    .action(async (reference: string, flags: { json?: boolean }) => {
      const { checkpoints, project } = await open();
      const one = await checkpoints.show(project, reference);
      if (flags.json === true)
        return printJson(io, {
          ...columnsOf(one),
          workdir: one.workdir,
          files: one.files,
          changes: one.changes,
          left_out: one.leftOut,
          left_out_more: one.leftOutMore,
        });
      io.out(
        `${one.id}  ${moment(Date.parse(one.at))}  ${one.reason}\n${one.workdir}: ${counted(one.files, "file")}\n`,
      );
      for (const file of one.changes.slice(0, MOST_NAMED)) io.out(`  ${file.change} ${file.path}\n`);
      const more = one.changes.length - MOST_NAMED;
      if (more > 0) io.out(`  … and ${more} more\n`);
      for (const line of leftOutLines(one.leftOut, one.leftOutMore)) io.out(`${line}\n`);
    });
  command
    .command("diff <checkpoint> [path]")
    .description("from the checkpoint to the files as they are now")
    .option("--json", "as JSON")
    .action(async (reference: string, path: string | undefined, flags: { json?: boolean }) => {
      const { checkpoints, project } = await open();
      const diff = await checkpoints.diff(project, reference, partNamed(path, facts.cwd));
      if (flags.json === true) return printJson(io, diff);
      io.out(diff.unified === "" ? "Everything is as it was.\n" : diff.unified);
    });
  command
    .command("status")
    .description("all projects, and the space they take")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      const status = await (await open()).checkpoints.status();
      if (flags.json === true)
        return printJson(io, {
          enabled: status.enabled,
          store: status.store,
          bytes: status.bytes,
          max_bytes: status.maxBytes,
          projects: status.projects.map(({ lastUsed, ...one }) => ({ ...one, last_used: lastUsed })),
        });
      io.out(
        `${status.enabled ? "On" : "Off (checkpoints.enabled)"}, ${bytes(status.bytes)} of at most ${bytes(status.maxBytes)} in ${status.store}\n`,
      );
      const rows = status.projects.map((one) => [
        one.exists ? one.workdir : `${one.workdir} (gone)`,
        String(one.checkpoints),
        moment(Date.parse(one.lastUsed)),
      ]);
      if (rows.length > 0)
        io.out(`${renderTable({ columns: ["project", "checkpoints", "last"], rows }, io.columns)}\n`);
    });
}

function defineChanging(command: Command, { io, facts, openAdmin }: SubcommandContext): void {
  command
    .command("restore <checkpoint> [path]")
    .description("bring files back; saves what is there first, keeps new files")
    .option("--remove-new", "also remove files the checkpoint does not have")
    .option("--json", "as JSON")
    .action(async (reference: string, path: string | undefined, flags: { removeNew?: boolean; json?: boolean }) => {
      const checkpoints = await (await openAdmin()).checkpoints();
      const project = await checkpoints.projectOf(facts.cwd, facts.cwd);
      const done = await checkpoints.restore(project, reference, {
        ...partNamed(path, facts.cwd),
        removeNew: flags.removeNew === true,
      });
      const { leftOut, leftOutMore, undo, ...lists } = done;
      if (flags.json === true) return printJson(io, { ...lists, left_out: leftOut, left_out_more: leftOutMore, undo });
      io.out(
        `${counted(done.restored.length, "file")} brought back${done.removed.length === 0 ? "" : `, ${done.removed.length} removed`}${done.kept.length === 0 ? "" : `, ${done.kept.length} new ones kept`}.\n`,
      );
      for (const line of leftOutLines(leftOut, leftOutMore)) io.out(`${line}\n`);
      // Files that are there again are new to the state before.
      const flag = done.created.length > 0 ? " --remove-new" : "";
      if (undo !== undefined && done.restored.length + done.removed.length > 0)
        io.out(`To take this back: hermes checkpoints restore ${undo.slice(0, SHORT_ID)}${flag}\n`);
    });
  command
    .command("prune")
    .description("remove what is too old or belongs to projects that are gone")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      const done = await (await (await openAdmin()).checkpoints()).prune({ orphansNow: true });
      if (flags.json === true)
        return printJson(io, {
          projects_removed: done.projectsRemoved,
          checkpoints_removed: done.checkpointsRemoved,
          bytes_before: done.bytesBefore,
          bytes_after: done.bytesAfter,
        });
      io.out(
        `${counted(done.checkpointsRemoved, "checkpoint")} and ${counted(done.projectsRemoved.length, "project")} removed, ${bytes(done.bytesBefore)} → ${bytes(done.bytesAfter)}.\n`,
      );
    });
}

function columnsOf(one: Checkpoint): object {
  return {
    id: one.id,
    number: one.number,
    at: one.at,
    reason: one.reason,
    files_changed: one.filesChanged,
    insertions: one.insertions,
    deletions: one.deletions,
  };
}

function changeText(one: Checkpoint): string {
  return one.filesChanged === 0 ? "" : `${counted(one.filesChanged, "file")} +${one.insertions} −${one.deletions}`;
}

function partNamed(path: string | undefined, cwd: string): PartOfProject {
  return path === undefined ? {} : { path, from: cwd };
}
