// `hermes debug`: everything a report about a problem needs in one text, without keys. Nothing is sent anywhere.

import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { UsageFailure } from "../../../kernel/failure.ts";
import type { DebugBundle } from "../../../runtime/admin-health.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";

interface Flags {
  readonly lines: string;
  readonly output?: string;
  readonly json?: boolean;
}

export function define(command: Command, { io, facts, openAdmin }: SubcommandContext): void {
  command
    .option("-n, --lines <n>", "how many lines of each log", "200")
    .option("-o, --output <file>", "into this file instead")
    .option("--json", "as JSON")
    .action(async (flags: Flags) => {
      const lines = Number(flags.lines);
      if (!Number.isInteger(lines) || lines < 0)
        throw new UsageFailure(`-n takes a whole number, not "${flags.lines}".`);
      const bundle = await (await (await openAdmin()).health()).bundle({ lines });
      if (flags.output === undefined)
        return flags.json === true ? printJson(io, bundle) : io.out(`${render(bundle)}\n`);
      const path = resolve(facts.cwd, flags.output);
      const text = flags.json === true ? JSON.stringify(bundle, null, 2) : render(bundle);
      await writeFile(path, `${text}\n`, { mode: 0o600 }).catch((error: Error) => {
        throw new UsageFailure(`The report could not be written: ${error.message}`, 1);
      });
      io.err(`Written to ${path}. Keys are masked; read it before you give it away.\n`);
    });
  withExamples(command, "hermes debug", "hermes debug -n 50 -o report.md", "hermes debug --json");
}

function render({ status, findings, settings, logs }: DebugBundle): string {
  const { version, node, sqlite, platform, environment, sandbox, approvals, databaseBytes } = status;
  const left = findings.filter(({ level }) => level !== "ok");
  const section = (title: string, lines: readonly string[]) =>
    `## ${title}\n\n${lines.length === 0 ? "nothing" : ["```", ...lines, "```"].join("\n")}\n`;
  return [
    section("Program", [
      `hermes ${version}`,
      `Node ${node}, SQLite ${sqlite}, ${platform}`,
      `commands: ${environment}, sandbox ${sandbox}; approvals ${approvals}; database ${databaseBytes} bytes`,
      ...status.keys.map(({ name, from }) => `key: ${name} (${from})`),
    ]),
    section(
      "Doctor",
      left.map(({ level, area, what, id }) => `${level} ${area}: ${what} [${id}]`),
    ),
    section("Settings that differ from their defaults", settings),
    ...logs.map(({ name, lines }) => section(`${name}.log`, lines)),
  ].join("\n");
}
