// `hermes sessions`: everything ever said, to find, read, name, fork, take back and tidy.

import type { Command } from "commander";
import type { SessionRow } from "../../../contracts/stores.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { textOf } from "../../../kernel/message.ts";
import { HIDDEN_SOURCES } from "../../../kernel/sessions/lineage.ts";
import { counted, ellipsize, oneLine } from "../../../kernel/text.ts";
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
  withExamples(
    command,
    "hermes sessions                           the latest",
    "hermes sessions search 'deploy script'",
    "hermes sessions show 'Deploy script'      by title, id or the start of an id",
    "hermes sessions export - --format md --session-id 20261115_2214",
    "hermes sessions prune --older-than 90",
  );
}

function defineList(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description("the latest conversations")
    .option("--source <name>", "only from there: cli, telegram, …")
    .option("--limit <n>", "how many", "20")
    .option("--archived", "archived ones, too")
    .option("--parts", "every stored session, also those a compaction replaced")
    .option("--json", "as JSON")
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
        else if (rows.length === 0) io.out("No sessions found.\n");
        else io.out(`${sessionTable(rows, now(), io.columns)}\n`);
      });
    });
}

export function sessionTable(rows: readonly SessionRow[], now: number, width: number): string {
  const titled = rows.some((row) => row.title !== undefined);
  const columns = titled ? ["Title", "Preview", "Last Active", "ID"] : ["Preview", "Last Active", "Src", "ID"];
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
    .description("give it a title")
    .option("--json", "as JSON")
    .action(async (reference: string, words: string[], flags: { json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, find }) => {
        const { id } = await find(reference);
        await store.setTitle(id, words.join(" "));
        const title = (await store.get(id))?.title ?? null;
        if (flags.json === true) printJson(io, { id, title });
        else io.out(`${id} is called "${title}".\n`);
      });
    });
  command
    .command("archive <session>")
    .description("keep it, but out of lists; pruning leaves it alone")
    .option("--undo", "bring it back into the lists")
    .option("--json", "as JSON")
    .action(async (reference: string, flags: { undo?: boolean; json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, find }) => {
        const { id } = await find(reference);
        await store.archive(id, flags.undo !== true);
        if (flags.json === true) printJson(io, { id, archived: flags.undo !== true });
        else io.out(`${id} is ${flags.undo === true ? "in the lists again" : "archived"}.\n`);
      });
    });
  command
    .command("pin <session>")
    .description("never prune it")
    .option("--undo", "let it be pruned again")
    .option("--json", "as JSON")
    .action(async (reference: string, flags: { undo?: boolean; json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, find }) => {
        const { id } = await find(reference);
        await store.pin(id, flags.undo !== true);
        if (flags.json === true) printJson(io, { id, pinned: flags.undo !== true });
        else io.out(`${id} is ${flags.undo === true ? "no longer pinned" : "pinned"}.\n`);
      });
    });
  command
    .command("delete <session>")
    .alias("rm")
    .description("remove a whole conversation, with its compacted parts")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .action(async (reference: string, flags: { yes?: boolean; json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, find }) => {
        const row = await find(reference);
        const name = row.title ?? row.preview ?? "";
        const question = `Remove ${row.id} (${ellipsize(oneLine(name), 50)}, ${counted(row.messageCount, "message")}) for good?`;
        if (!(await mayGoOn(io, question, flags.yes))) return;
        const { removed } = await store.removeConversation(row.id);
        if (flags.json === true) printJson(io, { id: row.id, removed });
        else io.out(`${row.id} is gone.\n`);
      });
    });
  command
    .command("branch <session> [title...]")
    .description("a copy to go on in; the original stays as it is")
    .option("--json", "as JSON")
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
    .description("take back the last n messages of yours and everything after them; nothing is deleted")
    .option("--redo", "bring back what was taken back")
    .option("--json", "as JSON")
    .action(async (reference: string, n: string | undefined, flags: { redo?: boolean; json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, find }) => {
        const { id } = await find(reference);
        if (flags.redo === true) {
          const { count: restored } = await store.restoreRewound(id);
          if (flags.json === true) printJson(io, { id, restored });
          else io.out(`${counted(restored, "message")} brought back.\n`);
          return;
        }
        const own = (await store.history(id)).filter(
          ({ message }) => message.role === "user" && message.origin !== "runtime",
        );
        const target = own.at(-wholeAbove0(n ?? "1", "undo"));
        if (target === undefined) throw new UsageFailure("There is nothing to take back.", 1);
        const { count: removed } = await store.rewind(id, target.seq);
        const words = oneLine(textOf(target.message));
        if (flags.json === true) printJson(io, { id, message_id: target.seq, removed, text: words });
        else io.out(`Took back ${counted(removed, "message")}, from: ${ellipsize(words, 80)}\n`);
      });
    });
}

export function wholeAbove0(text: string, what: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new UsageFailure(`${what} takes a whole number above 0, not "${text}".`);
}
