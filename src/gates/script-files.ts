// Scripts of the workspace are the user's work, but what a shell script would do can be read, so it is.

import type { Environment } from "../contracts/environment.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import type { Finding } from "../kernel/shell/findings.ts";
import type { Places } from "../kernel/shell/paths.ts";
import { judgeCommandText } from "./explain-command.ts";

export interface ScriptJudgement {
  /** Set when a script would do what is never done. */
  readonly denied?: string;
  readonly findings: readonly Finding[];
  /** Those that were there and could be read: nothing about them is left to guess. */
  readonly known: ReadonlySet<string>;
}

const MAX_SCRIPTS = 8;
const MAX_BYTES = 200_000;
const SHELL_NAME = /\.(sh|bash|zsh|ksh|command)$/;
const SHELL_START = /^#!.*\b(sh|bash|dash|zsh|ksh)\b/;
/** Code that runs text only it can read. */
const HIDDEN = /\b(exec|eval)\s*\(\s*[^)]{0,80}(b64decode|decompress|fromhex|unhexlify|atob|base64)/;

/** A script that is not there runs nothing; one that cannot be read is asked about. */
export async function judgeScripts(
  paths: readonly string[],
  env: Environment,
  places: Places,
): Promise<ScriptJudgement> {
  const findings: Finding[] = [];
  const known = new Set<string>();
  for (const path of paths.slice(0, MAX_SCRIPTS)) {
    const source = await readScript(path, env);
    if (source.type === "missing") continue;
    if (source.type === "unreadable") {
      findings.push(finding(path, `what ${path} does cannot be read`));
      continue;
    }
    known.add(path);
    if (HIDDEN.test(source.text)) findings.push(finding(path, `${path} runs text that it decodes itself`));
    if (!SHELL_NAME.test(path) && !SHELL_START.test(source.text)) continue;
    const judged = judgeCommandText(source.text, places, { script: true });
    if (judged.verdict === "deny") return { denied: `${path}: ${judged.reasons.join("; ")}`, findings, known };
    for (const reason of judged.reasons) findings.push(finding(path, `${path}: ${reason}`));
  }
  return { findings, known };
}

/** Permission is for the script, whatever it does: it is asked about again when another one runs. */
function finding(path: string, why: string): Finding {
  return { level: "ask", kind: "runs-script", why, subject: path, within: [path] };
}

type Source =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "missing" }
  | { readonly type: "unreadable" };

async function readScript(path: string, env: Environment): Promise<Source> {
  try {
    return { type: "text", text: new TextDecoder().decode(await env.read(path, MAX_BYTES)) };
  } catch (error) {
    if (!(error instanceof EnvironmentFailure)) throw error;
    return { type: error.kind === "not-found" || error.kind === "is-directory" ? "missing" : "unreadable" };
  }
}
