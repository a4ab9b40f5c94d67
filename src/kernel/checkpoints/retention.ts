// Which snapshots may go. The newest of a project and whatever is being restored never do.

export interface KeptSnapshot {
  readonly id: string;
  readonly at: number;
}

export interface KeptProject {
  readonly project: string;
  /** Newest first. */
  readonly snapshots: readonly KeptSnapshot[];
}

/** How many of a project's newest snapshots stay; never so few that a pinned one would go. */
export function keepCount(ids: readonly string[], max: number, pinned: readonly string[] = []): number {
  const needed = Math.max(0, ...pinned.map((id) => ids.indexOf(id) + 1));
  return Math.min(ids.length, Math.max(1, max, needed));
}

/** Takes `count` snapshots away, oldest first over all projects; how many of each project's newest stay. */
export function dropOldest(
  projects: readonly KeptProject[],
  count: number,
  spared: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const keep = new Map(projects.map(({ project, snapshots }) => [project, snapshots.length]));
  const floor = new Map(projects.map((one) => [one.project, floorOf(one, spared)]));
  for (let left = count; left > 0; left -= 1) {
    const victim = oldestOf(projects, keep, floor);
    if (victim === undefined) break;
    keep.set(victim, (keep.get(victim) ?? 0) - 1);
  }
  return keep;
}

/** How many snapshots must go at least for the store to come from `bytes` to `maxBytes`, if all are alike. */
export function excess(total: number, bytes: number, maxBytes: number): number {
  if (bytes <= maxBytes || total === 0) return 0;
  return Math.min(total, Math.max(1, Math.floor(total * (1 - maxBytes / bytes))));
}

/** A snapshot can only go when all older ones of its project have gone. */
function floorOf({ snapshots }: KeptProject, spared: ReadonlySet<string>): number {
  return snapshots.findLastIndex(({ id }) => spared.has(id)) + 1;
}

/** A project's last snapshot goes only when no project has two. */
function oldestOf(
  projects: readonly KeptProject[],
  keep: ReadonlyMap<string, number>,
  floor: ReadonlyMap<string, number>,
): string | undefined {
  const oldest = projects.flatMap(({ project, snapshots }) => {
    const kept = keep.get(project) ?? 0;
    const last = snapshots[kept - 1];
    return last === undefined || kept <= (floor.get(project) ?? 0) ? [] : [{ project, at: last.at, kept }];
  });
  const rich = oldest.filter(({ kept }) => kept > 1);
  return (rich.length > 0 ? rich : oldest).sort((a, b) => a.at - b.at)[0]?.project;
}

export interface SweepPolicy {
  readonly retentionMs: number;
  readonly deleteOrphans: boolean;
  /** A folder deleted by accident is when its checkpoints are needed most. */
  readonly orphanGraceMs: number;
}

export interface SweptProject {
  readonly exists: boolean;
  readonly lastTouchMs: number;
}

export function isForgotten(project: SweptProject, now: number, policy: SweepPolicy): boolean {
  const idle = now - project.lastTouchMs;
  return idle > policy.retentionMs || (!project.exists && policy.deleteOrphans && idle >= policy.orphanGraceMs);
}
