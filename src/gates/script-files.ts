// Scripts of the workspace are the user's work, but what a script would do can be read, so it is.

import type { Environment } from "../contracts/environment.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { actsOf } from "../kernel/shell/code-acts.ts";
import type { Finding } from "../kernel/shell/findings.ts";
import type { Places } from "../kernel/shell/paths.ts";
import { type ScriptLanguage, scriptLanguage } from "../kernel/shell/script-language.ts";
import type { Judgement, RunScript } from "../kernel/shell/verdict.ts";
import { judgeCommandText } from "./explain-command.ts";

export interface ScriptJudgement {
  /** Set when a script would do what is never done. */
  readonly denied?: string;
  readonly findings: readonly Finding[];
  /** Those that were there and could be read: nothing about them is left to guess. */
  readonly known: ReadonlySet<string>;
}

const MAX_SCRIPTS = 8;
const MAX_BYTES = 400_000;

/**
 * A script that is not there runs nothing; one that cannot be read is asked about. Programs of the project are free to do what
 * its build does, short of a catastrophe; what the agent wrote itself is judged as if it had typed it.
 */
export async function judgeScripts(
  scripts: readonly RunScript[],
  env: Environment,
  places: Places,
  isOwn: (path: string) => boolean,
): Promise<ScriptJudgement> {
  const findings: Finding[] = [];
  const known = new Set<string>();
  for (const script of scripts.slice(0, MAX_SCRIPTS)) {
    const { path } = script;
    const source = await readScript(path, env);
    if (source.type === "missing") continue;
    if (source.type === "unreadable") {
      findings.push(finding(path, `what ${path} does cannot be read`));
      continue;
    }
    known.add(path);
    const judged = judgeSource(source.text, scriptLanguage(script, source.text), places);
    const denied = judged.commands.find((each) => each.verdict === "deny");
    if (denied !== undefined) return { denied: `${path}: ${denied.reasons.join("; ")}`, findings, known };
    for (const reason of reasonsToAsk(judged, isOwn(path))) findings.push(finding(path, path + reason));
  }
  if (scripts.length > MAX_SCRIPTS) findings.push(finding("many", `it runs more than ${MAX_SCRIPTS} scripts`));
  return { findings, known };
}

interface SourceJudgement {
  readonly language: ScriptLanguage;
  readonly commands: readonly Judgement[];
  readonly hidden: boolean;
  readonly whole: boolean;
}

function judgeSource(text: string, language: ScriptLanguage, places: Places): SourceJudgement {
  if (language === "shell") {
    const { hidden } = actsOf("other", text);
    const whole = text.length < MAX_BYTES;
    return { language, commands: [judgeCommandText(text, places, { script: true })], hidden, whole };
  }
  const { commands, hidden, whole } = actsOf(language, text);
  return { language, commands: commands.map((command) => judgeCommandText(command, places)), hidden, whole };
}

/** Each continues a sentence that begins with the script's path. */
function reasonsToAsk({ language, commands, hidden, whole }: SourceJudgement, isOwn: boolean): readonly string[] {
  const told = isOwn || language === "shell" ? new Set(commands.flatMap(({ reasons }) => reasons)) : [];
  return [
    ...(hidden ? [" runs text that it decodes or fetches itself"] : []),
    ...(isOwn && !whole ? [" is too long to be read to its end"] : []),
    ...[...told].map((reason) => `: ${reason}`),
  ];
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
    const { size = 0 } = (await env.stat(path)) ?? {};
    const bytes = await env.read(path, Math.min(size, MAX_BYTES));
    return { type: "text", text: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (!(error instanceof EnvironmentFailure)) throw error;
    return { type: error.kind === "not-found" || error.kind === "is-directory" ? "missing" : "unreadable" };
  }
}
