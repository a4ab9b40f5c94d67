// `hermes plugins`: see, switch, bring in and take out plugins.

import type { Command } from "commander";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";

export function define(command: Command, { io, openAdmin }: SubcommandContext): void {
  const json = (value: unknown) => io.out(`${JSON.stringify(value, null, 2)}\n`);
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description("what is installed, and whether it runs")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      const { plugins, problems } = await (await (await openAdmin()).plugins()).list();
      if (flags.json === true) json({ plugins, problems });
      else if (plugins.length === 0)
        io.out("No plugins are installed. `hermes plugins install <folder or git address>` brings one in.\n");
      else {
        const rows = plugins.map((plugin) => [plugin.name, plugin.state, plugin.version, plugin.description]);
        io.out(`${renderTable({ columns: ["plugin", "state", "version", "what it is"], rows }, io.columns)}\n`);
      }
      if (flags.json !== true) for (const problem of problems) io.err(`hermes: ${problem}\n`);
    });
  command
    .command("info <name>")
    .description("everything known about one plugin")
    .option("--json", "as JSON")
    .action(async (name: string, flags: { json?: boolean }) => {
      const info = await (await (await openAdmin()).plugins()).info(name);
      if (flags.json === true) json(info);
      else
        for (const [key, value] of Object.entries(info))
          io.out(`${key}: ${Array.isArray(value) ? value.join(", ") : String(value)}\n`);
    });
  command
    .command("enable <name>")
    .description("load it from the next start on")
    .action(async (name: string) => {
      await (await (await openAdmin()).plugins()).enable(name);
      io.out(`${name} is on from the next start.\n`);
    });
  command
    .command("disable <name>")
    .description("keep it, but do not load it")
    .action(async (name: string) => {
      await (await (await openAdmin()).plugins()).disable(name);
      io.out(`${name} is off from the next start.\n`);
    });
  command
    .command("install <source>")
    .description("from a folder or a git repository; nothing of it is run")
    .option("--force", "replace an installed one")
    .option("--enable", "switch it on, too")
    .action(async (source: string, flags: { force?: boolean; enable?: boolean }) => {
      const plugins = await (await openAdmin()).plugins();
      const name = await plugins.install(source, flags.force === true);
      if (flags.enable === true) await plugins.enable(name);
      io.out(
        `${name} is installed${flags.enable === true ? " and on" : `. \`hermes plugins enable ${name}\` switches it on`}.\n`,
      );
    });
  command
    .command("remove <name>")
    .alias("rm")
    .description("take it out, with everything it brought and stored")
    .option("--keep-data", "leave what it stored")
    .action(async (name: string, flags: { keepData?: boolean }) => {
      await (await (await openAdmin()).plugins()).remove(name, { data: flags.keepData === true });
      io.out(`${name} is gone.\n`);
    });
  withExamples(
    command,
    "hermes plugins",
    "hermes plugins install ./my-plugin --enable",
    "hermes plugins disable my-plugin",
  );
}
