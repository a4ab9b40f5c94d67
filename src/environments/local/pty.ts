// A real terminal on request, for programs that behave differently without one. Loaded only then.

import type { IPty } from "@lydell/node-pty";
import type { ExecOptions, ExecResult } from "../../contracts/environment.ts";
import { EnvironmentFailure } from "../../kernel/failure.ts";
import { createByteKeeper } from "../../kernel/output/bytes.ts";
import { reportedCode, watchDeadline } from "../process-group.ts";
import { DEFAULT_MAX_BYTES, decodeKept, type LocalCommand } from "./exec.ts";

const COLUMNS = 120;
const ROWS = 40;

export async function openPty(command: string, setup: LocalCommand): Promise<IPty> {
  const { file, args } = setup.launch(command, setup.cwd);
  try {
    const { spawn } = await import("@lydell/node-pty");
    const env = { ...setup.env, TERM: setup.env.TERM ?? "xterm-256color" };
    return spawn(file, [...args], { name: env.TERM, cols: COLUMNS, rows: ROWS, cwd: setup.cwd, env });
  } catch (error) {
    throw new EnvironmentFailure("unavailable", "A pseudo terminal could not be opened; run without pty.", error);
  }
}

/** Like a plain run, on a terminal; the working directory does not persist, since a terminal has no second channel. */
export async function runInPty(command: string, setup: LocalCommand, options: ExecOptions): Promise<ExecResult> {
  const pty = await openPty(command, setup);
  const keeper = createByteKeeper(options.maxBytes ?? DEFAULT_MAX_BYTES);
  const encoder = new TextEncoder();
  const { promise, resolve } = Promise.withResolvers<ExecResult>();
  const deadline = watchDeadline(pty.pid, options);
  pty.onData((chunk) => {
    keeper.push(encoder.encode(chunk));
    options.onOutput?.(chunk);
  });
  if (options.stdin !== undefined) pty.write(options.stdin);
  pty.onExit(({ exitCode, signal }) => {
    deadline.release();
    const ended = deadline.ended();
    const code = reportedCode(ended, signal ? 128 + signal : exitCode);
    resolve({ code, cwd: setup.cwd, ended, ...decodeKept(keeper) });
  });
  return promise;
}
