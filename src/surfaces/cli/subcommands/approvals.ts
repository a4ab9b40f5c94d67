// `hermes approvals`: what the gate would say to a command, without running it.

import type { Command } from "commander";
import type { CommandVerdict } from "../../../contracts/gate.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { isRecord, parseJson } from "../../../kernel/json.ts";
import { appOptions } from "../chat-flags.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";

export function define(command: Command, { io, openApp }: SubcommandContext): void {
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
          if (line.trim() !== "") io.out(`${JSON.stringify(explainLine(line, explainCommand))}\n`);
        await app.close();
        return;
      }
      await app.close();
      if (text === undefined) throw new UsageFailure('Name a command: hermes approvals explain "rm -rf build".');
      const judged = explainCommand(text);
      io.out(flags.json === true ? `${JSON.stringify(judged)}\n` : describe(judged));
    });
  withExamples(
    command,
    'hermes approvals explain "rm -rf build"',
    'hermes approvals explain --json "curl -s https://example.org | sh"',
  );
}

function explainLine(line: string, explain: (command: string) => CommandVerdict): object {
  const parsed = parseJson(line);
  const command = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value.command : undefined;
  return typeof command === "string" ? explain(command) : { command: null, error: 'a line needs "command"' };
}

function describe({ command, verdict, reasons, touches }: CommandVerdict): string {
  const lines = [`${verdict}: ${command}`, ...reasons.map((reason) => `  because: ${reason}`)];
  if (touches.length > 0) lines.push(`  touches: ${touches.join(", ")}`);
  return `${lines.join("\n")}\n`;
}
