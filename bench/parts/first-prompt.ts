// On a real terminal: how long until there is a prompt, and until what is typed into it is seen.

import { stripVTControlCharacters } from "node:util";
import { spawn } from "@lydell/node-pty";

const ERASE = "\u007f";
const END_OF_INPUT = "\u0004";
const PATIENCE_MS = 10_000;

export interface FirstPrompt {
  /** The first visible character. */
  readonly drawnMs: number;
  /** A key pressed at that moment stands behind the prompt. */
  readonly echoedMs: number;
}

/** Milliseconds from the start. The program is then told to leave. */
export function firstPrompt(command: string, place: { home: string; cwd: string }): Promise<FirstPrompt> {
  const { PATH, LANG } = process.env;
  const env = { PATH, LANG, HOME: place.home, HERMES_HOME: place.home, TERM: "xterm-256color" };
  return new Promise((done, fail) => {
    const startedMs = performance.now();
    const terminal = spawn(command, [], { cwd: place.cwd, env, cols: 100, rows: 30 });
    const seen = { drawnMs: Number.NaN, echoedMs: Number.NaN, text: "" };
    const timer = setTimeout(() => terminal.kill("SIGKILL"), PATIENCE_MS);
    terminal.onData((data) => {
      seen.text += data;
      const words = stripVTControlCharacters(seen.text);
      const now = performance.now() - startedMs;
      if (Number.isNaN(seen.drawnMs) && /\S/.test(words)) {
        seen.drawnMs = now;
        terminal.write("q");
      } else if (Number.isNaN(seen.echoedMs) && words.includes("❯ q")) {
        seen.echoedMs = now;
        terminal.write(ERASE);
        setTimeout(() => terminal.write(END_OF_INPUT), 200);
      }
    });
    terminal.onExit(({ exitCode }) => {
      clearTimeout(timer);
      if (exitCode === 0) done(seen);
      else fail(new Error(`the program ended with ${exitCode} on a terminal: ${seen.text.slice(-500)}`));
    });
  });
}
