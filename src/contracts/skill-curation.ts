// Keeping the library tidy: aging, archive, copies, and plans carried out whole or not at all. Throws only StoreFailure.

import type { CuratorRun } from "../kernel/skills/curator-report.ts";
import type { AgingPolicy, AgingSkill, CuratorState, Transition } from "../kernel/skills/lifecycle.ts";
import type { PlanFacts, TidyPlan } from "../kernel/skills/merge-plan.ts";
import type { SkillEntry } from "./skills.ts";

export interface SkillBackup {
  readonly id: string;
  readonly reason: string;
  readonly createdAt: string;
  readonly bytes: number;
  readonly skills: number;
}

export interface ArchivedEntry {
  readonly name: string;
  readonly category: string;
  readonly at: string;
}

export interface Surveyed extends AgingSkill {
  readonly entry: SkillEntry;
}

export type CurationOutcome =
  | { readonly type: "done"; readonly message: string }
  | { readonly type: "refused"; readonly why: string };

export interface RewrittenReference {
  readonly where: string;
  readonly from: string;
  readonly to: string | null;
}

export interface SkillCuration {
  state(): Promise<CuratorState>;
  updateState(change: Partial<CuratorState>): Promise<void>;
  /** Every local skill with its telemetry. */
  survey(): Promise<readonly Surveyed[]>;
  /** Takes stock and carries the transitions out in one go; what a skill's state allows at that moment counts. */
  age(policy: AgingPolicy): Promise<readonly Transition[]>;
  /** What `readPlan` needs to judge a plan now. */
  planFacts(policy: Pick<AgingPolicy, "pruneBuiltins">): Promise<PlanFacts>;
  /** All steps or none; references in bundles and jobs follow. */
  tidy(plan: TidyPlan): Promise<readonly RewrittenReference[]>;
  /** Takes back what a crash left half done. */
  mend(): Promise<void>;
  pin(name: string, pinned: boolean): Promise<CurationOutcome>;
  archive(name: string): Promise<CurationOutcome>;
  restore(name: string): Promise<CurationOutcome>;
  archived(): Promise<readonly ArchivedEntry[]>;
  backup(reason: string): Promise<SkillBackup>;
  backups(): Promise<readonly SkillBackup[]>;
  /** To the newest copy, or the named one; a copy of today is made first. */
  rollback(id?: string): Promise<{ readonly to: SkillBackup; readonly safety: SkillBackup }>;
  /** Writes REPORT.md and run.json; gives back the report's path. */
  report(run: CuratorRun): Promise<string>;
}
