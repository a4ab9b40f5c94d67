// Results too long for the transcript, kept where a tool can read them again.

export interface SpillStore {
  /** The path it can be read from, or undefined when it could not be saved. */
  save(sessionId: string, content: string): Promise<string | undefined>;
}
