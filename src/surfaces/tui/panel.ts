// What takes the composer's place for a while: a frame as wide as it, its title above, the keys below. Narrow terminals get rules only.

import { clip, type Frame, GUTTER, padTo, pageWidth } from "./frame.ts";
import type { Role } from "./skins.data.ts";
import { visibleWidth } from "./terminal.ts";
import { FRAMED_FROM } from "./widths.ts";

/** Columns for what stands in a panel; it begins where the conversation's text begins. */
export function panelRoom(width: number): number {
  return pageWidth(width);
}

/** The keys everybody knows go first when there is no room for all. */
function fittingKeys(keys: string, room: number): string {
  const parts = keys.split(" · ");
  while (parts.length > 1 && visibleWidth(parts.join(" · ")) > room) parts.shift();
  return clip(parts.join(" · "), room);
}

export function panelLines(
  panel: { readonly title: string; readonly keys: string; readonly role: Role; readonly body: readonly string[] },
  { theme, width }: Frame,
): string[] {
  const room = panelRoom(width);
  const edge = (text: string) => theme.paint(panel.role, text);
  const rule = (words: string, taken: number) => edge("─".repeat(Math.max(0, room + 4 - visibleWidth(words) - taken)));
  const title = theme.bold(edge(panel.title));
  const keys = fittingKeys(panel.keys, room);
  if (width < FRAMED_FROM)
    return [
      `${edge("──")} ${title} ${rule(panel.title, 4)}`,
      ...panel.body.map((line) => (line === "" ? "" : GUTTER + line)),
      GUTTER + theme.paint("dim", keys),
    ];
  return [
    `${edge("╭─")} ${title} ${rule(panel.title, 5)}${edge("╮")}`,
    ...panel.body.map((line) => `${edge("│")} ${padTo(line, room)} ${edge("│")}`),
    `${edge("╰─")} ${theme.paint("dim", keys)} ${rule(keys, 5)}${edge("╯")}`,
  ];
}
