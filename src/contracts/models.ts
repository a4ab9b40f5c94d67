// Which model answers: resolved per turn, so that a switch takes effect with the next message.

import type { ModelChoice } from "./model.ts";
import type { SessionSettings } from "./session.ts";

export type ModelPlan =
  | {
      readonly type: "ready";
      readonly primary: ModelChoice;
      /** Tried in order within one turn when the primary cannot answer. */
      readonly fallbacks: readonly ModelChoice[];
      /** Where the choice came from, for people: "flag", "config", "key present", "offline". */
      readonly because: string;
    }
  | { readonly type: "refused"; readonly why: string };

export type AuxiliaryTask =
  | "compression"
  | "title_generation"
  | "approval"
  | "vision"
  | "web_extract"
  | "curator"
  | "session_search";

export interface Models {
  plan(settings: Pick<SessionSettings, "model" | "provider">): Promise<ModelPlan>;
  /** The model for side work; the session's own model unless configured otherwise. */
  auxiliary(task: AuxiliaryTask, main: ModelChoice): Promise<ModelChoice>;
  /** A window the vendor stated or usage proved; remembered for later sessions. */
  learnWindow(choice: ModelChoice, window: number): void;
}
