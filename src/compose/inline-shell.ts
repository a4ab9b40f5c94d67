// `skills.inline_shell`: whether commands in skill text run, and as whom when a person's word loads the skill.

import type { InlineShell } from "../contracts/skills.ts";
import type { Tool, ToolContext, ToolResult } from "../contracts/tool.ts";
import { usesNetwork } from "../kernel/output/network.ts";
import { OWNER } from "../kernel/principal.ts";
import { inlineShell } from "../tools/inline-shell.ts";
import type { WiredEnvironment } from "./environment.ts";
import type { Ground } from "./ground.ts";
import { mustBeBackground } from "./must-be-background.ts";

export interface WiredInlineShell {
  /** For a skill the model opens: it may ask, and its result carries the taint. */
  inCall(context: ToolContext): InlineShell;
  /** For a skill put into a person's message: nobody is asked, and nothing from outside may pass for their words. */
  inMessage(sessionId: string | undefined): InlineShell;
}

interface InlineWiring {
  readonly environment: WiredEnvironment;
  callTool(tool: Tool, input: unknown, context: ToolContext): Promise<ToolResult>;
}

/** Undefined while switched off: then such commands stay text. */
export function composeInlineShell(
  { config, facts, ids }: Pick<Ground, "config" | "facts" | "ids">,
  { environment, callTool }: InlineWiring,
): WiredInlineShell | undefined {
  if (!config.skills.inline_shell) return undefined;
  const timeoutS = config.skills.inline_shell_timeout;
  const inCall = inlineShell({ timeoutS, refuse: mustBeBackground, callTool });
  return {
    inCall,
    inMessage: (sessionId) => async (command, cwd) => {
      if (usesNetwork(command)) return { text: "[not run: it would bring text from outside into your message]" };
      const env = await environment.open(facts.cwd);
      const context: ToolContext = {
        sessionId: sessionId ?? "",
        callId: ids.id("inline"),
        principal: OWNER,
        env,
        signal: new AbortController().signal,
        ask: async () => ({ type: "unanswered", why: "a skill that is being loaded does not ask" }),
        progress: () => undefined,
        taints: () => [],
      };
      try {
        return await inCall(context)(command, cwd);
      } finally {
        // A container or a connection is this command's alone.
        if (env.kind !== "local") await env.dispose();
      }
    },
  };
}
