// The one door to what the process was given: environment, platform, user, working directory. Everything else takes them as a value.

import { homedir } from "node:os";

export type Env = Readonly<Record<string, string | undefined>>;

export interface Facts {
  readonly env: Env;
  readonly platform: NodeJS.Platform;
  readonly userHome: string;
  readonly cwd: string;
}

/** A copy taken now: later changes to the process environment do not reach it. */
export function readFacts(): Facts {
  return {
    env: { ...process.env },
    platform: process.platform,
    userHome: userHomeOf(process.env),
    cwd: workingDirectory(),
  };
}

function userHomeOf(env: Env): string {
  try {
    return homedir();
  } catch {
    // A uid without a passwd entry and without HOME (some containers): anything absolute is better than a crash.
    return env.TMPDIR ?? "/tmp";
  }
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    // The directory was removed under us; relative paths then mean the root.
    return "/";
  }
}
