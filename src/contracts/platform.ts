// A chat network behind one small contract: transport only. Who may speak, which conversation it is, splitting and retrying
// are not its business.

import type { Question } from "./question.ts";

export interface PlatformTraits {
  /** The longest message it takes. */
  readonly maxChars: number;
  readonly markdown: "none" | "common" | "telegram" | "slack";
  readonly threads: boolean;
  readonly buttons: boolean;
  /** A sent message can be changed. */
  readonly edits: boolean;
  /** For the model: how to write there. */
  readonly promptHint: string;
}

export interface Address {
  readonly chat: string;
  readonly thread?: string;
}

export interface Inbound {
  readonly from: Address;
  readonly user: string;
  readonly text: string;
  readonly messageId: string;
  readonly at: number;
}

export type Outbound =
  | { readonly type: "text"; readonly markdown: string }
  | { readonly type: "file"; readonly path: string; readonly caption?: string }
  | { readonly type: "question"; readonly question: Question };

export interface PlatformAdapter {
  readonly id: string;
  readonly traits: PlatformTraits;
  /** Resolves once connected; every message goes to `receive`. */
  start(receive: (message: Inbound) => void): Promise<void>;
  stop(): Promise<void>;
  /** Resolves with the id of the sent message. */
  send(to: Address, out: Outbound): Promise<string>;
  edit?(to: Address, messageId: string, out: Outbound): Promise<void>;
  typing?(to: Address): Promise<void>;
}
