// `hermes approvals explain`: what the gates would say to a command. Most commands need only to be read; the rest are put to the gates themselves.

import { existsSync } from "node:fs";
import type { Environment } from "../contracts/environment.ts";
import type { ExplainCommand, Verdict } from "../contracts/gate.ts";
import type { ToolContext } from "../contracts/tool.ts";
import { judgeCommandText } from "../gates/explain-command.ts";
import type { ToolCall } from "../kernel/message.ts";
import { OWNER } from "../kernel/principal.ts";
import { isInside, type Places } from "../kernel/shell/paths.ts";

export interface ExplainerOptions {
  readonly here: Places;
  /** The user has no rules and no list of their own: what a command says decides alone. */
  readonly isPlain: boolean;
  check(call: ToolCall, context: ToolContext): Promise<Verdict>;
  /** Where scripts and links can be looked at; absent where that would start something. */
  readonly place?: () => Promise<Environment>;
}

export function createExplainer({ here, isPlain, check, place }: ExplainerOptions): ExplainCommand {
  const opened = { env: undefined as Promise<Environment> | undefined };
  const contextHere = async (): Promise<ToolContext | undefined> => {
    opened.env ??= place?.();
    const env = await opened.env;
    if (env === undefined) return undefined;
    return {
      ...{ sessionId: "", callId: "", principal: OWNER, env },
      signal: new AbortController().signal,
      ask: async () => ({ type: "unanswered", why: "nothing is run" }),
      progress: () => undefined,
      taints: () => [],
    };
  };
  return async (command) => {
    const judged = judgeCommandText(command, here);
    const { verdict, reasons, scripts } = judged;
    // What is only known when it runs can be anything.
    const touches = judged.touches.map((path) => path.replaceAll(/[\uFFFB\uFFFC]/g, "*"));
    const onDisk = scripts.length > 0 || touches.some((path) => isInside(path, here.workspace) && existsSync(path));
    const context = isPlain && !onDisk ? undefined : await contextHere();
    if (context === undefined) return { command, verdict, reasons, touches };
    const given = await check({ id: "", tool: "terminal", input: { command } }, context);
    const why = given.type === "deny" ? [given.why] : given.type === "ask" ? given.reasons : [];
    return { command, verdict: given.type, reasons: why, touches };
  };
}
