// `hermes checkpoints`: snapshots of the project here, and the way back to them.

import type { Command } from "commander";
import type { Checkpoint, PartOfProject, Restored } from "../../../contracts/checkpoints.ts";
import { leftOutLines } from "../../../kernel/checkpoints/left-out.ts";
import { bytes, moment, printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { WORDS } from "../words.data.ts";

const MOST_NAMED = 20;
const SHORT_ID = 12;

export function define(command: Command, context: SubcommandContext): void {
  defineLooking(command, context);
  defineChanging(command, context);
  withExamples(command, ...WORDS.checkpoints.examples);
}

function defineLooking(command: Command, { io, facts, openAdmin }: SubcommandContext): void {
  const open = async () => {
    const checkpoints = await (await openAdmin()).checkpoints();
    return { checkpoints, project: await checkpoints.projectOf(facts.cwd, facts.cwd) };
  };
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description(WORDS.checkpoints.list.summary)
    .option("--limit <n>", WORDS.checkpoints.list.flags.limit)
    .option("--json", WORDS.flags.json)
    .action(async (flags: { limit?: string; json?: boolean }) => {
      const { checkpoints, project } = await open();
      const { workdir, checkpoints: all } = await checkpoints.list(project);
      const shown = all.slice(0, Number(flags.limit ?? all.length) || all.length);
      if (flags.json === true) return printJson(io, { workdir, checkpoints: shown.map(columnsOf) });
      if (shown.length === 0) return io.out(`${WORDS.checkpoints.list.none(workdir)}\n`);
      const rows = shown.map((one) => [
        String(one.number),
        moment(Date.parse(one.at)),
        one.reason,
        changeText(one),
        one.id.slice(0, SHORT_ID),
      ]);
      io.out(`${renderTable({ title: workdir, columns: WORDS.checkpoints.list.columns, rows }, io.columns)}\n`);
    });
  command
    .command("show <checkpoint>")
    .description(WORDS.checkpoints.show.summary)
    .option("--json", WORDS.flags.json)
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
        `${one.id}  ${moment(Date.parse(one.at))}  ${one.reason}\n${one.workdir}: ${WORDS.checkpoints.files(one.files)}\n`,
      );
      for (const file of one.changes.slice(0, MOST_NAMED)) io.out(`  ${file.change} ${file.path}\n`);
      const more = one.changes.length - MOST_NAMED;
      if (more > 0) io.out(`  ${WORDS.checkpoints.more(more)}\n`);
      for (const line of leftOutLines(one.leftOut, one.leftOutMore)) io.out(`${line}\n`);
    });
  command
    .command("diff <checkpoint> [path]")
    .description(WORDS.checkpoints.diff.summary)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, path: string | undefined, flags: { json?: boolean }) => {
      const { checkpoints, project } = await open();
      const diff = await checkpoints.diff(project, reference, partNamed(path, facts.cwd));
      if (flags.json === true) return printJson(io, diff);
      io.out(diff.unified === "" ? `${WORDS.checkpoints.diff.same}\n` : diff.unified);
    });
  command
    .command("status")
    .description(WORDS.checkpoints.status.summary)
    .option("--json", WORDS.flags.json)
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
        `${status.enabled ? WORDS.checkpoints.status.on : WORDS.checkpoints.status.off}, ${WORDS.checkpoints.status.space(bytes(status.bytes), bytes(status.maxBytes), status.store)}\n`,
      );
      const rows = status.projects.map((one) => [
        one.exists ? one.workdir : WORDS.checkpoints.status.gone(one.workdir),
        String(one.checkpoints),
        moment(Date.parse(one.lastUsed)),
      ]);
      if (rows.length > 0) io.out(`${renderTable({ columns: WORDS.checkpoints.status.columns, rows }, io.columns)}\n`);
    });
}

function defineChanging(command: Command, { io, facts, openAdmin }: SubcommandContext): void {
  command
    .command("restore <checkpoint> [path]")
    .description(WORDS.checkpoints.restore.summary)
    .option("--remove-new", WORDS.checkpoints.restore.flags.removeNew)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, path: string | undefined, flags: { removeNew?: boolean; json?: boolean }) => {
      const checkpoints = await (await openAdmin()).checkpoints();
      const project = await checkpoints.projectOf(facts.cwd, facts.cwd);
      const done = await checkpoints.restore(project, reference, {
        ...partNamed(path, facts.cwd),
        removeNew: flags.removeNew === true,
      });
      const { leftOut, leftOutMore, undo, ...lists } = done;
      if (flags.json === true) return printJson(io, { ...lists, left_out: leftOut, left_out_more: leftOutMore, undo });
      io.out(`${restoredText(done)}\n`);
      for (const line of leftOutLines(leftOut, leftOutMore)) io.out(`${line}\n`);
      // Files that are there again are new to the state before.
      const flag = done.created.length > 0 ? " --remove-new" : "";
      if (undo !== undefined && done.restored.length + done.removed.length > 0)
        io.out(`${WORDS.checkpoints.restore.toTakeBack(undo.slice(0, SHORT_ID), flag)}\n`);
    });
  command
    .command("prune")
    .description(WORDS.checkpoints.prune.summary)
    .option("--json", WORDS.flags.json)
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
        `${WORDS.checkpoints.prune.removed(done.checkpointsRemoved, done.projectsRemoved.length, bytes(done.bytesBefore), bytes(done.bytesAfter))}\n`,
      );
    });
}

function restoredText({ restored, removed, kept }: Restored): string {
  const words = WORDS.checkpoints.restore;
  const parts = [
    words.broughtBack(restored.length),
    removed.length === 0 ? "" : words.removed(removed.length),
    kept.length === 0 ? "" : words.kept(kept.length),
  ];
  return `${parts.filter((part) => part !== "").join(", ")}.`;
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
  return one.filesChanged === 0
    ? ""
    : `${WORDS.checkpoints.files(one.filesChanged)} +${one.insertions} −${one.deletions}`;
}

function partNamed(path: string | undefined, cwd: string): PartOfProject {
  return path === undefined ? {} : { path, from: cwd };
}
