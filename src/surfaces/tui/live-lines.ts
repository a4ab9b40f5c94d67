// What stands above the composer while something is going on: unfinished pieces, the plan, what waits, what is being done now.

import { blockLines, gapBetween } from "./block-lines.ts";
import { compactCount, duration } from "./format.ts";
import { clip, type Frame, GUTTER, spinner } from "./frame.ts";
import { type Block, isWorking, settledCount, type ViewState } from "./state.ts";
import { truncateToWidth } from "./terminal.ts";
import { todoLines } from "./todo-lines.ts";

/** At most `rows` lines; when there are more, the newest stay. */
export function liveLines(state: ViewState, frame: Frame, rows: number): string[] {
  const groups = [
    openLines(state, frame),
    planLines(state, frame),
    [...workingLines(state, frame), ...waitingLines(state, frame)],
  ];
  const [first = [], ...rest] = groups;
  // Pieces bring their own space before them; the last line keeps the composer at a distance.
  const lines = [...first, ...rest.flatMap((group) => (group.length > 0 ? ["", ...group] : [])), ""];
  if (lines.length <= rows) return lines;
  const kept = lines.slice(lines.length - Math.max(0, rows - 1));
  const hidden = lines.length - kept.length;
  return rows <= 0 ? [] : [GUTTER + frame.theme.paint("dim", frame.messages.earlierLines(hidden)), ...kept];
}

function openLines(state: ViewState, frame: Frame): string[] {
  const from = settledCount(state);
  return state.blocks.slice(from).flatMap((block, index) => spaced(state.blocks[from + index - 1], block, frame));
}

/** A block with the space that belongs before it. */
export function spaced(before: Block | undefined, block: Block, frame: Frame): string[] {
  const lines = blockLines(block, frame);
  return lines.length === 0 ? [] : [...Array<string>(gapBetween(before, block)).fill(""), ...lines];
}

function planLines(state: ViewState, frame: Frame): string[] {
  const unfinished = state.todos.some((item) => item.status !== "completed" && item.status !== "cancelled");
  return state.busy && unfinished ? todoLines(state.todos, frame) : [];
}

function workingLines(state: ViewState, frame: Frame): string[] {
  if (!isWorking(state)) return [];
  const { theme, messages, now, width } = frame;
  const last = state.blocks.at(-1);
  // What shows by itself that it goes on needs no second clock.
  const obvious = last !== undefined && !last.done && (last.type === "call" || last.type === "thought");
  const what =
    state.building !== undefined
      ? messages.writingCall(state.building.tool, compactCount(state.building.chars))
      : state.status;
  if (obvious && what === "") return [];
  const words = what === "" ? messages.working : what;
  const tail = `${theme.paint("faint", " · ")}${theme.paint("dim", messages.interruptHint)}`;
  const line = `${theme.paint("accent", spinner(now))} ${theme.paint("dim", `${words} ${duration(Math.max(1000, now - state.turnStartedAt))}`)}${tail}`;
  return [GUTTER + truncateToWidth(line, width - 4, "…")];
}

function waitingLines(state: ViewState, { theme, messages, width }: Frame): string[] {
  if (!isWorking(state)) return [];
  return state.waiting.map(({ text }) => {
    const line = clip(text.replace(/\s+/g, " "), width - 14);
    return `${GUTTER}${theme.paint("faint", "↳")} ${theme.paint("dim", `${messages.queued}: ${line}`)}`;
  });
}
