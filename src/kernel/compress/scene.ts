// What a pass starts from: sizes and limits, where the last compaction left off, and what is pinned by now.

import type { Message } from "../message.ts";
import { estimateText } from "../tokens.ts";
import type { EffectOf } from "./artifacts.ts";
import { type LimitOptions, type Limits, type Load, limitsFor } from "./assess.ts";
import { boundPins, requestChars } from "./bound-pins.ts";
import type { Entry } from "./entry.ts";
import { type Handoff, renderHandoff, standingOf } from "./handoff.ts";
import { foldPins, openRequests, type Pin, type Pins, type Rule } from "./pins.ts";

export interface PassOptions extends LimitOptions {
  /** First messages quoted by the first compaction. */
  readonly protectFirst: number;
  /** Newest messages whose results are never shortened. */
  readonly protectLast: number;
  readonly effectOf: EffectOf;
}

export interface Scene {
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

export function sceneOf(load: Load, options: PassOptions): Scene {
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

/** What every kind of pass would leave behind. */
export interface Proposal {
  readonly limits: Limits;
  readonly before: number;
  readonly handoff: Omit<Handoff, "kept">;
  readonly kept: readonly Message[];
  /** Rules that found no room in it. */
  readonly rulesLeftOut: readonly Rule[];
}

export interface Parts {
  readonly kept: readonly Message[];
  readonly from: number;
  readonly to: number;
  /** Entries whose messages stay, for telling which requests are still seen. */
  readonly inView: readonly Entry[];
  readonly began?: readonly Pin[];
  readonly reply?: Pin;
}

export function proposalOf(scene: Scene, parts: Parts): Proposal {
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

/** Tokens of the note a pass writes. */
export function noteTokens(handoff: Omit<Handoff, "kept">, summary: string): number {
  return estimateText(renderHandoff({ ...handoff, summary, kept: 0 })) + 6;
}
