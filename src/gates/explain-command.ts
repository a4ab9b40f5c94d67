// What the command gate thinks of a command, without running anything.

import type { Places } from "../kernel/shell/paths.ts";
import { type Judgement, judge } from "../kernel/shell/verdict.ts";
import { parseCommand } from "./parse-command.ts";

export function judgeCommandText(command: string, places: Places): Judgement {
  return judge(parseCommand(command), command, { ...places, parse: parseCommand });
}

export interface Explanation {
  readonly command: string;
  readonly verdict: "allow" | "ask" | "deny";
  readonly reasons: readonly string[];
  readonly touches: readonly string[];
}

/** Total: every string gets a verdict. */
export function explainCommand(command: string, places: Places): Explanation {
  const { verdict, reasons, touches } = judgeCommandText(command, places);
  return { command, verdict, reasons, touches };
}
