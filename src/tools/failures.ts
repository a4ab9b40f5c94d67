// Failures of the environment as a model reads them.

import { jsonError, type ToolResult } from "../contracts/tool.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";

/** Runs `act`; a failure of the environment becomes `{error}` with `extra`, everything else is a bug and passes. */
export async function orError(act: () => Promise<ToolResult>, extra: object = {}): Promise<ToolResult> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof EnvironmentFailure) return jsonError({ error: error.message, ...extra });
    throw error;
  }
}

/** For tools whose results say `success`. */
export function failed(error: string, extra: object = {}): ToolResult {
  return jsonError({ success: false, error, ...extra });
}
