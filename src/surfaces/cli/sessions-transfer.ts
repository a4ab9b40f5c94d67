// Taking sessions out and bringing them in: export, import, backup, restore.

import { createReadStream, existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { ExportedSession, ImportOutcome } from "../../contracts/session-archive.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import { parseJson } from "../../kernel/json.ts";
import { linesOf } from "../../kernel/record-lines.ts";
import { EXPORT_FORMATS, type ExportFormat, exportTexts, formatOf } from "./export-texts.ts";
import { bytes, printJson, whyUnread } from "./printing.ts";
import { mayGoOn } from "./prompts.ts";
import { type SubcommandContext, withExamples } from "./subcommand.ts";
import { withSessions } from "./with-sessions.ts";
import { WORDS } from "./words.data.ts";
import { isNoFile, writeWhole } from "./write-whole.ts";

interface ExportFlags {
  readonly sessionId?: string;
  readonly source?: string;
  readonly format?: ExportFormat;
  readonly json?: boolean;
}

export function defineTransfer(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  const { io, facts, openAdmin } = context;
  command
    .command("export <out>")
    .description(WORDS.sessions.export.summary)
    .option("--session-id <id>", WORDS.sessions.export.flags.sessionId)
    .option("--source <name>", WORDS.sessions.export.flags.source)
    .addOption(new Option("--format <format>", WORDS.sessions.export.flags.format).choices([...EXPORT_FORMATS]))
    .option("--json", WORDS.sessions.export.flags.json)
    .action(async (out: string, flags: ExportFlags) => {
      await withSessions(openAdmin, async ({ store, exactly, admin }) => {
        const id = flags.sessionId === undefined ? undefined : (await exactly(flags.sessionId)).id;
        const sessions = store.exportSessions({
          ...(id === undefined ? {} : { sessionId: id }),
          ...(flags.source === undefined ? {} : { source: flags.source }),
        });
        const format = flags.format ?? formatOf(out);
        const tally = { sessions: 0, messages: 0 };
        const texts = exportTexts(tallied(sessions, tally), format, admin.timeZone);
        if (out === "-") for await (const text of texts) io.out(text);
        else await writeWhole(resolve(facts.cwd, out), texts);
        if (out === "-") return;
        if (flags.json === true) printJson(io, { file: resolve(facts.cwd, out), format, ...tally });
        else io.out(`${WORDS.sessions.export.written(out, tally.sessions, tally.messages)}\n`);
      });
    });
  command
    .command("import <file>")
    .description(WORDS.sessions.import.summary)
    .option("--json", WORDS.flags.json)
    .action(async (file: string, flags: { json?: boolean }) => {
      finish(await importSessions(context, file, flags.json === true));
    });
}

/** `hermes import`: a backup is put back, anything else is read as exported sessions. */
export function defineImport(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  command
    .argument("<file>", WORDS.import.args.file)
    .option("-y, --yes", WORDS.import.flags.yes)
    .option("-f, --force", WORDS.import.flags.force)
    .option("--json", WORDS.flags.json)
    .action(async (file: string, flags: { yes?: boolean; force?: boolean; json?: boolean }) => {
      const path = resolve(context.facts.cwd, file);
      if (file !== "-" && (await isDatabase(path)))
        await restoreFrom(context, path, {
          yes: flags.yes === true || flags.force === true,
          json: flags.json === true,
        });
      else finish(await importSessions(context, file, flags.json === true));
    });
  withExamples(command, ...WORDS.import.examples);
}

export function defineBackup(command: Command, { io, facts, openAdmin }: SubcommandContext): void {
  command
    .option("-o, --output <file>", WORDS.backup.flags.output)
    .option("--to <file>", WORDS.backup.flags.to)
    .option("-q, --quiet", WORDS.backup.flags.quiet)
    .option("--json", WORDS.flags.json)
    .action(async (flags: { to?: string; output?: string; quiet?: boolean; json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, admin }) => {
        const given = flags.output ?? flags.to;
        const to = given === undefined ? admin.backupPath() : resolve(facts.cwd, given);
        if (!existsSync(dirname(to))) throw new UsageFailure(WORDS.backup.noFolder(dirname(to)), 1);
        if (isNoFile(to) || admin.isInUse(to)) throw new UsageFailure(WORDS.backup.notThere(to), 1);
        const made = await store.backup(to);
        if (flags.json === true) printJson(io, made);
        else if (flags.quiet !== true) io.out(`${WORDS.backup.done(made.path, bytes(made.bytes))}\n`);
      });
    });
  withExamples(command, ...WORDS.backup.examples);
}

export function defineRestore(command: Command, context: SubcommandContext): void {
  command
    .argument("<file>", WORDS.restore.args.file)
    .option("-y, --yes", WORDS.flags.yes)
    .option("--json", WORDS.flags.json)
    .action((file: string, flags: { yes?: boolean; json?: boolean }) =>
      restoreFrom(context, resolve(context.facts.cwd, file), { yes: flags.yes === true, json: flags.json === true }),
    );
  withExamples(command, ...WORDS.restore.examples);
}

async function restoreFrom(
  { io, openAdmin }: SubcommandContext,
  file: string,
  flags: { readonly yes: boolean; readonly json: boolean },
): Promise<void> {
  if (!existsSync(file)) throw new UsageFailure(WORDS.restore.noBackup(file), 1);
  const admin = await (await openAdmin()).sessions();
  if (admin.isInUse(file)) throw new UsageFailure(WORDS.restore.isInUse(file), 1);
  if (!(await mayGoOn(io, WORDS.restore.question(file), flags.yes))) return;
  const { previous } = await admin.restore(file);
  if (flags.json) printJson(io, { restored: file, previous: previous ?? null });
  else io.out(previous === undefined ? `${WORDS.restore.done}\n` : `${WORDS.restore.doneKept(previous)}\n`);
}

async function importSessions(
  { io, facts, openAdmin }: SubcommandContext,
  file: string,
  json: boolean,
): Promise<number> {
  const lines = file === "-" ? io.lines() : fileLines(resolve(facts.cwd, file));
  return withSessions(openAdmin, async ({ store }) => {
    const tally: Record<ImportOutcome["type"], number> = {
      created: 0,
      extended: 0,
      unchanged: 0,
      differs: 0,
      refused: 0,
    };
    const notes: string[] = [];
    const at: number[] = [];
    for await (const outcome of store.importSessions(parsedLines(lines, at))) {
      const line = at.shift() ?? 0;
      tally[outcome.type]++;
      if (outcome.type === "refused")
        notes.push(WORDS.sessions.import.refused(outcome.id ?? WORDS.sessions.import.line(line), outcome.why));
      if (outcome.type === "differs") notes.push(WORDS.sessions.import.differs(outcome.id));
    }
    if (json) printJson(io, { ...tally, notes });
    else {
      const said = Object.entries(tally).filter(([, n]) => n > 0);
      io.out(
        `${said.map(([what, n]) => WORDS.sessions.import.outcomes[what as ImportOutcome["type"]](n)).join(", ") || WORDS.sessions.import.nothing}.\n`,
      );
      for (const note of notes) io.err(`hermes: ${note}\n`);
    }
    return tally.refused + tally.differs > 0 ? 1 : 0;
  });
}

async function* fileLines(path: string): AsyncGenerator<string> {
  const stream = createReadStream(path, "utf8");
  try {
    yield* linesOf(stream);
  } catch (error) {
    throw new UsageFailure(`${path} ${whyUnread(error)}.`, 1);
  }
}

/** One session per line; a file that is one JSON list is taken, too. `at` is told on which line each of them stands. */
async function* parsedLines(lines: AsyncIterable<string>, at: number[]): AsyncGenerator<unknown> {
  let [number, first, whole] = [0, 0, ""];
  function* sessionsIn(text: string, line: number): Generator<unknown> {
    const parsed = parseJson(text);
    const found = parsed.type === "bad" ? [undefined] : Array.isArray(parsed.value) ? parsed.value : [parsed.value];
    for (const session of found) {
      at.push(line);
      yield session;
    }
  }
  for await (const given of lines) {
    const line = number++ === 0 ? given.replace(/^\ufeff/u, "") : given;
    if (line.trim() === "") continue;
    if (whole === "" && !/^\s*\[\s*$/.test(line)) {
      yield* sessionsIn(line, number);
    } else {
      if (whole === "") first = number;
      whole += `${line}\n`;
    }
  }
  if (whole !== "") yield* sessionsIn(whole, first);
}

async function* tallied(
  sessions: AsyncIterable<ExportedSession>,
  tally: { sessions: number; messages: number },
): AsyncGenerator<ExportedSession> {
  for await (const session of sessions) {
    tally.sessions++;
    tally.messages += session.messages.length;
    yield session;
  }
}

const DATABASE_MAGIC = "SQLite format 3\u0000";

async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path, "r").catch((error: unknown) => {
    throw new UsageFailure(`${path} ${whyUnread(error)}.`, 1);
  });
  try {
    const { buffer } = await file.read(Buffer.alloc(DATABASE_MAGIC.length), 0, DATABASE_MAGIC.length, 0);
    return buffer.toString("latin1") === DATABASE_MAGIC;
  } finally {
    await file.close();
  }
}
