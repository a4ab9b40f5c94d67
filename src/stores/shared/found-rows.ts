// A row search found, judged by its words, and as the hit a person sees.

import type { SearchHit, SearchQuery } from "../../contracts/stores.ts";
import { type Asked, answerFit } from "../../kernel/sessions/answer-fit.ts";
import { type Matcher, weighDigest } from "../../kernel/sessions/matcher.ts";
import { textFromContent } from "../../kernel/sessions/message-decode.ts";
import type { Candidate, Scored } from "../../kernel/sessions/rank.ts";
import { snippetOf } from "../../kernel/sessions/snippet.ts";
import { type NamedTime, timeFit } from "../../kernel/sessions/time-words.ts";
import { toMs } from "./seconds.ts";

export interface HitRow {
  readonly id: number;
  readonly session_id: string;
  readonly role: "user" | "assistant" | "tool";
  readonly timestamp: number;
  readonly content: string | null;
  readonly tool_calls: string | null;
  readonly tool_name: string | null;
}

export interface Considered extends Candidate {
  readonly row: HitRow;
  readonly text: string;
}

/** What a row is judged by. */
export interface Judging {
  readonly matcher: Matcher;
  readonly time: NamedTime | undefined;
  readonly asked: Asked;
}

/** By its own words alone. */
export function consider(row: HitRow, { matcher, time, asked }: Judging): Considered {
  const text = readableText(row);
  const said = row.role === "assistant" ? textFromContent(row.content).length : text.length;
  const at = toMs(row.timestamp);
  const occurrences = weighDigest(matcher(text), said);
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
    fit: timeFit(time, at) * answerFit(asked, text, occurrences),
  };
}

/** What the index holds of a row: words, or a digest of calls and results. */
function readableText(row: HitRow): string {
  const text = textFromContent(row.content);
  if (row.role === "tool") return `${row.tool_name ?? ""} ${text.slice(0, 2_000)}`;
  return row.tool_calls === null ? text : `${text}\n${row.tool_calls}`;
}

export function toHit({ candidate, score }: Scored<Considered>): SearchHit {
  return {
    sessionId: candidate.sessionId,
    seq: candidate.seq,
    role: candidate.row.role,
    snippet: snippetOf(candidate.text, candidate.occurrences),
    score: Math.round(score * 1000) / 1000,
    at: candidate.at,
  };
}

/** With a time order asked for, hits far below the best are not what was meant. */
const WORTH_SORTING = 0.45;

/** As many as asked for, in the order asked for. */
export function inWantedOrder(
  best: readonly Scored<Considered>[],
  { sort, limit }: Pick<SearchQuery, "sort" | "limit">,
): readonly Scored<Considered>[] {
  if (sort === undefined) return best.slice(0, limit);
  const floor = (best[0]?.score ?? 0) * WORTH_SORTING;
  const direction = sort === "newest" ? -1 : 1;
  return best
    .filter(({ score }) => score >= floor)
    .sort((a, b) => direction * (a.candidate.at - b.candidate.at || a.candidate.seq - b.candidate.seq))
    .slice(0, limit);
}
