// Telemetry of one skill, field by field as the home directory stores it. Use and view are counted apart.

import { isRecord } from "../json.ts";

export type SkillState = "active" | "stale" | "archived";

export interface SkillUsage {
  readonly created_by: "agent" | null;
  readonly use_count: number;
  readonly view_count: number;
  readonly patch_count: number;
  readonly last_used_at: string | null;
  readonly last_viewed_at: string | null;
  readonly last_patched_at: string | null;
  readonly created_at: string | null;
  readonly state: SkillState;
  readonly pinned: boolean;
  readonly archived_at: string | null;
}

export type UsageBook = Readonly<Record<string, SkillUsage>>;
export type UsageEvent = "use" | "view" | "patch";

export const NO_SKILL_USAGE: SkillUsage = {
  created_by: null,
  use_count: 0,
  view_count: 0,
  patch_count: 0,
  last_used_at: null,
  last_viewed_at: null,
  last_patched_at: null,
  created_at: null,
  state: "active",
  pinned: false,
  archived_at: null,
};

/** Total; fields we do not know are kept, so that another program's data survives ours. */
export function readUsage(value: unknown): UsageBook {
  if (!isRecord(value)) return {};
  const records = Object.entries(value).filter(([, record]) => isRecord(record));
  return Object.fromEntries(records.map(([name, record]) => [name, readRecord(record as Record<string, unknown>)]));
}

function readRecord(record: Readonly<Record<string, unknown>>): SkillUsage {
  const { state } = record;
  return {
    ...record,
    created_by: record.created_by === "agent" || record.agent_created === true ? "agent" : null,
    use_count: countOf(record.use_count),
    view_count: countOf(record.view_count),
    patch_count: countOf(record.patch_count),
    last_used_at: timeOf(record.last_used_at),
    last_viewed_at: timeOf(record.last_viewed_at),
    last_patched_at: timeOf(record.last_patched_at),
    created_at: timeOf(record.created_at),
    state: state === "stale" || state === "archived" ? state : "active",
    pinned: record.pinned === true,
    archived_at: timeOf(record.archived_at),
  };
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

function timeOf(value: unknown): string | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}

/** One event counted; a stale skill that is touched is active again. */
export function countUsage(record: SkillUsage | undefined, event: UsageEvent, at: string): SkillUsage {
  const before = record ?? { ...NO_SKILL_USAGE, created_at: at };
  const state = before.state === "stale" ? "active" : before.state;
  switch (event) {
    case "use":
      return { ...before, state, use_count: before.use_count + 1, last_used_at: at };
    case "view":
      return { ...before, state, view_count: before.view_count + 1, last_viewed_at: at };
    case "patch":
      return { ...before, state, patch_count: before.patch_count + 1, last_patched_at: at };
  }
}

/** The newest of used, viewed, patched; undefined when it was never touched. */
export function lastActivity(record: SkillUsage): number | undefined {
  const times = [record.last_used_at, record.last_viewed_at, record.last_patched_at].flatMap((one) =>
    one === null ? [] : [Date.parse(one)],
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Coarse on purpose: a prompt must not change because a skill was used once more. */
export function usageRank(record: SkillUsage | undefined): number {
  if (record === undefined) return 0;
  const weight = record.use_count * 2 + record.view_count;
  return Math.floor(Math.log2(1 + weight)) + (record.pinned ? 100 : 0) - (record.state === "stale" ? 50 : 0);
}
