// What could be meant, below the composer: names in a column under what is being typed, what they mean beside them.

import { visibleText } from "../../kernel/output/visible.ts";
import { clip, GUTTER, padTo } from "./frame.ts";
import type { Suggestion } from "./screen-parts.ts";
import { visibleWidth } from "./terminal.ts";
import type { Theme } from "./theme.ts";

/** One line; `items` are all that are offered, so that the columns stay where they are while one moves through them. */
export function suggestionLine(
  item: Suggestion,
  chosen: boolean,
  items: readonly Suggestion[],
  width: number,
  theme: Theme,
): string {
  const room = width - GUTTER.length * 2 - 2;
  const described = items.some(({ description }) => description !== undefined);
  const longest = Math.max(...items.map(({ label }) => visibleWidth(label)));
  const names = described ? Math.min(longest, Math.floor(room * 0.5)) : room;
  const mark = chosen ? theme.paint("accent", theme.skin.promptSymbol) : " ";
  const name = padTo(clip(visibleText(item.label), names), described ? names : 0);
  const meaning = clip(item.description ?? "", Math.max(0, room - names - 2));
  const shown = chosen ? theme.bold(theme.paint("accent", name)) : name;
  return `${GUTTER}${mark} ${shown}${meaning === "" ? "" : `  ${theme.paint("dim", meaning)}`}`;
}
