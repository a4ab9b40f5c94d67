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
    .description("show every setting that differs from its default")
    .option("--all", "show defaults, too")
    .option("--json", "as JSON")
    .action((flags: { all?: boolean; json?: boolean }) => {
      const settings = listSettings(load(), { changedOnly: flags.all !== true });
      if (flags.json === true)
        io.out(`${JSON.stringify(Object.fromEntries(settings.map(({ path, value }) => [path, value])), null, 2)}\n`);
      else if (settings.length === 0)
        io.out("Everything is at its default. `hermes config show --all` lists the defaults.\n");
      else for (const { path, value } of settings) io.out(`${path}: ${plain(value)}\n`);
    });
  command
    .command("get <key>")
    .description("print one setting")
    .option("--json", "as JSON")
    .action((key: string, flags: { json?: boolean }) => {
      const found = getSetting(load(), key);
      if (found.type === "unknown")
        throw new UsageFailure(`There is no setting "${key}". \`hermes config show --all\` lists them.`, 1);
      io.out(`${flags.json === true ? JSON.stringify(found.setting.value) : plain(found.setting.value)}\n`);
    });
  command
    .command("set <key> <value>")
    .description("change one setting; secrets go to .env")
    .action((key: string, value: string) => {
      const done = setKey({ home: ready(), env: facts.env }, key, value);
      if (done.type === "secret") io.out(`${done.name} is stored in ${done.file}.\n`);
      else {
        io.out(`${done.path} = ${JSON.stringify(done.value)}  (${done.file})\n`);
        for (const warning of done.warnings) io.err(`hermes: ${warningText(done.file, warning)}\n`);
      }
    });
  command
    .command("unset <key>")
    .description("put one setting back to its default")
    .action((key: string) => {
      const done = unsetKey({ home: ready(), env: facts.env }, key);
      io.out(done.type === "removed" ? `${done.path} is back at its default.\n` : `${done.path} was not set.\n`);
    });
  command
    .command("path")
    .description("print where config.yaml is")
    .action(() => io.out(`${home().config}\n`));
  command
    .command("env-path")
    .description("print where .env is")
    .action(() => io.out(`${home().env}\n`));
  command
    .command("edit")
    .description("open config.yaml in $EDITOR")
    .action(() => openEditor(ready().config, facts.env));
  command
    .command("check")
    .description("report what is wrong in config.yaml; exit 1 when something is")
    .option("--json", "as JSON")
    .action((flags: { json?: boolean }) => {
      const warnings = load().warnings;
      finish(warnings.length === 0 ? 0 : 1);
      if (flags.json === true) return printJson(io, { ok: warnings.length === 0, warnings });
      for (const warning of warnings) io.out(`${warningText(home().config, warning)}\n`);
      if (warnings.length === 0) io.out("config.yaml is fine.\n");
    });
  withExamples(
    command,
    "hermes config set agent.max_turns 40",
    "hermes config set OPENROUTER_API_KEY sk-or-…     goes to .env",
    "hermes config show --all --json",
    "hermes config check",
  );
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
