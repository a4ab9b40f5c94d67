// `hermes sessions`: everything ever said, to find, read, name, fork, take back and tidy.

import type { Command } from "commander";
import type { SessionRow } from "../../../contracts/stores.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { textOf } from "../../../kernel/message.ts";
import { HIDDEN_SOURCES } from "../../../kernel/sessions/lineage.ts";
import { ellipsize, oneLine } from "../../../kernel/text.ts";
import { wholeAbove0 } from "../given-numbers.ts";
import { ago, printJson } from "../printing.ts";
import { mayGoOn } from "../prompts.ts";
import { columnsOf } from "../session-columns.ts";
import { defineCare } from "../sessions-care.ts";
import { defineCompaction } from "../sessions-compact.ts";
import { defineLooking } from "../sessions-look.ts";
import { defineTransfer } from "../sessions-transfer.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { withSessions } from "../with-sessions.ts";
import { WORDS } from "../words.data.ts";

interface ListFlags {
  readonly source?: string;
  readonly limit: string;
  readonly archived?: boolean;
  readonly parts?: boolean;
  readonly json?: boolean;
}

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineList(command, context);
  defineLooking(command, context, finish);
  defineChanges(command, context);
  defineCompaction(command, context, finish);
  defineTransfer(command, context, finish);
  defineCare(command, context, finish);
  withExamples(command, ...WORDS.sessions.examples);
}

function defineList(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description(WORDS.sessions.list.summary)
    .option("--source <name>", WORDS.sessions.list.flags.source)
    .option("--limit <n>", WORDS.sessions.list.flags.limit, "20")
    .option("--archived", WORDS.sessions.list.flags.archived)
    .option("--parts", WORDS.sessions.list.flags.parts)
    .option("--json", WORDS.flags.json)
    .action(async (flags: ListFlags) => {
      await withSessions(openAdmin, async ({ store, admin, now }) => {
        const rows = await store.list({
          principal: admin.principal,
          limit: wholeAbove0(flags.limit, "--limit"),
          // Asked for by name, helpers are shown that otherwise stand behind their conversation.
          tipsOnly: flags.parts !== true && !HIDDEN_SOURCES.includes(flags.source ?? ""),
          includeArchived: flags.archived === true,
          ...(flags.source === undefined ? {} : { source: flags.source }),
        });
        if (flags.json === true) printJson(io, { sessions: rows.map(columnsOf) });
        else if (rows.length === 0) io.out(`${WORDS.sessions.list.none}\n`);
        else io.out(`${sessionTable(rows, now(), io.columns)}\n`);
      });
    });
}

export function sessionTable(rows: readonly SessionRow[], now: number, width: number): string {
  const titled = rows.some((row) => row.title !== undefined);
  const columns = titled ? WORDS.sessions.list.columnsTitled : WORDS.sessions.list.columns;
  const cells = rows.map((row) => {
    const active = ago(row.lastActiveAt, now);
    const preview = oneLine(row.preview);
    return titled
      ? [ellipsize(row.title ?? "—", 32), ellipsize(preview, 40), active, row.id]
      : [ellipsize(preview, 50), active, row.source, row.id];
  });
  return renderTable({ columns, rows: cells }, width);
}

function defineChanges(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("rename <session> <title...>")
    .description(WORDS.sessions.rename.summary)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, words: string[], flags: { json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, find }) => {
        const { id } = await find(reference);
        await store.setTitle(id, words.join(" "));
        const title = (await store.get(id))?.title ?? null;
        if (flags.json === true) printJson(io, { id, title });
        else io.out(`${title === null ? WORDS.sessions.rename.untitled(id) : WORDS.sessions.rename.done(id, title)}\n`);
      });
    });
  command
    .command("archive <session>")
    .description(WORDS.sessions.archive.summary)
    .option("--undo", WORDS.sessions.archive.flags.undo)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, flags: { undo?: boolean; json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, find }) => {
        const { id } = await find(reference);
        await store.archive(id, flags.undo !== true);
        if (flags.json === true) printJson(io, { id, archived: flags.undo !== true });
        else
          io.out(
            flags.undo === true ? `${WORDS.sessions.archive.undone(id)}\n` : `${WORDS.sessions.archive.done(id)}\n`,
          );
      });
    });
  command
    .command("pin <session>")
    .description(WORDS.sessions.pin.summary)
    .option("--undo", WORDS.sessions.pin.flags.undo)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, flags: { undo?: boolean; json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, find }) => {
        const { id } = await find(reference);
        await store.pin(id, flags.undo !== true);
        if (flags.json === true) printJson(io, { id, pinned: flags.undo !== true });
        else io.out(flags.undo === true ? `${WORDS.sessions.pin.undone(id)}\n` : `${WORDS.sessions.pin.done(id)}\n`);
      });
    });
  command
    .command("delete <session>")
    .alias("rm")
    .description(WORDS.sessions.delete.summary)
    .option("-y, --yes", WORDS.flags.yes)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, flags: { yes?: boolean; json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, find, alone }) => {
        const row = await find(reference);
        const name = row.title ?? row.preview ?? "";
        const question = WORDS.sessions.delete.question(row.id, ellipsize(oneLine(name), 50), row.messageCount);
        if (!(await mayGoOn(io, question, flags.yes))) return;
        const { removed } = await alone(row.id, () => store.removeConversation(row.id));
        if (flags.json === true) printJson(io, { id: row.id, removed });
        else io.out(`${WORDS.sessions.delete.done(row.id)}\n`);
      });
    });
  command
    .command("branch <session> [title...]")
    .description(WORDS.sessions.branch.summary)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, words: string[], flags: { json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, admin, find, now }) => {
        const parent = await find(reference);
        const child = await store.branch(parent.id, {
          id: admin.ids.sessionId(),
          source: parent.source,
          principal: parent.principal,
          parentId: parent.id,
          startedAt: now(),
          ...(words.length === 0 ? {} : { title: words.join(" ") }),
        });
        if (flags.json === true) printJson(io, { parent: parent.id, ...columnsOf(child) });
        else io.out(`${child.id}${child.title === undefined ? "" : ` "${child.title}"`}: hermes -r ${child.id}\n`);
      });
    });
  command
    .command("undo <session> [n]")
    .description(WORDS.sessions.undo.summary)
    .option("--redo", WORDS.sessions.undo.flags.redo)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, n: string | undefined, flags: { redo?: boolean; json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, find, alone }) => {
        const { id } = await find(reference);
        if (flags.redo === true) {
          const { count: restored } = await alone(id, () => store.restoreRewound(id));
          if (flags.json === true) printJson(io, { id, restored });
          else io.out(`${WORDS.sessions.undo.redone(restored)}\n`);
          return;
        }
        const own = (await store.history(id)).filter(
          ({ message }) => message.role === "user" && message.origin !== "runtime",
        );
        const target = own.at(-wholeAbove0(n ?? "1", "undo"));
        if (target === undefined) throw new UsageFailure(WORDS.sessions.undo.nothing, 1);
        const { count: removed } = await alone(id, () => store.rewind(id, target.seq));
        const words = oneLine(textOf(target.message));
        if (flags.json === true) printJson(io, { id, message_id: target.seq, removed, text: words });
        else io.out(`${WORDS.sessions.undo.done(removed, ellipsize(words, 80))}\n`);
      });
    });
}
