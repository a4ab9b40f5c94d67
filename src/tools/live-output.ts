// The latest line of a running command, for people: often enough to follow, too seldom to flood.

import { plainOutput } from "../kernel/output/ansi.ts";
import { ellipsize } from "../kernel/text.ts";

const EVERY_MS = 250;
const MAX_CHARS = 160;

export interface LiveOutput {
  push(chunk: string): void;
  stop(): void;
}

/** Nothing is shown of commands that end sooner than the first tick. */
export function createLiveOutput(show: (line: string) => void): LiveOutput {
  let latest = "";
  let timer: NodeJS.Timeout | undefined;
  return {
    push(chunk) {
      latest = (latest + chunk).slice(-2_000);
      timer ??= setTimeout(() => {
        timer = undefined;
        const line = plainOutput(latest)
          .split("\n")
          .findLast((candidate) => candidate.trim() !== "");
        latest = "";
        if (line !== undefined) show(ellipsize(line.trim(), MAX_CHARS));
      }, EVERY_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
