// What the gates must know about the machine to tell one place from another; wired once, read per call.

import { workplaceOf } from "../contracts/environment.ts";
import type { ToolContext } from "../contracts/tool.ts";
import type { Places } from "../kernel/shell/paths.ts";

export interface PlaceOptions {
  /** The user's home directory on this machine. */
  readonly home: string;
  /** The agent's own home and those of its profiles. */
  readonly controlHomes: readonly string[];
  /** More directories where writing is free. */
  readonly writable?: readonly string[];
}

/** In a container or behind ssh the home is the one over there, and the agent's own may be mounted with the workspace. */
export function placesFor({ env }: ToolContext, options: PlaceOptions, cwd?: string): Places {
  const workspace = workplaceOf(env);
  const home = env.kind === "local" ? options.home : env.resolve("~");
  const elsewhere = env.kind === "local" ? [] : [`${home}/.hermes`, `${workspace}/.hermes`];
  return {
    cwd: cwd === undefined ? env.cwd : env.resolve(cwd),
    workspace,
    home,
    controlHomes: [...options.controlHomes, ...elsewhere],
    ...(options.writable === undefined ? {} : { writable: options.writable }),
  };
}
