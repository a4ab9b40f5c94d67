// Search over everything said: the index is completed, a bounded pool is drawn from it, and the pool is ranked by what the messages say.

import type { SearchHit, SearchQuery } from "../../contracts/stores.ts";
import type { Clock } from "../../contracts/time.ts";
import { createMatcher, type Matcher, type Occurrence } from "../../kernel/sessions/matcher.ts";
import { textFromContent } from "../../kernel/sessions/message-decode.ts";
import { type ParsedQuery, parseQuery } from "../../kernel/sessions/query.ts";
import {
  type Candidate,
  rankCandidates,
  type Scored,
  type TermFacts,
  withoutFaint,
} from "../../kernel/sessions/rank.ts";
import { snippetOf } from "../../kernel/sessions/snippet.ts";
import { namedTime, timeFit } from "../../kernel/sessions/time-words.ts";
import { drawPool, termFacts } from "./candidates.ts";
import { toMs } from "./context.ts";
import type { Db } from "./db.ts";
import { backlog, indexBacklog } from "./indexer.ts";
import { rootOf } from "./lineage.ts";
import { asCopiesOf, type HitRow, visibleRows, withinSession } from "./search-scope.ts";

const POOL = 240;
/** Neighbours are read for this many of the best. */
const LOOKED_AROUND = 80;
const PER_SESSION = 12;
/** With a time order asked for, hits far below the best are not what was meant. */
const WORTH_SORTING = 0.45;

export async function searchMessages(db: Db, clock: Clock, query: SearchQuery): Promise<readonly SearchHit[]> {
  const parsed = parseQuery(query.query);
  if (parsed.optional.length === 0 && parsed.required.length === 0) return [];
  const { through, last } = await db.read(() => backlog(db));
  if (last > through && !db.readOnly) await db.write(() => indexBacklog(db, "now"));
  return db.read(() => bestHits(db, clock.now(), query, parsed));
}

interface Considered extends Candidate {
  readonly row: HitRow;
  readonly text: string;
}

function bestHits(db: Db, now: number, query: SearchQuery, parsed: ParsedQuery): readonly SearchHit[] {
  const total = backlog(db).through;
  const terms = [...parsed.optional, ...parsed.required.flat()];
  const facts = termFacts(db, terms, total);
  const matcher = createMatcher(terms);
  const rank = (rows: readonly HitRow[]) => ranked(db, rows, { matcher, facts, now, query });
  for (let size = POOL, perSession: number | undefined; ; size *= 8, perSession = PER_SESSION) {
    const pool = drawPool(db, {
      query: parsed,
      facts,
      size,
      ...(query.sessionId === undefined ? {} : { within: withinSession(query.sessionId) }),
      ...(perSession === undefined || query.perLineage !== true ? {} : { perSession }),
    });
    const ids = query.sessionId === undefined ? pool.ids : asCopiesOf(db, pool.ids, query.sessionId);
    const rows = visibleRows(db, ids, query);
    const hits = chosen(db, withoutFaint(rank(rows), terms.length), query);
    if (hits.length >= query.limit || !pool.cut) return hits.map((scored) => toHit(scored));
  }
}

function chosen(db: Db, scored: readonly Scored<Considered>[], query: SearchQuery): readonly Scored<Considered>[] {
  const best = query.perLineage === true ? bestPerLineage(db, scored) : scored;
  if (query.sort === undefined) return best.slice(0, query.limit);
  const floor = (best[0]?.score ?? 0) * WORTH_SORTING;
  const direction = query.sort === "newest" ? -1 : 1;
  return best
    .filter(({ score }) => score >= floor)
    .sort((a, b) => direction * (a.candidate.at - b.candidate.at || a.candidate.seq - b.candidate.seq))
    .slice(0, query.limit);
}

function bestPerLineage(db: Db, scored: readonly Scored<Considered>[]): readonly Scored<Considered>[] {
  const roots = new Map<string, string>();
  const seen = new Set<string>();
  return scored.filter(({ candidate }) => {
    const root = roots.get(candidate.sessionId) ?? rootOf(db, candidate.sessionId);
    roots.set(candidate.sessionId, root);
    if (seen.has(root)) return false;
    seen.add(root);
    return true;
  });
}

interface Ranking {
  readonly matcher: Matcher;
  readonly facts: TermFacts;
  readonly now: number;
  readonly query: SearchQuery;
}

/** Ranked by their own words first; the best are then ranked again with what stands around them. */
function ranked(
  db: Db,
  rows: readonly HitRow[],
  { matcher, facts, now, query }: Ranking,
): readonly Scored<Considered>[] {
  const time = namedTime(query.query);
  const seen = new Map<number, readonly Occurrence[]>();
  const considered = rows.map((row): Considered => {
    const text = readableText(row);
    const occurrences = matcher(text);
    seen.set(row.id, occurrences);
    const at = toMs(row.timestamp);
    return {
      row,
      text,
      seq: row.id,
      sessionId: row.session_id,
      at,
      role: row.role,
      chars: text.length,
      occurrences,
      around: [],
      timeFit: timeFit(time, at),
    };
  });
  const first = rankCandidates(considered, facts, now).map(({ candidate }) => candidate);
  const withAround = first.map((candidate, index) =>
    index < LOOKED_AROUND ? { ...candidate, around: around(db, candidate.row, matcher, seen) } : candidate,
  );
  return rankCandidates(withAround, facts, now);
}

const NEIGHBOURS = (compare: string, order: string) =>
  `SELECT id, content FROM messages WHERE session_id = ? AND active = 1 AND timestamp ${compare} ? AND id <> ?
   AND role IN ('user', 'assistant') ORDER BY timestamp ${order}, id ${order} LIMIT 2`;

function around(db: Db, row: HitRow, matcher: Matcher, seen: Map<number, readonly Occurrence[]>): Candidate["around"] {
  return [NEIGHBOURS("<=", "DESC"), NEIGHBOURS(">=", "ASC")].flatMap((sql, side) =>
    db
      .all<{ id: number; content: string | null }>(sql, row.session_id, row.timestamp, row.id)
      .filter(({ id }) => (side === 0 ? id < row.id : id > row.id))
      .map(({ id, content }, index) => {
        const occurrences = seen.get(id) ?? matcher(textFromContent(content).slice(0, 1_500));
        seen.set(id, occurrences);
        return { distance: index + 1, occurrences };
      }),
  );
}

/** What the index holds of a row: words, or a digest of calls and results. */
function readableText(row: HitRow): string {
  const text = textFromContent(row.content);
  if (row.role === "tool") return `${row.tool_name ?? ""} ${text.slice(0, 2_000)}`;
  return row.tool_calls === null ? text : `${text}\n${row.tool_calls}`;
}

function toHit({ candidate, score }: Scored<Considered>): SearchHit {
  return {
    sessionId: candidate.sessionId,
    seq: candidate.seq,
    role: candidate.row.role,
    snippet: snippetOf(candidate.text, candidate.occurrences),
    score: Math.round(score * 1000) / 1000,
    at: candidate.at,
  };
}
