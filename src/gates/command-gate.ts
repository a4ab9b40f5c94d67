// Judges every call that carries a shell command or code, by what it would do and where that lands.

import type { Gate, Verdict } from "../contracts/gate.ts";
import type { Scope } from "../contracts/question.ts";
import type { ToolContext } from "../contracts/tool.ts";
import { isRecord } from "../kernel/json.ts";
import { inspectCode } from "../kernel/shell/code.ts";
import type { Finding, FindingKind } from "../kernel/shell/findings.ts";
import { guardPath } from "../kernel/shell/guard.ts";
import { grantKey, type Judgement } from "../kernel/shell/verdict.ts";
import { oneLine, takeChars } from "../kernel/text.ts";
import { judgeCommandText } from "./explain-command.ts";
import { type PlaceOptions, placesFor } from "./gate-places.ts";

export interface CommandGateOptions extends PlaceOptions {
  /** Kinds of findings the user allowed for good, such as those in the config's command allow-list. */
  readonly allowedKinds?: ReadonlySet<FindingKind>;
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
const MAX_REAL_PATHS = 64;

export function commandGate(options: CommandGateOptions): Gate {
  return {
    name: "command",
    async check(call, tool, context) {
      if (tool.effect !== "execute" || !isRecord(call.input)) return ALLOW;
      const { command, data, code, workdir } = call.input;
      const shell = typeof command === "string" ? command : typeof data === "string" ? data : undefined;
      if (shell !== undefined)
        return checkCommand(shell, typeof workdir === "string" ? workdir : undefined, context, options);
      return typeof code === "string" ? checkCode(code, tool.name) : ALLOW;
    },
  };
}

async function checkCommand(
  command: string,
  workdir: string | undefined,
  context: ToolContext,
  options: CommandGateOptions,
): Promise<Verdict> {
  const places = placesFor(context, options, workdir);
  const judged = judgeCommandText(command, places);
  if (judged.verdict === "deny") return { type: "deny", why: judged.reasons.join("; ") };
  const hidden = await behindLinks(judged, context, places);
  if (hidden !== undefined) return { type: "deny", why: hidden };
  const open = judged.findings.filter((each) => options.allowedKinds?.has(each.kind) !== true);
  return open.length === 0 ? ALLOW : question(command, open);
}

/** A symlink inside the workspace must not be a way around the guards. */
async function behindLinks(
  judged: Judgement,
  context: ToolContext,
  places: ReturnType<typeof placesFor>,
): Promise<string | undefined> {
  for (const path of judged.touches.slice(0, MAX_REAL_PATHS)) {
    if (path.includes("\uFFFC") || /[*?]/.test(path)) continue;
    const real = await context.env.realPath(path);
    if (real === path) continue;
    const verdict = guardPath(real, "read", places);
    if (verdict.type === "deny") return `${path} leads to ${real}: ${verdict.why}`;
  }
  return undefined;
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

function checkCode(code: string, tool: string): Verdict {
  const why = inspectCode("python", code);
  if (why === undefined) return ALLOW;
  return {
    type: "ask",
    text: `Run a script: ${takeChars(oneLine(code), 200)}`,
    subject: code,
    reasons: [`the script ${why}`],
    key: `code ${tool}`,
    scopes: SHORT_SCOPES,
  };
}
