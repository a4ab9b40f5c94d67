// A real terminal for tests and pictures: tmux keeps the screen, we type into it and read what a person would see.

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface TerminalOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
  /** `#rrggbb`: what the terminal answers when it is asked for its background. */
  readonly background?: string;
}

export interface Terminal {
  /** Keys by tmux's names: "Enter", "C-c", "Escape", "Up". */
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** As a terminal pastes: bracketed. */
  paste(text: string): Promise<void>;
  screen(): Promise<string>;
  /** The screen with its colours, one line per row. */
  painted(): Promise<string>;
  /** Everything, what scrolled away included. */
  all(): Promise<string>;
  /** Resolves with the screen once it shows this; fails with the last screen after a while. */
  shows(what: string | RegExp | ((screen: string) => boolean), within?: number): Promise<string>;
  resize(columns: number, rows: number): Promise<void>;
  /** Undefined while the command runs. */
  exitCode(): Promise<number | undefined>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 40;
const PATIENCE_MS = 20_000;

export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const socket = `hermes-${process.pid}-${randomUUID().slice(0, 8)}`;
  const tmux = async (...args: readonly string[]) =>
    (await run("tmux", ["-L", socket, "-f", "/dev/null", ...args])).stdout;
  const env = Object.entries({ COLORTERM: "truecolor", LANG: "C.UTF-8", ...options.env });
  const words = [
    "env",
    "-i",
    ...env.map(([name, value]) => `${name}=${value}`),
    "TERM=tmux-256color",
    ...options.command,
  ];
  const size = ["-x", String(options.columns), "-y", String(options.rows)];
  await tmux(
    ...["new-session", "-d", "-s", "main", ...size, "-c", options.cwd, "sleep 600", ";"],
    ...["set-option", "-g", "remain-on-exit", "on", ";", "set-option", "-s", "escape-time", "0", ";"],
    ...["set-option", "-g", "status", "off", ";", "set-option", "-g", "history-limit", "20000", ";"],
    ...["set-option", "-g", "window-size", "manual"],
    ...(options.background === undefined ? [] : [";", "set-option", "-g", "window-style", `bg=${options.background}`]),
  );
  // tmux now and then misses the end of a command and then never knows its code: the shell around it writes it down.
  const ended = join(tmpdir(), `${socket}.ended`);
  const command = `trap : INT; ${words.map(quote).join(" ")}; echo $? > ${quote(ended)}`;
  await tmux("respawn-pane", "-k", "-t", "main", "-c", options.cwd, `exec sh -c ${quote(command)}`);

  const capture = (...args: readonly string[]) => tmux("capture-pane", "-t", "main", "-p", ...args);
  const terminal: Terminal = {
    press: async (...keys) => void (await tmux("send-keys", "-t", "main", ...keys)),
    type: async (text) => void (await tmux("send-keys", "-t", "main", "-l", text)),
    async paste(text) {
      await tmux("set-buffer", "-b", "paste", text);
      await tmux("paste-buffer", "-p", "-b", "paste", "-t", "main");
    },
    screen: () => capture(),
    painted: () => capture("-e", "-N"),
    all: () => capture("-S", "-"),
    async shows(what, within = PATIENCE_MS) {
      const seen =
        typeof what === "function"
          ? what
          : (screen: string) => (typeof what === "string" ? screen.includes(what) : what.test(screen));
      const until = performance.now() + within;
      for (;;) {
        const screen = await capture();
        if (seen(screen)) return screen;
        if (performance.now() > until) throw new Error(`The screen never showed ${String(what)}:\n${screen}`);
        await sleep(LOOK_EVERY_MS);
      }
    },
    resize: async (columns, rows) =>
      void (await tmux("resize-window", "-t", "main", "-x", String(columns), "-y", String(rows))),
    async exitCode() {
      const code = await readFile(ended, "utf8").catch(() => "");
      return code.endsWith("\n") ? Number(code) : undefined;
    },
    async close() {
      await tmux("kill-server").catch(() => undefined);
      await rm(ended, { force: true });
    },
  };
  return terminal;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
