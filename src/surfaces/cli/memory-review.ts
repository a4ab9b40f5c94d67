// Memory writes that wait for a yes, and the provider beside the built-in memory.

import type { Command } from "commander";
import { UsageFailure } from "../../kernel/failure.ts";
import type { PendingRecord } from "../../kernel/memory/approval.ts";
import { counted } from "../../kernel/text.ts";
import type { MemoryAdmin, MemoryProviderState } from "../../runtime/admin-memory.ts";
import { printJson } from "./printing.ts";
import { openPrompts } from "./prompts.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { renderTable } from "./table.ts";
import { withMemory } from "./with-memory.ts";

export function defineMemoryReview(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineApproval(command, context, finish);
  defineProvider(command, context);
}

function defineApproval(command: Command, { io, openAdmin }: SubcommandContext, finish: (code: number) => void): void {
  command
    .command("pending")
    .description("writes that wait for your yes")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      await withMemory(openAdmin, async ({ book, principal }) => {
        const records = await book.pending(principal);
        if (flags.json === true) return printJson(io, { pending: records });
        if (records.length === 0) return io.out("Nothing waits.\n");
        for (const record of records) io.out(pendingText(record));
      });
    });
  command
    .command("approve <id>")
    .description("write it; `all` for every one")
    .action(async (id: string) => {
      await withMemory(openAdmin, async (admin) => {
        let refused = 0;
        for (const one of await idsOf(admin, id)) {
          const reply = await admin.book.approve(admin.principal, one);
          if (reply.type === "unknown") throw unknownId(one);
          if (reply.type === "refused") refused++;
          io.out(reply.type === "saved" ? `${one} is written.\n` : `${one} still waits: ${reply.why}\n`);
        }
        finish(refused === 0 ? 0 : 1);
      });
    });
  command
    .command("reject <id>")
    .description("drop it; `all` for every one")
    .action(async (id: string) => {
      await withMemory(openAdmin, async (admin) => {
        for (const one of await idsOf(admin, id)) {
          if (!(await admin.book.reject(admin.principal, one))) throw unknownId(one);
          io.out(`${one} is dropped.\n`);
        }
      });
    });
  command
    .command("approval [state]")
    .description("whether the agent's writes wait for a yes: on or off")
    .action(async (state: string | undefined) => {
      await withMemory(openAdmin, async (admin) => {
        if (state !== undefined && state !== "on" && state !== "off")
          throw new UsageFailure("approval takes on or off.");
        if (state !== undefined) admin.setApproval(state === "on");
        const on = state === undefined ? admin.approval : state === "on";
        io.out(on ? "Writes wait for your yes.\n" : "Writes are made at once; `hermes memory undo` takes them back.\n");
      });
    });
}

function defineProvider(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("status")
    .description("the books and the provider")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      await withMemory(openAdmin, async (admin) => {
        const books = await admin.book.list(admin.principal);
        const pending = await admin.book.pending(admin.principal);
        const providers = await admin.providers();
        if (flags.json === true)
          return printJson(io, {
            books: books.map(({ entries, ...book }) => ({ ...book, entries: entries.length })),
            pending: pending.length,
            write_approval: admin.approval,
            providers,
          });
        for (const book of books)
          io.out(
            `${book.target.padEnd(8)}${book.enabled ? `${book.usage}, ${counted(book.entries.length, "entry", "entries")}` : "off"}\n`,
          );
        io.out(`approval ${admin.approval ? "on" : "off"}, ${pending.length} waiting\n`);
        io.out(
          providers.length === 0 ? "No memory provider is installed.\n" : `${providerTable(providers, io.columns)}\n`,
        );
      });
    });
  command
    .command("setup [provider]")
    .description("choose a memory provider beside the built-in memory, and give it what it needs")
    .action(async (name: string | undefined) => {
      await withMemory(openAdmin, async (admin) => {
        const providers = await admin.providers();
        if (providers.length === 0) throw new UsageFailure("No memory provider is installed. See `hermes plugins`.", 1);
        const chosen = name ?? (await pickProvider(providers));
        const state = providers.find((one) => one.name === chosen);
        for (const variable of state?.asks ?? []) {
          const prompts = await openPrompts(io, `${chosen} needs ${variable}: hermes config set ${variable} …`);
          admin.saveVariable(variable, await prompts.secret(`${variable}?`));
        }
        await admin.useProvider(chosen);
        io.out(`${chosen} is in use from the next session on.\n`);
        if (state?.asks.length === 0 && state.missing.length > 0)
          io.err(`hermes: It still needs ${state.missing.join(", ")}.\n`);
      });
    });
  command
    .command("off")
    .description("use no provider; the built-in memory stays")
    .action(async () => {
      await withMemory(openAdmin, async (admin) => {
        await admin.useProvider("");
        io.out("Only the built-in memory is in use.\n");
      });
    });

  async function pickProvider(providers: readonly MemoryProviderState[]): Promise<string> {
    const prompts = await openPrompts(io, "Name the provider: hermes memory setup <provider>");
    return prompts.pick(
      "Which provider?",
      providers.map((one) => ({
        value: one.name,
        label: one.name,
        hint: `${one.description} Needs ${one.needs.join(", ") || "nothing"}.`,
      })),
    );
  }
}

async function idsOf({ book, principal }: MemoryAdmin, id: string): Promise<readonly string[]> {
  return id === "all" ? (await book.pending(principal)).map((record) => record.id) : [id];
}

function unknownId(id: string): UsageFailure {
  return new UsageFailure(`Nothing waits under "${id}". \`hermes memory pending\` lists the ids.`, 1);
}

function pendingText(record: PendingRecord): string {
  const taints =
    record.taints === undefined || record.taints.length === 0 ? "" : `\n    after reading ${record.taints.join(", ")}`;
  return `${record.id}  ${record.summary}${taints}\n`;
}

function providerTable(providers: readonly MemoryProviderState[], width: number): string {
  const rows = providers.map((one) => [
    one.active ? "▸" : "",
    one.name,
    one.missing.length === 0 ? "ready" : `needs ${one.missing.join(", ")}`,
    one.description,
  ]);
  return renderTable({ columns: ["", "provider", "state", "what it is"], rows }, width);
}
