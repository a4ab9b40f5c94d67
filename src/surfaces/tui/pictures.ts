// Pictures inside the terminal, where it can show them. A picture takes empty lines among the others, the first of which names
// it; once those lines are on screen, it is drawn over them. So nothing that draws lines has to know about pictures.

import type { Env } from "../../config/process-facts.ts";
import type { ImagePart } from "../../kernel/message.ts";
import { type ImageProtocol, measureImage, newImageId, removeImage, showImage } from "./terminal.ts";

/** How this terminal takes pictures, from what it says about itself. Inside tmux and screen they would be lost on the way. */
export function pictureProtocol(env: Env): ImageProtocol | undefined {
  const term = env.TERM ?? "";
  const program = env.TERM_PROGRAM ?? "";
  if (env.TMUX !== undefined || /^(screen|tmux|linux|dumb)/.test(term)) return undefined;
  if (/kitty|ghostty/.test(term) || env.KITTY_WINDOW_ID !== undefined) return "kitty";
  if (/^(ghostty|wezterm|warpterminal)$/i.test(program)) return "kitty";
  return /^iterm/i.test(program) || /iTerm/.test(env.LC_TERMINAL ?? "") ? "iterm2" : undefined;
}

const WIDEST = 60;
const TALLEST = 14;
const NAME = /^(\s*)\u0001picture (\d+)$/;

export interface Pictures {
  /** The lines that keep its room, within `columns`; none when it cannot be shown here. */
  lines(part: ImagePart, columns: number): readonly string[];
  /** What draws the picture of this name where the cursor stands; the cursor may be anywhere afterwards. */
  draw(name: number): string;
  /** What takes it off the screen again. */
  remove(name: number): string;
}

interface Shown {
  readonly part: ImagePart;
  readonly id: number;
  columns: number;
  rows: number;
}

export function createPictures(protocol: ImageProtocol | undefined): Pictures {
  const shown: Shown[] = [];
  const named = (part: ImagePart): number => {
    const known = shown.findIndex((one) => one.part === part);
    return known >= 0 ? known : shown.push({ part, id: newImageId(), columns: 0, rows: 0 }) - 1;
  };
  return {
    lines(part, columns) {
      // The kitty protocol takes PNG and bare pixels only.
      if (protocol === undefined || (protocol === "kitty" && part.mime !== "image/png")) return [];
      const size = measureImage(part, Math.min(WIDEST, columns), TALLEST);
      if (size === undefined) return [];
      const name = named(part);
      Object.assign(shown[name] ?? {}, size);
      return [`\u0001picture ${name}`, ...Array<string>(size.rows - 1).fill("")];
    },
    draw(name) {
      const one = shown[name];
      return one === undefined || protocol === undefined ? "" : showImage(protocol, one.part, one);
    },
    remove: (name) => (protocol === "kitty" && shown[name] !== undefined ? removeImage(shown[name].id) : ""),
  };
}

/** The picture a line names, and how far to the right it begins. */
export function pictureOn(line: string): { readonly name: number; readonly column: number } | undefined {
  const found = NAME.exec(line);
  return found === null ? undefined : { name: Number(found[2]), column: (found[1] ?? "").length };
}
