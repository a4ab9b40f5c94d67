// Where a path leads, for gates: they must come to a verdict also about paths no system can hold or nobody may look at.

import type { ToolContext } from "../contracts/tool.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";

/** Longer than any system opens. */
const MAX_PATH = 4_096;

/** Undefined when the environment cannot tell: too long, a ring of links, a folder that may not be entered. */
export async function realPathOf(context: Pick<ToolContext, "env">, path: string): Promise<string | undefined> {
  if (path.length > MAX_PATH) return undefined;
  try {
    return await context.env.realPath(path);
  } catch (error) {
    if (error instanceof EnvironmentFailure) return undefined;
    throw error;
  }
}
