// What every drawing function is given: the room it has, the paint, the words, and how much to show.

import type { Question } from "../../contracts/question.ts";
import type { ImagePart } from "../../kernel/message.ts";
import type { Messages } from "./messages.ts";
import { sliceByColumn, stripTerminalSequences, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "./terminal.ts";
import type { Theme } from "./theme.ts";

/** Absent until it has been loaded, and undefined for what it cannot draw; text is then shown as it is. */
export interface RichText {
  prose(text: string, width: number, theme: Theme): readonly string[] | undefined;
  code(text: string, language: string, theme: Theme): readonly string[] | undefined;
}

export interface Frame {
  readonly width: number;
  readonly theme: Theme;
  readonly messages: Messages;
  readonly rich: RichText | undefined;
  readonly expanded: boolean;
  readonly showThoughts: boolean;
  /** `display.inline_diffs` and `display.tool_progress`: what people chose not to see. */
  readonly hide: { readonly diffs: boolean; readonly calls: boolean };
  readonly now: number;
  /** The open question: what runs is waiting for the person. */
  readonly asked: Question | undefined;
  /** Lines that keep room for a picture; none where it cannot be shown. */
  picture(part: ImagePart, columns: number): readonly string[];
  /** Paths as people say them: without the working directory, with ~ for home. */
  tidy(text: string): string;
}

export const GUTTER = "  ";
/** Longer lines of prose are hard to read. */
const READING_WIDTH = 100;
/** Nothing is drawn further right than this, however wide the terminal is. */
const PAGE_WIDTH = 120;

/** Columns between the gutters. */
export function pageWidth(width: number): number {
  return Math.min(width, PAGE_WIDTH) - GUTTER.length * 2;
}

export function readingWidth(width: number): number {
  return Math.max(10, Math.min(width - GUTTER.length * 2, READING_WIDTH));
}

export function indent(lines: readonly string[], by: string): string[] {
  return lines.map((line) => (line === "" ? "" : by + line));
}

export function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => (line === "" ? [""] : wrapTextWithAnsi(line, Math.max(1, width))));
}

/** One line of code; what does not fit goes on below, a little further in than it began: code is read by its margins. */
export function wrapCode(line: string, width: number): string[] {
  if (visibleWidth(line) <= width) return [line];
  const own = /^ */.exec(stripTerminalSequences(line))?.[0].length ?? 0;
  const margin = Math.min(own, Math.floor(width / 2));
  const code = sliceByColumn(line, own, visibleWidth(line));
  return wrap(code, width - margin - 2).map((piece, index) => " ".repeat(index === 0 ? margin : margin + 2) + piece);
}

/** `left` and `right` on one line of this width; the left side gives way first, then the right one goes. */
export function justify(left: string, right: string, width: number, leastLeft = 24): string {
  const rightWidth = visibleWidth(right);
  if (rightWidth === 0 || width - rightWidth - 2 < Math.min(leastLeft, visibleWidth(left)))
    return truncateToWidth(left, width, "…");
  const room = width - rightWidth - 2;
  const shown = visibleWidth(left) > room ? truncateToWidth(left, room, "…") : left;
  return shown + " ".repeat(width - rightWidth - visibleWidth(shown)) + right;
}

/** Plain text cut to the width; what surrounds it keeps its paint. */
export function clip(text: string, width: number): string {
  return visibleWidth(text) <= width ? text : `${sliceByColumn(text, 0, Math.max(0, width - 1), true)}…`;
}

/** Pictures below what they belong to, with a little air; nothing where they cannot be shown. */
export function pictureLines(images: readonly ImagePart[], frame: Frame, gutter: string): string[] {
  return images.flatMap((part) => {
    const [first, ...rest] = frame.picture(part, pageWidth(frame.width) - gutter.length);
    return first === undefined ? [] : ["", gutter + first, ...rest];
  });
}

/** Fills a line up to the width, so that a background reaches to its end. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - visibleWidth(text)));
}

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

export function spinner(now: number): string {
  return SPINNER[Math.floor(now / 90) % SPINNER.length] ?? "⠋";
}
