// Where facts for later go. Implementations redact secrets; nothing here reaches the terminal.

export interface Log {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** The same log with the session id on every line. */
  forSession(sessionId: string): Log;
}

const drop = (): void => undefined;

export const SILENT_LOG: Log = { info: drop, warn: drop, error: drop, forSession: () => SILENT_LOG };
