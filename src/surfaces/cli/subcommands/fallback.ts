// `hermes fallback`: who answers when the main model cannot.

import type { Command } from "commander";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { WORDS } from "../words.data.ts";

interface AddFlags {
  readonly baseUrl?: string;
  readonly keyEnv?: string;
  readonly at?: string;
}

export function define(command: Command, { io, openAdmin }: SubcommandContext): void {
  const chain = async () => (await openAdmin()).fallbacks();

  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description(WORDS.fallback.list.summary)
    .option("--json", WORDS.flags.json)
    .action(async (flags: { json?: boolean }) => {
      const entries = (await chain()).list();
      if (flags.json === true) return printJson(io, { fallbacks: entries });
      if (entries.length === 0) return io.out(`${WORDS.fallback.list.none}\n`);
      const rows = entries.map((entry, index) => [String(index + 1), entry.provider, entry.model, entry.base_url]);
      io.out(`${renderTable({ columns: WORDS.fallback.list.columns, rows }, io.columns)}\n`);
    });
  command
    .command("add <model>")
    .description(WORDS.fallback.add.summary)
    .option("--at <n>", WORDS.fallback.add.flags.at)
    .option("--base-url <url>", WORDS.fallback.add.flags.baseUrl)
    .option("--key-env <name>", WORDS.fallback.add.flags.keyEnv)
    .action(async (spec: string, { at, ...wish }: AddFlags) => {
      const { name, place } = await (await chain()).add(spec, {
        ...wish,
        ...(at === undefined ? {} : { at: Number(at) }),
      });
      io.out(`${WORDS.fallback.add.added(name, place)}\n`);
    });
  command
    .command("remove <which>")
    .alias("rm")
    .description(WORDS.fallback.remove.summary)
    .action(async (which: string) => io.out(`${WORDS.fallback.remove.removed((await chain()).remove(which))}\n`));
  command
    .command("clear")
    .description(WORDS.fallback.clear.summary)
    .action(async () => {
      (await chain()).clear();
      io.out(`${WORDS.fallback.clear.cleared}\n`);
    });
  withExamples(command, ...WORDS.fallback.examples);
}
