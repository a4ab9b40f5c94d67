// `hermes tools`: what the agent can do here, and switching parts of it off.

import type { Command } from "commander";
import { ellipsize, oneLine } from "../../../kernel/text.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";

interface ListFlags {
  readonly json?: boolean;
  readonly all?: boolean;
}

export function define(command: Command, { io, openAdmin }: SubcommandContext): void {
  const tools = async () => (await openAdmin()).tools();
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description("toolsets, on or off; with --all every tool")
    .option("--all", "every tool with what it does")
    .option("--json", "as JSON")
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
        return io.out(`${renderTable({ columns: ["", "tool", "toolset", "what it does"], rows }, io.columns)}\n`);
      }
      const rows = toolsets.map((one) => [
        one.tools.length === 0 ? "·" : one.enabled ? "✓" : "✗",
        one.name,
        one.tools.join(", ") || `not available here (${one.absent.join(", ")})`,
      ]);
      io.out(`${renderTable({ columns: ["", "toolset", "tools"], rows }, io.columns)}\n`);
    });
  for (const on of [true, false]) {
    const verb = on ? "enable" : "disable";
    command
      .command(`${verb} <toolsets...>`)
      .description(on ? "offer these toolsets from the next session on" : "never offer these toolsets")
      .action(async (names: string[]) => {
        await (await tools()).switch(names, on);
        io.out(`${names.join(", ")}: ${on ? "on" : "off"} from the next session on.\n`);
      });
  }
  withExamples(command, "hermes tools", "hermes tools disable browser tts", "hermes tools list --all --json");
}
