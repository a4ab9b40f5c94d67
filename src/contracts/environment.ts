// Where files and processes live: this machine, a container, a host behind ssh.

import type { Look, Looking } from "../kernel/files/look.ts";

export interface FileStat {
  readonly type: "file" | "dir" | "other";
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
  /** Belongs to the user we run as; undefined where that cannot be told. */
  readonly isOwn?: boolean;
}

export interface DirEntry {
  readonly name: string;
  readonly type: "file" | "dir" | "other";
}

export interface ExecOptions {
  readonly cwd?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly stdin?: string;
  readonly pty?: boolean;
  /** Kept output in bytes; beyond it the middle is dropped and `omittedBytes` says how much. */
  readonly maxBytes?: number;
  readonly onOutput?: (chunk: string) => void;
  /** A person allowed this very command: it runs outside the sandbox. */
  readonly unconfined?: boolean;
}

export interface ExecResult {
  /** The exit code; 124 when timed out, 130 when aborted. */
  readonly code: number;
  readonly output: string;
  /** The working directory after the command, so that `cd` persists. */
  readonly cwd: string;
  readonly ended: "exited" | "timed-out" | "aborted";
  readonly omittedBytes: number;
}

/** A background process in its own process group. */
export interface Job {
  readonly id: string;
  readonly pid: number;
  /** Everything kept so far; the ring drops the oldest. */
  output(): string;
  state():
    | { readonly type: "running" }
    | { readonly type: "exited"; readonly code: number }
    | { readonly type: "killed" }
    /** The way to it broke: whether it still runs, and how it ended, nobody here can say. */
    | { readonly type: "lost" };
  write(data: string): Promise<void>;
  closeInput(): Promise<void>;
  kill(): Promise<void>;
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export interface SpawnOptions {
  readonly cwd?: string;
  /** A person allowed this very command: it runs outside the sandbox. */
  readonly unconfined?: boolean;
  readonly pty?: boolean;
  readonly onOutput?: (chunk: string) => void;
}

export interface Files {
  /** Follows symlinks as far as they exist, so that guards judge the real target. */
  realPath(path: string): Promise<string>;
  stat(path: string): Promise<FileStat | undefined>;
  list(path: string): Promise<readonly DirEntry[]>;
  read(path: string, maxBytes?: number): Promise<Uint8Array>;
  /** Atomic: temp file, fsync, rename; keeps the mode of an existing file; makes parent directories. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
}

/** Paths are absolute or relative to `cwd`. Everything throws only EnvironmentFailure. */
export interface Environment extends Files {
  readonly kind: "local" | "docker" | "ssh";
  readonly cwd: string;
  /** Where the work belongs: the directory it started in. Unlike `cwd` it never moves. */
  readonly workspace?: string;
  /** One honest line: what confines commands here, or that nothing does. */
  readonly confinement: string;
  resolve(path: string): string;
  /** What is there now, so that a later look can tell what changed. Comes back only when a change from now on would show. */
  look(looking: Looking): Promise<Look>;
  exec(command: string, options: ExecOptions): Promise<ExecResult>;
  spawn(command: string, options: SpawnOptions): Promise<Job>;
  dispose(): Promise<void>;
}

/** What a session is about: commands may start elsewhere by now. */
export const workplaceOf = ({ workspace, cwd }: Pick<Environment, "workspace" | "cwd">): string => workspace ?? cwd;
