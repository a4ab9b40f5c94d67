// Compacting a stored conversation, seeing what was compacted, and undoing it: the same as in the conversation itself.

import type { Command } from "commander";
import { compactionTable } from "../../commands/compaction-commands.ts";
import type { CompactionRecord, CompactOutcome, CompactWish } from "../../contracts/compactions.ts";
import type { SessionRow } from "../../contracts/stores.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import type { App } from "../../runtime/app.ts";
import { appOptions } from "./chat-flags.ts";
import { pastColumns } from "./context-view.ts";
import { wholeAbove0 } from "./given-numbers.ts";
import { printJson } from "./printing.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { renderTable } from "./table.ts";
import { WORDS } from "./words.data.ts";

interface CompactFlags {
  readonly focus?: string;
  readonly keep?: string;
  readonly json?: boolean;
}

export function defineCompaction(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  const { io } = context;
  command
    .command("compact <session>")
    .description(WORDS.sessions.compact.summary)
    .option("--focus <topic>", WORDS.sessions.compact.flags.focus)
    .option("--keep <n>", WORDS.sessions.compact.flags.keep)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, flags: CompactFlags) => {
      const exchanges = flags.keep === undefined ? undefined : wholeAbove0(flags.keep, "--keep");
      await withConversation(context, reference, async (app, row) => {
        const stop = new AbortController();
        const quiet = io.onInterrupt(() => stop.abort());
        const outcome = await compactStored(app, row, stop.signal, {
          ...(flags.focus === undefined ? {} : { focus: flags.focus }),
          ...(exchanges === undefined ? {} : { exchanges }),
        });
        quiet();
        if (flags.json === true) printJson(io, outcomeColumns(outcome));
        else if (outcome.type === "unchanged") io.out(`${outcome.why}\n`);
        else {
          io.out(`${outcome.note}\nhermes -r ${outcome.sessionId}\n`);
          for (const warning of outcome.warnings) io.err(`hermes: ${warning}\n`);
        }
        finish(outcome.type === "compacted" ? 0 : 1);
      });
    });
  command
    .command("compactions <session>")
    .description(WORDS.sessions.compactions.summary)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, flags: { json?: boolean }) => {
      await withConversation(context, reference, async (app, row) => {
        const records = await app.compactions.list(row.id);
        if (flags.json === true) return printJson(io, { compactions: records.map(columnsOf) });
        const shown = compactionTable(records);
        io.out(
          `${shown.type === "table" ? renderTable(shown, io.columns) : shown.type === "text" ? shown.text : ""}\n`,
        );
      });
    });
  command
    .command("undo-compact <session>")
    .description(WORDS.sessions.undoCompact.summary)
    .option("--json", WORDS.flags.json)
    .action(async (reference: string, flags: { json?: boolean }) => {
      await withConversation(context, reference, async (app, row) => {
        const outcome = await app.compactions.exclusively(row.id, () => app.compactions.undo(row.id));
        if (outcome.type === "none") throw new UsageFailure(WORDS.sessions.undoCompact.none, 1);
        const { sessionId, messages, carried } = outcome;
        if (flags.json === true) return printJson(io, { id: sessionId, messages, carried });
        io.out(
          `${carried === 0 ? WORDS.sessions.undoCompact.back(messages) : WORDS.sessions.undoCompact.backWithSince(messages, carried)}: hermes -r ${sessionId}\n`,
        );
      });
    });
}

async function compactStored(
  app: App,
  row: SessionRow,
  signal: AbortSignal,
  wish: CompactWish,
): Promise<CompactOutcome> {
  const { source, cwd = app.cwd } = row;
  const session = await app.host.resume(row.id, { principal: app.principal, source, cwd, settings: app.defaults });
  const stop = () => session.abort();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await session.compact(wish);
  } finally {
    signal.removeEventListener("abort", stop);
    await session.close();
    // Looking after a finished conversation does not begin it again.
    if (row.endReason !== undefined) await app.store.end(session.id, row.endReason, app.clock.now());
  }
}

async function withConversation(
  { openApp }: SubcommandContext,
  reference: string,
  work: (app: App, row: SessionRow) => Promise<void>,
): Promise<void> {
  const app = await openApp(appOptions({}, false));
  try {
    const found = await app.store.find(reference, app.principal);
    if (found.type !== "found") throw new UsageFailure(WORDS.sessions.compact.noMatch(reference), 1);
    await work(app, found.session);
  } finally {
    await app.close();
  }
}

function outcomeColumns(outcome: CompactOutcome): object {
  if (outcome.type === "unchanged") return outcome;
  const { sessionId: session_id, ...rest } = outcome;
  return { ...rest, session_id };
}

function columnsOf(record: CompactionRecord): object {
  return {
    session_id: record.sessionId,
    parent_session_id: record.parentId,
    first_message_id: record.replaced.fromSeq,
    last_message_id: record.replaced.toSeq,
    ...pastColumns(record),
    summary: record.summary,
  };
}
