// Memory writes that wait for a yes, and the provider beside the built-in memory.

import type { Command } from "commander";
import { UsageFailure } from "../../kernel/failure.ts";
import type { PendingRecord } from "../../kernel/memory/approval.ts";
import type { MemoryAdmin, MemoryProviderState } from "../../runtime/admin-memory.ts";
import { printJson } from "./printing.ts";
import { openPrompts } from "./prompts.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { renderTable } from "./table.ts";
import { withMemory } from "./with-memory.ts";
import { WORDS } from "./words.data.ts";

export function defineMemoryReview(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  defineApproval(command, context, finish);
  defineProvider(command, context);
}

function defineApproval(command: Command, { io, openAdmin }: SubcommandContext, finish: (code: number) => void): void {
  command
    .command("pending")
    .description(WORDS.memory.pending.summary)
    .option("--json", WORDS.flags.json)
    .action(async (flags: { json?: boolean }) => {
      await withMemory(openAdmin, async ({ book, principal }) => {
        const records = await book.pending(principal);
        if (flags.json === true) return printJson(io, { pending: records });
        if (records.length === 0) return io.out(`${WORDS.memory.pending.nothing}\n`);
        for (const record of records) io.out(pendingText(record));
      });
    });
  command
    .command("approve <id>")
    .description(WORDS.memory.approve.summary)
    .action(async (id: string) => {
      await withMemory(openAdmin, async (admin) => {
        let refused = 0;
        for (const one of await idsOf(admin, id)) {
          const reply = await admin.book.approve(admin.principal, one);
          if (reply.type === "unknown") throw unknownId(one);
          if (reply.type === "refused") refused++;
          io.out(
            reply.type === "saved"
              ? `${WORDS.memory.approve.written(one)}\n`
              : `${WORDS.memory.approve.stillWaits(one, reply.why)}\n`,
          );
        }
        finish(refused === 0 ? 0 : 1);
      });
    });
  command
    .command("reject <id>")
    .description(WORDS.memory.reject.summary)
    .action(async (id: string) => {
      await withMemory(openAdmin, async (admin) => {
        for (const one of await idsOf(admin, id)) {
          if (!(await admin.book.reject(admin.principal, one))) throw unknownId(one);
          io.out(`${WORDS.memory.reject.dropped(one)}\n`);
        }
      });
    });
  command
    .command("approval [state]")
    .description(WORDS.memory.approval.summary)
    .action(async (state: string | undefined) => {
      await withMemory(openAdmin, async (admin) => {
        if (state !== undefined && state !== "on" && state !== "off")
          throw new UsageFailure(WORDS.memory.approval.takes);
        if (state !== undefined) admin.setApproval(state === "on");
        const on = state === undefined ? admin.approval : state === "on";
        io.out(on ? `${WORDS.memory.approval.on}\n` : `${WORDS.memory.approval.off}\n`);
      });
    });
}

function defineProvider(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .command("status")
    .description(WORDS.memory.status.summary)
    .option("--json", WORDS.flags.json)
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
            `${book.target.padEnd(8)}${book.enabled ? WORDS.memory.status.book(book.usage, book.entries.length) : WORDS.memory.list.off}\n`,
          );
        io.out(
          admin.approval
            ? `${WORDS.memory.status.approvalOn(pending.length)}\n`
            : `${WORDS.memory.status.approvalOff(pending.length)}\n`,
        );
        io.out(
          providers.length === 0 ? `${WORDS.memory.status.noProvider}\n` : `${providerTable(providers, io.columns)}\n`,
        );
      });
    });
  command
    .command("setup [provider]")
    .description(WORDS.memory.setup.summary)
    .action(async (name: string | undefined) => {
      await withMemory(openAdmin, async (admin) => {
        const providers = await admin.providers();
        if (providers.length === 0) throw new UsageFailure(WORDS.memory.setup.noProvider, 1);
        const chosen = name ?? (await pickProvider(providers));
        const state = providers.find((one) => one.name === chosen);
        for (const variable of state?.asks ?? []) {
          const prompts = await openPrompts(io, WORDS.memory.setup.needs(chosen, variable));
          admin.saveVariable(variable, await prompts.secret(`${variable}?`));
        }
        await admin.useProvider(chosen);
        io.out(`${WORDS.memory.setup.inUse(chosen)}\n`);
        if (state?.asks.length === 0 && state.missing.length > 0)
          io.err(`hermes: ${WORDS.memory.setup.stillNeeds(state.missing.join(", "))}\n`);
      });
    });
  command
    .command("off")
    .description(WORDS.memory.off.summary)
    .action(async () => {
      await withMemory(openAdmin, async (admin) => {
        await admin.useProvider("");
        io.out(`${WORDS.memory.off.done}\n`);
      });
    });

  async function pickProvider(providers: readonly MemoryProviderState[]): Promise<string> {
    const prompts = await openPrompts(io, WORDS.memory.setup.nameProvider);
    return prompts.pick(
      WORDS.memory.setup.which,
      providers.map((one) => ({
        value: one.name,
        label: one.name,
        hint: WORDS.memory.setup.hint(one.description, one.needs.join(", ") || WORDS.memory.setup.nothing),
      })),
    );
  }
}

async function idsOf({ book, principal }: MemoryAdmin, id: string): Promise<readonly string[]> {
  return id === "all" ? (await book.pending(principal)).map((record) => record.id) : [id];
}

function unknownId(id: string): UsageFailure {
  return new UsageFailure(WORDS.memory.pending.unknown(id), 1);
}

function pendingText(record: PendingRecord): string {
  const taints =
    record.taints === undefined || record.taints.length === 0
      ? ""
      : `\n    ${WORDS.memory.afterReading(record.taints.join(", "))}`;
  return `${record.id}  ${record.summary}${taints}\n`;
}

function providerTable(providers: readonly MemoryProviderState[], width: number): string {
  const rows = providers.map((one) => [
    one.active ? "▸" : "",
    one.name,
    one.missing.length === 0 ? WORDS.memory.status.ready : WORDS.memory.status.needs(one.missing.join(", ")),
    one.description,
  ]);
  return renderTable({ columns: WORDS.memory.status.columns, rows }, width);
}
