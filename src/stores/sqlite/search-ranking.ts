// Ranks found rows by what they say and by what stands around them in their conversation.

import { type Matcher, type Occurrence, weighDigest } from "../../kernel/sessions/matcher.ts";
import { textFromContent } from "../../kernel/sessions/message-decode.ts";
import { type Candidate, rankCandidates, type Scored, type TermFacts } from "../../kernel/sessions/rank.ts";
import { type NamedTime, timeFit } from "../../kernel/sessions/time-words.ts";
import { toMs } from "./context.ts";
import type { Db } from "./db.ts";
import type { HitRow } from "./search-scope.ts";

export interface Considered extends Candidate {
  readonly row: HitRow;
  readonly text: string;
}

export interface Ranking {
  readonly matcher: Matcher;
  readonly facts: TermFacts;
  readonly now: number;
  readonly time: NamedTime | undefined;
  /** Neighbours are read for this many of the best. */
  readonly lookedAround: number;
  /** For questions: reads rows next to good hits, because a reply rarely repeats the words of what it replies to. */
  readonly answers: ((ids: readonly number[]) => readonly HitRow[]) | undefined;
}

/** The hits whose neighbours may be answers. */
const ASKED_BEST = 24;

interface Neighbour {
  readonly id: number;
  readonly distance: number;
  readonly occurrences: readonly Occurrence[];
}

/** Ranked by their own words first; the best are then ranked again with what stands around them. */
export function rankRows(db: Db, rows: readonly HitRow[], ranking: Ranking): readonly Scored<Considered>[] {
  const { facts, now, matcher } = ranking;
  const seen = new Map<number, readonly Occurrence[]>();
  const neighboursOf = (row: HitRow) => neighbours(db, row, matcher, seen);
  const first = rankCandidates(
    rows.map((row) => consider(row, ranking, seen)),
    facts,
    now,
  ).map(({ candidate }) => candidate);
  const known = new Set(rows.map((row) => row.id));
  const nearby = new Set<number>();
  const looked = first.map((candidate, index) => {
    if (index >= ranking.lookedAround) return candidate;
    const around = neighboursOf(candidate.row);
    if (index < ASKED_BEST) for (const { id, distance } of around) if (distance === 1 && !known.has(id)) nearby.add(id);
    return { ...candidate, around };
  });
  const answers = ranking.answers?.([...nearby]) ?? [];
  const replies = answers.map((row) => ({ ...consider(row, ranking, seen), around: neighboursOf(row) }));
  return rankCandidates([...looked, ...replies], facts, now);
}

function consider(row: HitRow, { matcher, time }: Ranking, seen: Map<number, readonly Occurrence[]>): Considered {
  const text = readableText(row);
  const said = row.role === "assistant" ? textFromContent(row.content).length : text.length;
  const occurrences = weighDigest(matcher(text), said);
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
}

const NEXT_TO = (compare: string, order: string) =>
  `SELECT id, content FROM messages WHERE session_id = ? AND active = 1 AND (timestamp, id) ${compare} (?, ?)
   AND role IN ('user', 'assistant') ORDER BY timestamp ${order}, id ${order} LIMIT 2`;
const SIDES = [NEXT_TO("<", "DESC"), NEXT_TO(">", "ASC")];

function neighbours(
  db: Db,
  row: HitRow,
  matcher: Matcher,
  seen: Map<number, readonly Occurrence[]>,
): readonly Neighbour[] {
  return SIDES.flatMap((sql) =>
    db
      .all<{ id: number; content: string | null }>(sql, row.session_id, row.timestamp, row.id)
      .map(({ id, content }, index) => {
        const occurrences = seen.get(id) ?? matcher(textFromContent(content).slice(0, 1_500));
        seen.set(id, occurrences);
        return { id, distance: index + 1, occurrences };
      }),
  );
}

/** What the index holds of a row: words, or a digest of calls and results. */
function readableText(row: HitRow): string {
  const text = textFromContent(row.content);
  if (row.role === "tool") return `${row.tool_name ?? ""} ${text.slice(0, 2_000)}`;
  return row.tool_calls === null ? text : `${text}\n${row.tool_calls}`;
}
