// One request to the model: build it, stream it, commit what came back before anything else happens.

import { type CachePlan, type ModelChoice, type ModelRequest, modelName } from "../../contracts/model.ts";
import type { AgentEvent } from "../../contracts/session.ts";
import type { Tool } from "../../contracts/tool.ts";
import { planMarks } from "../../kernel/cache-plan.ts";
import { repairCall } from "../../kernel/calls/repair.ts";
import { costOf } from "../../kernel/cost.ts";
import { ModelFailure } from "../../kernel/failure.ts";
import { withLateContext } from "../../kernel/late-layers.ts";
import { type AssistantMessage, type Message, NO_USAGE, textOf } from "../../kernel/message.ts";
import { wireView } from "../../kernel/request.ts";
import { taintsIn } from "../../kernel/taint.ts";
import { calibrate, estimateRequest } from "../../kernel/tokens.ts";
import type { TurnEvent } from "../../kernel/turn/turn.ts";
import { activeChoice, type TurnScope } from "../turn-scope.ts";
import { isCrowded } from "./crowd.ts";
import { callFacts, requestFacts, rewritten } from "./model-hooks.ts";
import { recordSpent, sayUnkeptLimit, spentUp } from "./spending.ts";

export async function* callModel(scope: TurnScope, withTools: boolean): AsyncGenerator<AgentEvent, TurnEvent> {
  const choice = activeChoice(scope);
  const info = choice.provider.info(choice.model);
  const halt = scope.state.halt ?? (await spentUp(scope));
  if (halt !== undefined) return { type: "halted", failure: halt };
  yield* sayUnkeptLimit(scope, modelName(choice), info.prices !== undefined);
  await joinSteers(scope);

  const { request, estimated, estimate } = buildRequest(scope, choice, withTools);
  if (await isCrowded(scope, estimate)) return { type: "crowded" };

  const partial = { text: "" };
  const facts = requestFacts(scope, choice, request, estimate);
  const startedAt = scope.clock.now();
  const ms = () => scope.clock.now() - startedAt;
  const rewrites = scope.hooks.has("transformModelOutput");
  await scope.hooks.run("preApiRequest", facts);
  try {
    for await (const event of choice.provider.stream(request, scope.signal)) {
      if (event.type === "done") {
        const message = await rewritten(scope, choice, withRepairedCalls(event.message, scope.tools));
        if (rewrites && partial.text !== "") yield { type: "text", delta: textOf(message) };
        const costUsd = costOf(message.usage, info.prices);
        await commitReply(scope, choice, message, costUsd);
        recordSpent(scope, message.usage, costUsd);
        scope.state.calibration = calibrate(scope.state.calibration, { estimated, real: event.message.usage.input });
        scope.log.info("model call", {
          model: modelName(choice),
          input: event.message.usage.input,
          output: event.message.usage.output,
        });
        await scope.hooks.run("postApiRequest", { ...facts, usage: message.usage, ms: ms() });
        await scope.hooks.run("postModelCall", { ...callFacts(scope, choice), text: textOf(message) });
        yield { type: "usage", usage: event.message.usage, model: modelName(choice), window: info.window, costUsd };
        return { type: "replied", message };
      }
      if (event.type === "waiting") {
        yield {
          type: "status",
          text: `waiting for ${choice.provider.endpoint} (${Math.round(event.silentMs / 1000)} s)`,
        };
        continue;
      }
      if (event.type === "text") partial.text += event.delta;
      if (event.type !== "text" || !rewrites) yield event;
    }
    throw new ModelFailure("transport", {
      message: `${choice.provider.endpoint} ended its answer without finishing it.`,
    });
  } catch (error) {
    // Held back for a plugin that will not see them any more: they are shown as they came.
    if (rewrites && partial.text !== "") yield { type: "text", delta: partial.text };
    if (scope.signal.aborted) {
      await keepPartial(scope, choice, partial.text);
      return { type: "aborted" };
    }
    if (!(error instanceof ModelFailure)) throw error;
    await keepPartial(scope, choice, partial.text);
    if (error.statedWindow !== undefined) scope.models.learnWindow(choice, error.statedWindow);
    await scope.hooks.run("apiRequestError", { ...facts, kind: error.kind, message: error.message, ms: ms() });
    scope.log.warn("model call failed", { kind: error.kind, status: error.status, endpoint: choice.provider.endpoint });
    return { type: "failed", failure: error, jitter: scope.ids.random() };
  }
}

/** Steering is a real user message after the tool results, never text inside one. */
async function joinSteers(scope: TurnScope): Promise<void> {
  const pending = await scope.store.pending(scope.transcript.sessionId);
  const steers = pending.filter((input) => input.delivery === "steer");
  if (steers.length === 0) return;
  const taken = await scope.transcript.take(steers.map((input) => input.id));
  for (const source of taintsIn(taken.map(({ message }) => message))) scope.state.taints.add(source);
}

function buildRequest(
  scope: TurnScope,
  choice: ModelChoice,
  withTools: boolean,
): { request: ModelRequest; estimated: number; estimate: number } {
  const info = choice.provider.info(choice.model);
  const { prompt, calibration } = scope.state;
  const view = wireView(
    scope.transcript.entries.map((entry) => entry.message),
    { model: modelName(choice), images: info.images },
  );
  const messages = withLateContext(view, scope.late, scope.clock.now());
  const marks = planMarks({ blocks: prompt.system.length, sharedThrough: prompt.sharedThrough }, messages, view.length);
  const cache: CachePlan = { ...marks, ttl: scope.cacheTtl };
  const request: ModelRequest = {
    model: choice.model,
    system: prompt.system,
    messages,
    // Without tools the vendors still want the schemas of calls that stand in the history.
    tools: prompt.tools,
    toolChoice: withTools ? "auto" : "none",
    cache,
    maxOutput: info.maxOutput,
    ...(scope.settings.effort === undefined ? {} : { effort: scope.settings.effort }),
  };
  const estimated = estimateRequest(request);
  return { request, estimated, estimate: Math.ceil(estimated * calibration.factor) };
}

/** Misspelt tools and broken arguments enter the transcript as what they were read as: that is what ran. */
function withRepairedCalls(message: AssistantMessage, tools: readonly Tool[]): AssistantMessage {
  const names = tools.map((tool) => tool.name);
  const parts = message.parts.map((part) => {
    if (part.type !== "call") return part;
    const repaired = repairCall(part.call, names);
    return repaired.type === "ok" ? { ...part, call: { ...repaired.call, id: part.call.id } } : part;
  });
  return { ...message, parts };
}

async function commitReply(
  scope: TurnScope,
  choice: ModelChoice,
  message: AssistantMessage,
  costUsd: number | undefined,
): Promise<void> {
  const entry = {
    usage: message.usage,
    model: choice.model,
    provider: choice.provider.id,
    costUsd,
    at: scope.clock.now(),
  };
  if (message.parts.length === 0) await scope.store.recordUsage(scope.transcript.sessionId, entry);
  else await scope.transcript.append([message], entry);
}

/** Words the user has already seen are never lost, even when the stream broke. */
async function keepPartial(scope: TurnScope, choice: ModelChoice, text: string): Promise<void> {
  if (text.trim() === "") return;
  const message: Message = {
    role: "assistant",
    parts: [{ type: "text", text }],
    stop: "length",
    usage: NO_USAGE,
    model: modelName(choice),
    at: scope.clock.now(),
  };
  await scope.transcript.append([message]);
}
