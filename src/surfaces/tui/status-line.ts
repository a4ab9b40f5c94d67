// The line at the bottom: which model, how full, what it cost, which conversation, which mode. It loses detail with width, never sense.

import { compactCount, money } from "./format.ts";
import { clip } from "./frame.ts";
import type { Messages } from "./messages.ts";
import type { Role } from "./skins.data.ts";
import type { ViewState } from "./state.ts";
import { truncateToWidth, visibleWidth } from "./terminal.ts";
import type { Theme } from "./theme.ts";
import { FRAMED_FROM, FULL_FROM } from "./widths.ts";

/** How full the window is, 0 to 1; undefined before the first answer. */
export function fillOf(state: ViewState): number | undefined {
  if (state.usage === undefined || state.window <= 0) return undefined;
  return Math.min(1, (state.usage.input + state.usage.output) / state.window);
}

export function fillRole(fill: number): Role {
  if (fill < 0.5) return "good";
  if (fill < 0.8) return "caution";
  return fill < 0.95 ? "hot" : "bad";
}

export function statusLine(state: ViewState, width: number, theme: Theme, messages: Messages): string {
  const dim = (text: string) => theme.paint("dim", text);
  const mode = state.yolo ? theme.bold(theme.paint("hot", messages.yolo)) : "";
  const most = width < FULL_FROM ? 24 : 40;
  const short = width < FRAMED_FROM || visibleWidth(state.model) > most;
  const model = short ? (state.model.split("/").at(-1) ?? "") : state.model;
  const left = [dim(clip(model, most)), ...gauges(state, width, theme, messages)];
  const right = width < FULL_FROM ? [mode] : [dim(clip(state.title, 36)), mode];
  return fill(
    left,
    right.filter((part) => part !== ""),
    width,
    theme,
  );
}

function gauges(state: ViewState, width: number, theme: Theme, messages: Messages): string[] {
  const share = fillOf(state);
  if (share === undefined || state.usage === undefined) return [];
  const dim = (text: string) => theme.paint("dim", text);
  const percent = `${Math.round(share * 100)}%`;
  const bar = width < FRAMED_FROM ? "" : `${gauge(share, width < FULL_FROM ? 6 : 10, theme)} `;
  const used = state.usage.input + state.usage.output;
  const parts = [bar + theme.paint(fillRole(share), percent)];
  if (width >= FULL_FROM) parts.push(dim(`${compactCount(used)}/${compactCount(state.window)}`));
  if (state.costUsd !== undefined && width >= FRAMED_FROM) parts.push(dim(money(state.costUsd)));
  const cached = state.totals.input > 0 ? state.totals.cacheRead / state.totals.input : 0;
  if (width >= FULL_FROM && cached > 0) parts.push(dim(`${Math.round(cached * 100)}% ${messages.cached}`));
  return parts;
}

function gauge(share: number, cells: number, theme: Theme): string {
  const filled = Math.min(cells, Math.max(share > 0 ? 1 : 0, Math.round(share * cells)));
  return (
    theme.paint(fillRole(share), "━".repeat(filled)) +
    theme.paint("faint", (theme.colour ? "━" : "─").repeat(cells - filled))
  );
}

/** Left parts, then right ones at the edge; what does not fit is left out from the end. */
function fill(left: readonly string[], right: readonly string[], width: number, theme: Theme): string {
  const joint = theme.paint("faint", " · ");
  const room = width - 4;
  let shownRight = right.join(joint);
  const parts = [...left];
  while (parts.length > 1 && visibleWidth(parts.join(joint)) + gapFor(shownRight) > room) {
    if (right.length > 1 && shownRight !== right.at(-1)) shownRight = right.at(-1) ?? "";
    else parts.pop();
  }
  const shownLeft = truncateToWidth(parts.join(joint), Math.max(4, room - gapFor(shownRight)), "…");
  const space = Math.max(1, room - visibleWidth(shownLeft) - visibleWidth(shownRight));
  return `  ${shownLeft}${shownRight === "" ? "" : " ".repeat(space) + shownRight}`;
}

function gapFor(right: string): number {
  return right === "" ? 0 : visibleWidth(right) + 2;
}
