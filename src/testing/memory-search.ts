// Search over the in-memory store: every word must occur, or the message is said to be near; no index, no ranking beyond counting.

import type { SearchHit, SearchQuery, SessionRow } from "../contracts/stores.ts";
import { textOf } from "../kernel/message.ts";
import { samePrincipal } from "../kernel/principal.ts";
import { fuseRankings } from "../kernel/sessions/fuse.ts";
import { HIDDEN_SOURCES } from "../kernel/sessions/lineage.ts";
import type { KeptSession } from "./kept-session.ts";

export function searchMessages(
  query: SearchQuery,
  sessions: readonly KeptSession[],
  chainRoot: (row: SessionRow) => string,
): readonly SearchHit[] {
  const terms = query.query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (terms.length === 0 && query.near === undefined) return [];
  const current = sessions.find(({ row }) => row.id === query.currentSessionId);
  const ownRoot = current && chainRoot(current.row);
  const roots = new Map(sessions.map((session) => [session.row.id, chainRoot(session.row)]));
  const hits = sessions
    .filter((session) => inScope(session, query))
    .flatMap((session) => {
      const own = roots.get(session.row.id) === ownRoot;
      return hitsIn(session, query, terms).filter((hit) => !own || leftView(session, hit.seq));
    });
  const sorted = fused(hits.sort(orderOf(query.sort)), query);
  if (!query.perLineage) return sorted.slice(0, query.limit);
  const best = new Map<string, SearchHit>();
  for (const hit of sorted) {
    const root = roots.get(hit.sessionId) ?? hit.sessionId;
    if (!best.has(root)) best.set(root, hit);
  }
  return [...best.values()].slice(0, query.limit);
}

function inScope({ row }: KeptSession, query: SearchQuery): boolean {
  if (!samePrincipal(row.principal, query.principal)) return false;
  if (query.sessionId !== undefined) return row.id === query.sessionId;
  return !HIDDEN_SOURCES.includes(row.source);
}

function leftView({ replaced }: KeptSession, seq: number): boolean {
  return replaced !== undefined && seq >= replaced.fromSeq && seq <= replaced.toSeq;
}

function hitsIn(session: KeptSession, query: SearchQuery, terms: readonly string[]): readonly SearchHit[] {
  const roles = query.roles ?? ["user", "assistant", "tool"];
  return session.messages.flatMap(({ seq, message, active }) => {
    if (!active || !roles.includes(message.role)) return [];
    const text = textOf(message);
    const lower = text.toLowerCase();
    const places = terms.map((term) => lower.indexOf(term));
    const hasAll = terms.length > 0 && places.every((place) => place !== -1);
    if (!hasAll && query.near?.includes(seq) !== true) return [];
    const at = Math.max(0, Math.min(text.length, ...places.filter((place) => place !== -1)) - 60);
    const score = terms.reduce((sum, term) => sum + lower.split(term).length - 1, 0);
    return [
      { sessionId: session.row.id, seq, role: message.role, snippet: text.slice(at, at + 200), score, at: message.at },
    ];
  });
}

/** Nearness changes places only where no time order is asked for. */
function fused(hits: readonly SearchHit[], { near, sort }: SearchQuery): readonly SearchHit[] {
  if (near === undefined || sort !== undefined) return hits;
  const byMeaning = near.flatMap((seq) => hits.filter((hit) => hit.seq === seq));
  const byWords = hits.filter((hit) => hit.score > 0);
  const rankings = [byWords, byMeaning].map((order) => ({ order, weight: 1 }));
  return fuseRankings(rankings, (hit) => hit.seq).map(({ one }) => one);
}

function orderOf(sort: SearchQuery["sort"]): (a: SearchHit, b: SearchHit) => number {
  if (sort === "newest") return (a, b) => b.at - a.at || b.seq - a.seq;
  if (sort === "oldest") return (a, b) => a.at - b.at || a.seq - b.seq;
  return (a, b) => b.score - a.score || b.at - a.at || b.seq - a.seq;
}
