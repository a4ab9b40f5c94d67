// Looking into stored sessions: search, show, browse, compactions.

import { type Command, Option } from "commander";
import type { MeaningStatus } from "../../contracts/meaning.ts";
import type { SearchHit, SearchQuery } from "../../contracts/stores.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";
import { counted } from "../../kernel/text.ts";
import type { Io } from "./io.ts";
import { moment, printJson } from "./printing.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { renderTranscript } from "./transcript-view.ts";
import { type SessionWork, withSessions } from "./with-sessions.ts";

interface SearchFlags {
  readonly limit: string;
  readonly session?: string;
  readonly role?: "user" | "assistant" | "tool";
  readonly sort?: "newest" | "oldest";
  readonly json?: boolean;
  readonly stdin?: boolean;
}

const DEFAULT_LIMIT = 10;
const MOST_HITS = 1_000;

export function defineLooking(command: Command, context: SubcommandContext, finish: (code: number) => void): void {
  const { io, openAdmin } = context;
  command
    .command("search [query...]")
    .description('find what was said: words, "a phrase", -not, OR, start*')
    .option("--limit <n>", "how many messages", String(DEFAULT_LIMIT))
    .option("--session <id>", "only in this one")
    .addOption(new Option("--role <role>", "only messages of").choices(["user", "assistant", "tool"]))
    .addOption(new Option("--sort <order>", "by time instead of fit").choices(["newest", "oldest"]))
    .option("--json", "as JSON")
    .option("--stdin", 'JSONL in ({"id","query","limit"}), JSONL out')
    .action(async (words: string[], flags: SearchFlags) => {
      await withSessions(openAdmin, async (work) => {
        if (flags.stdin === true) return answerLines(work, io);
        const query = words.join(" ").trim();
        if (query === "") throw new UsageFailure("Say what to look for: hermes sessions search 'deploy script'.");
        const session = flags.session === undefined ? undefined : (await work.exactly(flags.session)).id;
        const hits = await work.store.search({
          ...baseQuery(work, query, limitOf(flags.limit)),
          ...(session === undefined ? {} : { sessionId: session }),
          ...(flags.role === undefined ? {} : { roles: [flags.role] }),
          ...(flags.sort === undefined ? {} : { sort: flags.sort }),
        });
        if (flags.json === true) printJson(io, { query, results: hits.map(hitColumns) });
        else if (hits.length === 0) io.out("Nothing found.\n");
        else for (const hit of hits) io.out(await hitText(hit, work, io));
        io.err(await meaningNote(work.store.meaning));
        finish(hits.length === 0 && flags.json !== true ? 1 : 0);
      });
    });
  command
    .command("show <session>")
    .description("read one")
    .option("--tools", "with tool calls and their results")
    .option("--json", "as JSON: all columns and messages")
    .action(async (reference: string, flags: { tools?: boolean; json?: boolean }) => {
      await withSessions(openAdmin, async ({ store, exactly }) => {
        const row = await exactly(reference);
        if (flags.json === true) {
          for await (const exported of store.exportSessions({ sessionId: row.id })) printJson(io, exported);
          return;
        }
        io.out(renderTranscript(row, await store.history(row.id), { tools: flags.tools === true }, io));
      });
    });
  command
    .command("browse")
    .description("pick one from a list, with a preview")
    .option("--source <name>", "only from there")
    .option("--limit <n>", "how many to choose from", "500")
    .option("--json", "what there is to pick from, as JSON")
    .action(async (flags: { source?: string; limit: string; json?: boolean }) => {
      const { browse } = await import("./sessions-browse.ts");
      finish(await browse(context, { ...flags, limit: limitOf(flags.limit) }));
    });
}

/** What search by meaning cannot see yet; "" when there is nothing to say. */
async function meaningNote(meaning: MeaningStatus): Promise<string> {
  if (meaning.type === "off") return "";
  if (meaning.type === "missing")
    return `Searched by words only: the model for search.semantic is not installed. Where hermes is installed: ${meaning.how}\n`;
  const waiting = await meaning.waiting();
  return waiting === 0
    ? ""
    : `${counted(waiting, "message")} not yet searched by meaning: hermes sessions optimize, or leave hermes open.\n`;
}

function baseQuery({ admin }: SessionWork, query: string, limit: number): SearchQuery {
  return { principal: admin.principal, query, limit };
}

/** These are message hits, several per session. */
function hitColumns(hit: SearchHit): object {
  return {
    session_id: hit.sessionId,
    message_id: hit.seq,
    score: hit.score,
    snippet: hit.snippet,
    role: hit.role,
    timestamp: hit.at / 1000,
  };
}

async function answerLines(work: SessionWork, io: Io): Promise<void> {
  for await (const line of io.lines()) {
    if (line.trim() === "") continue;
    const parsed = parseJson(line);
    const asked = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value : {};
    const id = asked.id ?? null;
    if (typeof asked.query !== "string") {
      io.out(`${JSON.stringify({ id, error: 'a line needs "query"' })}\n`);
      continue;
    }
    const limit = typeof asked.limit === "number" && asked.limit >= 1 ? Math.trunc(asked.limit) : DEFAULT_LIMIT;
    const hits = await work.store.search(baseQuery(work, asked.query, Math.min(limit, MOST_HITS)));
    const results = hits.map(({ sessionId, seq, score, snippet }) => ({
      session_id: sessionId,
      message_id: seq,
      score,
      snippet,
    }));
    io.out(`${JSON.stringify({ id, results })}\n`);
  }
}

async function hitText(hit: SearchHit, { store }: SessionWork, io: Io): Promise<string> {
  const row = await store.get(hit.sessionId);
  const mark = io.colour ? "\u001b[1m$1\u001b[22m" : "[$1]";
  const words = hit.snippet.replace(/>>>(.*?)<<</g, mark);
  const who = hit.role === "user" ? "you" : hit.role === "assistant" ? "hermes" : "tool";
  return `${row?.title ?? hit.sessionId}  ·  ${who}, ${moment(hit.at)}  ·  ${hit.sessionId} #${hit.seq}\n  ${words}\n`;
}

function limitOf(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return Math.min(value, MOST_HITS);
  throw new UsageFailure(`--limit takes a whole number above 0, not "${text}".`);
}
