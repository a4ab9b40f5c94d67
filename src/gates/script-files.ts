// Scripts of the workspace are the user's work, but what a script would do can be read, so it is.

import type { Environment } from "../contracts/environment.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { actsOf } from "../kernel/shell/code-acts.ts";
import type { Finding } from "../kernel/shell/findings.ts";
import type { Places } from "../kernel/shell/paths.ts";
import { possibleImports } from "../kernel/shell/script-imports.ts";
import { type ScriptLanguage, scriptLanguage } from "../kernel/shell/script-language.ts";
import type { Judgement, RunScript } from "../kernel/shell/verdict.ts";
import { judgeCommandText } from "./explain-command.ts";

export interface ScriptJudgement {
  /** Set when a script would do what is never done. */
  readonly denied?: string;
  readonly findings: readonly Finding[];
  /** Those that were there and are text: nothing about them is left to guess. */
  readonly known: ReadonlySet<string>;
}

const MAX_SCRIPTS = 8;
/** With those that scripts run or load in turn. */
const MAX_FOLLOWED = 32;
const MAX_BYTES = 400_000;

/**
 * A script that is not there runs nothing; one that cannot be read is asked about. Programs of the project are free to do what
 * its build does, short of a catastrophe; what the agent wrote itself is judged as if it had typed it, also where another
 * script runs or loads it.
 */
export async function judgeScripts(
  scripts: readonly RunScript[],
  env: Environment,
  places: Places,
  isOwn: (path: string) => boolean,
): Promise<ScriptJudgement> {
  const findings: Finding[] = [];
  const judged: (SourceJudgement & { readonly path: string })[] = [];
  const waiting = scripts.slice(0, MAX_SCRIPTS);
  const seen = new Set(waiting.map(({ path }) => path));
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
    const { path } = script;
    const source = await readScript(path, env);
    if (source.type === "unreadable") findings.push(finding(path, `what ${path} does cannot be read`));
    if (source.type !== "text") continue;
    // A compiled program is read by nobody: whatever was guessed about it stands.
    if (source.text.includes("\0")) continue;
    const language = scriptLanguage(script, source.text);
    const one = { path, ...judgeSource(source.text, language, places) };
    judged.push(one);
    const denied = one.commands.find((each) => each.verdict === "deny");
    if (denied !== undefined) {
      const known = new Set(judged.map((each) => each.path));
      return { denied: `${path}: ${denied.reasons.join("; ")}`, findings, known };
    }
    const loaded = possibleImports(path, language, source.text).filter(isOwn);
    const next = [
      ...one.commands.flatMap((each) => each.scripts),
      ...loaded.map((each) => ({ ...script, path: each })),
    ];
    for (const each of next) {
      if (seen.has(each.path)) continue;
      seen.add(each.path);
      if (seen.size <= MAX_FOLLOWED) waiting.push(each);
      else findings.push(finding(path, `${path} runs more than ${MAX_FOLLOWED} scripts in turn`));
    }
  }
  if (scripts.length > MAX_SCRIPTS) findings.push(finding("many", `it runs more than ${MAX_SCRIPTS} scripts`));
  const known = new Set(judged.map(({ path }) => path));
  for (const one of judged)
    for (const reason of reasonsToAsk(one, isOwn(one.path), known)) findings.push(finding(one.path, one.path + reason));
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
function reasonsToAsk(
  { language, commands, hidden, whole }: SourceJudgement,
  isOwn: boolean,
  known: ReadonlySet<string>,
): readonly string[] {
  const open = commands.flatMap(({ findings }) => findings).filter((each) => !isAnswered(each, known));
  const told = isOwn || language === "shell" ? new Set(open.map(({ why }) => why)) : [];
  return [
    ...(hidden ? [" runs text that it decodes or fetches itself"] : []),
    ...(isOwn && !whole ? [" is too long to be read to its end"] : []),
    ...[...told].map((reason) => `: ${reason}`),
  ];
}

/** A script that was read is judged by what it does, not by where it lies. */
export function isAnswered({ kind, subject }: Finding, known: ReadonlySet<string>): boolean {
  return kind === "runs-script" && known.has(subject);
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
