// On a real terminal: how long until the program has drawn something a person can read.

import { stripVTControlCharacters } from "node:util";
import { spawn } from "@lydell/node-pty";

const END_OF_INPUT = "\u0004";
const PATIENCE_MS = 10_000;

/** Milliseconds from the start to the first visible character. The program is then told to leave. */
export function firstDrawMs(command: string, place: { home: string; cwd: string }): Promise<number> {
  const { PATH, LANG } = process.env;
  const env = { PATH, LANG, HOME: place.home, HERMES_HOME: place.home, TERM: "xterm-256color" };
  return new Promise((done, fail) => {
    const startedMs = performance.now();
    const terminal = spawn(command, [], { cwd: place.cwd, env, cols: 100, rows: 30 });
    const state = { drawnMs: Number.NaN, text: "" };
    const timer = setTimeout(() => terminal.kill("SIGKILL"), PATIENCE_MS);
    terminal.onData((data) => {
      state.text += data;
      if (!Number.isNaN(state.drawnMs) || !/\S/.test(stripVTControlCharacters(data))) return;
      state.drawnMs = performance.now() - startedMs;
      setTimeout(() => terminal.write(END_OF_INPUT), 200);
    });
    terminal.onExit(({ exitCode }) => {
      clearTimeout(timer);
      if (exitCode === 0) done(state.drawnMs);
      else fail(new Error(`the program ended with ${exitCode} on a terminal: ${state.text.slice(-500)}`));
    });
  });
}
