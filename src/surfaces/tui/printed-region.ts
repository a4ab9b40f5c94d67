// The part of the screen that is ours: what was printed and is still in reach, and below it what changes. Drawing, resizes,
// letting go of what scrolled away.

import { eraseFrom } from "./erase.ts";
import { type Pictures, pictureOn } from "./pictures.ts";
import { reflowedRows, remaining, trimEntries } from "./region.ts";
import type { Printable } from "./screen-parts.ts";
import { type ProcessTerminal, TuiMainScreen, visibleWidth } from "./terminal.ts";

/** Over slow lines and on busy machines an answer takes a while; a terminal that gives none must not keep the screen as it is. */
const ANSWER_WITHIN_MS = 400;
/** Of one that has answered before. Going on without its answer may lose or double lines. */
const ANSWER_SURELY_WITHIN_MS = 3_000;
/**
 * A terminal that becomes narrower wraps our lines and moves as many from the top of its screen into the scrollback, also from
 * a screen that is half empty. So many rows of air above the composer leave in its place.
 */
const CUSHION = 8;
export const FRESH = {
  previousLines: [],
  previousWidth: 0,
  previousHeight: 0,
  cursorRow: 0,
  hardwareCursorRow: 0,
  maxLinesRendered: 0,
  previousViewportTop: 0,
};

interface Entry {
  readonly render: Printable;
  /** As they are drawn: where a picture is, with an empty line. */
  readonly lines: readonly string[];
  readonly pictures: readonly PlacedPicture[];
}

interface PlacedPicture {
  readonly name: number;
  /** Of the entry's lines, the one it begins on. */
  readonly line: number;
  readonly column: number;
  readonly shown: boolean;
}

export function entryOf(render: Printable, width: number): Entry {
  const named = render(width);
  return {
    render,
    lines: named.map((line) => (pictureOn(line) === undefined ? line : "")),
    pictures: named.flatMap((line, index) => {
      const picture = pictureOn(line);
      return picture === undefined ? [] : [{ line: index, shown: false, ...picture }];
    }),
  };
}

export class Region extends TuiMainScreen {
  private readonly pictures: Pictures;
  entries: readonly Entry[] = [];
  farewell: readonly string[] | undefined;
  private drawnAt = { columns: 0, rows: 0 };
  /** The terminal has another size and was asked where the cursor is now; nothing is drawn until it is known. */
  private asked: { readonly timer: NodeJS.Timeout; readonly columns: number; readonly rows: number } | undefined;
  /** Questions that were not answered yet. An answer that comes late is to an older one, about another size. */
  private unanswered = 0;
  private answers = false;

  constructor(terminal: ProcessTerminal, pictures: Pictures) {
    super(terminal);
    this.pictures = pictures;
  }

  override start(): void {
    this.unanswered = 0;
    super.start();
  }

  protected override doRender(): void {
    if (this.asked !== undefined || this.isOutdated()) return;
    const { columns, rows } = this.terminal;
    const resized = this.drawnAt.columns !== 0 && (this.drawnAt.columns !== columns || this.drawnAt.rows !== rows);
    if (resized) {
      this.ask();
      return;
    }
    this.drawnAt = { columns, rows };
    super.doRender();
    this.showPictures();
    this.letGo();
  }

  /** The terminal has another size and the word of it is still on its way: drawing for the old one would overwrite what it wrapped. */
  private isOutdated(): boolean {
    const [columns, rows] = process.stdout.isTTY ? process.stdout.getWindowSize() : [0, 0];
    const known = columns > 0 && rows > 0;
    return known && (columns !== this.terminal.columns || rows !== this.terminal.rows);
  }

  /** Over the empty lines that were drawn for them. What has scrolled off already is not shown. */
  private showPictures(): void {
    if (this.entries.every(({ pictures }) => pictures.every(({ shown }) => shown))) return;
    const { hardwareCursorRow, previousViewportTop } = this.captureRenderState();
    let top = 0;
    for (const { lines, pictures } of this.entries) {
      for (const { line, name, column, shown } of pictures) {
        const row = top + line;
        if (shown || row < previousViewportTop) continue;
        this.terminal.write(`\u001b7${goUp(hardwareCursorRow - row, column)}${this.pictures.draw(name)}\u001b8`);
      }
      top += lines.length;
    }
    this.entries = this.entries.map((entry) => ({
      ...entry,
      pictures: entry.pictures.map((picture) => ({ ...picture, shown: true })),
    }));
  }

  private ask(): void {
    const { columns, rows } = this.terminal;
    const patience = this.answers ? ANSWER_SURELY_WITHIN_MS : ANSWER_WITHIN_MS;
    this.asked = { timer: setTimeout(() => this.resized(undefined), patience), columns, rows };
    this.unanswered++;
    this.terminal.write("\u001b[6n");
  }

  /** True when this was an answer of the terminal's. */
  takesAnswer(data: string): boolean {
    const row = /^\u001b\[(\d+);\d+R$/.exec(data)?.[1];
    if (this.unanswered === 0 || row === undefined) return false;
    this.unanswered--;
    this.answers = true;
    if (this.asked !== undefined && this.unanswered === 0) this.resized(Number(row));
    return true;
  }

  /** What the terminal moved into its scrollback while wrapping stays there; the rest is drawn at the new width. */
  private resized(cursorRow: number | undefined): void {
    const { columns, rows } = this.terminal;
    const meant = this.asked;
    clearTimeout(meant?.timer);
    this.asked = undefined;
    if (meant !== undefined && (meant.columns !== columns || meant.rows !== rows)) {
      this.ask();
      return;
    }
    const room = cursorRow === undefined ? rows - 1 : cursorRow - 1;
    const left = remaining(this.widthsAboveCursor(), columns, room);
    // The end of something printed stays where the terminal shows it; of what is drawn anew, nothing may stay.
    const up = left.gone > this.printedLines() ? room : left.rows;
    const drawn = this.captureRenderState().previousLines.length - this.printedLines();
    this.entries = trimEntries(this.entries, left.gone);
    const above = room - up + this.printedLines();
    const cushion = left.gone === 0 ? 0 : Math.max(0, Math.min(CUSHION - above, rows - above - drawn));
    this.startOver([{ render: () => Array<string>(cushion).fill("") }, ...this.entries], up);
    this.drawnAt = { columns, rows };
    // At once: between erasing and drawing there is no moment in which anybody sees an empty screen.
    this.renderNow();
  }

  private printedLines(): number {
    return this.entries.reduce((sum, entry) => sum + entry.lines.length, 0);
  }

  private widthsAboveCursor(): readonly number[] {
    const state = this.captureRenderState();
    const lines = state.previousLines.slice(state.previousViewportTop, state.hardwareCursorRow);
    return lines.map((line) => visibleWidth(line.trimEnd()));
  }

  private heightOf(widths: readonly number[]): number {
    return widths.reduce((sum, width) => sum + reflowedRows(width, this.terminal.columns), 0);
  }

  /** Erases what this region shows and draws the entries afresh at the present width. */
  startOver(entries: readonly { readonly render: Printable }[], up = this.heightOf(this.widthsAboveCursor())): void {
    const { columns, rows } = this.terminal;
    const pictures = this.entries.flatMap((entry) => entry.pictures).filter(({ shown }) => shown);
    const unpictured = pictures.map(({ name }) => this.pictures.remove(name)).join("");
    this.terminal.write(`\u001b[?2026h${unpictured}${eraseFrom(up, rows)}\u001b[?2026l`);
    this.restoreRenderState(FRESH);
    this.entries = entries.map(({ render }) => entryOf(render, columns));
  }

  /** Lines that scrolled off belong to the terminal: forget them, so that a long day costs nothing. */
  private letGo(): void {
    const state = this.captureRenderState();
    const gone = Math.min(state.previousViewportTop, this.printedLines());
    if (gone === 0) return;
    this.entries = trimEntries(this.entries, gone);
    this.restoreRenderState({
      ...state,
      previousLines: state.previousLines.slice(gone),
      cursorRow: state.cursorRow - gone,
      hardwareCursorRow: state.hardwareCursorRow - gone,
      maxLinesRendered: Math.max(0, state.maxLinesRendered - gone),
      previousViewportTop: state.previousViewportTop - gone,
    });
  }
}

function goUp(rows: number, column: number): string {
  return `${rows > 0 ? `\u001b[${rows}A` : ""}\r${column > 0 ? `\u001b[${column}C` : ""}`;
}
