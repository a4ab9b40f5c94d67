// Which messages leave the view: everything but the newest, cut where no call is parted from its result. Linear in messages.

import { callsOf } from "../message.ts";
import { type Entry, isOwnWords, isVisibleReply } from "./entry.ts";

export interface TailWish {
  /** Tokens of newest messages to keep. */
  readonly tokens: number;
  /** Newest messages kept whatever they cost. */
  readonly messages: number;
  /** Keeps this many of the user's own messages and all after the first of them; beats the other two. */
  readonly exchanges?: number;
}

export interface Plan {
  /** Indexes that leave the view, in order. */
  readonly middle: readonly number[];
  /** Indexes before the tail that stay: the last request, the last visible reply. */
  readonly anchors: readonly number[];
  /** The tail is everything from here. */
  readonly tailFrom: number;
  /** The last visible reply, when it had to leave. */
  readonly lostReply: number | undefined;
}

export interface Sized {
  readonly entries: readonly Entry[];
  /** Tokens of each entry. */
  readonly costs: readonly number[];
  /** Index of an earlier compaction's note, which is neither kept nor summarised; -1 for none. */
  readonly note: number;
}

/** Undefined when nothing worth summarising would leave. */
export function planCut(sized: Sized, wish: TailWish): Plan | undefined {
  const { entries, note } = sized;
  const first = note === 0 ? 1 : 0;
  const cuts = safeCuts(entries);
  const tailFrom =
    wish.exchanges === undefined ? tailByBudget(sized, wish, cuts) : tailByExchanges(sized, wish.exchanges, cuts);
  if (tailFrom <= first) return undefined;

  const anchors = new Set<number>();
  const request = lastIndex(entries, isOwnWords);
  if (request >= first && request < tailFrom) anchors.add(request);
  const reply = lastIndex(entries, isVisibleReply);
  const unit = reply >= first && reply < tailFrom ? unitAround(reply, cuts) : undefined;
  let lostReply: number | undefined;
  if (unit !== undefined) {
    const indexes = range(unit.from, unit.to);
    const cost = indexes.reduce((sum, index) => sum + (sized.costs[index] ?? 0), 0);
    if (cost <= wish.tokens / 2) for (const index of indexes) anchors.add(index);
    else lostReply = reply;
  }
  anchors.delete(note);
  const middle = range(first, tailFrom).filter((index) => !anchors.has(index) && index !== note);
  if (middle.length < 2) return undefined;
  return { middle, anchors: [...anchors].sort((a, b) => a - b), tailFrom, lostReply };
}

/** For every place between two messages whether a cut there parts no call from its result. */
export function safeCuts(entries: readonly Entry[]): readonly boolean[] {
  const spans = new Array<number>(entries.length + 2).fill(0);
  const calls = waiting(entries);
  entries.forEach(({ message }, index) => {
    if (message.role !== "tool") return;
    const at = calls.get(message.callId)?.shift();
    if (at === undefined) return;
    const from = Math.min(at, index);
    const to = Math.max(at, index);
    // Cuts before from+1 … to would fall between the two.
    spans[from + 1] = (spans[from + 1] ?? 0) + 1;
    spans[to + 1] = (spans[to + 1] ?? 0) - 1;
  });
  let open = 0;
  return spans.slice(0, entries.length + 1).map((change) => {
    open += change;
    return open === 0;
  });
}

function waiting(entries: readonly Entry[]): Map<string, number[]> {
  const calls = new Map<string, number[]>();
  entries.forEach(({ message }, index) => {
    for (const { id } of callsOf(message)) {
      const places = calls.get(id);
      if (places) places.push(index);
      else calls.set(id, [index]);
    }
  });
  return calls;
}

function tailByBudget({ entries, costs }: Sized, wish: TailWish, cuts: readonly boolean[]): number {
  let from = entries.length;
  let sum = 0;
  while (from > 0) {
    const cost = costs[from - 1] ?? 0;
    if (entries.length - from >= Math.max(1, wish.messages) && sum + cost > wish.tokens) break;
    sum += cost;
    from--;
  }
  const back = backTo(cuts, from);
  if (costBetween(costs, back, from) <= Math.max(wish.tokens, 1)) return back;
  // The group that was hit is huge: leave it out, unless it is the newest one.
  const ahead = cuts.findIndex((safe, index) => safe && index >= from && index < entries.length);
  return ahead < 0 ? back : ahead;
}

function tailByExchanges({ entries }: Sized, exchanges: number, cuts: readonly boolean[]): number {
  let left = Math.max(1, exchanges);
  for (let index = entries.length - 1; index >= 0; index--) {
    const message = entries[index]?.message;
    if (message === undefined || !isOwnWords(message)) continue;
    left--;
    if (left === 0) return backTo(cuts, index);
  }
  return 0;
}

function backTo(cuts: readonly boolean[], from: number): number {
  let at = from;
  while (at > 0 && cuts[at] !== true) at--;
  return at;
}

function costBetween(costs: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += costs[index] ?? 0;
  return sum;
}

/** The smallest run of messages around this one that can be kept by itself. */
function unitAround(index: number, cuts: readonly boolean[]): { readonly from: number; readonly to: number } {
  let to = index + 1;
  while (to < cuts.length - 1 && cuts[to] !== true) to++;
  return { from: backTo(cuts, index), to };
}

function lastIndex(entries: readonly Entry[], matches: (message: Entry["message"]) => boolean): number {
  return entries.findLastIndex(({ message }) => matches(message));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_unused, offset) => from + offset);
}
