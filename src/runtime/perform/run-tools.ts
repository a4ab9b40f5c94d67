// The calls of one reply: repaired, judged, run side by side where they are independent, answered exactly once each.

import type { HookToolCall } from "../../contracts/plugin.ts";
import type { AgentEvent } from "../../contracts/session.ts";
import type { Tool, ToolContext, ToolResult } from "../../contracts/tool.ts";
import { batchCalls, type Planned } from "../../kernel/calls/batch.ts";
import { observe } from "../../kernel/calls/loop-guard.ts";
import { type Repaired, repairCall } from "../../kernel/calls/repair.ts";
import { ModelFailure } from "../../kernel/failure.ts";
import type { Part, ToolCall, ToolMessage } from "../../kernel/message.ts";
import type { TurnEvent } from "../../kernel/turn/turn.ts";
import { judge } from "../judge.ts";
import { mergeTasks } from "../merge.ts";
import { activeChoice, hookSession, type TurnScope, taintsWithin } from "../turn-scope.ts";
import { appendHints } from "./append-hints.ts";
import { checkpointBefore, checkpointsOfReply } from "./checkpoint.ts";
import { finishResult } from "./result-pipeline.ts";
import { askPerson, textOfResult, withTerminalOutput } from "./tool-hooks.ts";

/** After an abort, tools get this long to say what they did. */
const ABORT_GRACE_MS = 100;

interface Ready {
  readonly tool: Tool;
  readonly call: ToolCall;
  readonly input: unknown;
  readonly paths: readonly string[];
}
type Prepared =
  | { readonly type: "ready"; readonly ready: Ready }
  | { readonly type: "answered"; readonly message: ToolMessage };

export async function* runTools(scope: TurnScope, calls: readonly ToolCall[]): AsyncGenerator<AgentEvent, TurnEvent> {
  scope.state.replyChars = 0;
  const prepared = calls.map((call) => prepare(scope, call));
  const messages: ToolMessage[] = [];
  for (const item of prepared) {
    if (item.type !== "answered") continue;
    await scope.transcript.append([item.message]);
    messages.push(item.message);
    yield* announce(item.message);
  }
  const ready = prepared.flatMap((item) => (item.type === "ready" ? [item.ready] : []));
  checkpointsOfReply(scope, ready);
  const planned = ready.map((item): Planned & { ready: Ready } => ({
    call: item.call,
    effect: item.tool.effect,
    paths: item.paths,
    ready: item,
  }));
  for (const group of batchCalls(planned) as readonly (readonly (typeof planned)[number][])[]) {
    const done = yield* mergeTasks<AgentEvent, ToolMessage>(
      group.map((item) => (report) => runOne(scope, item.ready, report)),
    );
    messages.push(...done);
  }
  return scope.signal.aborted ? { type: "aborted" } : { type: "tools-ran", messages };
}

/** Answers calls that must not run. */
export async function refuseCalls(scope: TurnScope, calls: readonly ToolCall[], why: string): Promise<TurnEvent> {
  const messages = calls.map((call) => errorMessage(scope, call, why));
  await scope.transcript.append(messages);
  return { type: "tools-ran", messages };
}

function prepare(scope: TurnScope, call: ToolCall): Prepared {
  const repaired = repairCall(
    call,
    scope.tools.map((tool) => tool.name),
  );
  if (repaired.type !== "ok") return { type: "answered", message: errorMessage(scope, call, whyNot(repaired, scope)) };
  const tool = scope.tools.find((candidate) => candidate.name === repaired.call.tool);
  if (tool === undefined) return { type: "answered", message: errorMessage(scope, call, `Unknown tool: ${call.tool}`) };
  const decoded = tool.input.decode(repaired.call.input);
  if (decoded.type === "bad") return { type: "answered", message: badInput(scope, call, tool, decoded.why) };
  const paths = tool.touches(decoded.value).map((path) => scope.env.resolve(path));
  return { type: "ready", ready: { tool, call: { ...repaired.call, id: call.id }, input: decoded.value, paths } };
}

function whyNot(repaired: Exclude<Repaired, { type: "ok" }>, { tools, state }: TurnScope): string {
  const { tool } = repaired.call;
  if (repaired.type === "bad-input") return `Invalid arguments for ${tool}: ${repaired.why}. Send one JSON object.`;
  const known = tools.map(({ name }) => name).join(", ");
  // The frozen prompt may offer more than this run was started with.
  if (state.prompt.tools.some(({ name }) => name === tool))
    return `${tool} is switched off in this run. Available now: ${known}`;
  const hint = repaired.suggestions.length > 0 ? ` Did you mean ${repaired.suggestions.join(" or ")}?` : "";
  return `Tool '${tool}' does not exist.${hint} Available tools: ${known}`;
}

async function runOne(scope: TurnScope, ready: Ready, report: (event: AgentEvent) => void): Promise<ToolMessage> {
  const { tool, call, input } = ready;
  const startedAt = scope.clock.now();
  const label = tool.label?.(input) ?? "";
  report({ type: "tool-start", call, label: scope.maskKeys?.(label) ?? label });
  const result = await attempt(scope, ready, report, "by-model");
  const finished = withLoopWarning(scope, ready, result, await finishResult(scope, tool, result));
  const parts = await appendHints(scope, ready, finished, report);
  const taint = taintTurn(scope, tool, result);
  const message: ToolMessage = {
    role: "tool",
    callId: call.id,
    tool: tool.name,
    parts,
    isError: result.isError,
    at: scope.clock.now(),
    ...(taint === undefined ? {} : { taints: [taint] }),
    ...changesIn(result),
  };
  await scope.transcript.append([message]);
  scope.log.info("tool", { tool: tool.name, ms: scope.clock.now() - startedAt, error: result.isError });
  report({
    type: "tool-end",
    callId: call.id,
    tool: tool.name,
    isError: result.isError,
    ms: scope.clock.now() - startedAt,
    parts: result.parts,
    ...(result.display === undefined ? {} : { display: result.display }),
    ...(taint === undefined ? {} : { taint }),
    ...changesIn(result),
  });
  return message;
}

const changesIn = ({ changes }: ToolResult): Pick<ToolResult, "changes"> => (changes === undefined ? {} : { changes });

/** What the result brought in from outside counts from now on, for calls nested in a script, too. */
function taintTurn(scope: TurnScope, tool: Tool, result: ToolResult): string | undefined {
  const taint = result.taint ?? (result.isError ? undefined : tool.taints);
  if (taint !== undefined) scope.state.taints.add(taint);
  return taint;
}

/** Repeating without progress is said to the model; past the hard limit the turn ends. */
function withLoopWarning(
  scope: TurnScope,
  { tool, input }: Ready,
  result: ToolResult,
  parts: readonly Part[],
): readonly Part[] {
  const seen = { tool: tool.name, input, effect: tool.effect, result: textOfResult(result), failed: result.isError };
  const { state, warning, stop } = observe(scope.state.loops, seen, scope.loopPolicy);
  scope.state.loops = state;
  if (stop !== undefined) scope.state.halt = new ModelFailure("model-output", { message: stop, code: "loop_guard" });
  return warning === undefined ? parts : [...parts, { type: "text", text: warning }];
}

/** A call a script makes belongs to the script's own: only the model's calls are rows that a crash must answer for. */
async function attempt(
  scope: TurnScope,
  ready: Ready,
  report: (event: AgentEvent) => void,
  made: "by-model" | "by-script",
): Promise<ToolResult> {
  const { tool, call, input } = ready;
  if (scope.signal.aborted) return cancelled(tool);
  const hookEvent: HookToolCall = { ...hookSession(scope), tool: tool.name, input };
  const context: ToolContext = {
    sessionId: scope.transcript.sessionId,
    callId: call.id,
    principal: scope.principal,
    env: scope.env,
    signal: scope.signal,
    model: activeChoice(scope),
    ask: (question) => askPerson(scope, hookEvent, question),
    progress: (line) => report({ type: "tool-progress", callId: call.id, line }),
    approved: false,
    taints: (within) => taintsWithin(scope, within),
    ...(made === "by-model"
      ? { call: (other, given, until) => nested(stoppedBy(scope, until), call, other, given, report) }
      : { caller: "script" as const }),
  };
  const blocked = (await scope.hooks.run("preToolCall", hookEvent))[0];
  if (blocked !== undefined) return failed(blocked.block);
  const permission = await judge({ ...call, input }, tool, context, {
    gates: scope.gates,
    grants: scope.grants,
    soften: scope.soften,
    yolo: scope.settings.yolo,
  });
  if (permission.type === "stop") return failed(permission.why);

  await checkpointBefore(scope, ready, report);
  // The person may have stopped while a hook, a gate or the checkpoint took its time.
  if (scope.signal.aborted) return cancelled(tool);
  if (made === "by-model") await scope.store.beginCall(context.sessionId, call.id, tool.name, scope.clock.now());
  const run = () => runBounded(scope, tool, input, { ...context, approved: permission.asked });
  const ran = await (scope.files?.around({ tool, input, sessionId: context.sessionId }, run) ?? run());
  const result = await withTerminalOutput(scope, hookEvent, withoutKeys(scope, tool, ran));
  for (const text of result.notices ?? []) report({ type: "notice", level: "warning", text });
  await scope.hooks.run("postToolCall", { ...hookEvent, result: textOfResult(result), isError: result.isError });
  const transformed = (await scope.hooks.run("transformToolResult", { ...hookEvent, result: textOfResult(result) })).at(
    -1,
  );
  return transformed === undefined ? result : { ...result, parts: [{ type: "text", text: transformed }] };
}

function cancelled({ name }: Tool): ToolResult {
  return failed(`[Tool execution cancelled — ${name} was skipped due to user interrupt]`);
}

function stoppedBy(scope: TurnScope, until: AbortSignal | undefined): TurnScope {
  return until === undefined ? scope : { ...scope, signal: AbortSignal.any([scope.signal, until]) };
}

async function nested(
  scope: TurnScope,
  { id }: ToolCall,
  tool: Tool,
  given: unknown,
  report: (event: AgentEvent) => void,
): Promise<ToolResult> {
  const decoded = tool.input.decode(given);
  if (decoded.type === "bad") return tool.badInput?.(decoded.why) ?? failed(decoded.why);
  const input = decoded.value;
  const paths = tool.touches(input).map((path) => scope.env.resolve(path));
  const result = await attempt(
    scope,
    { tool, call: { id, tool: tool.name, input }, input, paths },
    report,
    "by-script",
  );
  taintTurn(scope, tool, result);
  return result;
}

/** Files are shown as they are, or an edit would write the mask into them; what a command prints is only read. */
function withoutKeys({ maskKeys }: TurnScope, tool: Tool, result: ToolResult): ToolResult {
  if (tool.effect !== "execute" || maskKeys === undefined) return result;
  const parts = result.parts.map((part) => (part.type === "text" ? { ...part, text: maskKeys(part.text) } : part));
  return { ...result, parts };
}

/** A bug in a tool is an answer to the model and a line in the log; an abort does not wait for tools that ignore it. */
async function runBounded(scope: TurnScope, tool: Tool, input: unknown, context: ToolContext): Promise<ToolResult> {
  const running = tool.run(input, context).catch((error: unknown): ToolResult => {
    if (!scope.signal.aborted) scope.log.error("tool failed", { tool: tool.name, error: String(error) });
    return failed(`Error executing tool '${tool.name}': ${error instanceof Error ? error.message : String(error)}`);
  });
  return Promise.race([running, abortedAfterGrace(scope, tool)]);
}

function abortedAfterGrace(scope: TurnScope, tool: Tool): Promise<ToolResult> {
  return new Promise((resolve) => {
    const give = () => {
      setTimeout(
        () => resolve(failed(`[${tool.name} was interrupted by the user; its outcome is unknown]`)),
        ABORT_GRACE_MS,
      ).unref();
    };
    if (scope.signal.aborted) give();
    else scope.signal.addEventListener("abort", give, { once: true });
  });
}

function failed(error: string): ToolResult {
  return { parts: [{ type: "text", text: JSON.stringify({ success: false, error }) }], isError: true };
}

/** In the tool's own error shape, so that the model reads one dialect per tool. */
function badInput(scope: TurnScope, call: ToolCall, tool: Tool, why: string): ToolMessage {
  const message = errorMessage(scope, call, why);
  return tool.badInput === undefined ? message : { ...message, parts: tool.badInput(why).parts };
}

function errorMessage(scope: TurnScope, call: ToolCall, error: string): ToolMessage {
  return {
    role: "tool",
    callId: call.id,
    tool: call.tool,
    parts: failed(error).parts,
    isError: true,
    at: scope.clock.now(),
  };
}

function* announce(message: ToolMessage): Generator<AgentEvent> {
  yield { type: "tool-start", call: { id: message.callId, tool: message.tool, input: {} }, label: "" };
  yield { type: "tool-end", callId: message.callId, tool: message.tool, isError: true, ms: 0, parts: message.parts };
}
