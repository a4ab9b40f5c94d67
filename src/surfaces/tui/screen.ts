// What the terminal shows. It is drawn into the terminal's own scrollback: what is printed stays printed, and only a small region
// below it (what is under way, the composer, the status line) is ever drawn again. Nothing of the person's scrollback is cleared.

import { luminance } from "./colour.ts";
import { createComposer } from "./composer.ts";
import { eraseFrom } from "./erase.ts";
import { reflowedRows, remaining, trimEntries } from "./region.ts";
import type { Printable, Screen, ScreenParts } from "./screen-parts.ts";
import {
  ProcessTerminal,
  parseKey,
  setCapabilities,
  TuiMainScreen,
  truncateToWidth,
  visibleWidth,
} from "./terminal.ts";

/** Over slow lines an answer takes a while; a terminal that gives none must not keep the screen empty. */
const ANSWER_WITHIN_MS = 150;
const PASTE = /^\u001b\[200~([\s\S]*)\u001b\[201~$/;
/** Pastes, keys and cursor as they were: bracketed paste off, key protocols off, cursor shown. */
const PLAIN_KEYS = "\u001b[?2004l\u001b[<u\u001b[>4;0m\u001b[?25h";
const FRESH = {
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
  readonly lines: readonly string[];
}

class Region extends TuiMainScreen {
  entries: readonly Entry[] = [];
  farewell: readonly string[] | undefined;
  private drawnAt = { columns: 0, rows: 0 };
  /** The terminal has another size and was asked where the cursor is now; nothing is drawn until it is known. */
  private asked: { readonly timer: NodeJS.Timeout; readonly columns: number; readonly rows: number } | undefined;
  /** Questions that were not answered yet. An answer that comes late is to an older one, about another size. */
  private unanswered = 0;

  override start(): void {
    this.unanswered = 0;
    super.start();
  }

  protected override doRender(): void {
    if (this.asked !== undefined) return;
    const { columns, rows } = this.terminal;
    const resized = this.drawnAt.columns !== 0 && (this.drawnAt.columns !== columns || this.drawnAt.rows !== rows);
    if (resized) {
      this.ask();
      return;
    }
    this.drawnAt = { columns, rows };
    super.doRender();
    this.letGo();
  }

  private ask(): void {
    const { columns, rows } = this.terminal;
    this.asked = { timer: setTimeout(() => this.resized(undefined), ANSWER_WITHIN_MS), columns, rows };
    this.unanswered++;
    this.terminal.write("\u001b[6n");
  }

  /** True when this was an answer of the terminal's. */
  takesAnswer(data: string): boolean {
    const row = /^\u001b\[(\d+);\d+R$/.exec(data)?.[1];
    if (this.unanswered === 0 || row === undefined) return false;
    this.unanswered--;
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
    this.startOver(trimEntries(this.entries, left.gone), up);
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
    this.terminal.write(`\u001b[?2026h${eraseFrom(up, rows)}\u001b[?2026l`);
    this.restoreRenderState(FRESH);
    this.entries = entries.map(({ render }) => ({ render, lines: render(columns) }));
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

export function createScreen(parts: ScreenParts): Screen {
  declareCapabilities(parts.links);
  const terminal = new ProcessTerminal();
  const region = new Region(terminal);
  const composer = createComposer(region, parts);
  const printed = () => region.entries.flatMap((entry) => entry.lines);
  const clip = (lines: readonly string[], width: number) =>
    lines.map((line) => (visibleWidth(line) > width ? truncateToWidth(line, width, "…") : line));

  region.addChild({
    invalidate: () => undefined,
    render(width) {
      if (region.farewell !== undefined) return clip([...printed(), ...region.farewell], width);
      const below = parts.below(width);
      const input = parts.panel(width, Math.max(6, terminal.rows - below.length - 1)) ?? composer.render(width);
      const room = Math.max(0, terminal.rows - input.length - below.length);
      return clip([...printed(), ...parts.above(width, room), ...input, ...below], width);
    },
  });
  region.addInputListener((data) => {
    if (region.takesAnswer(data)) return { consume: true };
    const pasted = PASTE.exec(data)?.[1];
    if (pasted !== undefined) {
      if (parts.onKey("paste", pasted)) return { consume: true };
      composer.insertTextAtCursor(parts.onPaste(pasted));
      region.requestRender();
      return { consume: true };
    }
    return parts.onKey(parseKey(data), data) ? { consume: true } : undefined;
  });

  const lines = () => composer.getLines();
  const held = { started: false };
  /** Whatever ends the program: the person's shell must work afterwards. */
  const giveBack = () => {
    if (!held.started) return;
    process.stdin.setRawMode?.(false);
    terminal.write(PLAIN_KEYS);
  };
  // Something else may still be on screen before the start.
  const draw = () => {
    if (held.started) region.requestRender();
  };
  return {
    get columns() {
      return terminal.columns;
    },
    get rows() {
      return terminal.rows;
    },
    get entries() {
      return region.entries.length;
    },
    start() {
      held.started = true;
      process.once("exit", giveBack);
      region.setFocus(composer);
      region.start();
    },
    type(data) {
      if (data !== "") process.stdin.emit("data", data);
    },
    drawNow: () => region.renderNow(),
    draw,
    print(...entries) {
      const width = terminal.columns;
      region.entries = [...region.entries, ...entries.map((render) => ({ render, lines: render(width) }))];
      draw();
    },
    reprint(entries) {
      if (!held.started) return;
      region.startOver(entries.map((render) => ({ render })));
      region.renderNow();
    },
    composer: {
      text: () => composer.getText(),
      set: (text) => composer.setText(text),
      insert: (text) => composer.insertTextAtCursor(text),
      before: () => (lines()[composer.getCursor().line] ?? "").slice(0, composer.getCursor().col),
      backspace(times) {
        for (let count = 0; count < times; count++) composer.handleInput("\u007f");
      },
      remember: (text) => composer.addToHistory(text),
      completing: () => composer.isShowingAutocomplete(),
    },
    async lend(use) {
      region.stop();
      try {
        await use();
      } finally {
        region.restoreRenderState(FRESH);
        region.entries = [];
        region.start();
      }
    },
    async background() {
      const colour = await region.queryTerminalBackgroundColor({ timeoutMs: 500 });
      if (colour === undefined) return undefined;
      return luminance([colour.r, colour.g, colour.b]) > 0.4 ? "light" : "dark";
    },
    write: (sequence) => terminal.write(sequence),
    setTitle: (title) => terminal.setTitle(title),
    async stop(last) {
      if (!held.started) return;
      region.farewell = last;
      region.renderNow();
      await terminal.drainInput(100, 20);
      region.stop();
      held.started = false;
      process.off("exit", giveBack);
    },
  };
}

/** Said instead of found out: asking costs a process inside tmux. Pictures are never drawn. */
function declareCapabilities(links: boolean): void {
  setCapabilities({ images: null, trueColor: true, hyperlinks: links });
}
