// Skills from outside a conversation: the library, the curator that keeps it tidy, and the journal of what was learned.

import type { LearningJournal } from "../contracts/learning.ts";
import type { SkillBundles } from "../contracts/skill-bundles.ts";
import type { SkillCuration } from "../contracts/skill-curation.ts";
import type { SkillHub } from "../contracts/skill-hub.ts";
import type { Skills } from "../contracts/skills.ts";
import type { CuratorTurn } from "../kernel/skills/lifecycle.ts";
import type { CuratorResult } from "./after-turn/curator.ts";

export interface SkillAdmin {
  readonly skills: Skills;
  readonly hub: SkillHub;
  readonly bundles: SkillBundles;
  readonly curation: SkillCuration;
  readonly journal: LearningJournal;
  /** `skills.disabled`. */
  readonly disabled: readonly string[];
  /** `skills.write_approval`. */
  readonly approval: boolean;
  setApproval(on: boolean): void;
  setEnabled(name: string, on: boolean): void;
  /** The shipped version again, or with `keepEdits` the edited one as the new starting point. */
  reset(name: string, keepEdits: boolean): Promise<string>;
  /** Whether the curator would run by itself now, and if not why. */
  nextTurn(): Promise<CuratorTurn>;
  curate(dryRun: boolean): Promise<CuratorResult>;
  close(): Promise<void>;
}
