// Skills from outside a conversation: the library, where more come from, the curator, and the journal of what was learned.

import type { LearningJournal } from "../contracts/learning.ts";
import type { SkillBundles } from "../contracts/skill-bundles.ts";
import type { SkillHub } from "../contracts/skill-hub.ts";
import type { Skills } from "../contracts/skills.ts";
import type { Clock } from "../contracts/time.ts";
import type { CuratorPorts } from "./after-turn/curator.ts";

export interface SkillPorts {
  readonly skills: Skills;
  readonly hub: SkillHub;
  readonly bundles: SkillBundles;
  readonly journal: LearningJournal;
  readonly curator: CuratorPorts;
  readonly clock: Clock;
  /** `skills.write_approval`, read and written. */
  readonly approval: { on(): boolean; set(on: boolean): Promise<void> };
  /** The shipped version again, or with `keepEdits` the edited one as the new starting point. */
  reset(name: string, keepEdits: boolean): Promise<string>;
}

export interface SkillAdmin extends SkillPorts {
  /** `skills.disabled`. */
  readonly disabled: readonly string[];
  setEnabled(name: string, on: boolean): void;
  close(): Promise<void>;
}
