// One port for every human in the loop: approvals and clarifications are both questions.

export type Scope = "once" | "task" | "session" | "always";

export type Question =
  | {
      readonly id: string;
      readonly type: "approve";
      /** What will happen, in one line. */
      readonly text: string;
      /** The command or change itself, shown verbatim. */
      readonly subject: string;
      readonly reasons: readonly string[];
      /** How far a yes may reach. */
      readonly scopes: readonly Scope[];
    }
  | { readonly id: string; readonly type: "clarify"; readonly text: string; readonly choices: readonly string[] };

export type Answer =
  | { readonly type: "yes"; readonly scope: Scope }
  | { readonly type: "no"; readonly why?: string }
  | { readonly type: "text"; readonly text: string }
  /** Nobody is there to answer, or nobody answered in time. Silence is never consent. */
  | { readonly type: "unanswered"; readonly why: string };
