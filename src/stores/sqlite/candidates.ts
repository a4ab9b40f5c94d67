// Which messages are worth a closer look. Rare words are ranked in full; common ones only where they meet, or newest first: the cost stays bounded.

import { termWorth } from "../../kernel/sessions/matcher.ts";
import type { ParsedQuery, QueryTerm } from "../../kernel/sessions/query.ts";
import type { TermFacts } from "../../kernel/sessions/rank.ts";
import type { Db } from "./db.ts";
import { allOf, anyOf, type IndexTable, type IndexTerm, indexTerm } from "./index-terms.ts";
import { rootsOf } from "./lineage.ts";
import { type Clause, liveOne } from "./search-scope.ts";

/** Rows BM25 is computed for at most; about half a microsecond each. */
const RANKED_ROWS = 8_000;
const COUNT_CAP = 8_000;
/** A row found by so many words costs as much again. */
const FORMS_AS_ONE = 10;
/** Many lists are read at once for related words: beyond this their number is estimated. */
const WIDE_CAP = 2_000;
/** Enough to fill the first page well. */
const ENOUGH = 120;
/** Of one conversation no more than this are looked at closely when every conversation counts once. */
const PER_LINEAGE = 8;

export interface Pool {
  /** Best first as far as the index can tell. */
  readonly ids: readonly number[];
  /** Rows the index gave, before conversations got their shares. */
  readonly drawn: number;
  /** More might follow if more were asked for. */
  readonly cut: boolean;
}

interface WeighedTerm extends IndexTerm {
  readonly count: number;
  /** With its related forms. */
  readonly wideCount: number;
}

/** How common every term is, exact below the cap, estimated from density above it. */
export function termFacts(db: Db, terms: readonly QueryTerm[], total: number): TermFacts {
  const indexed = terms.map(indexTerm);
  const counts = indexed.map(({ table, counted }) => countOf(db, table, counted, total));
  const wide = indexed.map(({ table, counted, wide }, index) => {
    const count = counts[index] ?? 0;
    return wide === counted || count >= COUNT_CAP ? count : countOf(db, table, wide, total, WIDE_CAP);
  });
  return { total, counts, wide, worth: terms.map(termWorth) };
}

function countOf(db: Db, table: IndexTable, expression: string, total: number, cap = COUNT_CAP): number {
  const { rows, last } = cappedCount(db, table, expression, cap);
  return rows < cap ? rows : Math.min(total, Math.round((rows * total) / Math.max(1, last ?? total)));
}

function cappedCount(
  db: Db,
  table: IndexTable,
  expression: string,
  cap: number,
): { readonly rows: number; readonly last: number | null } {
  const counted = db.get<{ rows: number; last: number | null }>(
    `SELECT count(*) AS rows, max(id) AS last FROM (SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ? LIMIT ${cap})`,
    expression,
  );
  return counted ?? { rows: 0, last: null };
}

export interface PoolRequest {
  readonly query: ParsedQuery;
  readonly facts: TermFacts;
  readonly size: number;
  /** Limits every draw to these rows, as SQL on `id`. */
  readonly within?: Clause;
  /** Of the rows that may be shown every conversation gets its best ones in, however many better ones a chatty one has. */
  readonly fairTo?: Clause;
}

export function drawPool(db: Db, request: PoolRequest): Pool {
  const { query, facts } = request;
  const tables: readonly IndexTable[] = ["hx_fts", "hx_fts_bigrams"];
  const terms = query.optional.map((term, index) => {
    const count = facts.counts[index] ?? 0;
    return { ...indexTerm(term), count, wideCount: facts.wide[index] ?? count };
  });
  const draw = drawer(db, request);
  if (query.required.length > 0) return draw("hx_fts", undefined);
  const pools = tables.flatMap((table) => {
    const mine = terms.filter((term) => term.table === table).sort((a, b) => a.count - b.count);
    return mine.length === 0 ? [] : [drawRanked(table, mine, draw)];
  });
  return together(pools, interleave(pools.map((pool) => pool.ids)));
}

const together = (pools: readonly Pool[], ids: readonly number[]): Pool => ({
  ids: [...new Set(ids)],
  drawn: pools.reduce((sum, pool) => sum + pool.drawn, 0),
  cut: pools.some((pool) => pool.cut),
});

type Draw = (table: IndexTable, expression: string | undefined, newestFirst?: boolean) => Pool;

/** Rare terms first; when they find too little, meetings of the common ones, then the newest of the rarest. */
function drawRanked(table: IndexTable, terms: readonly WeighedTerm[], draw: Draw): Pool {
  const rare = affordable(terms);
  const common = terms.slice(rare.length);
  const drawn = rare.length > 0 ? draw(table, anyOf(rare)) : { ids: [], drawn: 0, cut: false };
  if (common.length === 0 || drawn.drawn >= ENOUGH) return drawn;
  const more: Pool[] = [drawn];
  if (common.length > 1) more.push(draw(table, allOf(common.map((term) => term.exact)), true));
  if (common.length > 2) more.push(draw(table, allOf(common.slice(0, 2).map((term) => term.exact)), true));
  const [rarest] = common;
  if (rarest !== undefined) more.push(draw(table, rarest.exact, true));
  return together(
    more,
    more.flatMap((pool) => pool.ids),
  );
}

/** Expressions of the rarest terms whose rows can all be ranked; with related forms where that stays affordable. */
function affordable(terms: readonly WeighedTerm[]): readonly string[] {
  const expressions: string[] = [];
  let budget = RANKED_ROWS;
  for (const term of terms) {
    budget -= term.count;
    if (budget < 0) break;
    const extra = (term.wideCount - term.count) * Math.ceil(term.forms / FORMS_AS_ONE);
    const wide = extra <= budget / 2;
    if (wide) budget -= extra;
    expressions.push(wide ? term.wide : term.exact);
  }
  return expressions;
}

function interleave(lists: readonly (readonly number[])[]): readonly number[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
}

/** Every draw obeys the required and excluded terms and the given limits. */
function drawer(db: Db, { query, size, within, fairTo }: PoolRequest): Draw {
  const demands = [
    ...query.required.map((group) => membership(group, "IN", " OR ")),
    ...(query.excluded.length > 0 ? [membership(query.excluded, "NOT IN", " AND ")] : []),
    ...(within === undefined ? [] : [within]),
  ];
  const conditions = demands.map((demand) => ` AND (${demand.sql})`).join("");
  return (table, expression, newestFirst = false) => {
    const plain = plainDraw(table, expression, conditions, newestFirst);
    const values = [...(expression === undefined ? [] : [expression]), ...demands.flatMap((demand) => demand.values)];
    if (fairTo !== undefined) return fairDraw(db, { sql: plain, values }, fairTo, size);
    const ids = db.all<{ id: number }>(plain, ...values, size).map((row) => row.id);
    return { ids, drawn: ids.length, cut: ids.length === size };
  };
}

function plainDraw(
  table: IndexTable,
  expression: string | undefined,
  conditions: string,
  newestFirst: boolean,
): string {
  if (expression === undefined)
    return `SELECT id, 0 AS score FROM messages WHERE 1${conditions} ORDER BY id DESC LIMIT ?`;
  const weights = table === "hx_fts" ? ", 1.0, 0.4" : "";
  const order = newestFirst ? "rowid DESC" : `bm25(${table}${weights})`;
  const score = newestFirst ? "-rowid" : `bm25(${table}${weights})`;
  return `SELECT rowid AS id, ${score} AS score FROM ${table} WHERE ${table} MATCH ?${conditions.replaceAll(/\bid\b(?= (?:NOT )?IN)/gu, "rowid")} ORDER BY ${order} LIMIT ?`;
}

/** Each conversation's best of what `plain` draws, so that no chatty one, however many sessions it went on for, hides the others. */
function fairDraw(db: Db, plain: Clause, shown: Clause, size: number): Pool {
  const rows = db.all<{ drawn: number; id: number | null }>(
    `WITH RECURSIVE hits(id, score) AS MATERIALIZED (${plain.sql}
     ), owned(id, score, session_id) AS MATERIALIZED (
       SELECT m.id, hits.score, m.session_id FROM hits JOIN messages m ON m.id = ${liveOne("hits.id")} JOIN sessions s ON s.id = m.session_id
       WHERE ${shown.sql}
     ), ${rootsOf("owned")}, best(id, score) AS (
       SELECT id, score FROM (
         SELECT id, score, row_number() OVER (PARTITION BY root ORDER BY score) AS place FROM owned JOIN roots USING (session_id)
       ) WHERE place <= ${PER_LINEAGE}
     )
     SELECT (SELECT count(*) FROM hits) AS drawn, best.id FROM (SELECT 1) LEFT JOIN best ORDER BY best.score`,
    ...plain.values,
    size,
    ...shown.values,
  );
  const drawn = rows[0]?.drawn ?? 0;
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  return { ids, drawn, cut: drawn === size };
}

function membership(terms: readonly QueryTerm[], how: "IN" | "NOT IN", joined: string): Clause {
  const found = terms.map(indexTerm);
  return {
    sql: found.map(({ table }) => `id ${how} (SELECT rowid FROM ${table} WHERE ${table} MATCH ?)`).join(joined),
    values: found.map(({ exact }) => exact),
  };
}
