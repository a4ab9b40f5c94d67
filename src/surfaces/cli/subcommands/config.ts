// `hermes config`: look at settings, change them, and find out what is wrong with them.

import type { Command } from "commander";
import { ensureHome } from "../../../config/ensure-home.ts";
import type { Home } from "../../../config/home.ts";
import { loadConfig } from "../../../config/load.ts";
import { openHome } from "../../../config/open-home.ts";
import { setKey, unsetKey } from "../../../config/save.ts";
import { getSetting, listSettings } from "../../../config/settings.ts";
import { warningText } from "../../../config/warning-text.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { openEditor } from "../editor.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { WORDS } from "../words.data.ts";

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  const { io, facts } = context;
  const home = (): Home => openHome(facts, context.profile);
  const ready = (): Home => {
    const found = home();
    ensureHome(found, facts.env);
    return found;
  };
  const load = () => loadConfig({ home: home(), env: facts.env });

  command
    .command("show", { isDefault: true })
    .description(WORDS.config.show.summary)
    .option("--all", WORDS.config.show.flags.all)
    .option("--json", WORDS.flags.json)
    .action((flags: { all?: boolean; json?: boolean }) => {
      const settings = listSettings(load(), { changedOnly: flags.all !== true });
      if (flags.json === true)
        io.out(`${JSON.stringify(Object.fromEntries(settings.map(({ path, value }) => [path, value])), null, 2)}\n`);
      else if (settings.length === 0) io.out(`${WORDS.config.show.allDefault}\n`);
      else for (const { path, value } of settings) io.out(`${path}: ${plain(value)}\n`);
    });
  command
    .command("get <key>")
    .description(WORDS.config.get.summary)
    .option("--json", WORDS.flags.json)
    .action((key: string, flags: { json?: boolean }) => {
      const found = getSetting(load(), key);
      if (found.type === "unknown") throw new UsageFailure(WORDS.config.get.unknown(key), 1);
      io.out(`${flags.json === true ? JSON.stringify(found.setting.value) : plain(found.setting.value)}\n`);
    });
  command
    .command("set <key> <value>")
    .description(WORDS.config.set.summary)
    .action((key: string, value: string) => {
      const done = setKey({ home: ready(), env: facts.env }, key, value);
      if (done.type === "secret") io.out(`${WORDS.config.set.secretStored(done.name, done.file)}\n`);
      else {
        io.out(`${done.path} = ${JSON.stringify(done.value)}  (${done.file})\n`);
        for (const warning of done.warnings) io.err(`hermes: ${warningText(done.file, warning)}\n`);
      }
    });
  command
    .command("unset <key>")
    .description(WORDS.config.unset.summary)
    .action((key: string) => {
      const done = unsetKey({ home: ready(), env: facts.env }, key);
      io.out(
        done.type === "removed"
          ? `${WORDS.config.unset.done(done.path)}\n`
          : `${WORDS.config.unset.wasNotSet(done.path)}\n`,
      );
    });
  command
    .command("path")
    .description(WORDS.config.path.summary)
    .action(() => io.out(`${home().config}\n`));
  command
    .command("env-path")
    .description(WORDS.config.envPath.summary)
    .action(() => io.out(`${home().env}\n`));
  command
    .command("edit")
    .description(WORDS.config.edit.summary)
    .action(() => openEditor(ready().config, facts.env));
  command
    .command("check")
    .description(WORDS.config.check.summary)
    .option("--json", WORDS.flags.json)
    .action((flags: { json?: boolean }) => {
      const warnings = load().warnings;
      finish(warnings.length === 0 ? 0 : 1);
      if (flags.json === true) return printJson(io, { ok: warnings.length === 0, warnings });
      for (const warning of warnings) io.out(`${warningText(home().config, warning)}\n`);
      if (warnings.length === 0) io.out(`${WORDS.config.check.fine}\n`);
    });
  withExamples(command, ...WORDS.config.examples);
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
