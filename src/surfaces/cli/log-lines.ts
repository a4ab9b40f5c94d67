// Which lines of a log a person asked for.

export interface LineFilter {
  readonly since: number | undefined;
  readonly level: string | undefined;
  readonly session: string | undefined;
}

const LINE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.,]\d+) +([A-Z]+) +(?:\[([^\]]*)\])?/;
const RANK: Readonly<Record<string, number>> = { DEBUG: 0, INFO: 1, WARNING: 2, ERROR: 3, CRITICAL: 4 };

/** Lines in another form are kept only when nothing was asked for. */
export function keepsLine(line: string, { since, level, session }: LineFilter): boolean {
  if (line === "") return false;
  if (since === undefined && level === undefined && session === undefined) return true;
  const [, time, grade = "", id = ""] = LINE.exec(line) ?? [];
  if (time === undefined) return false;
  if (since !== undefined && Date.parse(`${time.replace(" ", "T").replace(",", ".")}Z`) < since) return false;
  if (level !== undefined && (RANK[grade] ?? 0) < (RANK[level] ?? 0)) return false;
  return session === undefined || id.includes(session);
}

export interface LogParts {
  readonly time: string | null;
  readonly level: string | null;
  readonly session: string | null;
  readonly message: string;
}

/** A line in another form is all message. */
export function partsOf(line: string): LogParts {
  const [head, time = null, level = null, session] = LINE.exec(line) ?? [];
  const message = head === undefined ? line : line.slice(head.length).trim();
  return { time, level, session: session === undefined || session === "-" ? null : session, message };
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `30m`, `2h`, `3d` back from now, or a date. */
export function parseSince(text: string, now: number): number | undefined {
  const [, amount, unit] = /^(\d+)\s*([smhdw])$/.exec(text.trim()) ?? [];
  if (amount !== undefined && unit !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}
