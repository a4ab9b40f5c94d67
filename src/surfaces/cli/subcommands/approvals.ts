// `hermes approvals`: what the gate would say to a command, without running it; and what was allowed for good.

import type { Command } from "commander";
import type { CommandVerdict, ExplainCommand } from "../../../contracts/gate.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { isRecord, parseJson } from "../../../kernel/json.ts";
import { appOptions } from "../chat-flags.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";

export function define(command: Command, { io, openApp, openAdmin }: SubcommandContext): void {
  command
    .command("explain")
    .description("judge a command: allow, ask or deny, with the reasons; nothing is executed")
    .argument("[command]", "the command, quoted")
    .option("--json", "as JSON")
    .option("--stdin", 'JSONL in ({"command"}), JSONL out')
    .action(async (text: string | undefined, flags: { json?: boolean; stdin?: boolean }) => {
      const app = await openApp(appOptions({}, false));
      const explainCommand = await app.commandExplainer();
      if (flags.stdin === true) {
        for await (const line of io.lines())
          if (line.trim() !== "") io.out(`${JSON.stringify(await explainLine(line, explainCommand))}\n`);
        await app.close();
        return;
      }
      if (text === undefined) throw new UsageFailure('Name a command: hermes approvals explain "rm -rf build".');
      const judged = await explainCommand(text);
      await app.close();
      io.out(flags.json === true ? `${JSON.stringify(judged)}\n` : describe(judged));
    });
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description("what you allowed for good")
    .option("--json", "as JSON")
    .action(async (flags: { json?: boolean }) => {
      const grants = await (await (await openAdmin()).grants()).list();
      if (flags.json === true) return printJson(io, { grants });
      if (grants.length === 0) return io.out("Nothing is allowed for good; what could do harm asks.\n");
      const rows = grants.map((one, index) => [String(index + 1), one.key, one.at ?? ""]);
      io.out(`${renderTable({ columns: ["#", "allowed", "since"], rows }, io.columns)}\n`);
    });
  command
    .command("revoke <which>")
    .alias("rm")
    .description("take one back, by its number or name; `all` for every one")
    .action(async (which: string) => {
      const admin = await (await openAdmin()).grants();
      const grants = await admin.list();
      const numbered = /^\d+$/.test(which) ? grants[Number(which) - 1]?.key : undefined;
      const keys = which === "all" ? grants.map((one) => one.key) : [numbered ?? which];
      for (const key of keys) {
        if (!(await admin.revoke(key)))
          throw new UsageFailure(`Nothing like "${which}" is allowed for good. See \`hermes approvals list\`.`, 1);
        io.out(`${key} asks again.\n`);
      }
    });
  withExamples(
    command,
    "hermes approvals                    what you allowed for good",
    "hermes approvals revoke 1",
    'hermes approvals explain "rm -rf build"',
    'hermes approvals explain --json "curl -s https://example.org | sh"',
  );
}

async function explainLine(line: string, explain: ExplainCommand): Promise<object> {
  const parsed = parseJson(line);
  const command = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value.command : undefined;
  return typeof command === "string" ? explain(command) : { command: null, error: 'a line needs "command"' };
}

function describe({ command, verdict, reasons, touches }: CommandVerdict): string {
  const lines = [`${verdict}: ${command}`, ...reasons.map((reason) => `  because: ${reason}`)];
  if (touches.length > 0) lines.push(`  touches: ${touches.join(", ")}`);
  return `${lines.join("\n")}\n`;
}
