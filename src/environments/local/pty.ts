// A real terminal on request, for programs that behave differently without one. Loaded only then.

import { randomBytes } from "node:crypto";
import type { IPty } from "@lydell/node-pty";
import type { ExecOptions, ExecResult } from "../../contracts/environment.ts";
import { EnvironmentFailure } from "../../kernel/failure.ts";
import { createByteKeeper } from "../../kernel/output/bytes.ts";
import { createMarkers, sayAtExit } from "../../kernel/output/markers.ts";
import { reportedCode, watchDeadline } from "../process-group.ts";
import { writeTerminal } from "../process-input.ts";
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

/** Resolves when the program has it all; throws when it does not read for a moment, or is gone. */
export function ptyInput(pty: IPty): (data: string) => Promise<void> {
  let open = true;
  pty.onExit(() => {
    open = false;
  });
  const descriptor: unknown = Reflect.get(pty, "fd");
  return async (data) => {
    // Where terminals have no descriptor, they take what they are given.
    if (typeof descriptor !== "number") pty.write(data);
    else await writeTerminal(descriptor, data, () => open);
  };
}

/** Like a plain run, on a terminal. It has no second channel: the new directory comes between marks in its output. */
export async function runInPty(command: string, setup: LocalCommand, options: ExecOptions): Promise<ExecResult> {
  const nonce = randomBytes(16).toString("hex");
  const markers = createMarkers(nonce);
  const pty = await openPty(`exec 198>&1; ${sayAtExit(nonce)}\n${command}`, setup);
  const keeper = createByteKeeper(options.maxBytes ?? DEFAULT_MAX_BYTES);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const { promise, resolve } = Promise.withResolvers<ExecResult>();
  const deadline = watchDeadline(pty.pid, options);
  pty.onData((chunk) => {
    const output = markers.push(encoder.encode(chunk));
    keeper.push(output);
    if (output.length > 0) options.onOutput?.(decoder.decode(output, { stream: true }));
  });
  // A command that does not read its input is not an error.
  if (options.stdin !== undefined) ptyInput(pty)(options.stdin).catch(() => undefined);
  pty.onExit(({ exitCode, signal }) => {
    deadline.release();
    const ended = deadline.ended();
    const code = reportedCode(ended, signal ? 128 + signal : exitCode);
    keeper.push(markers.rest());
    resolve({ code, cwd: markers.ended()?.cwd ?? setup.cwd, ended, ...decodeKept(keeper) });
  });
  return promise;
}
