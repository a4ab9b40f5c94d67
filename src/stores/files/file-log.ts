// agent.log and errors.log: one line per fact, secrets masked, rotated by size, never on the terminal.

import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../../contracts/log.ts";
import type { Clock } from "../../contracts/time.ts";

export type LogLevel = "INFO" | "WARNING" | "ERROR";

export interface FileLogOptions {
  readonly dir: string;
  readonly clock: Clock;
  readonly level: LogLevel;
  readonly maxBytes: number;
  readonly backups: number;
  redact(text: string): string;
}

const RANK: Record<LogLevel, number> = { INFO: 0, WARNING: 1, ERROR: 2 };
const ERRORS_MAX_BYTES = 2 * 1024 * 1024;
const ERRORS_BACKUPS = 2;

export function fileLog(options: FileLogOptions): Log {
  const agent = rotatingFile(join(options.dir, "agent.log"), options.maxBytes, options.backups);
  const errors = rotatingFile(join(options.dir, "errors.log"), ERRORS_MAX_BYTES, ERRORS_BACKUPS);

  const write = (level: LogLevel, sessionId: string, message: string, fields: object | undefined) => {
    if (RANK[level] < RANK[options.level]) return;
    const time = new Date(options.clock.now()).toISOString().replace("T", " ").replace("Z", "");
    const detail = fields === undefined ? "" : ` ${JSON.stringify(fields)}`;
    const line = `${options.redact(`${time} ${level} [${sessionId}] ${message}${detail}`).replace(/[\r\n]+/g, "\\n")}\n`;
    agent(line);
    if (level !== "INFO") errors(line);
  };
  const forSession = (sessionId: string): Log => ({
    info: (message, fields) => write("INFO", sessionId, message, fields),
    warn: (message, fields) => write("WARNING", sessionId, message, fields),
    error: (message, fields) => write("ERROR", sessionId, message, fields),
    forSession,
  });
  return forSession("-");
}

/** Appends; past `maxBytes` the file becomes `.1`, `.1` becomes `.2`, the oldest goes. A log that cannot be written is given up silently. */
function rotatingFile(path: string, maxBytes: number, backups: number): (line: string) => void {
  const state = { size: -1, broken: false };
  return (line) => {
    if (state.broken) return;
    try {
      if (state.size < 0) state.size = openSize(path);
      if (state.size + line.length > maxBytes && state.size > 0) {
        rotate(path, backups);
        state.size = 0;
      }
      appendFileSync(path, line, { mode: 0o600 });
      state.size += Buffer.byteLength(line);
    } catch {
      // A full or read-only disk must not stop the agent; the store reports it where it matters.
      state.broken = true;
    }
  };
}

function openSize(path: string): number {
  mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function rotate(path: string, backups: number): void {
  rmSync(`${path}.${backups}`, { force: true });
  for (let n = backups - 1; n >= 1; n--)
    if (statSync(`${path}.${n}`, { throwIfNoEntry: false })) renameSync(`${path}.${n}`, `${path}.${n + 1}`);
  if (backups > 0) renameSync(path, `${path}.1`);
  else rmSync(path, { force: true });
}
