// What a screen is made of and what it can do, apart from how it is drawn.

import type { Pictures } from "./pictures.ts";
import type { ImageProtocol } from "./terminal.ts";
import type { Theme } from "./theme.ts";

export interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/** What could stand in place of the words before the cursor. */
export type Complete = (
  lines: readonly string[],
  row: number,
  column: number,
  forced: boolean,
  signal: AbortSignal,
) => Promise<{ readonly items: readonly Suggestion[]; readonly prefix: string } | undefined>;

/** Something printed: drawn again only while it is still inside the region and the width or the theme changed. */
export type Printable = (width: number) => readonly string[];

export interface ScreenParts {
  /** Web addresses can be clicked here. */
  readonly links: boolean;
  readonly imageProtocol: ImageProtocol | undefined;
  readonly pictures: Pictures;
  theme(): Theme;
  /** What is under way, drawn above the composer, in at most `rows` lines. */
  above(width: number, rows: number): readonly string[];
  /** Takes the composer's place while defined. */
  panel(width: number, rows: number): readonly string[] | undefined;
  below(width: number): readonly string[];
  placeholder(): string;
  complete: Complete;
  /** True when the key was taken and must not reach the composer. `key` is "ctrl+c", "escape", "a"; undefined when it is none. */
  onKey(key: string | undefined, data: string): boolean;
  /** The text to insert instead. */
  onPaste(text: string): string;
  onSubmit(text: string): void;
}

export interface Screen {
  readonly columns: number;
  readonly rows: number;
  /** How many printed entries are still, at least partly, on screen. */
  readonly entries: number;
  start(): void;
  /** As if these bytes came from the keyboard. */
  type(data: string): void;
  /** Draws at once. */
  drawNow(): void;
  draw(): void;
  print(...entries: readonly Printable[]): void;
  /** Takes back what is still in the region and prints these instead. */
  reprint(entries: readonly Printable[]): void;
  composer: {
    text(): string;
    set(text: string): void;
    insert(text: string): void;
    /** The characters left of the cursor, on its line. */
    before(): string;
    backspace(times: number): void;
    remember(text: string): void;
    completing(): boolean;
  };
  /** Hands the terminal over, e.g. to an editor, and takes it back. */
  lend(use: () => Promise<void>): Promise<void>;
  background(): Promise<"dark" | "light" | undefined>;
  write(sequence: string): void;
  setTitle(title: string): void;
  /** Leaves these lines in place of the region and gives the terminal back. */
  stop(last: readonly string[]): Promise<void>;
}
