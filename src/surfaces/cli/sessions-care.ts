// Keeping the store in shape: prune, optimize, repair, stats.

import type { Command } from "commander";
import type { MeaningStatus } from "../../contracts/meaning.ts";
import type { PrunePlan, RepairReport, StoreStats } from "../../contracts/session-archive.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import { bar } from "./charts.ts";
import { amountIn } from "./given-numbers.ts";
import type { Io } from "./io.ts";
import { ago, bytes, day, printJson } from "./printing.ts";
import { mayGoOn } from "./prompts.ts";
import { columnsOf } from "./session-columns.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { withSessions } from "./with-sessions.ts";
import { WORDS } from "./words.data.ts";

interface PruneFlags {
  readonly olderThan: string;
  readonly source?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function defineCare(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  const { io, openAdmin } = context;
  command
    .command("prune")
    .description(WORDS.sessions.prune.summary)
    .option("--older-than <days>", WORDS.sessions.prune.flags.olderThan, "90")
    .option("--source <name>", WORDS.sessions.prune.flags.source)
    .option("--dry-run", WORDS.sessions.prune.flags.dryRun)
    .option("-y, --yes", WORDS.flags.yes)
    .option("--json", WORDS.flags.json)
    .action(async (flags: PruneFlags) => {
      const olderThanDays = amountIn(flags.olderThan);
      if (olderThanDays === undefined) throw new UsageFailure(WORDS.sessions.prune.olderThanTakes(flags.olderThan));
      await withSessions(openAdmin, async ({ store, now }) => {
        const request = { olderThanDays, now: now(), ...(flags.source === undefined ? {} : { source: flags.source }) };
        const plan = await store.prunePlan(request);
        const asked = flags.dryRun !== true && plan.sessions.length > 0;
        if (flags.json !== true) io.out(planText(plan, olderThanDays, request.now));
        const question = WORDS.sessions.prune.question(plan.sessions.length);
        const removed =
          asked && (await mayGoOn(io, question, flags.yes)) ? (await store.prune(plan, request)).removed : 0;
        if (flags.json === true)
          printJson(io, {
            removed,
            sessions: plan.sessions.map(columnsOf),
            messages: plan.messages,
            text_bytes: plan.textBytes,
            kept: plan.kept,
          });
        else if (asked)
          io.out(removed === 0 ? `${WORDS.sessions.prune.nothing}\n` : `${WORDS.sessions.prune.removed(removed)}\n`);
      });
    });
  command
    .command("optimize")
    .description(WORDS.sessions.optimize.summary)
    .option("--image-quota <mb>", WORDS.sessions.optimize.flags.imageQuota)
    .option("--result-quota <mb>", WORDS.sessions.optimize.flags.resultQuota)
    .option("--json", WORDS.flags.json)
    .action(async (flags: { imageQuota?: string; resultQuota?: string; json?: boolean }) => {
      const quota = {
        ...(flags.imageQuota === undefined ? {} : { imageBytes: megabytes("--image-quota", flags.imageQuota) }),
        ...(flags.resultQuota === undefined ? {} : { resultBytes: megabytes("--result-quota", flags.resultQuota) }),
      };
      await withSessions(openAdmin, async ({ store }) => {
        const understood = await understandAll(store.meaning, io);
        const { before, after, dropped } = await store.optimize(quota);
        if (flags.json === true) {
          const { images, results } = dropped;
          return printJson(io, { before, after, dropped_images: images, dropped_results: results, understood });
        }
        if (understood > 0) io.out(`${WORDS.sessions.optimize.understood(understood)}\n`);
        const facts = [
          `${bytes(before)} → ${bytes(after)}`,
          ...(dropped.images === 0 ? [] : [WORDS.sessions.optimize.droppedImages(dropped.images)]),
          ...(dropped.results === 0 ? [] : [WORDS.sessions.optimize.droppedResults(dropped.results)]),
        ];
        io.out(`${facts.join(", ")}.\n`);
      });
    });
  command
    .command("repair")
    .description(WORDS.sessions.repair.summary)
    .option("--check-only", WORDS.sessions.repair.flags.checkOnly)
    .option("--no-backup", WORDS.sessions.repair.flags.noBackup)
    .option("--json", WORDS.flags.json)
    .action(async (flags: { checkOnly?: boolean; backup?: boolean; json?: boolean }) => {
      const admin = await (await openAdmin()).sessions();
      const report = await admin.repair({ checkOnly: flags.checkOnly === true, noBackup: flags.backup === false });
      if (flags.json === true) printJson(io, { ok: report.findings.length === 0, ...report });
      else io.out(repairText(report, flags.checkOnly === true));
      finish(flags.checkOnly === true && report.findings.length > 0 ? 1 : 0);
    });
  command
    .command("stats")
    .description(WORDS.sessions.stats.summary)
    .option("--json", WORDS.flags.json)
    .action(async (flags: { json?: boolean }) => {
      await withSessions(openAdmin, async ({ store }) => {
        const stats = await store.stats();
        if (flags.json === true) printJson(io, statsColumns(stats));
        else io.out(statsText(stats));
      });
    });
}

function megabytes(flag: string, given: string): number {
  const amount = amountIn(given);
  if (amount === undefined) throw new UsageFailure(WORDS.sessions.optimize.quotaTakes(flag));
  return amount * 2 ** 20;
}

const SAY_EVERY = 200;

/** The vectors search by meaning still lacks; interrupted, the next time goes on where this one stopped. */
async function understandAll(meaning: MeaningStatus, io: Io): Promise<number> {
  if (meaning.type !== "on") return 0;
  const all = await meaning.waiting();
  let said = 0;
  return meaning.catchUp((done) => {
    if (done - said < SAY_EVERY) return;
    said = done;
    io.err(`${WORDS.sessions.optimize.progress(done, all)}\n`);
  });
}

const MOST_NAMED = 10;

function planText(plan: PrunePlan, days: number, now: number): string {
  if (plan.sessions.length === 0)
    return plan.kept.length === 0
      ? `${WORDS.sessions.prune.untouched(days)}\n`
      : `${WORDS.sessions.prune.untouchedButKept(days, keptText(plan))}\n`;
  const named = plan.sessions
    .slice(0, MOST_NAMED)
    .map((row) => `  ${row.id}  ${ago(row.lastActiveAt, now)}  ${row.title ?? row.preview}`);
  const more =
    plan.sessions.length > MOST_NAMED ? [`  ${WORDS.sessions.prune.more(plan.sessions.length - MOST_NAMED)}`] : [];
  const kept = plan.kept.length === 0 ? [] : [WORDS.sessions.prune.kept(keptText(plan))];
  return `${[WORDS.sessions.prune.plan(plan.sessions.length, days, plan.messages, bytes(plan.textBytes)), ...named, ...more, ...kept].join("\n")}\n`;
}

function keptText({ kept }: PrunePlan): string {
  return [...Map.groupBy(kept, (one) => one.why)].map(([why, own]) => `${own.length} ${why}`).join(", ");
}

function repairText({ findings, backup, done, salvaged }: RepairReport, checkOnly: boolean): string {
  if (findings.length === 0) return `${WORDS.sessions.repair.fine}\n`;
  const lines = findings.map((one) => `${one.kind}: ${one.text}${checkOnly ? ` (${one.remedy})` : ""}`);
  if (!checkOnly) lines.push(...done.map((step) => `✓ ${step}`));
  if (salvaged !== undefined && salvaged.unreadable > 0)
    lines.push(WORDS.sessions.repair.unreadable(salvaged.unreadable));
  if (backup !== undefined) lines.push(WORDS.sessions.repair.keptIn(backup));
  return `${lines.join("\n")}\n`;
}

function statsColumns(stats: StoreStats): object {
  return {
    sessions: stats.sessions,
    messages: stats.messages,
    inactive_messages: stats.inactiveMessages,
    by_source: stats.bySource,
    oldest: stats.oldest === undefined ? null : stats.oldest / 1000,
    newest: stats.newest === undefined ? null : stats.newest / 1000,
    bytes: stats.bytes,
    text_bytes: stats.textBytes,
    total_bytes: stats.totalBytes,
  };
}

function statsText(stats: StoreStats): string {
  const sources = Object.entries(stats.bySource).map(([name, one]) => `${name} ${one.sessions}`);
  const parts = Object.entries(stats.bytes).filter(([, size]) => size > 0);
  const most = Math.max(0, ...parts.map(([, size]) => size));
  return `${[
    `${WORDS.sessions.stats.all(stats.sessions, stats.messages)}${stats.inactiveMessages === 0 ? "" : ` ${WORDS.sessions.stats.takenBack(stats.inactiveMessages)}`}`,
    stats.oldest === undefined || stats.newest === undefined
      ? ""
      : WORDS.sessions.stats.period(day(stats.oldest), day(stats.newest)),
    sources.length === 0 ? "" : WORDS.sessions.stats.bySource(sources.join(", ")),
    WORDS.sessions.stats.size(bytes(stats.totalBytes), bytes(stats.textBytes)),
    ...parts.map(
      ([name, size]) => `  ${name.replaceAll("_", " ").padEnd(18)}${bytes(size).padStart(8)}  ${bar(size, most, 24)}`,
    ),
  ]
    .filter((line) => line !== "")
    .join("\n")}\n`;
}
