// A plugin's engine decides how room is made, but it cannot hurt: where it fails, the built-in one takes over.

import type { CompactRequest, CompactResult, ContextEngine, ContextView } from "../contracts/context.ts";
import type { Log } from "../contracts/log.ts";
import { isOwnWords } from "../kernel/compress/entry.ts";
import { isRecord } from "../kernel/json.ts";
import { callsOf, textOf } from "../kernel/message.ts";
import { estimateMessages } from "../kernel/tokens.ts";
import { unlessAborted } from "./unless-aborted.ts";

export interface GuardOptions {
  /** What answers instead. */
  readonly builtIn: ContextEngine;
  readonly log: Log;
  /** How long one pass may take. */
  readonly timeoutMs: number;
}

export function guardedEngine(engine: ContextEngine, options: GuardOptions): ContextEngine {
  const { builtIn, log } = options;
  return {
    name: engine.name,
    ...(engine.tools === undefined ? {} : { tools: engine.tools }),
    assess(view) {
      try {
        const verdict: unknown = engine.assess(view);
        if (verdict === "fits" || verdict === "compact") return verdict;
        log.warn("context engine gave no verdict", { engine: engine.name });
      } catch (error) {
        log.warn("context engine failed", { engine: engine.name, error: String(error) });
      }
      return builtIn.assess(view);
    },
    async compact(view, request) {
      const made = await attempt(engine, view, request, options.timeoutMs);
      if (made.type === "made") return made.result;
      log.warn("context engine failed", { engine: engine.name, why: made.why });
      const instead = await builtIn.compact(view, request);
      if (instead.type === "unchanged") return instead;
      const told = `The context engine ${engine.name} failed (${made.why}); the built-in one made room instead.`;
      return { ...instead, warnings: [told, ...(instead.warnings ?? [])] };
    },
  };
}

type Made =
  | { readonly type: "made"; readonly result: CompactResult }
  | { readonly type: "failed"; readonly why: string };

async function attempt(
  engine: ContextEngine,
  view: ContextView,
  request: CompactRequest,
  timeoutMs: number,
): Promise<Made> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  const signal = AbortSignal.any([request.signal, late.signal]);
  try {
    const result = await unlessAborted(Promise.resolve(engine.compact(view, { ...request, signal })), signal);
    const why = faultOf(result, view);
    return why === undefined ? { type: "made", result } : { type: "failed", why };
  } catch (error) {
    if (request.signal.aborted) return { type: "made", result: { type: "unchanged", why: "Stopped." } };
    return { type: "failed", why: error instanceof Error ? error.message.replace(/\.$/, "") : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Why a proposal is not taken: it is none, it loses what was just asked or called, or it is no smaller. */
function faultOf(result: unknown, { messages }: ContextView): string | undefined {
  if (!isRecord(result)) return "it returned nothing";
  if (result.type === "unchanged") return typeof result.why === "string" ? undefined : "it gave no reason";
  const { compaction } = result;
  if (result.type !== "compacted" || !isRecord(compaction) || !isView(compaction.view)) return "it proposed no view";
  const { view } = compaction;
  const request = messages.findLast(({ message }) => isOwnWords(message))?.message;
  const asked = request === undefined ? "" : textOf(request);
  if (!view.some((message) => textOf(message).includes(asked))) return "it would lose the last request";
  const newest = messages.at(-1)?.message;
  const kept = new Set(view.flatMap((message) => callsOf(message).map(({ id }) => id)));
  if (newest !== undefined && callsOf(newest).some(({ id }) => !kept.has(id))) return "it would lose an open call";
  const size = estimateMessages(messages.map(({ message }) => message));
  return estimateMessages(view) < size ? undefined : "what it proposed is no smaller";
}

function isView(value: unknown): value is CompactView {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (message) =>
        isRecord(message) &&
        ["user", "assistant", "tool"].includes(String(message.role)) &&
        Array.isArray(message.parts),
    )
  );
}
type CompactView = Extract<CompactResult, { type: "compacted" }>["compaction"]["view"];
