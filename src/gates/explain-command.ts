// What the command gate thinks of a command, without running anything.

import type { Places } from "../kernel/shell/paths.ts";
import { type Judgement, judge } from "../kernel/shell/verdict.ts";
import { parseCommand } from "./parse-command.ts";

/** How a command is run, where that changes what it can do. */
export interface Running {
  readonly answered?: boolean;
  readonly script?: boolean;
}

/** Total: every string gets a verdict. */
export function judgeCommandText(command: string, places: Places, running: Running = {}): Judgement {
  return judge(parseCommand(command), command, { ...places, ...running, parse: parseCommand });
}
