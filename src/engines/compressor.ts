// The built-in context engine: shortens old results, summarises the middle, pins what matters, and never takes anything away.

import type { CompactRequest, CompactResult, ContextEngine, ContextView } from "../contracts/context.ts";
import type { Log } from "../contracts/log.ts";
import type { Clock } from "../contracts/time.ts";
import type { EffectOf } from "../kernel/compress/artifacts.ts";
import { isOvergrown, type Load, limitsFor, tokensNow, weigh } from "../kernel/compress/assess.ts";
import { cited } from "../kernel/compress/bound-pins.ts";
import { elsewhereText } from "../kernel/compress/handoff.ts";
import { choosePass, type Pass } from "../kernel/compress/pass.ts";
import type { Rule } from "../kernel/compress/pins.ts";
import type { PassOptions } from "../kernel/compress/scene.ts";
import { assembleView } from "../kernel/compress/view.ts";
import { counted, ellipsize, oneLine, withThousands } from "../kernel/text.ts";
import { type Written, writeSummary } from "./write-summary.ts";

export interface CompressorOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Masks secrets before anything is sent to a summarising model, and again in what it wrote. */
  readonly redact: (text: string) => string;
  /** What a tool says about a call, so that changed files are known without lists of tool names. */
  readonly effectOf?: EffectOf;
  readonly threshold?: number;
  readonly targetRatio?: number;
  readonly protectFirst?: number;
  readonly protectLast?: number;
  /** Chats that grow for weeks are also compacted at this many messages; undefined for no such limit. */
  readonly maxMessages?: number;
  /** How long one attempt at a summary may take. */
  readonly timeoutMs?: number;
  /** Leave the conversation as it is when no model could write a summary. */
  readonly abortOnFailure?: boolean;
}

const QUICK_SHARE = 0.25;

export function compressor(options: CompressorOptions): ContextEngine {
  const rules: PassOptions = {
    threshold: options.threshold ?? 0.5,
    targetRatio: options.targetRatio ?? 0.2,
    protectFirst: options.protectFirst ?? 3,
    protectLast: options.protectLast ?? 20,
    effectOf: options.effectOf ?? (() => undefined),
  };

  return {
    name: "compressor",
    assess(view) {
      const maxMessages = mostMessages(view, options);
      if (isFarFromFull(view, rules.threshold) && view.messages.length < maxMessages) return "fits";
      const load = loadOf(view);
      const limits = limitsFor(load, rules);
      if (tokensNow(load) < limits.threshold && !isOvergrown(load, maxMessages)) return "fits";
      // Announcing a pass that cannot help would end a turn that may still fit.
      return choosePass(load, rules, { summarise: false }).type === "nothing" ? "fits" : "compact";
    },
    async compact(view, request) {
      const startedAt = options.clock.now();
      const load = loadOf(view);
      const pass = choosePass(load, rules, {
        summarise: request.manual === true || view.messages.length >= mostMessages(view, options),
        ...(request.exchanges === undefined ? {} : { exchanges: request.exchanges }),
      });
      if (pass.type === "nothing") return { type: "unchanged", why: pass.why };
      const written = pass.type === "summarise" ? await summaryFor(pass, request, options) : undefined;
      if (request.signal.aborted) return { type: "unchanged", why: "Stopped." };
      if (written?.type === "none") return { type: "unchanged", why: written.why };
      return finish(pass, written, { load, options, startedAt });
    },
  };
}

/** A limit by number is for chats, and for the moment before their next message is processed. */
function mostMessages({ beforeChatMessage }: ContextView, { maxMessages }: CompressorOptions): number {
  return beforeChatMessage === true && maxMessages !== undefined ? maxMessages : Number.POSITIVE_INFINITY;
}

/** Most calls end here: neither the estimate nor the vendor's last count is anywhere near the threshold. */
function isFarFromFull({ estimate, window, messages }: ContextView, threshold: number): boolean {
  const far = window * Math.min(QUICK_SHARE, threshold / 2);
  if (estimate >= far) return false;
  const last = messages.findLast(({ message }) => message.role === "assistant" && message.usage.input > 0)?.message;
  return last?.role !== "assistant" || last.usage.input < far;
}

function loadOf(view: ContextView): Load {
  return weigh({
    sessionId: view.sessionId ?? "",
    entries: view.messages,
    window: view.window,
    estimate: view.estimate,
    factor: view.factor ?? 1,
    maxOutput: view.maxOutput,
  });
}

type Summarise = Extract<Pass, { type: "summarise" }>;

async function summaryFor(pass: Summarise, request: CompactRequest, options: CompressorOptions): Promise<Written> {
  const { redact, timeoutMs = 120_000, abortOnFailure = false, clock, log } = options;
  return writeSummary(pass, request, { redact, timeoutMs, abortOnFailure, log, now: clock.now() });
}

interface Finishing {
  readonly load: Load;
  readonly options: CompressorOptions;
  readonly startedAt: number;
}

function finish(
  pass: Exclude<Pass, { type: "nothing" }>,
  written: Extract<Written, { type: "written" }> | undefined,
  { load, options, startedAt }: Finishing,
): CompactResult {
  const { handoff, kept, before, limits } = pass;
  const summary = written?.summary ?? handoff.summary;
  const { view, after } = assembleView({
    handoff: { ...handoff, summary },
    kept,
    overhead: limits.overhead,
    factor: load.factor,
    at: options.clock.now(),
  });
  if (after >= before) {
    return {
      type: "unchanged",
      why: "Compacting would not make this conversation smaller: what is left is all recent.",
    };
  }
  const seconds = ((options.clock.now() - startedAt) / 1000).toFixed(1);
  return {
    type: "compacted",
    compaction: {
      view,
      summary: written?.summary ?? "",
      replaced: { fromSeq: handoff.fromSeq, toSeq: handoff.toSeq },
      tokensBefore: before,
      tokensAfter: after,
      note: `${sizes(before, after)} in ${seconds} s: ${deeds(pass, written)}. Everything is still there: /undo-compact brings it back.`,
    },
    warnings: warningsOf(pass, written),
  };
}

function sizes(before: number, after: number): string {
  return `Context compacted, about ${withThousands(before)} → ${withThousands(after)} tokens`;
}

function deeds(pass: Exclude<Pass, { type: "nothing" }>, written: Written | undefined): string {
  const { pins } = pass.handoff;
  const done =
    pass.type === "shorten"
      ? "old tool results shortened, no message left out"
      : `${pass.middle.length} messages summarised${written?.type === "written" && written.by === "record" ? " from the record" : ""}, ${pass.kept.length} kept word for word`;
  const pinned = (
    [
      [pins.rules.length, "rule"],
      [pins.requests.length, "open request"],
      [pins.todos.length, "task"],
      [pins.files.length, "changed file"],
    ] as const
  ).flatMap(([number, what]) => (number === 0 ? [] : [counted(number, what)]));
  return pinned.length === 0 ? done : `${done}; pinned: ${pinned.join(", ")}`;
}

/** More than this many are counted by their messages instead of quoted. */
const MOST_QUOTED = 20;

function leftOutText(rules: readonly Rule[]): string {
  const quoted = rules.slice(0, MOST_QUOTED).map(({ seq, text }) => `“${ellipsize(oneLine(text), 160)}” [#${seq}]`);
  const more = cited([], rules.slice(MOST_QUOTED)).map(elsewhereText);
  return `No room in this model's window for ${counted(rules.length, "rule")}: ${[...quoted, ...more].join("; ")}. The model is told where they stand; /pin keeps a rule in view, /model switches to a larger window.`;
}

function warningsOf(pass: Exclude<Pass, { type: "nothing" }>, written: Written | undefined): readonly string[] {
  const warnings: string[] = [];
  if (written?.type === "written" && written.by === "record") {
    warnings.push(`No usable summary came back (${written.why}); the record itself was used instead.`);
  }
  if (pass.rulesLeftOut.length > 0) warnings.push(leftOutText(pass.rulesLeftOut));
  return warnings;
}
