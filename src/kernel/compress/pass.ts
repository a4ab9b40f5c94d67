// One compaction decided as a value: shorten old results, summarise the middle, or leave everything as it is.

import type { Message } from "../message.ts";
import { textOf } from "../message.ts";
import { withThousands } from "../text.ts";
import { estimateMessage, estimateText } from "../tokens.ts";
import type { EffectOf } from "./artifacts.ts";
import { type LimitOptions, type Limits, type Load, limitsFor } from "./assess.ts";
import type { Entry } from "./entry.ts";
import { type Handoff, renderHandoff, standingOf } from "./handoff.ts";
import { excerpt, foldPins, openRequests, type Pin, type Pins } from "./pins.ts";
import { type Plan, planCut } from "./plan.ts";
import { pruneBefore } from "./prune.ts";
import { squeezed } from "./squeeze.ts";
import { boundPins, openingOf, requestChars, withoutOldImages } from "./view.ts";

export interface PassOptions extends LimitOptions {
  /** First messages quoted by the first compaction. */
  readonly protectFirst: number;
  /** Newest messages whose results are never shortened. */
  readonly protectLast: number;
  readonly effectOf: EffectOf;
}

export interface PassWish {
  /** Summarise even where shortening would do: a person asked, or there are simply too many messages. */
  readonly summarise: boolean;
  /** Exchanges to keep word for word. */
  readonly exchanges?: number;
}

interface Proposal {
  readonly limits: Limits;
  readonly before: number;
  readonly handoff: Omit<Handoff, "kept">;
  readonly kept: readonly Message[];
  readonly rulesLeftOut: number;
}

export type Pass =
  | { readonly type: "nothing"; readonly why: string }
  /** Old results become one line each; every message stays. */
  | (Proposal & { readonly type: "shorten" })
  | (Proposal & {
      readonly type: "summarise";
      readonly middle: readonly Entry[];
      readonly previous: string;
      readonly replacedTokens: number;
      readonly budget: number;
    });

/** Ever smaller tails; the first that reaches the goal is taken. */
const TAILS = [
  { share: 1, messages: 8 },
  { share: 0.5, messages: 4 },
  { share: 0.25, messages: 2 },
  { share: 0, messages: 1 },
] as const;
/** A conversation smaller than its tail may be is not kept whole when a person asks for less. */
const MOST_KEPT = 0.4;
const LEAST_GAIN = 0.05;

export function choosePass(load: Load, options: PassOptions, wish: PassWish): Pass {
  const scene = sceneOf(load, options);
  const shortened = wish.summarise ? undefined : shorten(scene, options);
  if (shortened !== undefined) return shortened;
  return summarise(scene, options, wish) ?? squeezeOnly(scene) ?? { type: "nothing", why: whyNothing(scene, load) };
}

interface Scene {
  readonly entries: readonly Entry[];
  readonly costs: readonly number[];
  readonly factor: number;
  readonly limits: Limits;
  readonly before: number;
  readonly goal: number;
  readonly sessionId: string;
  readonly standing: ReturnType<typeof standingOf>;
  readonly pins: Pins;
}

function sceneOf(load: Load, options: PassOptions): Scene {
  const { entries, factor, costs } = load;
  const limits = limitsFor(load, options);
  const before = limits.overhead + Math.ceil(costs.reduce((sum, cost) => sum + cost, 0));
  const standing = standingOf(entries);
  const pins = foldPins(standing.pins, standing.fresh, options.effectOf);
  return {
    entries,
    costs,
    factor,
    limits,
    before,
    goal: Math.min(limits.threshold, before * 0.6),
    sessionId: load.sessionId,
    standing,
    pins,
  };
}

function shorten(scene: Scene, options: PassOptions): Pass | undefined {
  const { entries, costs, limits, before, standing } = scene;
  const until = shortenUntil(scene, options.protectLast);
  const pruned = pruneBefore(entries, until);
  const changed = pruned.flatMap((message, index) => (message === entries[index]?.message ? [] : [index]));
  if (changed.length === 0) return undefined;
  const kept = pruned.filter((_message, index) => index !== standing.at);
  const common = commonOf(scene, { kept, from: changed[0] ?? 0, to: changed.at(-1) ?? 0, inView: entries });
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

function summarise(scene: Scene, options: PassOptions, wish: PassWish): Pass | undefined {
  let chosen: Pass | undefined;
  const { limits, before } = scene;
  const tail = Math.min(limits.tail, (before - limits.overhead) * MOST_KEPT);
  const tails = wish.exchanges === undefined ? TAILS : TAILS.slice(0, 1);
  for (const { share, messages } of tails) {
    const plan = planCut(
      { entries: scene.entries, costs: scene.costs, note: scene.standing.at },
      {
        tokens: tail * share,
        messages,
        ...(wish.exchanges === undefined ? {} : { exchanges: wish.exchanges }),
      },
    );
    if (plan === undefined) continue;
    const made = passFor(scene, plan, options);
    if (made === undefined) continue;
    chosen = made.pass;
    if (made.fixed + made.budget <= scene.goal) return chosen;
  }
  return chosen;
}

function passFor(
  scene: Scene,
  plan: Plan,
  options: PassOptions,
): { readonly pass: Pass; readonly fixed: number; readonly budget: number } | undefined {
  const { entries, costs, limits, standing, factor } = scene;
  const stay = [
    ...plan.anchors,
    ...[...entries.keys()].filter((index) => index >= plan.tailFrom && index !== standing.at),
  ];
  const staying = stay.flatMap((index) => entries[index] ?? []);
  const middle = plan.middle.flatMap((index) => entries[index] ?? []);
  const lost = plan.lostReply === undefined ? undefined : entries[plan.lostReply];
  const common = commonOf(scene, {
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
  const pass: Pass = {
    type: "summarise",
    ...common,
    kept: withoutOldImages(fits.messages),
    middle,
    previous: standing.summary,
    replacedTokens: Math.floor(replacedTokens + oldNote),
    budget,
  };
  return { pass, fixed, budget };
}

/** Nothing can leave, but the newest results themselves do not fit: only they shrink. */
function squeezeOnly(scene: Scene): Pass | undefined {
  const { entries, limits, standing, factor, before } = scene;
  if (before <= limits.ceiling) return undefined;
  const staying = entries.filter((_entry, index) => index !== standing.at);
  const common = commonOf(scene, { kept: [], from: 0, to: entries.length - 1, inView: staying });
  const note = noteTokens(common.handoff, standing.summary) * factor;
  const all = before - limits.overhead - (scene.costs[standing.at] ?? 0);
  const fits = squeezed(staying, all, limits.ceiling - limits.overhead - note, factor);
  if (fits.saved - note < before * LEAST_GAIN) return undefined;
  return { type: "shorten", ...common, kept: fits.messages };
}

interface Parts {
  readonly kept: readonly Message[];
  readonly from: number;
  readonly to: number;
  /** Entries whose messages stay, for telling which requests are still seen. */
  readonly inView: readonly Entry[];
  readonly began?: readonly Pin[];
  readonly reply?: Pin;
}

function commonOf(scene: Scene, parts: Parts): Proposal {
  const { entries, limits, standing, before } = scene;
  const seen = new Set(parts.inView.map(({ seq }) => seq));
  const after = entries.filter((_entry, index) => index > standing.at);
  const open = openRequests(standing.pins.requests, after).filter(({ seq }) => !seen.has(seq));
  const room = Math.max(400, (limits.threshold - limits.overhead) / 4);
  const bounded = boundPins(
    { ...scene.pins, requests: open },
    { tokens: room, requestChars: requestChars(limits.tail) },
  );
  return {
    limits,
    before,
    kept: parts.kept,
    rulesLeftOut: bounded.leftOut,
    handoff: {
      pass: (standing.handoff?.pass ?? (standing.at < 0 ? 0 : 1)) + 1,
      fromSeq: entries[parts.from]?.seq ?? 0,
      toSeq: entries[parts.to]?.seq ?? 0,
      from: scene.sessionId,
      pins: bounded.pins,
      began: parts.began ?? [],
      reply: parts.reply,
      summary: standing.summary,
    },
  };
}

function noteTokens(handoff: Omit<Handoff, "kept">, summary: string): number {
  return estimateText(renderHandoff({ ...handoff, summary, kept: 0 })) + 6;
}

function whyNothing({ limits, before }: Scene, load: Load): string {
  if (before > limits.ceiling)
    return `The newest message alone takes more than the model's window of ${withThousands(load.window)} tokens: it has to be shortened.`;
  return load.entries.length < 3
    ? "There is nothing to compact yet."
    : "There is nothing older left to compact: what remains is the newest exchange.";
}
