// `hermes fallback`: who answers when the main model cannot.

import type { Command } from "commander";
import { loadConfig } from "../../../config/load.ts";
import { openHome } from "../../../config/open-home.ts";
import { setKey, unsetKey } from "../../../config/save.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import { printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";

interface AddFlags {
  readonly baseUrl?: string;
  readonly keyEnv?: string;
  readonly at?: string;
}

export function define(command: Command, context: SubcommandContext): void {
  const { io, facts, openAdmin } = context;
  const save = () => ({ home: openHome(facts, context.profile), env: facts.env });
  const read = () => loadConfig(save()).config.fallback_providers;
  const write = (entries: readonly object[]) => {
    if (entries.length === 0) unsetKey(save(), "fallback_providers");
    else setKey(save(), "fallback_providers", JSON.stringify(entries));
  };

  command
    .command("list", { isDefault: true })
    .alias("ls")
    .description("the chain, in the order it is tried")
    .option("--json", "as JSON")
    .action((flags: { json?: boolean }) => {
      const entries = read();
      if (flags.json === true) return printJson(io, { fallbacks: entries.map(({ api_key: _key, ...rest }) => rest) });
      if (entries.length === 0) return io.out("No fallbacks. `hermes fallback add provider:model` adds one.\n");
      const rows = entries.map((entry, index) => [String(index + 1), entry.provider, entry.model, entry.base_url]);
      io.out(`${renderTable({ columns: ["#", "provider", "model", "address"], rows }, io.columns)}\n`);
    });
  command
    .command("add <model>")
    .description("add one at the end: provider:model")
    .option("--at <n>", "at this place instead")
    .option("--base-url <url>", "address, for a server of your own")
    .option("--key-env <name>", "variable that holds its key")
    .action(async (spec: string, flags: AddFlags) => {
      const { provider, model } = await (await (await openAdmin()).models()).parse(spec);
      if (provider === undefined || model === undefined)
        throw new UsageFailure(
          `"${spec}" does not name both; write provider:model, for example openrouter:openai/gpt-5.5.`,
        );
      const entries = read();
      const at = flags.at === undefined ? entries.length : place(flags.at, entries.length + 1);
      const entry = {
        provider,
        model,
        ...(flags.baseUrl === undefined ? {} : { base_url: flags.baseUrl }),
        ...(flags.keyEnv === undefined ? {} : { key_env: flags.keyEnv }),
      };
      if (entries.some((one) => one.provider === provider && one.model === model))
        throw new UsageFailure(`${provider}:${model} is in the chain already.`, 1);
      write([...entries.slice(0, at).map(trimmed), entry, ...entries.slice(at).map(trimmed)]);
      io.out(`${provider}:${model} is tried at place ${at + 1}.\n`);
    });
  command
    .command("remove <which>")
    .alias("rm")
    .description("take one out, by its number or as provider:model")
    .action((which: string) => {
      const entries = read();
      const index = /^\d+$/.test(which)
        ? Number(which) - 1
        : entries.findIndex(
            (one) => `${one.provider}:${one.model}` === which || `${one.provider}/${one.model}` === which,
          );
      const gone = entries[index];
      if (gone === undefined)
        throw new UsageFailure(`There is no fallback "${which}". See \`hermes fallback list\`.`, 1);
      write(entries.filter((one) => one !== gone).map(trimmed));
      io.out(`${gone.provider}:${gone.model} is out of the chain.\n`);
    });
  command
    .command("clear")
    .description("take all out")
    .action(() => {
      write([]);
      io.out("No fallbacks any more.\n");
    });
  withExamples(
    command,
    "hermes fallback add openrouter:openai/gpt-5.5",
    "hermes fallback remove 1",
    "hermes fallback --json",
  );
}

/** What the file says, without the defaults reading it added. */
function trimmed(entry: object): object {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== ""));
}

function place(text: string, last: number): number {
  const at = Number(text);
  if (Number.isInteger(at) && at >= 1 && at <= last) return at - 1;
  throw new UsageFailure(`--at takes a place from 1 to ${last}.`);
}
