// Slash commands: one definition for every surface. Replies are data; surfaces render them.

import type { ImagePart } from "../kernel/message.ts";
import type { Figure } from "./page.ts";
import type { Session } from "./session.ts";

export type Reply =
  | {
      readonly type: "text";
      readonly text: string;
      /** The same as figures, for surfaces that can draw. */
      readonly page?: readonly Figure[];
      /** What comes of it in time: shown by surfaces that are still there. */
      readonly later?: AsyncIterable<string>;
    }
  | {
      readonly type: "table";
      readonly title?: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  /** Sent to the model as the user's next message. */
  | ({ readonly type: "prompt" } & PreparedText)
  /** The surface goes on with this session, or with a new one of this title, and sends `next` there as the user's next message. */
  | {
      readonly type: "switch";
      readonly sessionId: string;
      readonly title?: string;
      readonly text: string;
      readonly next?: PreparedText;
    }
  | { readonly type: "exit" };

/** A message put together for the user from other texts. */
export interface PreparedText {
  readonly text: string;
  readonly images?: readonly ImagePart[];
  /** Outside sources of words in it. */
  readonly taints?: readonly string[];
  /** For the person: what was taken out of it, and why. */
  readonly warnings?: readonly string[];
}

export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Shown after the name in help: `[n]`, `<text>`. */
  readonly args?: string;
  readonly group: "session" | "model" | "context" | "tools" | "info" | "control";
  /** May run while a turn is going on. */
  readonly whileBusy: boolean;
  /** It acts for whoever the session belongs to. Others act on the owner's home, and only the owner may use them. */
  readonly forGuests?: true;
  run(args: string, session: Session): Promise<Reply>;
  /** What the arguments could be, for completion. */
  complete?(typed: string, session: Session): Promise<readonly ArgumentChoice[]>;
}

export interface ArgumentChoice {
  readonly value: string;
  readonly summary?: string;
}
