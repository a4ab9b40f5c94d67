// `hermes model`: who answers, who could, and choosing.

import type { Command } from "commander";
import { UsageFailure } from "../../../kernel/failure.ts";
import { withThousands } from "../../../kernel/text.ts";
import type { CurrentModel, ModelAdmin, ModelLine, ProviderState } from "../../../runtime/admin-models.ts";
import { chooseModel } from "../choose-model.ts";
import { printJson } from "../printing.ts";
import { canAsk, openPrompts } from "../prompts.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { WORDS } from "../words.data.ts";

interface Flags {
  readonly json?: boolean;
  readonly providers?: boolean;
  readonly list?: string | true;
}

export function define(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  const { io, openAdmin } = context;
  command
    .argument("[model]", WORDS.model.args.model)
    .option("--list [provider]", WORDS.model.flags.list)
    .option("--providers", WORDS.model.flags.providers)
    .option("--json", WORDS.flags.json)
    .action(async (spec: string | undefined, flags: Flags) => {
      const models = await (await openAdmin()).models();
      if (spec !== undefined) return io.out(await select(models, spec));
      if (flags.list !== undefined) return finish(await list(models, flags, context));
      const current = await models.current();
      if (flags.json === true) return printJson(io, { current, providers: await models.providers() });
      if (flags.providers === true) return io.out(`${providerTable(await models.providers(), io.columns)}\n`);
      io.out(`${describe(current)}\n`);
      if (current.type === "refused") finish(1);
      if (!canAsk(io)) return;
      const prompts = await openPrompts(io, "");
      const chosen = await chooseModel(prompts, await openAdmin());
      prompts.done(WORDS.model.answersNext(chosen));
    });
  withExamples(command, ...WORDS.model.examples);
}

async function select(models: ModelAdmin, spec: string): Promise<string> {
  const parsed = spec === "offline" ? { provider: "offline", model: "" } : await models.parse(spec);
  const current = await models.current();
  const provider = parsed.provider ?? (current.type === "ready" ? current.provider : undefined);
  if (provider === undefined) throw new UsageFailure(WORDS.model.sayWhose(spec));
  await models.choose({ provider, model: parsed.model ?? "" });
  return `${WORDS.model.answersNext(`${provider}/${parsed.model || WORDS.model.itsDefault}`)}\n`;
}

async function list(models: ModelAdmin, flags: Flags, { io }: SubcommandContext): Promise<number> {
  const current = await models.current();
  const provider = typeof flags.list === "string" ? flags.list : current.type === "ready" ? current.provider : "";
  if (provider === "") throw new UsageFailure(WORDS.model.nameProvider);
  const reached = await models.list(provider);
  if (reached.type === "silent") throw new UsageFailure(reached.words, 1);
  if (flags.json === true) printJson(io, { provider, models: reached.models });
  else io.out(`${modelTable(reached.models, io.columns)}\n`);
  return 0;
}

function describe(current: CurrentModel): string {
  if (current.type === "refused") return current.why;
  const rest = current.fallbacks.length === 0 ? "" : `\n${WORDS.model.otherwise(current.fallbacks.join(", then "))}`;
  return `${WORDS.model.current(current.provider, current.model, current.because, withThousands(current.window))}${rest}`;
}

function providerTable(providers: readonly ProviderState[], width: number): string {
  const rows = providers.map((one) => [
    one.ready ? "✓" : one.keyless ? "·" : "✗",
    one.id,
    one.because,
    one.defaultModel,
  ]);
  return renderTable({ columns: WORDS.model.providerColumns, rows }, width);
}

function modelTable(models: readonly ModelLine[], width: number): string {
  const rows = models.map((model) => [
    model.id,
    withThousands(model.window),
    [model.images ? WORDS.model.can.images : "", model.reasoning ? WORDS.model.can.reasoning : ""]
      .filter((word) => word !== "")
      .join(", "),
    model.inputPrice === undefined ? "" : `$${model.inputPrice} / $${model.outputPrice}`,
  ]);
  return renderTable({ columns: WORDS.model.modelColumns, rows }, width);
}
