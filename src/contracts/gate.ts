// A gate judges a call before it runs. Deny beats ask beats allow, whatever the order of gates.

import type { Reach } from "../kernel/files/watch-plan.ts";
import type { ToolCall } from "../kernel/message.ts";
import type { Environment } from "./environment.ts";
import type { Scope } from "./question.ts";
import type { Tool, ToolContext } from "./tool.ts";

export type Verdict =
  | { readonly type: "allow" }
  | { readonly type: "deny"; readonly why: string }
  | {
      readonly type: "ask";
      /** What will happen, in one line. */
      readonly text: string;
      readonly subject: string;
      readonly reasons: readonly string[];
      /** Two calls with the same key are the same permission: what a grant remembers. */
      readonly key: string;
      readonly scopes: readonly Scope[];
      /** Who may say yes when not everybody may: a rule or a model never, and for what is kept for later not even --yolo. */
      readonly only?: "person" | "person-or-yolo";
    };

export interface Gate {
  readonly name: string;
  check(call: ToolCall, tool: Tool, context: ToolContext): Verdict | Promise<Verdict>;
}

/** Remembered yeses. `task` ends with the turn's task, `session` with the session, `always` is on disk. */
export interface Grants {
  has(sessionId: string, key: string): Promise<boolean>;
  /** `always` holds for the session only while the file cannot be used; `trouble` says why. */
  add(sessionId: string, key: string, scope: Exclude<Scope, "once">): Promise<void>;
  /** Why nothing that was allowed for good counts now, in one sentence; undefined when all is well. */
  trouble(): Promise<string | undefined>;
  /** The turn is over: what was allowed for its task is not any more. */
  endTask(sessionId: string): void;
  endSession(sessionId: string): void;
  /** The conversation goes on under another id. */
  carry(from: string, to: string): void;
}

/** What the gate thinks of a shell command, as data; nothing was executed to find out. */
export interface CommandVerdict {
  readonly command: string;
  readonly verdict: "allow" | "ask" | "deny";
  readonly reasons: readonly string[];
  readonly touches: readonly string[];
}

/** Nothing is run to find out; files of the workspace may be read. */
export type ExplainCommand = (command: string) => Promise<CommandVerdict>;

/** Which files a shell command may change, told from the command alone. */
export type ReachOf = (command: string, cwd: string, env: Environment) => Promise<Reach>;
