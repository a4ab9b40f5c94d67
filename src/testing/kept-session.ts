// What the in-memory store keeps of one session.

import type { Compaction, FrozenPrompt, SessionInput, SessionRow, StoredMessage } from "../contracts/stores.ts";

export interface KeptSession {
  row: SessionRow;
  messages: readonly (StoredMessage & { readonly active: boolean })[];
  inputs: readonly SessionInput[];
  started: ReadonlyMap<string, number>;
  prompt: FrozenPrompt | undefined;
  lease: { readonly holder: string; readonly until: number; readonly token: number } | undefined;
  /** What its continuation took out of the live view. */
  replaced: Compaction["replaced"] | undefined;
}
