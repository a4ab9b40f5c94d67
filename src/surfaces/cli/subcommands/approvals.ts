// `hermes approvals`: what the gate would say to a command, without running it; and what was allowed for good.

import type { Command } from "commander";
import type { CommandVerdict, ExplainCommand } from "../../../contracts/gate.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { isRecord, parseJson } from "../../../kernel/json.ts";
import { appOptions } from "../chat-flags.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { WORDS } from "../words.data.ts";

export function define(command: Command, { io, openApp, openAdmin }: SubcommandContext): void {
  command
    .command("explain")
    .description(WORDS.approvals.explain.summary)
    .argument("[command]", WORDS.approvals.explain.args.command)
    .option("--json", WORDS.flags.json)
    .option("--stdin", WORDS.approvals.explain.flags.stdin)
    .action(async (text: string | undefined, flags: { json?: boolean; stdin?: boolean }) => {
      const app = await openApp(appOptions({}, false));
      const explainCommand = await app.commandExplainer();
      if (flags.stdin === true) {
        for await (const line of io.lines())
          if (line.trim() !== "") io.out(`${JSON.stringify(await explainLine(line, explainCommand))}\n`);
        await app.close();
        return;
      }
      if (text === undefined) throw new UsageFailure(WORDS.approvals.explain.nameOne);
      const judged = await explainCommand(text);
      await app.close();
      io.out(flags.json === true ? `${JSON.stringify(judged)}\n` : describe(judged));
    });
  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description(WORDS.approvals.list.summary)
    .option("--json", WORDS.flags.json)
    .action(async (flags: { json?: boolean }) => {
      const grants = await (await (await openAdmin()).grants()).list();
      if (flags.json === true) return printJson(io, { grants });
      if (grants.length === 0) return io.out(`${WORDS.approvals.list.nothing}\n`);
      const rows = grants.map((one, index) => [String(index + 1), one.key, one.at ?? ""]);
      io.out(`${renderTable({ columns: WORDS.approvals.list.columns, rows }, io.columns)}\n`);
    });
  command
    .command("revoke <which>")
    .alias("rm")
    .description(WORDS.approvals.revoke.summary)
    .action(async (which: string) => {
      const admin = await (await openAdmin()).grants();
      const grants = await admin.list();
      const numbered = /^\d+$/.test(which) ? grants[Number(which) - 1]?.key : undefined;
      const keys = which === "all" ? grants.map((one) => one.key) : [numbered ?? which];
      for (const key of keys) {
        if (!(await admin.revoke(key))) throw new UsageFailure(WORDS.approvals.revoke.unknown(which), 1);
        io.out(`${WORDS.approvals.revoke.asksAgain(key)}\n`);
      }
    });
  withExamples(command, ...WORDS.approvals.examples);
}

async function explainLine(line: string, explain: ExplainCommand): Promise<object> {
  const parsed = parseJson(line);
  const command = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value.command : undefined;
  return typeof command === "string" ? explain(command) : { command: null, error: 'a line needs "command"' };
}

function describe({ command, verdict, reasons, touches }: CommandVerdict): string {
  const lines = [`${verdict}: ${command}`, ...reasons.map((reason) => `  ${WORDS.approvals.explain.because(reason)}`)];
  if (touches.length > 0) lines.push(`  ${WORDS.approvals.explain.touches(touches.join(", "))}`);
  return `${lines.join("\n")}\n`;
}
