// `hermes insights`: where tokens, money and time went. `hermes usage` is its first lines.

import type { Command } from "commander";
import { UsageFailure } from "../../../kernel/failure.ts";
import { renderInsights } from "../insights-view.ts";
import { dollars, printJson, short } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { WORDS } from "../words.data.ts";

interface Flags {
  readonly days: string;
  readonly source?: string;
  readonly json?: boolean;
}

export function define(command: Command, { io, openAdmin }: SubcommandContext): void {
  command
    .option("--days <n>", WORDS.insights.flags.days, "30")
    .option("--source <name>", WORDS.insights.flags.source)
    .option("--json", WORDS.flags.json)
    .action(async (flags: Flags) => {
      const days = wholeDays(flags.days);
      const insights = await (await (await openAdmin()).insights()).gather({
        days,
        ...(flags.source === undefined ? {} : { source: flags.source }),
      });
      if (flags.json === true) return printJson(io, { period_days: days, ...insights });
      if (insights.totals.sessions === 0) return io.out(`${WORDS.insights.none(days)}\n`);
      io.out(`${renderInsights(insights, days, io)}\n`);
    });
  withExamples(command, ...WORDS.insights.examples);
}

export function defineUsage(command: Command, { io, openAdmin }: SubcommandContext): void {
  command.option("--json", WORDS.flags.json).action(async (flags: { json?: boolean }) => {
    const admin = await (await openAdmin()).insights();
    const spans = [
      { name: WORDS.usage.today, days: 1 },
      { name: WORDS.usage.week, days: 7 },
      { name: WORDS.usage.month, days: 30 },
    ];
    const totals = [];
    for (const { name, days } of spans) totals.push({ name, days, ...(await admin.gather({ days })).totals });
    if (flags.json === true) return printJson(io, { usage: totals.map(({ name: _name, ...rest }) => rest) });
    const rows = totals.map((one) => [
      one.name,
      String(one.sessions),
      short(one.calls),
      short(one.input),
      one.input === 0 ? "" : `${Math.round((one.cacheRead / one.input) * 100)} %`,
      short(one.output),
      dollars(one.costUsd) + (one.unpriced > 0 ? " +?" : ""),
    ]);
    io.out(`${renderTable({ columns: WORDS.usage.columns, rows }, io.columns)}\n`);
  });
  withExamples(command, ...WORDS.usage.examples);
}

function wholeDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 3660) return days;
  throw new UsageFailure(WORDS.insights.daysTakes(text));
}
