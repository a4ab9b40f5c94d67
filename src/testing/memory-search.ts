// Search over the in-memory store: every word must occur; no index, no ranking beyond counting.

import type { SearchHit, SearchQuery, SessionRow } from "../contracts/stores.ts";
import { textOf } from "../kernel/message.ts";
import { samePrincipal } from "../kernel/principal.ts";
import { HIDDEN_SOURCES } from "../kernel/sessions/lineage.ts";
import type { KeptSession } from "./kept-session.ts";

export function searchMessages(
  query: SearchQuery,
  sessions: readonly KeptSession[],
  chainRoot: (row: SessionRow) => string,
): readonly SearchHit[] {
  const terms = query.query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (terms.length === 0) return [];
  const current = sessions.find(({ row }) => row.id === query.currentSessionId);
  const ownRoot = current && chainRoot(current.row);
  const roots = new Map(sessions.map((session) => [session.row.id, chainRoot(session.row)]));
  const hits = sessions
    .filter((session) => inScope(session, query))
    .flatMap((session) => {
      const own = roots.get(session.row.id) === ownRoot;
      return hitsIn(session, query, terms).filter((hit) => !own || leftView(session, hit.seq));
    });
  const sorted = hits.sort(orderOf(query.sort));
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
    if (places.some((place) => place === -1)) return [];
    const at = Math.max(0, Math.min(...places) - 60);
    const score = terms.reduce((sum, term) => sum + lower.split(term).length - 1, 0);
    return [
      { sessionId: session.row.id, seq, role: message.role, snippet: text.slice(at, at + 200), score, at: message.at },
    ];
  });
}

function orderOf(sort: SearchQuery["sort"]): (a: SearchHit, b: SearchHit) => number {
  if (sort === "newest") return (a, b) => b.at - a.at || b.seq - a.seq;
  if (sort === "oldest") return (a, b) => a.at - b.at || a.seq - b.seq;
  return (a, b) => b.score - a.score || b.at - a.at || b.seq - a.seq;
}
