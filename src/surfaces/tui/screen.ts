// What the terminal shows. It is drawn into the terminal's own scrollback: what is printed stays printed, and only a small region
// below it (what is under way, the composer, the status line) is ever drawn again. Nothing of the person's scrollback is cleared.

import { visibleText } from "../../kernel/output/visible.ts";
import { luminance } from "./colour.ts";
import { createComposer } from "./composer.ts";
import { entryOf, FRESH, Region } from "./printed-region.ts";
import type { Screen, ScreenParts } from "./screen-parts.ts";
import { ProcessTerminal, parseKey, setCapabilities, truncateToWidth, visibleWidth } from "./terminal.ts";

const PASTE = /^\u001b\[200~([\s\S]*)\u001b\[201~$/;
/** Pastes, keys and cursor as they were: bracketed paste off, key protocols off, cursor shown. */
const PLAIN_KEYS = "\u001b[?2004l\u001b[<u\u001b[>4;0m\u001b[?25h";
export function createScreen(parts: ScreenParts): Screen {
  declareCapabilities(parts);
  const terminal = new ProcessTerminal();
  const region = new Region(terminal, parts.pictures);
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
  // The library would leave the terminal as it found it, and it finds it raw: the first frame hands it over so.
  const stopReading = () => {
    region.stop();
    process.stdin.setRawMode?.(false);
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
      region.entries = [...region.entries, ...entries.map((render) => entryOf(render, width))];
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
      // What is printed stays; what is drawn anew afterwards leaves now.
      region.farewell = [];
      region.renderNow();
      stopReading();
      try {
        await use();
      } finally {
        region.farewell = undefined;
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
    setTitle: (title) => terminal.setTitle(visibleText(title)),
    async stop(last) {
      if (!held.started) return;
      region.farewell = last;
      region.renderNow();
      await terminal.drainInput(100, 20);
      stopReading();
      held.started = false;
      process.off("exit", giveBack);
    },
  };
}

/** Said instead of found out: asking costs a process inside tmux. */
function declareCapabilities({ links, imageProtocol }: ScreenParts): void {
  setCapabilities({ images: imageProtocol ?? null, trueColor: true, hyperlinks: links });
}
