// The terminal as a value, so that every command can be run in a test.

/** SIGHUP is a terminal that closes: what was started in it must not stay behind. */
export type Interrupt = "SIGINT" | "SIGTERM" | "SIGHUP";

/** What a program that such a signal ended exits with, as shells count. */
export const EXIT_CODES: Readonly<Record<Interrupt, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Everything piped in; empty when stdin is a terminal. */
  readAll(): Promise<string>;
  /** Data piped in, one record a line: nothing but a newline ends one, whatever a person would call a line. */
  lines(): AsyncIterable<string>;
  /** Messages as a person types them or a script pipes them, one a line. Ends with the input, or when `until` is aborted. */
  typed(until: AbortSignal): AsyncIterable<string>;
  /** Called for each Ctrl-C, SIGTERM, or terminal that closes; gives back how to stop listening. Several in a row end the program. */
  onInterrupt(handler: (signal: Interrupt) => void): () => void;
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly columns: number;
  readonly colour: boolean;
}
