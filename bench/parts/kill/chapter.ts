// What the kill lab interrupts: a sequence of steps over something on disk, always the same, and how to see what the disk holds.

import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";

export interface Step<W> {
  run(world: W): Promise<unknown>;
  /** Several transactions: interrupted, the disk may be in between, and doing it again ends where it should. */
  readonly again?: true;
}

/** Where what is killed leaves what it did. */
export interface Ground {
  /** Makes a place to be opened for the first time. */
  prepare(folder: string): Promise<void>;
  /** Until nothing is under way any more of what was begun before; comes before every recovery. */
  settle(folder: string): Promise<void>;
  clear(folder: string): Promise<void>;
  stop(): Promise<void>;
}

export const DISK: Ground = {
  prepare: async (folder) => void mkdirSync(folder, { recursive: true }),
  settle: async () => undefined,
  clear: async (folder) => rmSync(folder, { recursive: true, force: true }),
  stop: async () => undefined,
};

/** When it is reached: at once, or when what was sent to somebody else had the time to be done and nobody heard of it. */
export type Reach = (when?: "unheard") => void;

export interface Chapter<W> {
  readonly steps: readonly Step<W>[];
  /** By default the disk; a string says why it cannot be had here. */
  ground?(): Promise<Ground | string>;
  /** Calls `reach` before and after everything that could be interrupted, beside what is done to files and SQLite; `asked` when somebody asks what became of an unanswered commit. */
  watch?(reach: Reach, asked: () => void): void;
  /** Kills what the process works with; the process goes on, and is struck in each of its steps. By default it is killed itself. */
  strike?(folder: string, point: number): void;
  open(folder: string): Promise<W>;
  /** Everything that is promised to be kept, as one string. */
  dump(world: W): Promise<string>;
  /** What is damaged or doubled; [] when all is well. */
  findings(world: W): Promise<readonly string[]>;
  close(world: W): Promise<void>;
}

/** What a process tells of a dump. */
export const digest = (dump: string): string => createHash("sha256").update(dump).digest("hex");

/** Loaded one at a time, so that a process that is killed a thousand times starts fast. */
export const CHAPTERS: Readonly<Record<string, () => Promise<Chapter<unknown>>>> = {
  conversation: async () => (await import("./conversation.ts")).conversation as Chapter<unknown>,
  archive: async () => (await import("./archive.ts")).archive as Chapter<unknown>,
  postgres: async () => (await import("./postgres.ts")).postgresConversation as Chapter<unknown>,
  "postgres-archive": async () => (await import("./postgres.ts")).postgresArchive as Chapter<unknown>,
  "postgres-server": async () => (await import("./postgres.ts")).serverConversation as Chapter<unknown>,
  "postgres-server-archive": async () => (await import("./postgres.ts")).serverArchive as Chapter<unknown>,
  memory: async () => (await import("./memory.ts")).memory as Chapter<unknown>,
  skills: async () => (await import("./skills.ts")).skills as Chapter<unknown>,
};
