// Children: agents with a context and a budget of their own, whose work is stored like any session and survives the parent.

import type { DelegatedResult, DelegatedTask, TracedCall } from "../contracts/delegation.ts";
import type { AgentEvent, Session, SessionSettings } from "../contracts/session.ts";
import type { SessionRow } from "../contracts/stores.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { changesOf, type EffectOf } from "../kernel/compress/artifacts.ts";
import type { FileChange } from "../kernel/compress/file-lists.ts";
import { addUsage, NO_USAGE, type ToolCall, text } from "../kernel/message.ts";
import { PROJECT_LAYER } from "../kernel/prompt/build.ts";
import { textOfLayer } from "../kernel/prompt/tiers.ts";
import { MAX_CHAIN } from "../kernel/sessions/lineage.ts";
import type { FinishReason } from "../kernel/turn/turn.ts";
import type { HookRunner } from "./hooks.ts";
import { createHost, type Host } from "./host.ts";
import type { HostPorts } from "./host-ports.ts";

export interface DelegationOptions {
  readonly settings: SessionSettings;
  /** 0: as long as it takes. */
  readonly timeoutMs: number;
  /** The parent's scanned project rules, handed down: a child reads no context files itself. */
  projectBlock(sessionId: string): Promise<string>;
  /** What a child may use of the parent's tools. */
  allowed(tool: Tool): boolean;
  /** What a tool says about a call, so that the parent knows which files its children changed. */
  readonly effectOf: EffectOf;
}

export function createDelegation(ports: HostPorts, options: DelegationOptions) {
  return {
    async run(tasks: readonly DelegatedTask[], context: ToolContext): Promise<readonly DelegatedResult[]> {
      const projectBlock = await options.projectBlock(context.sessionId);
      const host = createHost(childPorts(ports, options, projectBlock));
      const hooks = ports.hooks(ports.log, context.progress);
      return Promise.all(tasks.map((task, index) => runChild({ ports, host, options, hooks }, task, index, context)));
    },
  };
}

/** Nobody answers a child's questions, and it cannot spawn, ask, remember or run scripts. */
function childPorts(ports: HostPorts, options: DelegationOptions, projectBlock: string): HostPorts {
  return {
    ...ports,
    answerTimeoutMs: undefined,
    hints: undefined,
    memory: undefined,
    afterTurn: () => undefined,
    tools: (selection) => ports.tools(selection).filter(options.allowed),
    prompt: { build: (request) => ports.prompt.build({ ...request, inherited: { projectBlock } }) },
  };
}

interface Nursery {
  readonly ports: HostPorts;
  readonly host: Host;
  readonly options: DelegationOptions;
  readonly hooks: HookRunner;
}

async function runChild(
  { ports, host, options, hooks }: Nursery,
  task: DelegatedTask,
  index: number,
  context: ToolContext,
): Promise<DelegatedResult> {
  const startedAt = ports.clock.now();
  const about = { sessionId: context.sessionId, source: "subagent", cwd: context.env.cwd, goal: task.goal };
  let session: Session | undefined;
  let ended: DelegatedResult["status"] = "error";
  try {
    session = await host.create({
      principal: context.principal,
      source: "subagent",
      cwd: context.env.cwd,
      parentId: context.sessionId,
      inheritedTaints: context.taints("window"),
      storedSettings: { _delegate_from: context.sessionId },
      settings: { ...options.settings, ...(task.toolsets === undefined ? {} : { toolsets: task.toolsets }) },
    });
    const first = session.id;
    await hooks.run("subagentStart", { ...about, childId: first });
    const outcome = await converse(session, task, context, options, index);
    const parts = await partsOf(ports, first, session.id);
    const usage = parts.reduce((sum, part) => addUsage(sum, part.usage), NO_USAGE);
    const status = statusOf(outcome.reason, outcome.timedOut);
    ended = status;
    const ms = ports.clock.now() - startedAt;
    await hooks.run("subagentStop", { ...about, childId: first, status, ms });
    return {
      task_index: index,
      status,
      summary: outcome.answer,
      api_calls: parts.reduce((sum, part) => sum + part.apiCallCount, 0),
      duration_seconds: ms / 1000,
      model: parts[0]?.model ?? "",
      exit_reason: outcome.reason,
      tokens: { input: usage.input, output: usage.output },
      tool_trace: outcome.trace,
      ...(outcome.error === undefined ? {} : { error: outcome.error }),
      taints: outcome.taints,
      changes: outcome.changes,
    };
  } catch (error) {
    ports.log.error("a child failed to run", { error: String(error) });
    const message = error instanceof Error ? error.message : String(error);
    const ms = ports.clock.now() - startedAt;
    if (session !== undefined) await hooks.run("subagentStop", { ...about, childId: session.id, status: "error", ms });
    return failedResult(index, ms / 1000, message);
  } finally {
    if (session !== undefined) {
      await session.close();
      await ports.store.end(session.id, ended, ports.clock.now());
    }
  }
}

/** Every part of a child, newest first: one that outgrew its window went on in another session. */
async function partsOf({ store }: HostPorts, first: string, last: string): Promise<readonly SessionRow[]> {
  const parts: SessionRow[] = [];
  for (let id: string | undefined = last; id !== undefined && parts.length <= MAX_CHAIN; ) {
    const row = await store.get(id);
    if (row === undefined) break;
    parts.push(row);
    id = row.id === first ? undefined : row.parentId;
  }
  return parts;
}

interface Outcome {
  readonly reason: FinishReason;
  readonly answer: string;
  readonly timedOut: boolean;
  readonly error: string | undefined;
  readonly taints: readonly string[];
  readonly trace: readonly TracedCall[];
  readonly changes: readonly FileChange[];
}

async function converse(
  session: Session,
  task: DelegatedTask,
  context: ToolContext,
  { timeoutMs, effectOf }: DelegationOptions,
  index: number,
): Promise<Outcome> {
  const stop = () => session.abort();
  context.signal.addEventListener("abort", stop, { once: true });
  const timer = { handle: undefined as ReturnType<typeof setTimeout> | undefined, timedOut: false };
  if (timeoutMs > 0) {
    timer.handle = setTimeout(() => {
      timer.timedOut = true;
      session.abort();
    }, timeoutMs);
  }
  try {
    const events = session.events();
    await session.send({ parts: [text(briefing(task))], delivery: "queue", taints: context.taints("turn") });
    const report = (line: string) => context.progress(`#${index + 1} ${line}`);
    const heard = await follow(events, effectOf, report);
    report(lastWord({ ...heard, timedOut: timer.timedOut }));
    return { ...heard, timedOut: timer.timedOut };
  } finally {
    clearTimeout(timer.handle);
    context.signal.removeEventListener("abort", stop);
  }
}

/** The end of a child, for people who watch it. */
function lastWord({ reason, timedOut, error, trace }: Outcome): string {
  if (timedOut) return "✗ out of time";
  if (reason === "failed") return `✗ ${error ?? "failed"}`;
  if (reason === "aborted") return "✗ stopped";
  return `✓ done, ${trace.length} ${trace.length === 1 ? "call" : "calls"}`;
}

async function follow(
  events: AsyncIterable<AgentEvent>,
  effectOf: EffectOf,
  progress: (line: string) => void,
): Promise<Omit<Outcome, "timedOut">> {
  let answer = "";
  const taints = new Set<string>();
  const sent = new Map<string, ToolCall>();
  const trace: TracedCall[] = [];
  const changes: FileChange[] = [];
  const heard = (reason: FinishReason, error: string | undefined) => {
    return { reason, answer, error, taints: [...taints], trace, changes };
  };
  for await (const event of events) {
    if (event.type === "text") answer += event.delta;
    if (event.type === "tool-start") {
      answer = "";
      sent.set(event.call.id, event.call);
      progress(`${event.call.tool} ${event.label}`);
    }
    if (event.type === "tool-end") {
      if (event.taint !== undefined) taints.add(event.taint);
      const result_bytes = event.parts.reduce((sum, part) => sum + bytesOf(part), 0);
      const status = event.isError ? "error" : "ok";
      const call = sent.get(event.callId);
      const args_bytes = call === undefined ? 0 : bytesOf(call.input);
      trace.push({ tool: event.tool, args_bytes, result_bytes, status });
      const words = event.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
      const result = { text: words, isError: event.isError, changes: event.changes };
      if (call !== undefined) changes.push(...changesOf(call, result, effectOf));
    }
    if (event.type === "turn-end") return heard(event.reason, event.failure?.message);
  }
  return heard("failed", "the child ended without finishing");
}

/** Of a text part its text, of everything else its JSON. */
function bytesOf(value: unknown): number {
  const isText = typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";
  return Buffer.byteLength(isText ? String(value.text) : JSON.stringify(value));
}

function briefing({ goal, context }: DelegatedTask): string {
  const background = context === undefined ? "" : `\n\nWhat you need to know:\n${context}`;
  return `${goal}${background}\n\nWork on this alone; nobody can answer questions. End with a short report: what you did, what you found, which files changed, what is left.`;
}

function statusOf(reason: FinishReason, timedOut: boolean): DelegatedResult["status"] {
  if (timedOut) return "timeout";
  if (reason === "answered" || reason === "budget-spent") return "completed";
  return reason === "aborted" ? "interrupted" : "failed";
}

function failedResult(index: number, seconds: number, error: string): DelegatedResult {
  return {
    task_index: index,
    status: "error",
    summary: "",
    api_calls: 0,
    duration_seconds: seconds,
    model: "",
    exit_reason: "failed",
    tokens: { input: 0, output: 0 },
    tool_trace: [],
    error,
    taints: [],
    changes: [],
  };
}

/** The project section of a stored prompt, as the parent saw it; nothing else of the parent's prompt is handed down. */
export async function inheritedProject({ store }: Pick<HostPorts, "store">, sessionId: string): Promise<string> {
  const prompt = await store.prompt(sessionId);
  return prompt === undefined ? "" : textOfLayer(prompt, PROJECT_LAYER);
}
