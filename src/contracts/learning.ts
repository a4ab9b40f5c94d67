// What the agent changed in its own memory and skills, kept so that a person can see it and take it back.

import type { LearnedMemoryChange } from "../kernel/memory/learned.ts";
import type { WriteOrigin } from "./skills.ts";

/** One file of one skill; `before` or `after` is null where the file did not exist. `path` is relative to the skills folder. */
export interface LearnedSkillChange {
  readonly subsystem: "skills";
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly origin: WriteOrigin;
  readonly session?: string;
  readonly summary: string;
  readonly action: "create" | "patch" | "edit" | "write_file" | "remove_file" | "delete";
  readonly skill: string;
  readonly path: string;
  readonly before: string | null;
  /** `before` is no text but these bytes. */
  readonly encoding?: "base64";
  readonly after: string | null;
  readonly undone_at?: string;
}

export type LearnedChange = LearnedSkillChange | LearnedMemoryChange;

export type UndoOutcome =
  | { readonly type: "undone"; readonly message: string }
  /** Already undone, changed since, or gone; the sentence says which. */
  | { readonly type: "refused"; readonly why: string };

export interface LearningJournal<Change = LearnedChange> {
  /** Newest first; `since` in milliseconds. */
  list(since?: number): Promise<readonly Change[]>;
  undo(id: string): Promise<UndoOutcome>;
}
