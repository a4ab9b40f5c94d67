// A second look at a finished conversation: same model, same prompt bytes, same tool schemas, so that the vendor's cache pays for it.
// Only the tools handed in really run; nothing of it enters the transcript.

import { type CachePlan, type Effort, type ModelChoice, type ModelRequest, modelName } from "../../contracts/model.ts";
import type { FrozenPrompt, SessionStore, StoredMessage } from "../../contracts/stores.ts";
import type { Clock } from "../../contracts/time.ts";
import type { Tool, ToolContext } from "../../contracts/tool.ts";
import { planMarks } from "../../kernel/cache-plan.ts";
import { repairCall } from "../../kernel/calls/repair.ts";
import { costOf } from "../../kernel/cost.ts";
import { ModelFailure } from "../../kernel/failure.ts";
import {
  type AssistantMessage,
  callsOf,
  type Message,
  type ToolCall,
  type ToolMessage,
  text,
  userMessage,
} from "../../kernel/message.ts";
import { wireView } from "../../kernel/request.ts";
import { createForkView, type ForkView, type ForkViewPorts } from "./fork-view.ts";

export interface ForkPorts extends ForkViewPorts {
  readonly store: Pick<SessionStore, "get" | "prompt" | "recordUsage">;
  readonly clock: Clock;
  readonly cacheTtl: CachePlan["ttl"];
}

export interface ForkRequest {
  readonly sessionId: string;
  readonly choice: ModelChoice;
  readonly effort?: Effort;
  readonly transcript: readonly StoredMessage[];
  readonly question: string;
  /** The only tools that run; every other one of the session answers with a refusal. */
  readonly tools: readonly Tool[];
  readonly maxCalls: number;
  readonly context: Omit<ToolContext, "sessionId" | "callId" | "signal" | "ask" | "progress">;
}

export type ForkResult =
  /** What the fork said and did, from its question on. */
  | { readonly type: "done"; readonly messages: readonly Message[] }
  | { readonly type: "failed"; readonly messages: readonly Message[]; readonly failure: ModelFailure }
  /** The session has no frozen prompt to share. */
  | { readonly type: "skipped" };

export async function runFork(ports: ForkPorts, request: ForkRequest, signal: AbortSignal): Promise<ForkResult> {
  const prompt = await ports.store.prompt(request.sessionId);
  if (prompt === undefined) return { type: "skipped" };
  const own: Message[] = [{ ...userMessage(request.question, ports.clock.now()), origin: "runtime" }];
  const view = createForkView(ports, { ...request, prompt });
  try {
    for (let round = 0; round < request.maxCalls; round++) {
      const answer = await callWithRoom(view, own, signal, (messages) =>
        callModel(ports, request, prompt, messages, signal),
      );
      own.push(answer);
      const calls = callsOf(answer);
      if (calls.length === 0 || signal.aborted) break;
      for (const call of calls) own.push(await runCall(ports, request, prompt, call, signal));
    }
    return { type: "done", messages: own };
  } catch (error) {
    if (error instanceof ModelFailure) return { type: "failed", messages: own, failure: error };
    throw error;
  }
}

async function callWithRoom(
  view: ForkView,
  own: readonly Message[],
  signal: AbortSignal,
  call: (messages: readonly Message[]) => Promise<AssistantMessage>,
): Promise<AssistantMessage> {
  try {
    return await call(await view.before(own, signal));
  } catch (error) {
    const overflowed = error instanceof ModelFailure && error.kind === "context-overflow";
    if (!overflowed || !(await view.tooLarge(own, signal))) throw error;
    return call(await view.before(own, signal));
  }
}

async function callModel(
  ports: ForkPorts,
  { sessionId, choice, effort }: ForkRequest,
  prompt: FrozenPrompt,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<AssistantMessage> {
  const info = choice.provider.info(choice.model);
  const view = wireView(messages, { model: modelName(choice), images: info.images });
  const marks = planMarks({ blocks: prompt.system.length, sharedThrough: prompt.sharedThrough }, view, view.length);
  const request: ModelRequest = {
    model: choice.model,
    system: prompt.system,
    messages: view,
    tools: prompt.tools,
    toolChoice: "auto",
    cache: { ...marks, ttl: ports.cacheTtl },
    maxOutput: info.maxOutput,
    ...(effort === undefined ? {} : { effort }),
  };
  for await (const event of choice.provider.stream(request, signal)) {
    if (event.type !== "done") continue;
    const { usage } = event.message;
    const costUsd = costOf(usage, info.prices);
    const at = ports.clock.now();
    await ports.store.recordUsage(sessionId, { usage, model: choice.model, provider: choice.provider.id, costUsd, at });
    return event.message;
  }
  throw new ModelFailure("transport", {
    message: `${choice.provider.endpoint} ended its answer without finishing it.`,
  });
}

async function runCall(
  ports: ForkPorts,
  request: ForkRequest,
  prompt: FrozenPrompt,
  call: ToolCall,
  signal: AbortSignal,
): Promise<ToolMessage> {
  const answer = (words: string, isError: boolean): ToolMessage => ({
    ...{ role: "tool", callId: call.id, tool: call.tool, isError, at: ports.clock.now() },
    parts: [text(words)],
  });
  const refuse = (error: string) => answer(JSON.stringify({ success: false, error }), true);
  const repaired = repairCall(
    call,
    prompt.tools.map(({ name }) => name),
  );
  const tool = repaired.type === "ok" ? request.tools.find(({ name }) => name === repaired.call.tool) : undefined;
  if (repaired.type !== "ok" || tool === undefined)
    return refuse(`Background review denied non-whitelisted tool: ${call.tool}. Only memory/skill tools are allowed.`);
  const decoded = tool.input.decode(repaired.call.input);
  if (decoded.type === "bad") return refuse(decoded.why);
  const result = await tool.run(decoded.value, {
    ...request.context,
    ...{ sessionId: request.sessionId, callId: call.id, signal },
    ask: async () => ({ type: "no", why: "nobody answers a background review" }),
    progress: () => undefined,
  });
  const words = result.parts.map((part) => (part.type === "text" ? part.text : "[image]")).join("\n");
  return { ...answer(words, result.isError), tool: tool.name };
}
