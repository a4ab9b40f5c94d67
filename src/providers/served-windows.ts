// Which windows the servers of this home have, asked once each. A server that takes its time delays nobody for long, and
// nobody at all once it has been heard of.

import type { Clock } from "../contracts/time.ts";
import { isLocalEndpoint } from "./endpoint.ts";
import type { LearnedWindows } from "./models.ts";
import type { ProviderPlan } from "./resolve.ts";
import { askWindow, questionsFor, type ServedPorts, type ServedWindow } from "./served-window.ts";
import { withinMs } from "./within.ts";

export interface ServedWindows {
  get(plan: ProviderPlan, model: string): ServedWindow | undefined;
  /** Resolves when the answer is there or has been waited for long enough. Never throws. */
  ask(plan: ProviderPlan): Promise<void>;
}

/** The most a first request waits. */
const WAIT_MS = 400;
/** A machine that swaps answers late; its answer counts for the next turn. */
const GIVE_UP_MS = 5_000;
/** Servers that do not tell are not pestered. */
const MOST_SILENCES = 2;

export function createServedWindows(
  ports: ServedPorts & { readonly clock: Clock },
  learned: LearnedWindows,
): ServedWindows {
  const heard = new Map<string, ServedWindow>();
  const asking = new Map<string, Promise<void>>();
  const unheard = new Map<string, number>();
  const keyOf = (plan: ProviderPlan, model: string) => `${plan.row.baseUrl} ${model}`;

  const get: ServedWindows["get"] = (plan, model) => {
    const now = heard.get(keyOf(plan, model));
    if (now?.type === "served") return now;
    const before = learned.servedBy(plan.row.baseUrl, model);
    return before === undefined ? now : { type: "served", window: before };
  };
  const listen = async (plan: ProviderPlan, key: string): Promise<void> => {
    const { row, model } = plan;
    const secret = plan.key.type === "fixed" ? plan.key.secret : "";
    const told = await withinMs(ports.clock, GIVE_UP_MS, (signal) => askWindow(row, model, secret, ports, signal));
    if (told === undefined) return void unheard.set(key, (unheard.get(key) ?? 0) + 1);
    heard.set(key, told);
    if (told.type === "served") learned.served(row.baseUrl, row.id, model, told.window);
  };

  return {
    get,
    async ask(plan) {
      const key = keyOf(plan, plan.model);
      const settled = plan.contextLength ?? plan.models[plan.model]?.window;
      const silences = unheard.get(key) ?? 0;
      if (settled !== undefined || heard.get(key)?.type === "served" || silences >= MOST_SILENCES) return;
      if (questionsFor(plan.row).length === 0) return;
      const wait = get(plan, plan.model) === undefined && silences === 0 && isLocalEndpoint(plan.row.baseUrl);
      const answer = asking.get(key) ?? listen(plan, key).finally(() => asking.delete(key));
      asking.set(key, answer);
      // Asked again each turn until it is certain; waited for once, and only where an answer takes no time.
      if (wait) await withinMs(ports.clock, WAIT_MS, () => answer);
    },
  };
}
