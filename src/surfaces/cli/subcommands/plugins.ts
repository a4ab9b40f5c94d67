// `hermes plugins`: see, switch, bring in and take out plugins.

import type { Command } from "commander";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { WORDS } from "../words.data.ts";

export function define(command: Command, { io, openAdmin }: SubcommandContext): void {
  const json = (value: unknown) => io.out(`${JSON.stringify(value, null, 2)}\n`);
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description(WORDS.plugins.list.summary)
    .option("--json", WORDS.flags.json)
    .action(async (flags: { json?: boolean }) => {
      const { plugins, problems } = await (await (await openAdmin()).plugins()).list();
      if (flags.json === true) json({ plugins, problems });
      else if (plugins.length === 0) io.out(`${WORDS.plugins.list.none}\n`);
      else {
        const rows = plugins.map((plugin) => [plugin.name, plugin.state, plugin.version, plugin.description]);
        io.out(`${renderTable({ columns: WORDS.plugins.list.columns, rows }, io.columns)}\n`);
      }
      if (flags.json !== true) for (const problem of problems) io.err(`hermes: ${problem}\n`);
    });
  command
    .command("info <name>")
    .description(WORDS.plugins.info.summary)
    .option("--json", WORDS.flags.json)
    .action(async (name: string, flags: { json?: boolean }) => {
      const info = await (await (await openAdmin()).plugins()).info(name);
      if (flags.json === true) json(info);
      else
        for (const [key, value] of Object.entries(info))
          io.out(`${key}: ${Array.isArray(value) ? value.join(", ") : String(value)}\n`);
    });
  command
    .command("enable <name>")
    .description(WORDS.plugins.enable.summary)
    .action(async (name: string) => {
      await (await (await openAdmin()).plugins()).enable(name);
      io.out(`${WORDS.plugins.enable.done(name)}\n`);
    });
  command
    .command("disable <name>")
    .description(WORDS.plugins.disable.summary)
    .action(async (name: string) => {
      await (await (await openAdmin()).plugins()).disable(name);
      io.out(`${WORDS.plugins.disable.done(name)}\n`);
    });
  command
    .command("install <source>")
    .description(WORDS.plugins.install.summary)
    .option("--force", WORDS.plugins.install.flags.force)
    .option("--enable", WORDS.plugins.install.flags.enable)
    .action(async (source: string, flags: { force?: boolean; enable?: boolean }) => {
      const plugins = await (await openAdmin()).plugins();
      const name = await plugins.install(source, flags.force === true);
      if (flags.enable === true) await plugins.enable(name);
      io.out(
        flags.enable === true ? `${WORDS.plugins.install.doneAndOn(name)}\n` : `${WORDS.plugins.install.done(name)}\n`,
      );
    });
  command
    .command("remove <name>")
    .alias("rm")
    .description(WORDS.plugins.remove.summary)
    .option("--keep-data", WORDS.plugins.remove.flags.keepData)
    .action(async (name: string, flags: { keepData?: boolean }) => {
      await (await (await openAdmin()).plugins()).remove(name, { data: flags.keepData === true });
      io.out(`${WORDS.plugins.remove.done(name)}\n`);
    });
  withExamples(command, ...WORDS.plugins.examples);
}
