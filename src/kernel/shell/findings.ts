// What a command was seen to do, one finding per thing that a person should decide or nobody may.

/** Closed list; the first word of a grant key, so it is stored on disk: rename nothing. */
export type FindingKind =
  | "catastrophe"
  | "guarded"
  | "unparsable"
  | "unresolved"
  | "obfuscated"
  | "feeds-interpreter"
  | "inline-code"
  | "runs-script"
  | "runs-outside"
  | "delete"
  | "permissions"
  | "history-loss"
  | "write-outside"
  | "write-unknown"
  | "startup"
  | "secret-read"
  | "secret-write"
  | "privilege"
  | "service"
  | "accounts"
  | "defences"
  | "system"
  | "kill"
  | "capture"
  | "network-send"
  | "remote"
  | "scan"
  | "container"
  | "infrastructure"
  | "database"
  | "packages"
  | "hidden-load";

export interface Finding {
  readonly level: "ask" | "deny";
  readonly kind: FindingKind;
  /** One sentence a person understands. */
  readonly why: string;
  /** What a yes is given to, without the kind: a program, a directory, or the exact text. */
  readonly subject: string;
  /** The commands it was found in, the innermost first. */
  readonly within: string[];
}

/** What is known about the names in a listing: nothing, some test, one name only, only empty things, only directories. */
export type Narrowing = "none" | "filtered" | "one-name" | "empty" | "directories";

/** What comes out of a command and into the next one. */
export type Feed =
  | { readonly type: "none" }
  /** `shown`: it stands in the command as it is, in a here-document. */
  | { readonly type: "text"; readonly text: string; readonly decoded: boolean; readonly shown?: boolean }
  /** Names of files under these roots. */
  | { readonly type: "listing"; readonly roots: readonly string[]; readonly narrow?: Narrowing }
  | { readonly type: "download" }
  | { readonly type: "decoded" }
  | { readonly type: "unknown" };

export const NO_FEED: Feed = { type: "none" };
export const UNKNOWN_FEED: Feed = { type: "unknown" };
