// Getting a summary from a model that may fail, stall, refuse or ramble: two attempts, then the record speaks for itself.

import type { CompactRequest, SideModel } from "../contracts/context.ts";
import type { Log } from "../contracts/log.ts";
import { fallbackSummary } from "../kernel/compress/fallback-summary.ts";
import type { Pass } from "../kernel/compress/pass.ts";
import { recentTopic, serializeEntries } from "../kernel/compress/serialize.ts";
import { judgeSummary, renderSummary, withKnownCitations } from "../kernel/compress/summary.ts";
import { SUMMARY_SYSTEM, summaryPrompt } from "../kernel/compress/summary-prompt.ts";
import { ModelFailure } from "../kernel/failure.ts";
import { unlessAborted } from "./unless-aborted.ts";

export type Written =
  | { readonly type: "written"; readonly summary: string; readonly by: "model" }
  | { readonly type: "written"; readonly summary: string; readonly by: "record"; readonly why: string }
  | { readonly type: "none"; readonly why: string };

export interface WriteOptions {
  readonly redact: (text: string) => string;
  readonly timeoutMs: number;
  readonly abortOnFailure: boolean;
  readonly log: Log;
  readonly now: number;
}

const ATTEMPTS = 2;
/** Room in the summarising model's window for the wording around the material. */
const WORDING_TOKENS = 1_500;
/** Asking the same model again would end the same way. */
const HOPELESS: readonly ModelFailure["kind"][] = ["auth", "billing", "bad-request", "timeout", "context-overflow"];

type Summarise = Extract<Pass, { type: "summarise" }>;

export async function writeSummary(pass: Summarise, request: CompactRequest, options: WriteOptions): Promise<Written> {
  let why = "no model is available for it";
  const given = new Set<SideModel>();
  for (let attempt = 0; attempt < ATTEMPTS && !request.signal.aborted; attempt++) {
    const model = request.models[Math.min(attempt, request.models.length - 1)];
    if (model === undefined || given.has(model)) break;
    const tried = await attemptWith(model, pass, request, options, attempt === 0 ? undefined : why);
    if (tried.type === "good") return { type: "written", summary: tried.summary, by: "model" };
    why = tried.why;
    options.log.warn("summary not usable", { attempt, why });
    if (tried.type === "hopeless") given.add(model);
  }
  if (options.abortOnFailure) return { type: "none", why: `The conversation was left as it is: ${why}.` };
  const summary = fallbackSummary(pass.middle, {
    previous: pass.previous,
    budget: pass.budget,
    redact: options.redact,
  });
  return { type: "written", summary, by: "record", why };
}

type Attempt =
  | { readonly type: "good"; readonly summary: string }
  | { readonly type: "again"; readonly why: string }
  | { readonly type: "hopeless"; readonly why: string };

async function attemptWith(
  model: SideModel,
  pass: Summarise,
  request: CompactRequest,
  options: WriteOptions,
  complaint: string | undefined,
): Promise<Attempt> {
  const { budget, middle, previous, replacedTokens } = pass;
  const maxOutput = Math.ceil(budget * 1.3) + 200;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("the summary took too long")), options.timeoutMs);
  const deadline = AbortSignal.any([request.signal, late.signal]);
  const prompt = summaryPrompt({
    turns: serializeEntries(middle, {
      redact: options.redact,
      maxTokens: Math.max(
        1_000,
        Math.floor((model.window - maxOutput - WORDING_TOKENS) * 0.85) - Math.ceil(previous.length / 3),
      ),
    }),
    previous: options.redact(previous),
    focus: options.redact(request.focus ?? recentTopic(middle)),
    budget,
    today: isoDate(options.now),
    ...(complaint === undefined ? {} : { complaint }),
  });
  try {
    const answer = await unlessAborted(model.ask({ system: SUMMARY_SYSTEM, prompt, maxOutput }, deadline), deadline);
    const judged = judgeSummary(answer, { replaced: replacedTokens, budget });
    if (judged.type === "bad") return { type: "again", why: judged.why };
    const known = new Set(middle.map(({ seq }) => seq));
    const text = withKnownCitations(
      options.redact(renderSummary(judged.summary)),
      (seq) => known.has(seq) || previous.includes(`[#${seq}]`),
    );
    return { type: "good", summary: text };
  } catch (error) {
    if (deadline.aborted)
      return { type: "hopeless", why: `no answer within ${Math.round(options.timeoutMs / 1000)} s` };
    if (!(error instanceof ModelFailure)) throw error;
    return { type: HOPELESS.includes(error.kind) ? "hopeless" : "again", why: error.message.replace(/\.$/, "") };
  } finally {
    clearTimeout(timer);
  }
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
