// Looking into stored sessions: search, show, browse, compactions.

import { type Command, Option } from "commander";
import type { MeaningStatus } from "../../contracts/meaning.ts";
import type { SearchHit, SearchQuery } from "../../contracts/stores.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";
import { wholeAbove0 } from "./given-numbers.ts";
import type { Io } from "./io.ts";
import { moment, printJson } from "./printing.ts";
import type { SubcommandContext } from "./subcommand.ts";
import { renderTranscript } from "./transcript-view.ts";
import { type SessionWork, withSessions } from "./with-sessions.ts";
import { WORDS } from "./words.data.ts";

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
    .description(WORDS.sessions.search.summary)
    .option("--limit <n>", WORDS.sessions.search.flags.limit, String(DEFAULT_LIMIT))
    .option("--session <id>", WORDS.sessions.search.flags.session)
    .addOption(new Option("--role <role>", WORDS.sessions.search.flags.role).choices(["user", "assistant", "tool"]))
    .addOption(new Option("--sort <order>", WORDS.sessions.search.flags.sort).choices(["newest", "oldest"]))
    .option("--json", WORDS.flags.json)
    .option("--stdin", WORDS.sessions.search.flags.stdin)
    .action(async (words: string[], flags: SearchFlags) => {
      await withSessions(openAdmin, async (work) => {
        if (flags.stdin === true) return answerLines(work, io);
        const query = words.join(" ").trim();
        if (query === "") throw new UsageFailure(WORDS.sessions.search.sayWhat);
        const session = flags.session === undefined ? undefined : (await work.exactly(flags.session)).id;
        const hits = await work.store.search({
          ...baseQuery(work, query, limitOf(flags.limit)),
          ...(session === undefined ? {} : { sessionId: session }),
          ...(flags.role === undefined ? {} : { roles: [flags.role] }),
          ...(flags.sort === undefined ? {} : { sort: flags.sort }),
        });
        if (flags.json === true) printJson(io, { query, results: hits.map(hitColumns) });
        else if (hits.length === 0) io.out(`${WORDS.sessions.search.nothing}\n`);
        else for (const hit of hits) io.out(await hitText(hit, work, io));
        io.err(await meaningNote(work.store.meaning));
        finish(hits.length === 0 && flags.json !== true ? 1 : 0);
      });
    });
  command
    .command("show <session>")
    .description(WORDS.sessions.show.summary)
    .option("--tools", WORDS.sessions.show.flags.tools)
    .option("--json", WORDS.sessions.show.flags.json)
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
    .description(WORDS.sessions.browse.summary)
    .option("--source <name>", WORDS.sessions.browse.flags.source)
    .option("--limit <n>", WORDS.sessions.browse.flags.limit, "500")
    .option("--json", WORDS.sessions.browse.flags.json)
    .action(async (flags: { source?: string; limit: string; json?: boolean }) => {
      const { browse } = await import("./sessions-browse.ts");
      finish(await browse(context, { ...flags, limit: limitOf(flags.limit) }));
    });
}

/** What search by meaning cannot see yet; "" when there is nothing to say. */
async function meaningNote(meaning: MeaningStatus): Promise<string> {
  if (meaning.type === "off") return "";
  if (meaning.type === "missing") return `${WORDS.sessions.search.wordsOnly(meaning.how)}\n`;
  const waiting = await meaning.waiting();
  return waiting === 0 ? "" : `${WORDS.sessions.search.waiting(waiting)}\n`;
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
  const who = WORDS.sessions.who[hit.role === "user" || hit.role === "assistant" ? hit.role : "tool"];
  return `${row?.title ?? hit.sessionId}  ·  ${who}, ${moment(hit.at)}  ·  ${hit.sessionId} #${hit.seq}\n  ${words}\n`;
}

const limitOf = (text: string): number => Math.min(wholeAbove0(text, "--limit"), MOST_HITS);
