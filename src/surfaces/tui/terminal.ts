// The only module that names pi-tui, part by part so that nothing loads that is not drawn with. It is pre-1.0 and renames its exports:
// when it does, this file changes and nothing else.

import { Editor, type EditorTheme } from "@earendil-works/pi-tui/dist/components/editor.js";
import type { MarkdownTheme } from "@earendil-works/pi-tui/dist/components/markdown.js";
import { parseKey } from "@earendil-works/pi-tui/dist/keys.js";
import { ProcessTerminal } from "@earendil-works/pi-tui/dist/terminal.js";
import {
  allocateImageId,
  calculateImageCellSize,
  deleteKittyImage,
  encodeITerm2,
  encodeKitty,
  getCellDimensions,
  getImageDimensions,
  setCapabilities,
} from "@earendil-works/pi-tui/dist/terminal-image.js";
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

export type ImageProtocol = "kitty" | "iterm2";

interface Picture {
  readonly base64: string;
  readonly mime: string;
}

export const newImageId: () => number = allocateImageId;
export const removeImage: (id: number) => string = deleteKittyImage;

/** Cells it takes: as large as it is, or as there is room. Undefined when its size cannot be told. */
export function measureImage(
  { base64, mime }: Picture,
  columns: number,
  rows: number,
): { readonly columns: number; readonly rows: number } | undefined {
  const size = getImageDimensions(base64, mime);
  if (size === null) return undefined;
  const cell = getCellDimensions();
  const natural = Math.ceil(size.widthPx / Math.max(1, cell.widthPx));
  return calculateImageCellSize(size, Math.max(1, Math.min(columns, natural)), rows, cell);
}

export function showImage(
  protocol: ImageProtocol,
  { base64 }: Picture,
  { id, columns, rows }: { readonly id: number; readonly columns: number; readonly rows: number },
): string {
  return protocol === "kitty"
    ? encodeKitty(base64, { columns, rows, imageId: id, moveCursor: false })
    : encodeITerm2(base64, { width: columns, height: rows });
}

/** Markdown in, styled lines out. Loaded after the first frame: its parser is the heaviest part. */
export async function loadMarkdownRenderer(): Promise<(text: string, width: number, theme: MarkdownTheme) => string[]> {
  const { Markdown } = await import("@earendil-works/pi-tui/dist/components/markdown.js");
  return (text, width, theme) => new Markdown(text, 0, 0, theme).render(width).map((line) => line.trimEnd());
}
