// `hermes version`: what is running, for reports of problems.

import type { Command } from "commander";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { WORDS } from "../words.data.ts";

export function define(command: Command, { io, version }: SubcommandContext): void {
  command.option("--json", WORDS.flags.json).action((flags: { json?: boolean }) => {
    const { node, sqlite = "none" } = process.versions;
    const platform = `${process.platform} ${process.arch}`;
    if (flags.json === true) return printJson(io, { version, node, sqlite, platform });
    io.out(`hermes ${version}\nNode ${node}, SQLite ${sqlite}, ${platform}\n`);
  });
  withExamples(command, ...WORDS.version.examples);
}
