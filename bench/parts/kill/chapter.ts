// What the kill lab interrupts: a sequence of steps over something on disk, always the same, and how to see what the disk holds.

export interface Step<W> {
  run(world: W): Promise<unknown>;
  /** Several transactions: interrupted, the disk may be in between, and doing it again ends where it should. */
  readonly again?: true;
}

export interface Chapter<W> {
  readonly steps: readonly Step<W>[];
  open(folder: string): Promise<W>;
  /** Everything that is promised to be kept, as one string. */
  dump(world: W): Promise<string>;
  /** What is damaged or doubled; [] when all is well. */
  findings(world: W): Promise<readonly string[]>;
  close(world: W): Promise<void>;
}

/** Loaded one at a time, so that a process that is killed a thousand times starts fast. */
export const CHAPTERS: Readonly<Record<string, () => Promise<Chapter<unknown>>>> = {
  conversation: async () => (await import("./conversation.ts")).conversation as Chapter<unknown>,
  archive: async () => (await import("./archive.ts")).archive as Chapter<unknown>,
  memory: async () => (await import("./memory.ts")).memory as Chapter<unknown>,
  skills: async () => (await import("./skills.ts")).skills as Chapter<unknown>,
};
