// A skin made concrete for one terminal: functions from text to styled text. Everything that is drawn is painted here.

import { type Depth, sgr } from "./colour.ts";
import type { Role, Skin } from "./skins.data.ts";

const NO_FILL = "\u001b[49m";

export interface Theme {
  readonly skin: Skin;
  readonly background: "dark" | "light";
  readonly depth: Depth;
  /** Whether colour can carry meaning here; otherwise words and glyphs must. */
  readonly colour: boolean;
  paint(role: Role, text: string): string;
  fill(role: Role, text: string): string;
  bold(text: string): string;
  italic(text: string): string;
  underline(text: string): string;
  strike(text: string): string;
}

export function createTheme(skin: Skin, background: "dark" | "light", depth: Depth): Theme {
  const palette = background === "dark" ? skin.dark : skin.light;
  const wrap = (open: string, close: string) => (text: string) =>
    open === "" || text === "" ? text : `\u001b[${open}m${text}\u001b[${close}m`;
  const paints = new Map<string, (text: string) => string>();
  const painter = (role: Role, layer: "fg" | "bg") => {
    const key = `${layer}${role}`;
    const known = paints.get(key);
    if (known !== undefined) return known;
    const made = wrap(sgr(palette[role], depth, layer), layer === "fg" ? "39" : "49");
    paints.set(key, made);
    return made;
  };
  const fadeOnly = depth === "none";
  return {
    skin,
    background,
    depth,
    colour: depth !== "none",
    // Without colour, what is less important is at least dim.
    paint: (role, text) =>
      fadeOnly && (role === "dim" || role === "faint") ? wrap("2", "22")(text) : painter(role, "fg")(text),
    // What is filled inside of it leaves this filling behind it.
    fill: (role, text) => painter(role, "bg")(text.replaceAll(NO_FILL, `\u001b[${sgr(palette[role], depth, "bg")}m`)),
    bold: wrap("1", "22"),
    italic: wrap("3", "23"),
    underline: wrap("4", "24"),
    strike: wrap("9", "29"),
  };
}
