// How an unused skill ages: active, stale, archived; touched again, active. Pure, so that a month can be played in a test.

import { lastActivity, type SkillUsage } from "./usage.ts";

export interface AgingPolicy {
  readonly staleAfterDays: number;
  readonly archiveAfterDays: number;
  readonly pruneBuiltins: boolean;
}

export interface AgingSkill {
  readonly name: string;
  readonly origin: "user" | "agent" | "bundled" | "hub" | "external";
  readonly pinned: boolean;
  /** A bundle or a scheduled job names it: it may grow stale, but is not put away for its age. */
  readonly isNamed: boolean;
  /** Undefined when nothing was ever recorded. */
  readonly usage: SkillUsage | undefined;
}

export type Transition =
  /** Never seen before: its clock starts now. */
  | { readonly type: "seed"; readonly name: string }
  | { readonly type: "stale" | "archive" | "reactivate"; readonly name: string; readonly idleDays: number };

const DAY_MS = 86_400_000;
/** Never put away for age, whoever wrote it. */
const PROTECTED: ReadonlySet<string> = new Set(["plan", "hermes-agent"]);

/** Whether the curator may touch it at all. */
export function isCurated(skill: AgingSkill, policy: Pick<AgingPolicy, "pruneBuiltins">): boolean {
  if (skill.pinned || PROTECTED.has(skill.name)) return false;
  return skill.origin === "agent" || (skill.origin === "bundled" && policy.pruneBuiltins);
}

export function planAging(skills: readonly AgingSkill[], now: number, policy: AgingPolicy): readonly Transition[] {
  return skills.filter((skill) => isCurated(skill, policy)).flatMap((skill) => age(skill, now, policy) ?? []);
}

function age({ name, usage, isNamed }: AgingSkill, now: number, policy: AgingPolicy): Transition | undefined {
  if (usage === undefined) return { type: "seed", name };
  const anchor = lastActivity(usage) ?? (usage.created_at === null ? now : Date.parse(usage.created_at));
  const idleDays = Math.floor((now - anchor) / DAY_MS);
  // One that is here although its record says archived was put away halfway, or brought back by hand: what counts is its age.
  if (!isNamed && idleDays >= policy.archiveAfterDays) return { type: "archive", name, idleDays };
  if (idleDays >= policy.staleAfterDays) return usage.state === "stale" ? undefined : { type: "stale", name, idleDays };
  return usage.state === "active" ? undefined : { type: "reactivate", name, idleDays };
}

export interface CuratorState {
  readonly last_run_at: string | null;
  readonly last_run_duration_seconds: number | null;
  readonly last_run_summary: string | null;
  readonly last_run_summary_shown_at: string | null;
  readonly last_report_path: string | null;
  readonly paused: boolean;
  readonly run_count: number;
}

export const FRESH_CURATOR: CuratorState = {
  last_run_at: null,
  last_run_duration_seconds: null,
  last_run_summary: null,
  last_run_summary_shown_at: null,
  last_report_path: null,
  paused: false,
  run_count: 0,
};

export interface CuratorClock {
  readonly now: number;
  /** When anything last happened in any session; undefined when nothing ever did. */
  readonly lastActivityAt: number | undefined;
}

export interface CuratorSchedule {
  readonly enabled: boolean;
  readonly intervalHours: number;
  readonly minIdleHours: number;
}

export type CuratorTurn =
  | { readonly type: "run" }
  /** First sight: note the time and let a whole interval pass. */
  | { readonly type: "begin" }
  | { readonly type: "wait"; readonly why: "disabled" | "paused" | "not due" | "not idle" };

const HOUR_MS = 3_600_000;

export function curatorTurn(state: CuratorState, schedule: CuratorSchedule, clock: CuratorClock): CuratorTurn {
  if (!schedule.enabled) return { type: "wait", why: "disabled" };
  if (state.paused) return { type: "wait", why: "paused" };
  const last = state.last_run_at === null ? Number.NaN : Date.parse(state.last_run_at);
  if (Number.isNaN(last)) return { type: "begin" };
  if (clock.now - last < schedule.intervalHours * HOUR_MS) return { type: "wait", why: "not due" };
  const idle = clock.lastActivityAt === undefined ? Number.POSITIVE_INFINITY : clock.now - clock.lastActivityAt;
  return idle < schedule.minIdleHours * HOUR_MS ? { type: "wait", why: "not idle" } : { type: "run" };
}
