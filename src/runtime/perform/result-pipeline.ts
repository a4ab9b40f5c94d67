// The one way a result takes into the transcript: fence what is foreign, spill what is too long, then add hints.

import type { Tool, ToolResult } from "../../contracts/tool.ts";
import { defuse, fence, fenceFields } from "../../kernel/calls/fence.ts";
import { cutNotice, spillNotice } from "../../kernel/calls/results.ts";
import type { Part } from "../../kernel/message.ts";
import { charCount, normalizeText } from "../../kernel/text.ts";
import type { TurnScope } from "../turn-scope.ts";

const SPILL_OVER_CHARS = 100_000;
/** All results of one reply together; beyond it even ordinary results are spilled. */
const REPLY_CHARS = 200_000;
const ALWAYS_KEPT_CHARS = 4_000;

export async function finishResult(scope: TurnScope, tool: Tool, result: ToolResult): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const part of result.parts) {
    if (part.type === "image") parts.push(part);
    else parts.push({ type: "text", text: await finishText(scope, tool, normalizeText(part.text)) });
  }
  return parts;
}

async function finishText(scope: TurnScope, tool: Tool, content: string): Promise<string> {
  const chars = charCount(content);
  if (chars > limitFor(scope, tool)) {
    const path = await scope.spill.save(scope.transcript.sessionId, content);
    const show = tool.output === "own" ? defuse : (head: string) => fence(head, tool.name, newNonce(scope));
    return path === undefined ? cutNotice(content, show) : spillNotice(content, path, show);
  }
  scope.state.replyChars += chars;
  if (tool.output === "own") return content;
  return fenceFields(content, tool.foreignFields ?? "all", tool.name, newNonce(scope));
}

function newNonce({ ids }: TurnScope): string {
  return ids.id("").slice(1, 9);
}

/** A tool that pages by itself keeps its pages, but not all of them at once. */
function limitFor({ state }: TurnScope, { spillOver = SPILL_OVER_CHARS }: Tool): number {
  const left = Math.max(ALWAYS_KEPT_CHARS, REPLY_CHARS - state.replyChars);
  return spillOver === "never" ? left : Math.min(spillOver, left);
}
