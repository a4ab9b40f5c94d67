// The built-in memory from outside a conversation, and the provider beside it.

import type { MemoryBook } from "../contracts/memory-book.ts";
import type { Principal } from "../kernel/principal.ts";

export interface MemoryProviderState {
  readonly name: string;
  readonly description: string;
  /** What it cannot work without, in words. */
  readonly needs: readonly string[];
  readonly missing: readonly string[];
  /** Variables that would meet what is missing. */
  readonly asks: readonly string[];
  readonly active: boolean;
}

export interface MemoryAdmin {
  readonly book: MemoryBook;
  readonly principal: Principal;
  /** `memory.write_approval`. */
  readonly approval: boolean;
  setApproval(on: boolean): void;
  providers(): Promise<readonly MemoryProviderState[]>;
  /** "" switches the provider off. Throws UsageFailure for an unknown one. */
  useProvider(name: string): Promise<void>;
  /** Kept in `.env`. */
  saveVariable(name: string, value: string): void;
  /** Waits until the provider has heard of every change. */
  close(): Promise<void>;
}
