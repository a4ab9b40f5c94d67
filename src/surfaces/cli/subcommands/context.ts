// `hermes context`: everything the model sees, where it came from and what it costs. `hermes prompt-size` is its summary.

import type { Command } from "commander";
import { ensureHome } from "../../../config/ensure-home.ts";
import { openHome } from "../../../config/open-home.ts";
import { trustContextFile, trustedContextFiles, untrustContextFile } from "../../../config/trust.ts";
import { withThousands } from "../../../kernel/text.ts";
import { appOptions } from "../chat-flags.ts";
import { contextColumns, renderContext } from "../context-view.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";

interface Flags {
  readonly json?: boolean;
  readonly session?: string;
}

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  const { io, openApp } = context;
  command
    .option("--json", "as JSON")
    .option("--session <id>", "of this session instead of a new one here")
    .action(async (flags: Flags) => {
      const app = await openApp(appOptions({}, false));
      const { report, notices } = await app.context(flags.session);
      await app.close();
      if (flags.json === true) printJson(io, contextColumns(report, notices));
      else {
        io.out(`${renderContext(report, io.columns, io.colour)}\n`);
        for (const notice of notices) io.out(`! ${notice}\n`);
      }
      finish(0);
    });
  defineTrust(command, context, finish);
  withExamples(
    command,
    "hermes context",
    "hermes context --session 20261115_2214 --json",
    "hermes context trust AGENTS.md",
    "hermes context untrust AGENTS.md",
  );
}

function defineTrust(
  command: Command,
  { io, facts, profile }: SubcommandContext,
  finish: (code: number) => void,
): void {
  const openedHome = () => {
    const home = openHome(facts, profile);
    ensureHome(home, facts.env);
    return home;
  };
  command
    .command("trust <file>")
    .description("load this file as it is now, without scanning; a changed file is scanned again")
    .action((file: string) => {
      const trusted = trustContextFile(openedHome(), facts, file);
      io.out(`${trusted.path} is trusted as it is now (sha256 ${trusted.sha256.slice(0, 12)}…).\n`);
    });
  command
    .command("untrust <file>")
    .description("scan this file again")
    .action((file: string) => {
      const path = untrustContextFile(openedHome(), facts, file);
      if (path !== undefined) io.out(`${path} is scanned again from now on.\n`);
      else {
        io.err(`${file} is not trusted. See: hermes context trusted\n`);
        finish(1);
      }
    });
  command
    .command("trusted")
    .description("files that load without scanning")
    .action(() => {
      const files = trustedContextFiles(openedHome(), facts);
      if (files.length === 0) io.out("No file is trusted.\n");
      for (const { path, sha256, state } of files)
        io.out(`${path}  sha256 ${sha256.slice(0, 12)}…  ${STATES[state]}\n`);
    });
}

const STATES = {
  unchanged: "loads without scanning",
  changed: "has changed since, is scanned again",
  missing: "is not there",
};

export function defineSize(command: Command, { io, openApp }: SubcommandContext): void {
  command.option("--json", "as JSON").action(async (flags: Flags) => {
    const app = await openApp(appOptions({}, false));
    const { report } = await app.context(undefined);
    await app.close();
    const { prompt, tools } = report.fill;
    if (flags.json === true) io.out(`${JSON.stringify({ prompt, tools, total: prompt + tools })}\n`);
    else
      io.out(
        `prompt ${withThousands(prompt)} + tools ${withThousands(tools)} = about ${withThousands(prompt + tools)} tokens\n`,
      );
  });
  withExamples(command, "hermes prompt-size", "hermes prompt-size --json");
}
