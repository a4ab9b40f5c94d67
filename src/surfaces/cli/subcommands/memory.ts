// `hermes memory`: what the agent knows about you and your work; reading, changing, taking back.

import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { MemoryTarget } from "../../../contracts/memory.ts";
import type { MemoryEntry, MemoryListing, MemoryReply } from "../../../contracts/memory-book.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { savedText } from "../../../kernel/memory/edit.ts";
import type { HistoryItem } from "../../../kernel/memory/history.ts";
import { booksIn, importedText } from "../../../kernel/memory/import.ts";
import { ellipsize, oneLine } from "../../../kernel/text.ts";
import type { MemoryAdmin } from "../../../runtime/admin-memory.ts";
import { openEditor } from "../editor.ts";
import { defineMemoryReview } from "../memory-review.ts";
import { ago, moment, printJson, whyUnread } from "../printing.ts";
import { mayGoOn } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { withMemory } from "../with-memory.ts";
import { WORDS } from "../words.data.ts";

const TARGETS: readonly MemoryTarget[] = ["memory", "user"];
const target = (what: string) => new Option("--target <book>", what).choices([...TARGETS]);

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineReading(command, context);
  defineChanging(command, context);
  defineCarrying(command, context);
  defineMemoryReview(command, context, finish);
  withExamples(command, ...WORDS.memory.examples);
}

function defineReading(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description(WORDS.memory.list.summary)
    .addOption(target(WORDS.memory.list.flags.target))
    .option("--json", WORDS.flags.json)
    .action(async (flags: { target?: MemoryTarget; json?: boolean }) => {
      await withMemory(openAdmin, async ({ book, principal }, now) => {
        const books = (await book.list(principal)).filter(
          (one) => flags.target === undefined || one.target === flags.target,
        );
        if (flags.json === true) return printJson(io, { books: books.map(bookColumns) });
        for (const one of books) io.out(listingText(one, now));
      });
    });
  command
    .command("show <entry>")
    .description(WORDS.memory.show.summary)
    .addOption(target(WORDS.memory.show.flags.target).default("memory"))
    .option("--json", WORDS.flags.json)
    .action(async (which: string, flags: { target: MemoryTarget; json?: boolean }) => {
      await withMemory(openAdmin, async (admin, now) => {
        const entry = await entryOf(admin, flags.target, which);
        if (flags.json === true) return printJson(io, entryColumns(entry));
        io.out(`${entry.text}\n\n${originText(entry, now)}\n`);
        for (const threat of entry.threats) io.out(`! ${WORDS.memory.show.hidden(threat)}\n`);
      });
    });
  command
    .command("history")
    .description(WORDS.memory.history.summary)
    .option("-n, --lines <n>", WORDS.memory.history.flags.lines, "30")
    .option("--json", WORDS.flags.json)
    .action(async (flags: { lines: string; json?: boolean }) => {
      await withMemory(openAdmin, async ({ book, principal }) => {
        const items = [...(await book.history(principal))].reverse().slice(0, Number(flags.lines) || 30);
        if (flags.json === true)
          return printJson(io, { history: items.map(({ record, state }) => ({ ...record, state })) });
        if (items.length === 0) return io.out(`${WORDS.memory.history.nothing}\n`);
        for (const item of items) io.out(historyLine(item));
      });
    });
}

function defineChanging(command: Command, { io, facts, openAdmin }: SubcommandContext): void {
  command
    .command("add <text...>")
    .description(WORDS.memory.add.summary)
    .addOption(target(WORDS.memory.flags.target).default("memory"))
    .option("--json", WORDS.flags.json)
    .action(async (words: string[], flags: { target: MemoryTarget; json?: boolean }) => {
      await withMemory(openAdmin, async ({ book, principal }) => {
        const edit = { type: "add" as const, content: words.join(" ") };
        say(await book.change(principal, flags.target, edit, { origin: "user" }), flags.json === true);
      });
    });
  command
    .command("remove <entry>")
    .alias("rm")
    .description(WORDS.memory.remove.summary)
    .addOption(target(WORDS.memory.flags.target).default("memory"))
    .option("--json", WORDS.flags.json)
    .action(async (which: string, flags: { target: MemoryTarget; json?: boolean }) => {
      await withMemory(openAdmin, async (admin) => {
        const { text } = await entryOf(admin, flags.target, which);
        const edit = { type: "remove" as const, oldText: text };
        say(await admin.book.change(admin.principal, flags.target, edit, { origin: "user" }), flags.json === true);
      });
    });
  command
    .command("edit [book]")
    .description(WORDS.memory.edit.summary)
    .action(async (name: string | undefined) => {
      const which = TARGETS.find((one) => one === (name ?? "memory"));
      if (which === undefined) throw new UsageFailure(WORDS.memory.edit.twoBooks);
      await withMemory(openAdmin, async ({ book, principal }) => {
        const listing = (await book.list(principal)).find((one) => one.target === which);
        openEditor(listing?.path ?? "", facts.env);
        const reply = await book.adopt(principal, which);
        io.out(
          `${WORDS.memory.edit.noted(reply.changes.length)}${reply.notice === undefined ? "" : ` ${reply.notice}`}\n`,
        );
      });
    });
  command
    .command("undo [n]")
    .description(WORDS.memory.undo.summary)
    .option("--id <id>", WORDS.memory.undo.flags.id)
    .option("--json", WORDS.flags.json)
    .action(async (n: string | undefined, flags: { id?: string; json?: boolean }) => {
      const times = Number(n ?? "1");
      if (!(Number.isInteger(times) && times > 0)) throw new UsageFailure(WORDS.memory.undo.takes(n ?? ""));
      await withMemory(openAdmin, async ({ book, principal }) => {
        const choice = flags.id === undefined ? { count: times } : { id: flags.id };
        const reply = await book.undo(principal, choice, { origin: "user" });
        if (reply.type === "refused") throw new UsageFailure(reply.why, 1);
        if (flags.json === true) return printJson(io, reply);
        if (reply.type === "nothing") return io.out(`${WORDS.memory.undo.nothing}\n`);
        for (const item of reply.items) io.out(WORDS.memory.undo.tookBack(historyLine(item)));
      });
    });
  command
    .command("reset")
    .description(WORDS.memory.reset.summary)
    .addOption(new Option("--target <book>", WORDS.memory.flags.target).choices(["all", ...TARGETS]).default("all"))
    .option("-y, --yes", WORDS.flags.yes)
    .action(async (flags: { target: MemoryTarget | "all"; yes?: boolean }) => {
      await withMemory(openAdmin, async ({ book, principal }) => {
        const which = flags.target === "all" ? TARGETS : [flags.target];
        if (!(await mayGoOn(io, WORDS.memory.reset.question(which.join(" and ")), flags.yes))) return;
        for (const one of which) say(await book.reset(principal, one, { origin: "user" }), false);
      });
    });

  function say({ answer, notice }: MemoryReply, json: boolean): void {
    if (!answer.success) throw new UsageFailure(notice ?? answer.error, 1);
    if (json) printJson(io, answer);
    else io.out(`${savedText(answer)}\n`);
    if (notice !== undefined) io.err(`hermes: ${notice}\n`);
  }
}

function defineCarrying(command: Command, { io, facts, openAdmin }: SubcommandContext): void {
  command
    .command("export [file]")
    .description(WORDS.memory.export.summary)
    .action(async (file: string | undefined) => {
      await withMemory(openAdmin, async ({ book, principal }) => {
        const books = await book.list(principal);
        const value = Object.fromEntries(books.map((one) => [one.target, one.entries.map((entry) => entry.text)]));
        const text = `${JSON.stringify(value, null, 2)}\n`;
        if (file === undefined || file === "-") return io.out(text);
        await writeFile(resolve(facts.cwd, file), text, { mode: 0o600 });
        io.out(`${WORDS.memory.export.written(file, books.flatMap((one) => one.entries).length)}\n`);
      });
    });
  command
    .command("import <file>")
    .description(WORDS.memory.import.summary)
    .addOption(target(WORDS.memory.import.flags.target).default("memory"))
    .option("--json", WORDS.flags.json)
    .action(async (file: string, flags: { target: MemoryTarget; json?: boolean }) => {
      const text = file === "-" ? await io.readAll() : await readOr(resolve(facts.cwd, file));
      await withMemory(openAdmin, async ({ book, principal }) => {
        const added: Record<string, number> = {};
        for (const [which, texts] of booksIn(text, flags.target)) {
          const { answer, changes, notice } = await book.import(principal, which, texts, { origin: "import" });
          if (!answer.success) throw new UsageFailure(notice ?? answer.error, 1);
          added[which] = changes.length;
        }
        if (flags.json === true) printJson(io, { added });
        else io.out(`${importedText(added)}\n`);
      });
    });
}

async function readOr(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: unknown) => {
    throw new UsageFailure(`${path} ${whyUnread(error)}.`, 1);
  });
}

async function entryOf({ book, principal }: MemoryAdmin, which: MemoryTarget, reference: string): Promise<MemoryEntry> {
  const entries = (await book.list(principal)).find((one) => one.target === which)?.entries ?? [];
  const found = /^\d+$/.test(reference)
    ? entries.filter((entry) => entry.number === Number(reference))
    : entries.filter((entry) => entry.text.includes(reference));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new UsageFailure(
    found.length === 0
      ? WORDS.memory.noEntry(reference, which)
      : WORDS.memory.severalEntries(reference, found.length, found.map((entry) => entry.number).join(", ")),
    1,
  );
}

function listingText(listing: MemoryListing, now: number): string {
  const head = `${WORDS.memory.list.books[listing.target]}  ${listing.enabled ? listing.usage : WORDS.memory.list.off}  ${listing.path}`;
  if (listing.problem !== undefined) return `${head}\n  ! ${listing.problem}\n`;
  const rows = listing.entries.map((entry) => {
    const marks = entry.threats.length === 0 ? "" : `  ! ${WORDS.memory.list.hidden}`;
    return `  ${String(entry.number).padStart(2)}. ${entry.text.replaceAll("\n", "\n      ")}\n      ${originText(entry, now)}${marks}`;
  });
  return `${[head, ...(rows.length === 0 ? [`  ${WORDS.memory.list.empty}`] : rows)].join("\n")}\n`;
}

function originText(entry: MemoryEntry, now: number): string {
  return [
    entry.origin === undefined ? WORDS.memory.byHand : WORDS.memory.by[entry.origin],
    entry.changed === undefined ? "" : ago(entry.changed, now),
    entry.sessionId === undefined ? "" : WORDS.memory.inSession(entry.sessionId),
    entry.taints === undefined || entry.taints.length === 0 ? "" : WORDS.memory.afterReading(entry.taints.join(", ")),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function historyLine({ record, state }: HistoryItem): string {
  const removed = record.removed.map((slot) => `− ${ellipsize(oneLine(slot.text), 100)}`);
  const added = record.added.map((slot) => `+ ${ellipsize(oneLine(slot.text), 100)}`);
  const head = `${moment(record.at)}  ${record.id}  ${record.action} ${record.target} (${record.origin}${state === "done" ? "" : `, ${state}`})`;
  return `${[head, ...[...removed, ...added].map((line) => `    ${line}`)].join("\n")}\n`;
}

function bookColumns(listing: MemoryListing): object {
  return { ...listing, entries: listing.entries.map(entryColumns) };
}

function entryColumns(entry: MemoryEntry): object {
  const { sessionId, ...rest } = entry;
  return { ...rest, ...(sessionId === undefined ? {} : { session_id: sessionId }) };
}
