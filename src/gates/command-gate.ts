// Judges every call that carries a shell command or code, by what it would do and where that lands.

import type { Gate, Verdict } from "../contracts/gate.ts";
import type { Scope } from "../contracts/question.ts";
import type { ToolContext } from "../contracts/tool.ts";
import { isRecord } from "../kernel/json.ts";
import { inspectCode } from "../kernel/shell/code.ts";
import { actsOf } from "../kernel/shell/code-acts.ts";
import type { Finding, FindingKind } from "../kernel/shell/findings.ts";
import { guardPath } from "../kernel/shell/guard.ts";
import type { Places } from "../kernel/shell/paths.ts";
import { matchesCommand } from "../kernel/shell/rule-patterns.ts";
import { grantKey, type Judgement } from "../kernel/shell/verdict.ts";
import { ellipsize, oneLine, takeChars } from "../kernel/text.ts";
import { ALLOW_LIST } from "./allow-list.data.ts";
import { shellText } from "./call-facts.ts";
import { judgeCommandText } from "./explain-command.ts";
import { type PlaceOptions, placesFor } from "./gate-places.ts";
import { createOwnFiles, type OwnFiles } from "./own-files.ts";
import { realPathOf } from "./real-path.ts";
import { isAnswered, judgeScripts } from "./script-files.ts";

export interface CommandGateOptions extends PlaceOptions {
  /** Commands the user never wants to be asked about: prefixes or globs. They lift questions, never a denial. */
  readonly allow?: readonly string[];
  /** `command_allowlist` of the config: names of the reference's patterns, or keys and commands of our own. */
  readonly allowList?: readonly string[];
}

const ALLOW: Verdict = { type: "allow" };
const EVERY_SCOPE: readonly Scope[] = ["once", "task", "session", "always"];
/** What nobody could read is never allowed for good. */
const SHORT_SCOPES: readonly Scope[] = ["once", "task", "session"];
const OPAQUE: ReadonlySet<FindingKind> = new Set([
  "unparsable",
  "unresolved",
  "obfuscated",
  "feeds-interpreter",
  "inline-code",
]);
const MAX_REAL_PATHS = 256;

export function commandGate(options: CommandGateOptions): Gate {
  const own = createOwnFiles();
  return {
    name: "command",
    async check(call, tool, context) {
      const shell = shellText(tool, call.input);
      if (shell !== undefined && isRecord(call.input)) return checkCommand(shell, call.input, context, options, own);
      if (tool.effect === "write") await own.noteCall(call.input, tool, context);
      if (tool.effect !== "execute" || !isRecord(call.input) || typeof call.input.code !== "string") return ALLOW;
      const language = call.input.language === "javascript" ? "node" : "python";
      return checkCode(call.input.code, language, tool.name, placesFor(context, options));
    },
  };
}

async function checkCommand(
  command: string,
  input: Readonly<Record<string, unknown>>,
  context: ToolContext,
  options: CommandGateOptions,
  own: OwnFiles,
): Promise<Verdict> {
  const places = placesFor(context, options, typeof input.workdir === "string" ? input.workdir : undefined);
  // A terminal or a background job can be typed into later, so a program that asks before it acts is no comfort.
  const answered = input.pty === true || input.background === true;
  const judged = judgeCommandText(command, places, { answered });
  if (judged.verdict === "deny") return { type: "deny", why: judged.reasons.join("; ") };
  const behind = await behindLinks(judged, context, places);
  if (behind.denied !== undefined) return { type: "deny", why: behind.denied };
  const scripts = await judgeScripts(judged.scripts, context.env, places, own.has);
  own.note(judged.written);
  if (scripts.denied !== undefined) return { type: "deny", why: scripts.denied };
  const guessed = judged.findings.filter((each) => !isAnswered(each, scripts.known));
  const open = [...guessed, ...behind.findings, ...scripts.findings].filter((each) => !isAllowed(each, options));
  return open.length === 0 ? ALLOW : question(command, open);
}

function isAllowed(finding: Finding, { allow = [], allowList = [] }: CommandGateOptions): boolean {
  if (allow.some((rule) => finding.within.some((command) => matchesCommand(rule, command)))) return true;
  return allowList.some(
    (name) =>
      name === `${finding.kind}: ${finding.subject}` ||
      finding.within.includes(name) ||
      ALLOW_LIST.some(
        (row) => row.name === name && row.kind === finding.kind && row.subject?.test(finding.subject) !== false,
      ),
  );
}

interface Behind {
  readonly denied?: string;
  readonly findings: readonly Finding[];
}

/** A symlink inside the workspace must not be a way around the guards; where nobody can look, a person decides. */
async function behindLinks(judged: Judgement, context: ToolContext, places: Places): Promise<Behind> {
  const findings: Finding[] = [];
  const written = new Set(judged.written);
  for (const path of judged.touches.slice(0, MAX_REAL_PATHS)) {
    if (/[*?\uFFFB\uFFFC]/.test(path)) continue;
    const real = await realPathOf(context, path);
    if (real === undefined) findings.push(unseen(`where ${ellipsize(path, 120)} leads cannot be told`, path));
    if (real === undefined || real === path) continue;
    const verdict = guardPath(real, written.has(path) ? "write" : "read", places);
    if (verdict.type === "deny") return { denied: `${path} leads to ${real}: ${verdict.why}`, findings };
    if (verdict.type === "ask") findings.push(landsElsewhere(path, real, verdict.why));
  }
  if (judged.touches.length > MAX_REAL_PATHS)
    findings.push(unseen(`it names more than ${MAX_REAL_PATHS} paths`, `${judged.touches.length} paths`));
  return { findings };
}

function landsElsewhere(path: string, real: string, why: string): Finding {
  return { level: "ask", kind: "write-outside", why: `${path} leads to ${real}: ${why}`, subject: real, within: [] };
}

function unseen(why: string, subject: string): Finding {
  return { level: "ask", kind: "unresolved", why, subject, within: [] };
}

function question(command: string, findings: readonly Finding[]): Verdict {
  return {
    type: "ask",
    text: `Run: ${takeChars(oneLine(command), 200)}`,
    subject: command,
    reasons: [...new Set(findings.map((each) => each.why))],
    key: `command ${grantKey(findings)}`,
    scopes: findings.some((each) => OPAQUE.has(each.kind)) ? SHORT_SCOPES : EVERY_SCOPE,
  };
}

/** A script that calls tools: each of those calls is judged by itself, so only what it does beside them counts here. */
function checkCode(code: string, language: "python" | "node", tool: string, places: Places): Verdict {
  const { commands, hidden } = actsOf(language, code);
  const judged = commands.map((command) => judgeCommandText(command, places));
  const denied = judged.find(({ verdict }) => verdict === "deny");
  if (denied !== undefined) return { type: "deny", why: `the script: ${denied.reasons.join("; ")}` };
  const why = inspectCode(language, code);
  const reasons = [
    ...(why === undefined ? [] : [`the script ${why}`]),
    ...(hidden ? ["the script runs text that it decodes or fetches itself"] : []),
    ...judged.flatMap((each) => each.reasons),
  ];
  if (reasons.length === 0) return ALLOW;
  return {
    type: "ask",
    text: `Run a script: ${takeChars(oneLine(code), 200)}`,
    subject: code,
    reasons: [...new Set(reasons)],
    key: `code ${tool}`,
    scopes: SHORT_SCOPES,
  };
}
