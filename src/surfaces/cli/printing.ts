// How subcommands say things: data as JSON, dates, sizes, money and spans as people read them.

import type { Io } from "./io.ts";
import { PROGRAM_WORDS } from "./program-words.data.ts";

export function printJson(io: Io, value: unknown): void {
  io.out(`${JSON.stringify(value, null, 2)}\n`);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `just now`, `5m ago`, `3h ago`, `yesterday`, `4d ago`, then the date. */
export function ago(at: number, now: number): string {
  const past = now - at;
  if (past < MINUTE) return PROGRAM_WORDS.ago.justNow;
  if (past < HOUR) return PROGRAM_WORDS.ago.minutes(Math.floor(past / MINUTE));
  if (past < DAY) return PROGRAM_WORDS.ago.hours(Math.floor(past / HOUR));
  if (past < 2 * DAY) return PROGRAM_WORDS.ago.yesterday;
  if (past < 7 * DAY) return PROGRAM_WORDS.ago.days(Math.floor(past / DAY));
  return day(at);
}

/** `2026-11-15` on this machine's calendar. */
export function day(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `2026-11-15 22:14`. */
export function moment(at: number): string {
  const date = new Date(at);
  return `${day(at)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  const units = ["kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log(count) / Math.log(1024)), units.length);
  const value = count / 1024 ** power;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power - 1]}`;
}

/** `812`, `12.3k`, `4.56M`. */
export function short(count: number): string {
  if (count < 1_000) return String(Math.round(count));
  if (count < 100_000) return `${(count / 1_000).toFixed(1)}k`;
  if (count < 1_000_000) return `${Math.round(count / 1_000)}k`;
  return `${(count / 1_000_000).toFixed(2)}M`;
}

export function dollars(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

/** `3.2s`, `4m 05s`, `2h 10m`. */
export function span(ms: number): string {
  if (ms < MINUTE) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m ${two(Math.floor((ms % MINUTE) / 1000))}s`;
  return `${Math.floor(ms / HOUR)}h ${two(Math.floor((ms % HOUR) / MINUTE))}m`;
}

/** After the name of a file: why it could not be read. */
export function whyUnread(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return PROGRAM_WORDS.unread.missing;
    case "EACCES":
    case "EPERM":
      return PROGRAM_WORDS.unread.forbidden;
    case "EISDIR":
      return PROGRAM_WORDS.unread.folder;
    default:
      return code === "" ? PROGRAM_WORDS.unread.other : PROGRAM_WORDS.unread.otherBecause(code);
  }
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
