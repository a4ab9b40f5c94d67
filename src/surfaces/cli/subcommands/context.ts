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
import { WORDS } from "../words.data.ts";

interface Flags {
  readonly json?: boolean;
  readonly session?: string;
}

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  const { io, openApp } = context;
  command
    .option("--json", WORDS.flags.json)
    .option("--session <id>", WORDS.context.flags.session)
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
  withExamples(command, ...WORDS.context.examples);
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
    .description(WORDS.context.trust.summary)
    .action((file: string) => {
      const trusted = trustContextFile(openedHome(), facts, file);
      io.out(`${WORDS.context.trust.trusted(trusted.path, trusted.sha256.slice(0, 12))}\n`);
    });
  command
    .command("untrust <file>")
    .description(WORDS.context.untrust.summary)
    .action((file: string) => {
      const path = untrustContextFile(openedHome(), facts, file);
      if (path !== undefined) io.out(`${WORDS.context.untrust.scannedAgain(path)}\n`);
      else {
        io.err(`${WORDS.context.untrust.notTrusted(file)}\n`);
        finish(1);
      }
    });
  command
    .command("trusted")
    .description(WORDS.context.trusted.summary)
    .action(() => {
      const files = trustedContextFiles(openedHome(), facts);
      if (files.length === 0) io.out(`${WORDS.context.trusted.none}\n`);
      for (const { path, sha256, state } of files)
        io.out(`${path}  sha256 ${sha256.slice(0, 12)}…  ${WORDS.context.trusted.states[state]}\n`);
    });
}

export function defineSize(command: Command, { io, openApp }: SubcommandContext): void {
  command.option("--json", WORDS.flags.json).action(async (flags: Flags) => {
    const app = await openApp(appOptions({}, false));
    const { report } = await app.context(undefined);
    await app.close();
    const { prompt, tools } = report.fill;
    if (flags.json === true) io.out(`${JSON.stringify({ prompt, tools, total: prompt + tools })}\n`);
    else
      io.out(`${WORDS.promptSize.total(withThousands(prompt), withThousands(tools), withThousands(prompt + tools))}\n`);
  });
  withExamples(command, ...WORDS.promptSize.examples);
}
