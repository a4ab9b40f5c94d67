// After an edit: does the file still parse? Only errors the edit brought in are reported.

import type { ToolContext } from "../contracts/tool.ts";
import { introduced, type Problem } from "../kernel/files/diagnosis.ts";

/** Problems of a text as the language of `path` sees them; undefined when there is no checker for it here. */
export type Diagnose = (path: string, text: string, context: ToolContext) => Promise<readonly Problem[] | undefined>;

export async function newErrors(
  diagnose: Diagnose | undefined,
  path: string,
  change: { readonly before: string | undefined; readonly after: string },
  context: ToolContext,
): Promise<readonly string[]> {
  if (diagnose === undefined) return [];
  const after = await diagnose(path, change.after, context);
  if (after === undefined || after.length === 0) return [];
  const { before = "" } = change;
  const old = before === "" ? [] : ((await diagnose(path, before, context)) ?? []);
  return introduced({ text: before, problems: old }, { text: change.after, problems: after }).map((problem) =>
    problem.line === undefined ? problem.message : `line ${problem.line}: ${problem.message}`,
  );
}
