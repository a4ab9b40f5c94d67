// One compaction decided as a value: shorten old results, summarise the middle, or leave everything as it is.

import { withThousands } from "../text.ts";
import type { Load } from "./assess.ts";
import { type Shortening, type Summarising, shorten, squeezeOnly, summariseBy } from "./build-pass.ts";
import { planCut } from "./plan.ts";
import { type PassOptions, type Scene, sceneOf } from "./scene.ts";

export interface PassWish {
  /** Summarise even where shortening would do: a person asked, or there are simply too many messages. */
  readonly summarise: boolean;
  /** Exchanges to keep word for word. */
  readonly exchanges?: number;
}

export type Pass = { readonly type: "nothing"; readonly why: string } | Shortening | Summarising;

/** Ever smaller tails; the first that reaches the goal is taken. */
const TAILS = [
  { share: 1, messages: 8 },
  { share: 0.5, messages: 4 },
  { share: 0.25, messages: 2 },
  { share: 0, messages: 1 },
] as const;
/** A conversation smaller than its tail may be is not kept whole when a person asks for less. */
const MOST_KEPT = 0.4;

export function choosePass(load: Load, options: PassOptions, wish: PassWish): Pass {
  const scene = sceneOf(load, options);
  const shortened = wish.summarise ? undefined : shorten(scene, options);
  if (shortened !== undefined) return shortened;
  return summarise(scene, options, wish) ?? squeezeOnly(scene) ?? { type: "nothing", why: whyNothing(scene, load) };
}

function summarise(scene: Scene, options: PassOptions, wish: PassWish): Summarising | undefined {
  let chosen: Summarising | undefined;
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
    const made = summariseBy(scene, plan, options);
    if (made === undefined) continue;
    chosen = made.pass;
    if (made.fixed + made.pass.budget <= scene.goal) return chosen;
  }
  return chosen;
}

function whyNothing({ limits, before }: Scene, load: Load): string {
  if (before > limits.ceiling)
    return `The newest message alone takes more than the model's window of ${withThousands(load.window)} tokens: it has to be shortened.`;
  return load.entries.length < 3
    ? "There is nothing to compact yet."
    : "There is nothing older left to compact: what remains is the newest exchange.";
}
