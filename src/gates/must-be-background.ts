// Which commands the terminal does not run in the foreground, judged on the parsed command.

import { refuseForeground } from "../kernel/shell/foreground.ts";
import { parseCommand } from "./parse-command.ts";

/** Why, with advice; undefined when the command may run in the foreground. */
export function mustBeBackground(command: string): string | undefined {
  return refuseForeground(command, parseCommand);
}
