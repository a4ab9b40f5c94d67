// `hermes debug`: everything a report about a problem needs in one text, without keys. Nothing is sent anywhere.

import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { UsageFailure } from "../../../kernel/failure.ts";
import type { DebugBundle } from "../../../runtime/admin-health.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { WORDS } from "../words.data.ts";

interface Flags {
  readonly lines: string;
  readonly output?: string;
  readonly json?: boolean;
}

export function define(command: Command, { io, facts, openAdmin }: SubcommandContext): void {
  command
    .option("-n, --lines <n>", WORDS.debug.flags.lines, "200")
    .option("-o, --output <file>", WORDS.debug.flags.output)
    .option("--json", WORDS.flags.json)
    .action(async (flags: Flags) => {
      const lines = Number(flags.lines);
      if (!Number.isInteger(lines) || lines < 0) throw new UsageFailure(WORDS.takes.lines(flags.lines));
      const bundle = await (await (await openAdmin()).health()).bundle({ lines });
      if (flags.output === undefined)
        return flags.json === true ? printJson(io, bundle) : io.out(`${render(bundle)}\n`);
      const path = resolve(facts.cwd, flags.output);
      const text = flags.json === true ? JSON.stringify(bundle, null, 2) : render(bundle);
      await writeFile(path, `${text}\n`, { mode: 0o600 }).catch((error: Error) => {
        throw new UsageFailure(WORDS.debug.notWritten(error.message), 1);
      });
      io.err(`${WORDS.debug.written(path)}\n`);
    });
  withExamples(command, ...WORDS.debug.examples);
}

function render({ status, findings, settings, logs }: DebugBundle): string {
  const { version, node, sqlite, platform, environment, sandbox, approvals, sessions } = status;
  const left = findings.filter(({ level }) => level !== "ok");
  const section = (title: string, lines: readonly string[]) =>
    `## ${title}\n\n${lines.length === 0 ? WORDS.debug.nothing : ["```", ...lines, "```"].join("\n")}\n`;
  return [
    section(WORDS.debug.program, [
      `hermes ${version}`,
      `Node ${node}, SQLite ${sqlite}, ${platform}`,
      WORDS.debug.environment(environment, sandbox, approvals, sessions),
      ...status.keys.map(({ name, from }) => WORDS.debug.key(name, from)),
    ]),
    section(
      WORDS.debug.doctor,
      left.map(({ level, area, what, id }) => `${level} ${area}: ${what} [${id}]`),
    ),
    section(WORDS.debug.settings, settings),
    ...logs.map(({ name, lines }) => section(`${name}.log`, lines)),
  ].join("\n");
}
