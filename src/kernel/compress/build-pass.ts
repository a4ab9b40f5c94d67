// The three ways to make room, each built as a value: shorten old results, summarise the middle, cut the newest results.

import { textOf } from "../message.ts";
import { estimateMessage } from "../tokens.ts";
import type { Entry } from "./entry.ts";
import { excerpt } from "./pins.ts";
import type { Plan } from "./plan.ts";
import { pruneBefore } from "./prune.ts";
import { noteTokens, type PassOptions, type Proposal, proposalOf, type Scene } from "./scene.ts";
import { squeezed } from "./squeeze.ts";
import { openingOf, withoutOldImages } from "./view.ts";

/** Old results become one line each; every message stays. */
export type Shortening = Proposal & { readonly type: "shorten" };

export type Summarising = Proposal & {
  readonly type: "summarise";
  readonly middle: readonly Entry[];
  readonly previous: string;
  readonly replacedTokens: number;
  readonly budget: number;
};

/** A pass that gains less than this is none. */
const LEAST_GAIN = 0.05;

/** Undefined when old results are too short for it to be enough. */
export function shorten(scene: Scene, options: PassOptions): Shortening | undefined {
  const { entries, costs, limits, before, standing } = scene;
  const until = shortenUntil(scene, options.protectLast);
  const pruned = pruneBefore(entries, until);
  const changed = pruned.flatMap((message, index) => (message === entries[index]?.message ? [] : [index]));
  if (changed.length === 0) return undefined;
  const kept = pruned.filter((_message, index) => index !== standing.at);
  const common = proposalOf(scene, { kept, from: changed[0] ?? 0, to: changed.at(-1) ?? 0, inView: entries });
  const note = noteTokens(common.handoff, standing.summary) * scene.factor;
  const size = pruned.reduce((sum, message, index) => {
    if (index === standing.at) return sum;
    return sum + (message === entries[index]?.message ? (costs[index] ?? 0) : estimateMessage(message) * scene.factor);
  }, 0);
  const after = limits.overhead + size + note;
  if (after > Math.min(limits.threshold * 0.9, before * 0.8)) return undefined;
  return { type: "shorten", ...common };
}

function shortenUntil({ entries, costs, limits }: Scene, protectLast: number): number {
  let sum = 0;
  let at = entries.length;
  while (at > 0 && (entries.length - at < protectLast || sum + (costs[at - 1] ?? 0) <= limits.tail)) {
    sum += costs[at - 1] ?? 0;
    at--;
  }
  return at;
}

export interface Built {
  readonly pass: Summarising;
  /** Tokens of the next request without the summary. */
  readonly fixed: number;
}

/** Undefined when this cut would gain too little. */
export function summariseBy(scene: Scene, plan: Plan, options: PassOptions): Built | undefined {
  const { entries, costs, limits, standing, factor } = scene;
  const stay = [
    ...plan.anchors,
    ...[...entries.keys()].filter((index) => index >= plan.tailFrom && index !== standing.at),
  ];
  const staying = stay.flatMap((index) => entries[index] ?? []);
  const middle = plan.middle.flatMap((index) => entries[index] ?? []);
  const lost = plan.lostReply === undefined ? undefined : entries[plan.lostReply];
  const common = proposalOf(scene, {
    kept: staying.map(({ message }) => message),
    from: 0,
    to: plan.tailFrom - 1,
    inView: staying,
    began: standing.at < 0 ? openingOf(middle.slice(0, options.protectFirst), options.protectFirst, 1_500) : [],
    ...(lost === undefined ? {} : { reply: { seq: lost.seq, text: excerpt(textOf(lost.message), lost.seq, 1_500) } }),
  });
  const replacedTokens = Math.floor(plan.middle.reduce((sum, index) => sum + (costs[index] ?? 0), 0));
  const note = noteTokens(common.handoff, "") * factor;
  const stays = stay.reduce((sum, index) => sum + (costs[index] ?? 0), 0);
  const room = limits.ceiling - limits.overhead - note - Math.min(500, replacedTokens / 4);
  const fits = squeezed(staying, stays, room, factor);
  const fixed = limits.overhead + note + fits.tokens;
  const oldNote = standing.at < 0 ? 0 : (costs[standing.at] ?? 0);
  if (replacedTokens + oldNote - note + fits.saved < scene.before * LEAST_GAIN) return undefined;
  const wanted = Math.min(limits.summary, Math.max(2_000, replacedTokens / 5));
  const budget = Math.floor(
    Math.max(200, Math.min(wanted, (replacedTokens + oldNote) / 2, Math.max(400, scene.goal - fixed))),
  );
  const pass: Summarising = {
    type: "summarise",
    ...common,
    kept: withoutOldImages(fits.messages),
    middle,
    previous: standing.summary,
    replacedTokens: Math.floor(replacedTokens + oldNote),
    budget,
  };
  return { pass, fixed };
}

/** Nothing can leave, but the newest results themselves do not fit: only they shrink. */
export function squeezeOnly(scene: Scene): Shortening | undefined {
  const { entries, limits, standing, factor, before } = scene;
  if (before <= limits.ceiling) return undefined;
  const staying = entries.filter((_entry, index) => index !== standing.at);
  const common = proposalOf(scene, { kept: [], from: 0, to: entries.length - 1, inView: staying });
  const note = noteTokens(common.handoff, standing.summary) * factor;
  const all = before - limits.overhead - (scene.costs[standing.at] ?? 0);
  const fits = squeezed(staying, all, limits.ceiling - limits.overhead - note, factor);
  if (fits.saved - note < before * LEAST_GAIN) return undefined;
  return { type: "shorten", ...common, kept: fits.messages };
}
