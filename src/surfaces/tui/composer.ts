// The box people type into: the editor in a frame of ours, with a prompt symbol, a placeholder and our completion.

import { GUTTER } from "./frame.ts";
import type { ScreenParts, Suggestion } from "./screen-parts.ts";
import { suggestionLine } from "./suggestion-lines.ts";
import { Editor, type EditorTheme, parseKey, type TUI, truncateToWidth, visibleWidth } from "./terminal.ts";
import { FRAMED_FROM } from "./widths.ts";

const TOP = "\u0001top";
const ESCAPE = "\u001b";
const BOTTOM = "\u0001bottom";
/** Stands for the suggestion of this number in the library's list: it knows which are in sight, we draw them. */
const ITEM = "\u0001item";
const CHOSEN = "\u0001chosen";

export function createComposer(tui: TUI, parts: ScreenParts): Composer {
  const composer = new Composer(tui, parts, selectTheme(parts));
  composer.onSubmit = parts.onSubmit;
  composer.setAutocompleteMaxVisible(8);
  composer.setAutocompleteProvider({
    async getSuggestions(lines, row, column, { signal, force }) {
      const found = await parts.complete(lines, row, column, force === true, signal);
      if (!signal.aborted) {
        composer.suggestedFor = found?.prefix ?? "";
        composer.suggestions = found?.items ?? [];
      }
      if (found === undefined) return null;
      return {
        items: found.items.map(({ value }, index) => ({ value, label: `${ITEM}${index}` })),
        prefix: found.prefix,
      };
    },
    applyCompletion(lines, row, column, item, prefix) {
      const line = lines[row] ?? "";
      const before = line.slice(0, column - prefix.length) + item.value;
      const after = line.slice(column);
      const gap = /[/:]$/.test(item.value) || after.startsWith(" ") ? "" : " ";
      const changed = [...lines];
      changed[row] = before + gap + after;
      return { lines: changed, cursorLine: row, cursorCol: before.length + gap.length };
    },
  });
  return composer;
}

class Composer extends Editor {
  private readonly parts: ScreenParts;
  private choosing = false;
  /** The text the shown suggestions would replace. */
  suggestedFor = "";
  suggestions: readonly Suggestion[] = [];

  constructor(tui: TUI, parts: ScreenParts, theme: EditorTheme) {
    super(tui, theme);
    this.parts = parts;
  }

  /** Arguments of a command are sent as typed; a suggestion is taken with Tab, or with Enter once one was chosen. */
  override handleInput(data: string): void {
    const key = parseKey(data);
    const suggesting = this.isShowingAutocomplete();
    if (!suggesting) this.choosing = false;
    else if (key === "up" || key === "down") this.choosing = true;
    const argument = key === "enter" && !this.choosing && /^\/\S+\s/.test(this.getText());
    // Typing is faster than looking up: what is shown may be for words that are no longer there.
    const outdated = (key === "enter" || key === "tab") && !this.beforeCursor().endsWith(this.suggestedFor);
    if (suggesting && (argument || outdated)) super.handleInput(ESCAPE);
    super.handleInput(data);
    const emptied = this.suggestedFor !== "" && this.beforeCursor() === "";
    if (emptied && this.isShowingAutocomplete()) super.handleInput(ESCAPE);
  }

  private beforeCursor(): string {
    const { line, col } = this.getCursor();
    return (this.getLines()[line] ?? "").slice(0, col);
  }

  protected override renderTopBorder(_width: number, hidden: number): string {
    return `${TOP}${hidden}`;
  }

  protected override renderBottomBorder(_width: number, hidden: number): string {
    return `${BOTTOM}${hidden}`;
  }

  override render(width: number): string[] {
    const framed = width >= FRAMED_FROM;
    const theme = this.parts.theme();
    const shell = this.getText().startsWith("!");
    const edge = (text: string) => theme.paint(shell ? "caution" : "faint", text);
    const symbol = theme.bold(theme.paint(shell ? "caution" : "user", shell ? "!" : theme.skin.promptSymbol));
    const lead = framed ? 4 : 2;
    const inner = super.render(width - lead - (framed ? 2 : 0));
    const bottom = inner.findIndex((line) => line.startsWith(BOTTOM));
    const content = inner.slice(1, bottom);
    const above = Number(inner[0]?.slice(TOP.length));
    const under = Number(inner[bottom]?.slice(BOTTOM.length));

    const rows = content.map((line, index) => {
      const words = index === 0 && this.getText() === "" ? this.withPlaceholder(line, width - lead - 2) : line;
      const mark = index === 0 && above === 0 ? symbol : " ";
      return framed ? `${edge("│")} ${mark} ${words}${edge(" │")}` : `${mark} ${words}`;
    });
    const list = inner.slice(bottom + 1).map((line) => this.listLine(line, width));
    return [
      edge(rule(width, framed ? "╭╮" : "", above, "↑")),
      ...rows,
      edge(rule(width, framed ? "╰╯" : "", under, "↓")),
      ...list,
    ];
  }

  private listLine(line: string, width: number): string {
    const index = new RegExp(`${ITEM}(\\d+)`).exec(line)?.[1];
    const item = index === undefined ? undefined : this.suggestions[Number(index)];
    if (item === undefined) return GUTTER + line;
    return suggestionLine(item, line.includes(CHOSEN), this.suggestions, width, this.parts.theme());
  }

  private withPlaceholder(line: string, room: number): string {
    const theme = this.parts.theme();
    const hint = truncateToWidth(this.parts.placeholder(), Math.max(0, room - 2), "…");
    const padding = line.length - line.trimEnd().length;
    const filled = Math.min(padding, visibleWidth(hint));
    return filled === 0
      ? line
      : line.slice(0, line.length - padding) + theme.paint("dim", hint) + " ".repeat(padding - filled);
  }
}

function rule(width: number, corners: string, hidden: number, arrow: string): string {
  const label = hidden > 0 ? ` ${arrow} ${hidden} ` : "";
  const [left = "─", right = "─"] = corners;
  return `${left}${"─".repeat(Math.max(0, width - 2 - label.length))}${label}${right}`;
}

function selectTheme(parts: ScreenParts): EditorTheme {
  const theme = () => parts.theme();
  return {
    borderColor: (text) => theme().paint("faint", text),
    selectList: {
      selectedPrefix: (text) => theme().paint("accent", text),
      selectedText: (text) => CHOSEN + text,
      description: (text) => theme().paint("dim", text),
      scrollInfo: (text) => theme().paint("dim", text),
      noMatch: (text) => theme().paint("dim", text),
    },
  };
}
