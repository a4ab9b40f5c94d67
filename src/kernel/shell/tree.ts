// A shell command as plain data, so that the kernel can judge it without knowing which parser made it.

export interface Script {
  readonly statements: readonly Node[];
}

export type Node =
  | Command
  | { readonly type: "pipeline"; readonly commands: readonly Node[] }
  /** `a && b || c`: what follows the first part may or may not run. */
  | { readonly type: "and-or"; readonly nodes: readonly Node[] }
  | { readonly type: "background"; readonly node: Node }
  | { readonly type: "subshell"; readonly body: Script; readonly redirects: readonly Redirect[] }
  | { readonly type: "group"; readonly body: Script; readonly redirects: readonly Redirect[] }
  /** if, case: `always` runs, of the branches any may. */
  | {
      readonly type: "branch";
      readonly always: Script;
      readonly words: readonly Word[];
      readonly branches: readonly Script[];
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly type: "loop";
      readonly variable?: string;
      readonly words: readonly Word[];
      readonly clause: Script;
      readonly body: Script;
      readonly redirects: readonly Redirect[];
    }
  | { readonly type: "function"; readonly name: string; readonly body: Script }
  /** `[[ … ]]` and `(( … ))`: only their words can do anything. */
  | { readonly type: "test"; readonly words: readonly Word[]; readonly redirects: readonly Redirect[] }
  | { readonly type: "unparsable"; readonly why: string };

export interface Command {
  readonly type: "command";
  readonly assignments: readonly Assignment[];
  /** The first word is the program; empty when there are only assignments or redirects. */
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
}

export interface Assignment {
  readonly name: string;
  readonly append: boolean;
  readonly value: Word;
  /** Set when the value is an array: its elements, and `value` is empty. */
  readonly elements?: readonly Word[];
}

export type Redirect =
  | { readonly type: "read"; readonly target: Word }
  | { readonly type: "write"; readonly target: Word; readonly append: boolean }
  /** `2>&1` and the like: nothing new is opened. */
  | { readonly type: "duplicate" }
  | { readonly type: "text"; readonly body: Word; readonly as: "document" | "string" };

export interface Word {
  /** As written, for messages. */
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** Present when the word is an assignment given to a declaring command (`export A=b`). */
  readonly assigns?: Assignment;
}

export type Piece =
  | {
      readonly type: "text";
      readonly value: string;
      readonly quoted: boolean;
      /** Written with escapes that hide what it says: `\x72`, `r\m`. */
      readonly disguised: boolean;
    }
  | { readonly type: "glob"; readonly value: string }
  | { readonly type: "braces"; readonly value: string }
  | { readonly type: "variable"; readonly name: string; readonly quoted: boolean; readonly operation: Operation }
  | { readonly type: "substitution"; readonly script: Script; readonly quoted: boolean }
  | {
      readonly type: "arithmetic";
      readonly value: string;
      readonly scripts: readonly Script[];
      readonly quoted: boolean;
    }
  | { readonly type: "process"; readonly direction: "<" | ">"; readonly script: Script };

export type Keeps = "directory" | "parent" | "name" | "nothing";

/** What is done to a variable's value on the way out; `other` covers all that is not worth following. */
export type Operation =
  | { readonly type: "plain" }
  | { readonly type: "default"; readonly operator: string; readonly word: Word }
  /** `keeps`: the directory of the value (suffix cut off), that directory alone, only the last name, or nothing that can be told. */
  | { readonly type: "other"; readonly words: readonly Word[]; readonly keeps: Keeps };

export const EMPTY_SCRIPT: Script = { statements: [] };
export const EMPTY_WORD: Word = { text: "", pieces: [] };
