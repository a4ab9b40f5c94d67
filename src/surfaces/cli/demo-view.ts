// How the tour looks: a heading per step, words that break between words, diffs in colour, what is typed set apart.

import { charCount } from "../../kernel/text.ts";
import type { Io } from "./io.ts";
import { WORDS } from "./words.data.ts";

export interface DemoView {
  opening(text: string): void;
  heading(number: number, of: number, title: string, about: string): void;
  typed(sign: string, line: string): void;
  /** What the program says to it, as it comes. */
  output(): { chunk(text: string): void; end(): void };
  closing(text: string): void;
}

const INDENT = "  ";
const BOLD = ["\u001b[1m", "\u001b[22m"] as const;
const DIM = ["\u001b[2m", "\u001b[22m"] as const;
const ACCENT = ["\u001b[36m", "\u001b[39m"] as const;
const ADDED = ["\u001b[32m", "\u001b[39m"] as const;
const REMOVED = ["\u001b[31m", "\u001b[39m"] as const;

export function createDemoView(io: Pick<Io, "out" | "columns" | "colour">): DemoView {
  const paint = (text: string, [on, off]: readonly [string, string]) => (io.colour ? `${on}${text}${off}` : text);
  const print = (text: string) => io.out(`${text}\n`);
  return {
    opening: (text) => print(wrapWords(text, io.columns).join("\n")),
    heading(number, of, title, about) {
      const lead = `── ${WORDS.demo.step(number, of)} `;
      const rule = "─".repeat(Math.max(2, Math.min(io.columns, 100) - charCount(lead) - charCount(title) - 2));
      print(`\n${paint(lead, DIM)} ${paint(title, BOLD)} ${paint(rule, DIM)}`);
      for (const line of wrapWords(about, io.columns)) print(paint(line, DIM));
      print("");
    },
    typed: (sign, line) => print(`${paint(sign, ACCENT)} ${paint(line, BOLD)}`),
    output() {
      const lines = createDemoLines();
      let rest = "";
      const show = (line: string) => {
        for (const { text, kind } of lines.take(line)) {
          const pieces = kind === "words" ? wrapWords(text, io.columns - INDENT.length) : [text];
          for (const piece of pieces) print(piece === "" ? "" : `${INDENT}${paintKind(piece, kind)}`);
        }
      };
      const paintKind = (text: string, kind: DemoLine["kind"]) =>
        kind === "words" ? text : paint(text, { added: ADDED, removed: REMOVED, aside: DIM }[kind]);
      return {
        chunk(text) {
          const [first = "", ...more] = (rest + text).split("\n");
          rest = more.pop() ?? first;
          if (text.includes("\n")) for (const line of [first, ...more]) show(line);
        },
        end() {
          if (rest !== "") show(rest);
        },
      };
    },
    closing: (text) => print(`\n${wrapWords(text, io.columns).join("\n")}`),
  };
}

export interface DemoLine {
  readonly text: string;
  readonly kind: "words" | "added" | "removed" | "aside";
}

/** Sorts lines of a conversation; a diff that is repeated in words is shown once. */
export function createDemoLines(): { take(line: string): readonly DemoLine[] } {
  const state = { inDiff: false, diff: [] as string[], fence: undefined as string[] | undefined };
  const kindOf = (line: string): DemoLine["kind"] =>
    /^(?:---|\+\+\+|@@)/.test(line)
      ? "aside"
      : line.startsWith("+")
        ? "added"
        : line.startsWith("-")
          ? "removed"
          : "aside";
  return {
    take(line) {
      if (/^\\ No newline/.test(line)) return [];
      if (state.fence !== undefined) {
        if (line !== "```") {
          state.fence.push(line);
          return [];
        }
        const fenced = state.fence;
        state.fence = undefined;
        const repeated = fenced.join("\n") === state.diff.join("\n");
        return repeated ? [] : fenced.map((text) => ({ text: `│ ${text}`, kind: "aside" as const }));
      }
      if (line.startsWith("```")) {
        state.fence = [];
        return [];
      }
      if (line.startsWith("--- ")) Object.assign(state, { inDiff: true, diff: [] });
      state.inDiff &&= /^(?:[-+ ]|@@)/.test(line);
      if (state.inDiff) {
        state.diff.push(line);
        return [{ text: line, kind: kindOf(line) }];
      }
      return [{ text: line, kind: /^(?:·|\()/.test(line) ? "aside" : "words" }];
    },
  };
}

/** Lines at most this wide, broken between words; the indentation and the columns of a line that fits stay. */
export function wrapWords(text: string, width: number): readonly string[] {
  if (charCount(text) <= width) return [text];
  const indent = /^\s*(?:[-•] )?/.exec(text)?.[0].replace(/[^ ]/g, " ") ?? "";
  const lines: string[] = [];
  for (const word of text.split(/ +/)) {
    const last = lines.at(-1);
    if (last !== undefined && charCount(last) + 1 + charCount(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : indent + word);
  }
  return lines;
}
