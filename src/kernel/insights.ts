// Where tokens, money and time went: rows as a store counts them in, shares a person can read out.

/** Model calls of one session on one day with one model. */
export interface UsageRow {
  readonly session: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly model: string;
  readonly calls: number;
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly ms: number;
}

export interface SessionUse {
  readonly id: string;
  readonly title: string | undefined;
  readonly preview: string;
  readonly source: string;
  /** Everything the session ever cost, as it was added up while it ran. */
  readonly costUsd: number | undefined;
  readonly messages: number;
  readonly startedDay: string;
}

export interface ToolUse {
  readonly tool: string;
  readonly calls: number;
  readonly failed: number;
  readonly ms: number;
}

export interface InsightRows {
  /** Of these sessions, in full: days outside the span are needed to share out what a session cost. */
  readonly usage: readonly UsageRow[];
  readonly sessions: readonly SessionUse[];
  readonly tools: readonly ToolUse[];
  readonly messagesByDay: Readonly<Record<string, number>>;
  /** Messages of people by hour of the day, 24 of them. */
  readonly hours: readonly number[];
}

/** Dollars for one row by list price; undefined when the model has none. */
export type PriceOf = (row: UsageRow) => number | undefined;

export interface Spent {
  readonly calls: number;
  readonly input: number;
  readonly cacheRead: number;
  readonly output: number;
  readonly costUsd: number;
  /** Calls without a known price: the sum is then too small. */
  readonly unpriced: number;
  readonly ms: number;
}

export interface Insights {
  readonly totals: Spent & { readonly sessions: number; readonly messages: number; readonly toolCalls: number };
  readonly models: readonly (Spent & { readonly model: string })[];
  /** Every day of the span, also those without anything, oldest first. */
  readonly days: readonly (Spent & { readonly day: string; readonly sessions: number; readonly messages: number })[];
  readonly hours: readonly number[];
  readonly tools: readonly ToolUse[];
  readonly sources: readonly { readonly source: string; readonly sessions: number; readonly messages: number }[];
  readonly top: readonly (Spent & Pick<SessionUse, "id" | "title" | "preview" | "messages">)[];
}

const TOP_SESSIONS = 5;
const NOTHING: Spent = { calls: 0, input: 0, cacheRead: 0, output: 0, costUsd: 0, unpriced: 0, ms: 0 };

export function insightsOf(rows: InsightRows, days: readonly string[], priceOf: PriceOf): Insights {
  const span = new Set(days);
  const priced = priceRows(rows, priceOf).filter(({ row }) => span.has(row.day));
  const messages = Object.values(rows.messagesByDay).reduce((sum, count) => sum + count, 0);
  const toolMs = rows.tools.reduce((sum, tool) => sum + tool.ms, 0);
  const all = sumOf(priced.map(({ spent }) => spent));
  return {
    totals: {
      ...all,
      ms: all.ms + toolMs,
      sessions: rows.sessions.length,
      messages,
      toolCalls: rows.tools.reduce((sum, tool) => sum + tool.calls, 0),
    },
    models: shares(priced, ({ row }) => row.model)
      .map(({ key, spent }) => ({ model: key, ...spent }))
      .sort(bySpending),
    days: dayShares(rows, priced, days),
    hours: rows.hours,
    tools: [...rows.tools].sort((a, b) => b.calls - a.calls || a.tool.localeCompare(b.tool)),
    sources: sourceShares(rows.sessions),
    top: topSessions(rows.sessions, priced),
  };
}

interface Priced {
  readonly row: UsageRow;
  readonly spent: Spent;
}

/** What a session cost is known as a whole; its rows share that sum by list price, or by tokens where no price is known. */
function priceRows(rows: InsightRows, priceOf: PriceOf): readonly Priced[] {
  const costs = new Map(rows.sessions.map((session) => [session.id, session.costUsd]));
  const bySession = Map.groupBy(rows.usage, (row) => row.session);
  return [...bySession].flatMap(([session, own]) => {
    const lists = own.map(priceOf);
    const listed = lists.reduce<number>((sum, price) => sum + (price ?? 0), 0);
    const tokens = own.reduce((sum, row) => sum + row.input + row.output, 0);
    const known = costs.get(session);
    return own.map((row, index) => {
      const list = lists[index];
      const part = listed > 0 ? (list ?? 0) / listed : tokens > 0 ? (row.input + row.output) / tokens : 0;
      const costUsd = known === undefined ? (list ?? 0) : known * part;
      return { row, spent: spentOf(row, costUsd, known === undefined && list === undefined) };
    });
  });
}

function spentOf({ calls, input, cacheRead, output, ms }: UsageRow, costUsd: number, unpriced: boolean): Spent {
  return { calls, input, cacheRead, output, costUsd, ms, unpriced: unpriced ? calls : 0 };
}

function sumOf(all: readonly Spent[]): Spent {
  return all.reduce(
    (sum, one) => ({
      calls: sum.calls + one.calls,
      input: sum.input + one.input,
      cacheRead: sum.cacheRead + one.cacheRead,
      output: sum.output + one.output,
      costUsd: sum.costUsd + one.costUsd,
      unpriced: sum.unpriced + one.unpriced,
      ms: sum.ms + one.ms,
    }),
    NOTHING,
  );
}

function shares(
  priced: readonly Priced[],
  keyOf: (one: Priced) => string,
): { readonly key: string; readonly spent: Spent }[] {
  return [...Map.groupBy(priced, keyOf)].map(([key, own]) => ({ key, spent: sumOf(own.map(({ spent }) => spent)) }));
}

function dayShares(rows: InsightRows, priced: readonly Priced[], days: readonly string[]): Insights["days"] {
  const spent = new Map(shares(priced, ({ row }) => row.day).map(({ key, spent: sum }) => [key, sum]));
  const started = Map.groupBy(rows.sessions, (session) => session.startedDay);
  return days.map((day) => ({
    day,
    ...(spent.get(day) ?? NOTHING),
    sessions: started.get(day)?.length ?? 0,
    messages: rows.messagesByDay[day] ?? 0,
  }));
}

function sourceShares(sessions: readonly SessionUse[]): Insights["sources"] {
  return [...Map.groupBy(sessions, (session) => session.source)]
    .map(([source, own]) => ({
      source,
      sessions: own.length,
      messages: own.reduce((sum, session) => sum + session.messages, 0),
    }))
    .sort((a, b) => b.sessions - a.sessions || a.source.localeCompare(b.source));
}

function topSessions(sessions: readonly SessionUse[], priced: readonly Priced[]): Insights["top"] {
  const known = new Map(sessions.map((session) => [session.id, session]));
  return shares(priced, ({ row }) => row.session)
    .flatMap(({ key, spent }) => {
      const session = known.get(key);
      if (session === undefined) return [];
      const { id, title, preview, messages } = session;
      return [{ id, title, preview, messages, ...spent }];
    })
    .sort(bySpending)
    .slice(0, TOP_SESSIONS);
}

function bySpending(a: Spent, b: Spent): number {
  return b.costUsd - a.costUsd || b.input + b.output - (a.input + a.output);
}
