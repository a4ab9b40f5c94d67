// What the gates must know about the machine to tell one place from another; wired once, read per call.

import type { ToolContext } from "../contracts/tool.ts";
import type { Places } from "../kernel/shell/paths.ts";

export interface PlaceOptions {
  /** The user's home directory where commands run. */
  readonly home: string;
  /** The agent's own home and those of its profiles. */
  readonly controlHomes: readonly string[];
  /** More directories where writing is free. */
  readonly writable?: readonly string[];
  /** Where writing is free; the environment's working directory unless told otherwise. */
  workspaceOf?(context: ToolContext): string;
}

export function placesFor(context: ToolContext, options: PlaceOptions, cwd?: string): Places {
  const workspace = options.workspaceOf?.(context) ?? context.env.cwd;
  return {
    cwd: cwd === undefined ? context.env.cwd : context.env.resolve(cwd),
    workspace,
    home: options.home,
    controlHomes: options.controlHomes,
    ...(options.writable === undefined ? {} : { writable: options.writable }),
  };
}
