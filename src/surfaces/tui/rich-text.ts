// Markdown and highlighted code. Loaded after the first frame; drawn text is kept, because the same piece is asked for again and again.

import type { RichText } from "./frame.ts";
import { calmTables } from "./markdown-tables.ts";
import type { Role } from "./skins.data.ts";
import { loadMarkdownRenderer, type MarkdownTheme } from "./terminal.ts";
import type { Theme } from "./theme.ts";

/** No person writes such lines, and looking for Markdown in them takes the square of their length. */
const LONGEST_LINE = 10_000;
const isWritten = (text: string): boolean => text.split("\n").every((line) => line.length <= LONGEST_LINE);

/** Undefined for what is nested deeper than can be followed. */
function readable<T>(draw: () => T): T | undefined {
  try {
    return draw();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export async function loadRichText(): Promise<RichText> {
  const [markdown, { highlight }] = await Promise.all([loadMarkdownRenderer(), import("./highlight.ts")]);
  const themes = new Map<Theme, MarkdownTheme>();
  const themed = (theme: Theme) => {
    const made = themes.get(theme) ?? markdownTheme(theme);
    themes.set(theme, made);
    return made;
  };
  return {
    prose: (text, width, theme) =>
      isWritten(text) ? readable(() => calmTables(markdown(text, width, themed(theme)), text, theme)) : undefined,
    code: (text, language, theme) => (isWritten(text) ? readable(() => highlight(text, language, theme)) : undefined),
  };

  function markdownTheme(theme: Theme): MarkdownTheme {
    const paint = (role: Role) => (text: string) => theme.paint(role, text);
    return {
      heading: (text) => theme.bold(theme.paint("heading", text)),
      link: (text) => theme.underline(theme.paint("link", text)),
      linkUrl: paint("dim"),
      code: paint("code"),
      codeBlock: (text) => text,
      codeBlockBorder: paint("faint"),
      quote: (text) => theme.italic(theme.paint("dim", text)),
      quoteBorder: paint("faint"),
      hr: paint("faint"),
      listBullet: paint("accent"),
      bold: theme.bold,
      italic: theme.italic,
      strikethrough: theme.strike,
      underline: theme.underline,
      highlightCode: (code, language) => [...highlight(code, language ?? "", theme)],
    };
  }
}
