// The only module that names pi-tui, part by part so that nothing loads that is not drawn with. It is pre-1.0 and renames its exports:
// when it does, this file changes and nothing else.

import { Editor, type EditorTheme } from "@earendil-works/pi-tui/dist/components/editor.js";
import type { MarkdownTheme } from "@earendil-works/pi-tui/dist/components/markdown.js";
import { parseKey } from "@earendil-works/pi-tui/dist/keys.js";
import { ProcessTerminal } from "@earendil-works/pi-tui/dist/terminal.js";
import { setCapabilities } from "@earendil-works/pi-tui/dist/terminal-image.js";
import type { TUI } from "@earendil-works/pi-tui/dist/tui.js";
import { TuiMainScreen } from "@earendil-works/pi-tui/dist/tui-main-screen.js";
import {
  sliceByColumn,
  stripTerminalSequences,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
} from "@earendil-works/pi-tui/dist/utils.js";

export type { EditorTheme, MarkdownTheme, TUI };
export {
  Editor,
  ProcessTerminal,
  parseKey,
  setCapabilities,
  sliceByColumn,
  stripTerminalSequences,
  TuiMainScreen,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
};

/** Markdown in, styled lines out. Loaded after the first frame: its parser is the heaviest part. */
export async function loadMarkdownRenderer(): Promise<(text: string, width: number, theme: MarkdownTheme) => string[]> {
  const { Markdown } = await import("@earendil-works/pi-tui/dist/components/markdown.js");
  return (text, width, theme) => new Markdown(text, 0, 0, theme).render(width).map((line) => line.trimEnd());
}
