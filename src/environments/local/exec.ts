// One command, one bash, one process group. No extra process, no temporary file: the new directory comes back on a pipe.

import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { ExecOptions, ExecResult } from "../../contracts/environment.ts";
import { type ByteKeeper, createByteKeeper, wholePrefix, wholeSuffix } from "../../kernel/output/bytes.ts";
import { omission } from "../../kernel/output/cut.ts";
import { startFailure } from "../errno.ts";
import { reportedCode, watchDeadline } from "../process-group.ts";

export const DEFAULT_MAX_BYTES = 1_000_000;
/** How long output is awaited from descendants that still hold the pipe after the command itself has ended. */
const DRAIN_MS = 60;

/** The program and arguments that run a shell text; a sandbox puts itself in front. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
}

export interface LocalCommand {
  readonly launch: (script: string, cwd: string) => Launch;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

// Descriptor 3 is moved out of the way of scripts that use it; stderr joins stdout so that order is kept.
const PROLOGUE = "exec 2>&1 198>&3 3>&-; trap 'printf %s \"$PWD\" >&198' EXIT\n";

/** Runs to its end, its timeout or its abort, and leaves no process of its group behind in the latter two. */
export function runLocal(command: string, setup: LocalCommand, options: ExecOptions): Promise<ExecResult> {
  if (options.signal.aborted) {
    return Promise.resolve({ code: 130, output: "", cwd: setup.cwd, ended: "aborted", omittedBytes: 0 });
  }
  const { file, args } = setup.launch(PROLOGUE + command, setup.cwd);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: setup.cwd,
      env: setup.env,
      detached: true,
      stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "ignore", "pipe"],
    });
    child.once("error", (error) => reject(startFailure(error, setup.cwd)));
    child.once("spawn", () => follow(child, setup.cwd, options, resolve));
  });
}

function follow(child: ChildProcess, cwd: string, options: ExecOptions, resolve: (result: ExecResult) => void): void {
  const pid = child.pid ?? 0;
  const keeper = createByteKeeper(options.maxBytes ?? DEFAULT_MAX_BYTES);
  const deadline = watchDeadline(pid, options);
  let directory = "";
  const decoder = options.onOutput === undefined ? undefined : new TextDecoder();
  let received = 0;
  child.stdout?.on("data", (chunk: Buffer) => {
    received += chunk.length;
    keeper.push(chunk);
    const text = decoder?.decode(chunk, { stream: true });
    if (text !== undefined && text !== "") options.onOutput?.(text);
  });
  pipe(child, 3)?.on("data", (chunk: Buffer) => {
    directory += chunk.toString();
  });
  if (options.stdin !== undefined) {
    // A command that does not read its input closes it early; that is its right.
    child.stdin?.on("error", () => child.stdin?.destroy());
    child.stdin?.end(options.stdin);
  }

  child.once("exit", (code, signal) => {
    let finished = false;
    const finish = () => {
      if (finished) return;
      finished = true;
      deadline.release();
      for (const stream of [child.stdout, pipe(child, 3)]) stream?.destroy();
      const ended = deadline.ended();
      resolve({
        code: reportedCode(ended, code ?? signalCode(signal)),
        cwd: directory.startsWith("/") ? directory : cwd,
        ended,
        ...decodeKept(keeper),
      });
    };
    let drain = setTimeout(settle, DRAIN_MS);
    // A busy event loop may run the timer before it reads what is already there; reading comes before the immediate.
    function settle() {
      const before = received;
      setImmediate(() => {
        if (child.stdout?.closed === true) return;
        if (received === before) return finish();
        drain = setTimeout(settle, DRAIN_MS);
      });
    }
    child.once("close", () => {
      clearTimeout(drain);
      finish();
    });
  });
}

function pipe(child: ChildProcess, index: number): Readable | undefined {
  const stream = child.stdio[index];
  return stream !== null && stream !== undefined && "read" in stream ? stream : undefined;
}

const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};

export function signalCode(signal: string | null): number {
  return signal === null ? 1 : 128 + (SIGNALS[signal] ?? 0);
}

/** Head and tail as text, with a line in between that says how much is missing. */
export function decodeKept(keeper: ByteKeeper): { readonly output: string; readonly omittedBytes: number } {
  const { head, tail, omitted } = keeper.kept();
  const decoder = new TextDecoder();
  if (omitted === 0) {
    return { output: decoder.decode(head, { stream: true }) + decoder.decode(tail), omittedBytes: 0 };
  }
  const gap = omission(omitted, "bytes", head.length + omitted + tail.length);
  return { output: decoder.decode(wholePrefix(head)) + gap + decoder.decode(wholeSuffix(tail)), omittedBytes: omitted };
}
