// A file in the person's editor, until they are done with it.

import { spawnSync } from "node:child_process";
import type { Env } from "../../config/process-facts.ts";
import { UsageFailure } from "../../kernel/failure.ts";
import { WORDS } from "./words.data.ts";

/** Throws UsageFailure when the editor does not start or ends badly. */
export function openEditor(path: string, env: Env): void {
  const editor = env.VISUAL || env.EDITOR || "vi";
  const [program = "vi", ...args] = editor.split(/\s+/);
  const done = spawnSync(program, [...args, path], { stdio: "inherit" });
  if (done.error !== undefined) throw new UsageFailure(WORDS.editor.notStarted(editor, path), 1);
  if (done.status !== 0) throw new UsageFailure(WORDS.editor.ended(editor, done.status), 1);
}
