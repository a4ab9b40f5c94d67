// `hermes logs`: the end of a log, filtered, and what comes after it.

import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { openHome } from "../../../config/open-home.ts";
import type { Clock } from "../../../contracts/time.ts";
import { UsageFailure } from "../../../kernel/failure.ts";
import type { Io } from "../io.ts";
import { keepsLine, type LineFilter, parseSince, partsOf } from "../log-lines.ts";
import { bytes, moment, printJson } from "../printing.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";
import { renderTable } from "../table.ts";
import { WORDS } from "../words.data.ts";

interface Flags {
  readonly lines: string;
  readonly follow?: boolean;
  readonly since?: string;
  readonly level?: string;
  readonly session?: string;
  readonly json?: boolean;
}

const POLL_MS = 300;

export function define(command: Command, context: SubcommandContext): void {
  const { io, facts, openAdmin } = context;
  command
    .argument("[log]", WORDS.logs.args.log, "agent")
    .option("-n, --lines <n>", WORDS.logs.flags.lines, "50")
    .option("-f, --follow", WORDS.logs.flags.follow)
    .option("--since <when>", WORDS.logs.flags.since)
    .addOption(new Option("--level <level>", WORDS.logs.flags.level).choices(["INFO", "WARNING", "ERROR"]))
    .option("--session <id>", WORDS.logs.flags.session)
    .option("--json", WORDS.logs.flags.json)
    .action(async (name: string, flags: Flags) => {
      const dir = openHome(facts, context.profile).logs;
      if (name === "list") return listLogs(dir, flags.json === true, io);
      const path = join(dir, `${name}.log`);
      if (!/^[\w-]+$/.test(name) || (await stat(path).catch(() => undefined)) === undefined) {
        if (name === "agent" || name === "errors") return io.err(`${WORDS.logs.nothingYet(path)}\n`);
        throw new UsageFailure(WORDS.logs.unknown(name), 1);
      }
      const { clock } = await openAdmin();
      const filter = filterOf(flags, clock.now());
      const print = (line: string) => io.out(`${flags.json === true ? JSON.stringify(partsOf(line)) : line}\n`);
      const { lines, end } = await lastLines(path, wholeLines(flags.lines), filter);
      for (const line of lines) print(line);
      if (flags.follow === true) await follow(path, { from: end, filter, print, clock }, io);
    });
  withExamples(command, ...WORDS.logs.examples);
}

function filterOf(flags: Flags, now: number): LineFilter {
  const since = flags.since === undefined ? undefined : parseSince(flags.since, now);
  if (flags.since !== undefined && since === undefined) throw new UsageFailure(WORDS.logs.sinceTakes(flags.since));
  return { since, level: flags.level, session: flags.session };
}

function wholeLines(text: string): number {
  const lines = Number(text);
  if (Number.isInteger(lines) && lines >= 0) return lines;
  throw new UsageFailure(WORDS.takes.lines(text));
}

/** The last lines, and how far the newest file was read. Older files are opened only when it holds too little. */
async function lastLines(
  path: string,
  wanted: number,
  filter: LineFilter,
): Promise<{ readonly lines: readonly string[]; readonly end: number }> {
  const newest = await readFile(path);
  const lines = newest
    .toString("utf8")
    .split("\n")
    .filter((line) => keepsLine(line, filter));
  for (let age = 1; lines.length < wanted; age++) {
    const older = await readFile(`${path}.${age}`, "utf8").catch(() => undefined);
    if (older === undefined) break;
    lines.unshift(...older.split("\n").filter((line) => keepsLine(line, filter)));
  }
  return { lines: wanted === 0 ? [] : lines.slice(-wanted), end: newest.length };
}

interface Following {
  readonly from: number;
  readonly filter: LineFilter;
  readonly clock: Clock;
  print(line: string): void;
}

/** Until Ctrl-C. A file that became shorter was rotated: it is read from its start. */
async function follow(path: string, { from, filter, clock, print }: Following, io: Io): Promise<void> {
  const stop = new AbortController();
  const quiet = io.onInterrupt(() => stop.abort());
  const state = { at: from, rest: "" };
  while (!stop.signal.aborted) {
    const size = (await stat(path).catch(() => undefined))?.size ?? 0;
    if (size < state.at) Object.assign(state, { at: 0, rest: "" });
    if (size > state.at) {
      const text = state.rest + (await readRange(path, state.at, size));
      const lines = text.split("\n");
      state.rest = lines.pop() ?? "";
      state.at = size;
      for (const line of lines) if (keepsLine(line, filter)) print(line);
    }
    await clock.sleep(POLL_MS, stop.signal).catch(() => undefined);
  }
  quiet();
}

async function readRange(path: string, from: number, to: number): Promise<string> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(to - from);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function listLogs(dir: string, json: boolean, io: Io): Promise<void> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => /\.log(\.\d+)?$/.test(name)).sort();
  const logs = [];
  for (const name of names) {
    const found = await stat(join(dir, name));
    logs.push({ name, bytes: found.size, changed: found.mtimeMs });
  }
  if (json) return printJson(io, { dir, logs });
  if (logs.length === 0) return io.out(`${WORDS.logs.list.none(dir)}\n`);
  const rows = logs.map((log) => [log.name, bytes(log.bytes), moment(log.changed)]);
  io.out(`${renderTable({ title: dir, columns: WORDS.logs.list.columns, rows }, io.columns)}\n`);
}
