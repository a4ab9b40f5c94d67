// `hermes tools`: what the agent can do here, and switching parts of it off.

import type { Command } from "commander";
import { ellipsize, oneLine } from "../../../kernel/text.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { WORDS } from "../words.data.ts";

interface ListFlags {
  readonly json?: boolean;
  readonly all?: boolean;
}

export function define(command: Command, { io, openAdmin }: SubcommandContext): void {
  const tools = async () => (await openAdmin()).tools();
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description(WORDS.tools.list.summary)
    .option("--all", WORDS.tools.list.flags.all)
    .option("--json", WORDS.flags.json)
    .action(async (flags: ListFlags) => {
      const admin = await tools();
      const toolsets = await admin.toolsets();
      if (flags.json === true) return printJson(io, { toolsets, tools: await admin.tools() });
      if (flags.all === true) {
        const rows = (await admin.tools()).map((tool) => [
          tool.enabled ? "✓" : "✗",
          tool.name,
          tool.toolset,
          ellipsize(oneLine(tool.description), 120),
        ]);
        return io.out(`${renderTable({ columns: WORDS.tools.list.everyColumns, rows }, io.columns)}\n`);
      }
      const rows = toolsets.map((one) => [
        one.tools.length === 0 ? "·" : one.enabled ? "✓" : "✗",
        one.name,
        one.tools.join(", ") || WORDS.tools.list.notHere(one.absent.join(", ")),
      ]);
      io.out(`${renderTable({ columns: WORDS.tools.list.columns, rows }, io.columns)}\n`);
    });
  for (const on of [true, false]) {
    const verb = on ? "enable" : "disable";
    command
      .command(`${verb} <toolsets...>`)
      .description(on ? WORDS.tools.enable.summary : WORDS.tools.disable.summary)
      .action(async (names: string[]) => {
        await (await tools()).switch(names, on);
        io.out(
          on ? `${WORDS.tools.enable.done(names.join(", "))}\n` : `${WORDS.tools.disable.done(names.join(", "))}\n`,
        );
      });
  }
  withExamples(command, ...WORDS.tools.examples);
}
