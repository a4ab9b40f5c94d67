// Colours as the terminal can show them: full, 256, 16 or none, from one notation (#rrggbb, or "" for the terminal's own).

import type { Env } from "../../config/process-facts.ts";

export type Depth = "none" | "16" | "256" | "full";

/** What this terminal can show, from what it says about itself. */
export function colourDepth(env: Env): Depth {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return "none";
  const term = env.TERM ?? "";
  if (term === "dumb") return "none";
  if (/truecolor|24bit/i.test(env.COLORTERM ?? "") || /kitty|ghostty|direct|alacritty/.test(term)) return "full";
  if (env.WT_SESSION !== undefined || /iTerm|WezTerm|vscode/i.test(env.TERM_PROGRAM ?? "")) return "full";
  return /256/.test(term) || env.TERM_PROGRAM === "Apple_Terminal" ? "256" : "16";
}

/** Terminals that are known to make links of OSC 8; others would show what is not meant for eyes. */
export function knowsLinks(env: Env): boolean {
  if (env.TMUX !== undefined || /^(screen|tmux|linux|dumb)/.test(env.TERM ?? "")) return false;
  return (
    /kitty|ghostty|alacritty/.test(env.TERM ?? "") ||
    /iTerm|WezTerm|vscode|ghostty|WarpTerminal/i.test(env.TERM_PROGRAM ?? "") ||
    env.WT_SESSION !== undefined ||
    Number(env.VTE_VERSION) >= 5000
  );
}

/** The SGR parameters that set this colour as foreground or background; "" when nothing is to be set. */
export function sgr(colour: string, depth: Depth, layer: "fg" | "bg"): string {
  const rgb = parseHex(colour);
  if (rgb === undefined || depth === "none") return "";
  const lead = layer === "fg" ? 38 : 48;
  if (depth === "full") return `${lead};2;${rgb.join(";")}`;
  if (depth === "256") return `${lead};5;${toPalette(rgb)}`;
  // Sixteen colours have no subtle backgrounds: a wrong one hurts more than none.
  return layer === "bg" ? "" : String(toSixteen(rgb));
}

/** Relative luminance, 0 (black) to 1 (white). */
export function luminance(rgb: readonly [number, number, number]): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function parseHex(colour: string): readonly [number, number, number] | undefined {
  const digits = /^#([0-9a-f]{6})$/i.exec(colour)?.[1];
  if (digits === undefined) return undefined;
  const value = Number.parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const STEPS = [0, 95, 135, 175, 215, 255] as const;

function toPalette(rgb: readonly [number, number, number]): number {
  const [r, g, b] = rgb.map((part) => nearest(STEPS, part)) as [number, number, number];
  const cube = 16 + 36 * r + 6 * g + b;
  const grey = Math.max(0, Math.min(23, Math.round(((rgb[0] + rgb[1] + rgb[2]) / 3 - 8) / 10)));
  const shade = 8 + grey * 10;
  const cubeOff = distance(rgb, [STEPS[r] ?? 0, STEPS[g] ?? 0, STEPS[b] ?? 0]);
  return distance(rgb, [shade, shade, shade]) < cubeOff ? 232 + grey : cube;
}

function nearest(steps: readonly number[], value: number): number {
  let best = 0;
  for (let index = 1; index < steps.length; index++)
    if (Math.abs((steps[index] ?? 0) - value) < Math.abs((steps[best] ?? 0) - value)) best = index;
  return best;
}

function distance(a: readonly [number, number, number], b: readonly [number, number, number]): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

/** Greys become dim or plain by their code; everything else keeps its hue. */
function toSixteen(rgb: readonly [number, number, number]): number {
  const [r, g, b] = rgb;
  const high = Math.max(r, g, b);
  if (high - Math.min(r, g, b) < 36) return high < 168 ? 90 : 39;
  const bit = (part: number) => (part > high * 0.62 ? 1 : 0);
  return (high > 176 ? 90 : 30) + bit(r) + 2 * bit(g) + 4 * bit(b);
}
