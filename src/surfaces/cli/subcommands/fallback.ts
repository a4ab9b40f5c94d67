// `hermes fallback`: who answers when the main model cannot.

import type { Command } from "commander";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";

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
    .description("the chain, in the order it is tried")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      const entries = (await chain()).list();
      if (flags.json === true) return printJson(io, { fallbacks: entries });
      if (entries.length === 0) return io.out("No fallbacks. `hermes fallback add provider:model` adds one.\n");
      const rows = entries.map((entry, index) => [String(index + 1), entry.provider, entry.model, entry.base_url]);
      io.out(`${renderTable({ columns: ["#", "provider", "model", "address"], rows }, io.columns)}\n`);
    });
  command
    .command("add <model>")
    .description("add one at the end: provider:model")
    .option("--at <n>", "at this place instead")
    .option("--base-url <url>", "address, for a server of your own")
    .option("--key-env <name>", "variable that holds its key")
    .action(async (spec: string, { at, ...wish }: AddFlags) => {
      const { name, place } = await (await chain()).add(spec, {
        ...wish,
        ...(at === undefined ? {} : { at: Number(at) }),
      });
      io.out(`${name} is tried at place ${place}.\n`);
    });
  command
    .command("remove <which>")
    .alias("rm")
    .description("take one out, by its number or as provider:model")
    .action(async (which: string) => io.out(`${(await chain()).remove(which)} is out of the chain.\n`));
  command
    .command("clear")
    .description("take all out")
    .action(async () => {
      (await chain()).clear();
      io.out("No fallbacks any more.\n");
    });
  withExamples(
    command,
    "hermes fallback add openrouter:openai/gpt-5.5",
    "hermes fallback remove 1",
    "hermes fallback --json",
  );
}
