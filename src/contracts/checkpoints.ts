// Snapshots of a project's files, taken before they are put at risk, and the way back to them.

import type { LeftOut } from "../kernel/checkpoints/left-out.ts";

export interface Checkpoint {
  /** Given once, never changed, never given again. */
  readonly id: string;
  /** 1 is the newest; changes as others are added. */
  readonly number: number;
  /** ISO time. */
  readonly at: string;
  readonly reason: string;
  /** Against the checkpoint before it; 0 for the first. */
  readonly filesChanged: number;
  readonly insertions: number;
  readonly deletions: number;
}

export interface CheckpointList {
  /** The project they belong to. */
  readonly workdir: string;
  /** Newest first. */
  readonly checkpoints: readonly Checkpoint[];
}

export interface CheckpointFile {
  readonly path: string;
  readonly change: "added" | "changed" | "deleted";
}

export interface CheckpointDetail extends Checkpoint {
  readonly workdir: string;
  /** How many files it holds. */
  readonly files: number;
  /** Against the checkpoint before it. */
  readonly changes: readonly CheckpointFile[];
  readonly leftOut: readonly LeftOut[];
  /** Left-out paths beyond those listed. */
  readonly leftOutMore: number;
}

/** From the checkpoint to the files as they are now. */
export interface CheckpointDiff {
  readonly id: string;
  readonly workdir: string;
  readonly files: readonly CheckpointFile[];
  readonly unified: string;
}

export interface SaveOptions {
  /** Absolute paths that are saved even when the project ignores them. */
  readonly also?: readonly string[];
  /** A checkpoint of the same project that is not dropped to make room for this one. */
  readonly pinned?: string;
}

export interface PartOfProject {
  /** One file or folder; everything when absent. */
  readonly path?: string;
  /** The folder that `path` is relative to; the project when absent. */
  readonly from?: string;
}

export interface RestoreOptions extends PartOfProject {
  /** Also removes files that the checkpoint does not have, as far as they could be saved first. */
  readonly removeNew?: boolean;
}

export interface Restored {
  readonly id: string;
  readonly workdir: string;
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Files the checkpoint does not have, still there. */
  readonly kept: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Left-out paths beyond those listed. */
  readonly leftOutMore: number;
  /** Brought back where nothing stood. */
  readonly created: readonly string[];
  /** Restoring this one takes the restore back; undefined when there was nothing to save. */
  readonly undo: string | undefined;
}

export type Saved =
  | { readonly type: "saved"; readonly id: string; readonly leftOut: readonly LeftOut[] }
  /** Everything is as in this checkpoint. */
  | { readonly type: "unchanged"; readonly id: string }
  | { readonly type: "skipped"; readonly why: string };

export interface PruneOptions {
  /** Does nothing when the last clean-up is younger than the configured interval. */
  readonly onlyIfDue?: boolean;
  /** Also forgets projects whose folder vanished a moment ago; without it they are kept for some days. */
  readonly orphansNow?: boolean;
}

export interface Pruned {
  readonly ran: boolean;
  readonly projectsRemoved: readonly string[];
  readonly checkpointsRemoved: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export interface CheckpointProject {
  readonly workdir: string;
  readonly exists: boolean;
  readonly checkpoints: number;
  /** ISO time. */
  readonly lastUsed: string;
}

export interface CheckpointStatus {
  readonly enabled: boolean;
  readonly store: string;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly projects: readonly CheckpointProject[];
}

/** A checkpoint is named by its number, its id, or four or more characters its id starts with. Everything throws only StoreFailure. */
export interface Checkpoints {
  /** The project folder a path or directory belongs to, as snapshots name it. */
  projectOf(path: string, workspace: string): Promise<string>;
  /** Saves the project's files. Nothing of the project is changed. */
  save(workdir: string, reason: string, options?: SaveOptions): Promise<Saved>;
  list(workdir: string): Promise<CheckpointList>;
  show(workdir: string, reference: string): Promise<CheckpointDetail>;
  diff(workdir: string, reference: string, part?: PartOfProject): Promise<CheckpointDiff>;
  /** Saves what is there first, then brings changed and deleted files back; never touches what it could not save. */
  restore(workdir: string, reference: string, options?: RestoreOptions): Promise<Restored>;
  prune(options?: PruneOptions): Promise<Pruned>;
  status(): Promise<CheckpointStatus>;
}

/** What a turn needs to take checkpoints by itself. */
export interface AutomaticCheckpoints {
  readonly checkpoints: Checkpoints;
  /** Undefined when a command line changes nothing; else what it may lose outside the folder it runs in. Nothing is run to find out. */
  endangers(command: string, cwd: string): Promise<readonly string[] | undefined>;
}
