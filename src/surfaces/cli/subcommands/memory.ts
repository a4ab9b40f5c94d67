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
import { counted, ellipsize, oneLine } from "../../../kernel/text.ts";
import type { MemoryAdmin } from "../../../runtime/admin-memory.ts";
import { openEditor } from "../editor.ts";
import { defineMemoryReview } from "../memory-review.ts";
import { ago, moment, printJson, whyUnread } from "../printing.ts";
import { mayGoOn } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { withMemory } from "../with-memory.ts";

const TARGETS: readonly MemoryTarget[] = ["memory", "user"];
const target = (what: string) => new Option("--target <book>", what).choices([...TARGETS]);

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineReading(command, context);
  defineChanging(command, context);
  defineCarrying(command, context);
  defineMemoryReview(command, context, finish);
  withExamples(
    command,
    "hermes memory                     what is known",
    "hermes memory add 'prefers metric units' --target user",
    "hermes memory remove 3            by its number",
    "hermes memory undo                take back the last change",
    "hermes memory history --json",
  );
}

function defineReading(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description("every entry, numbered")
    .addOption(target("only this book"))
    .option("--json", "as JSON")
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
    .description("one entry with where it came from")
    .addOption(target("the book it is in").default("memory"))
    .option("--json", "as JSON")
    .action(async (which: string, flags: { target: MemoryTarget; json?: boolean }) => {
      await withMemory(openAdmin, async (admin, now) => {
        const entry = await entryOf(admin, flags.target, which);
        if (flags.json === true) return printJson(io, entryColumns(entry));
        io.out(`${entry.text}\n\n${originText(entry, now)}\n`);
        for (const threat of entry.threats) io.out(`! hidden from the model: ${threat}\n`);
      });
    });
  command
    .command("history")
    .description("every change, newest first")
    .option("-n, --lines <n>", "how many", "30")
    .option("--json", "as JSON")
    .action(async (flags: { lines: string; json?: boolean }) => {
      await withMemory(openAdmin, async ({ book, principal }) => {
        const items = [...(await book.history(principal))].reverse().slice(0, Number(flags.lines) || 30);
        if (flags.json === true)
          return printJson(io, { history: items.map(({ record, state }) => ({ ...record, state })) });
        if (items.length === 0) return io.out("Nothing has changed yet.\n");
        for (const item of items) io.out(historyLine(item));
      });
    });
}

function defineChanging(command: Command, { io, facts, openAdmin }: SubcommandContext): void {
  command
    .command("add <text...>")
    .description("add an entry")
    .addOption(target("which book").default("memory"))
    .option("--json", "as JSON")
    .action(async (words: string[], flags: { target: MemoryTarget; json?: boolean }) => {
      await withMemory(openAdmin, async ({ book, principal }) => {
        const edit = { type: "add" as const, content: words.join(" ") };
        say(await book.change(principal, flags.target, edit, { origin: "user" }), flags.json === true);
      });
    });
  command
    .command("remove <entry>")
    .alias("rm")
    .description("remove an entry, by its number or a part of its text")
    .addOption(target("which book").default("memory"))
    .option("--json", "as JSON")
    .action(async (which: string, flags: { target: MemoryTarget; json?: boolean }) => {
      await withMemory(openAdmin, async (admin) => {
        const { text } = await entryOf(admin, flags.target, which);
        const edit = { type: "remove" as const, oldText: text };
        say(await admin.book.change(admin.principal, flags.target, edit, { origin: "user" }), flags.json === true);
      });
    });
  command
    .command("edit [book]")
    .description("open MEMORY.md, or with `user` USER.md, in $EDITOR")
    .action(async (name: string | undefined) => {
      const which = TARGETS.find((one) => one === (name ?? "memory"));
      if (which === undefined) throw new UsageFailure("There are two books: memory and user.");
      await withMemory(openAdmin, async ({ book, principal }) => {
        const listing = (await book.list(principal)).find((one) => one.target === which);
        openEditor(listing?.path ?? "", facts.env);
        const reply = await book.adopt(principal, which);
        io.out(
          `${counted(reply.changes.length, "change")} noted.${reply.notice === undefined ? "" : ` ${reply.notice}`}\n`,
        );
      });
    });
  command
    .command("undo [n]")
    .description("take back the last n changes, or one by its id")
    .option("--id <id>", "exactly this change")
    .option("--json", "as JSON")
    .action(async (n: string | undefined, flags: { id?: string; json?: boolean }) => {
      const times = Number(n ?? "1");
      if (!(Number.isInteger(times) && times > 0)) throw new UsageFailure(`undo takes a whole number, not "${n}".`);
      await withMemory(openAdmin, async ({ book, principal }) => {
        const choice = flags.id === undefined ? { count: times } : { id: flags.id };
        const reply = await book.undo(principal, choice, { origin: "user" });
        if (reply.type === "refused") throw new UsageFailure(reply.why, 1);
        if (flags.json === true) return printJson(io, reply);
        if (reply.type === "nothing") return io.out("There is nothing to take back.\n");
        for (const item of reply.items) io.out(`Took back: ${historyLine(item)}`);
      });
    });
  command
    .command("reset")
    .description("forget everything; `undo` brings it back")
    .addOption(new Option("--target <book>", "which book").choices(["all", ...TARGETS]).default("all"))
    .option("-y, --yes", "do not ask")
    .action(async (flags: { target: MemoryTarget | "all"; yes?: boolean }) => {
      await withMemory(openAdmin, async ({ book, principal }) => {
        const which = flags.target === "all" ? TARGETS : [flags.target];
        if (!(await mayGoOn(io, `Forget everything in ${which.join(" and ")}?`, flags.yes))) return;
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
    .description("both books as JSON; without a file to stdout")
    .action(async (file: string | undefined) => {
      await withMemory(openAdmin, async ({ book, principal }) => {
        const books = await book.list(principal);
        const value = Object.fromEntries(books.map((one) => [one.target, one.entries.map((entry) => entry.text)]));
        const text = `${JSON.stringify(value, null, 2)}\n`;
        if (file === undefined || file === "-") return io.out(text);
        await writeFile(resolve(facts.cwd, file), text, { mode: 0o600 });
        io.out(`${file}: ${counted(books.flatMap((one) => one.entries).length, "entry", "entries")}.\n`);
      });
    });
  command
    .command("import <file>")
    .description("entries from an export, or from a MEMORY.md; - is stdin. All or nothing per book")
    .addOption(target("for a plain file: which book").default("memory"))
    .option("--json", "as JSON")
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
      ? `There is no entry "${reference}" in ${which}. \`hermes memory list\` numbers them.`
      : `"${reference}" is in ${found.length} entries (${found.map((entry) => entry.number).join(", ")}); give a number.`,
    1,
  );
}

const NAMES: Readonly<Record<MemoryTarget, string>> = { memory: "Memory", user: "About you" };

function listingText(listing: MemoryListing, now: number): string {
  const head = `${NAMES[listing.target]}  ${listing.enabled ? listing.usage : "off"}  ${listing.path}`;
  if (listing.problem !== undefined) return `${head}\n  ! ${listing.problem}\n`;
  const rows = listing.entries.map((entry) => {
    const marks = entry.threats.length === 0 ? "" : "  ! hidden from the model";
    return `  ${String(entry.number).padStart(2)}. ${entry.text.replaceAll("\n", "\n      ")}\n      ${originText(entry, now)}${marks}`;
  });
  return `${[head, ...(rows.length === 0 ? ["  (empty)"] : rows)].join("\n")}\n`;
}

function originText(entry: MemoryEntry, now: number): string {
  const by = { user: "by you", agent: "by the agent", review: "by the review", import: "imported" };
  return [
    entry.origin === undefined ? "by hand" : by[entry.origin],
    entry.changed === undefined ? "" : ago(entry.changed, now),
    entry.sessionId === undefined ? "" : `in ${entry.sessionId}`,
    entry.taints === undefined || entry.taints.length === 0 ? "" : `after reading ${entry.taints.join(", ")}`,
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
