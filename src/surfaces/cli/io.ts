// The terminal as a value, so that every command can be run in a test.

export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Everything piped in; empty when stdin is a terminal. */
  readAll(): Promise<string>;
  lines(): AsyncIterable<string>;
  /** Called for each Ctrl-C (or SIGTERM, or a terminal that closes, which count as one); gives back how to stop listening. */
  onInterrupt(handler: () => void): () => void;
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly columns: number;
  readonly colour: boolean;
}
