// The prompt, drawn before anything heavy is loaded. What is typed meanwhile is kept and typed again once the real composer is there.
// It imports nothing that costs time.

import { eraseFrom } from "./erase.ts";
import { MESSAGES } from "./messages.ts";
import { FRAMED_FROM, FULL_FROM } from "./widths.ts";

export interface FirstFrame {
  /** Takes the frame away and gives back what was typed meanwhile. The terminal stays raw for whoever reads on. */
  handOver(): string;
  /** Takes the frame away and leaves the terminal as it was; does nothing when it is gone already. */
  end(): void;
}

export interface FirstTerminal {
  readonly columns: number;
  readonly colour: boolean;
  write(text: string): void;
  /** Raw input from now on; the result ends the reading. */
  listen(onData: (data: string) => void): () => void;
  /** No longer raw. While it is not, the terminal itself turns Enter into a line feed. */
  release(): void;
}

export function showFirstFrame(terminal: FirstTerminal): FirstFrame {
  const { columns } = terminal;
  const faint = (text: string) => (terminal.colour ? `\u001b[2m${text}\u001b[22m` : text);
  const bold = (text: string) => (terminal.colour ? `\u001b[1m${text}\u001b[22m` : text);
  const rule = "─".repeat(Math.max(0, columns - 2));
  const hint = columns < FULL_FROM ? MESSAGES.hintShort : MESSAGES.hint;
  const box =
    columns >= FRAMED_FROM
      ? [faint(`╭${rule}╮`), `${faint("│")} ❯${" ".repeat(columns - 4)}${faint("│")}`, faint(`╰${rule}╯`)]
      : [faint(`─${rule}─`), "❯", faint(`─${rule}─`)];
  const lines = ["", `  ${bold("☤ Hermes")}`, `  ${faint(hint)}`, "", ...box];
  terminal.write(`\u001b[?25l${lines.join("\r\n")}`);
  const typed: string[] = [];
  const stop = terminal.listen((data) => typed.push(data));
  const state = { ended: false };
  const takeAway = () => {
    state.ended = true;
    stop();
    terminal.write(`${eraseFrom(lines.length - 1, lines.length)}\u001b[?25h`);
  };
  return {
    handOver() {
      takeAway();
      return typed.join("");
    },
    end() {
      if (state.ended) return;
      takeAway();
      terminal.release();
    },
  };
}

/** The terminal of this process. */
export function processTerminal(colour: boolean): FirstTerminal {
  const { stdin, stdout } = process;
  return {
    columns: stdout.columns ?? 80,
    colour,
    write: (text) => void stdout.write(text),
    listen(onData) {
      const take = (chunk: Buffer | string) => onData(chunk.toString());
      stdin.setRawMode(true);
      stdin.on("data", take);
      stdin.resume();
      return () => {
        stdin.off("data", take);
        stdin.pause();
      };
    },
    release: () => void stdin.setRawMode(false),
  };
}
