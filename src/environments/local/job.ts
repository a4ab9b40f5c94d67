// A background process: its own group, an open stdin without a PTY too, and a ring of its latest output.

import { spawn } from "node:child_process";
import type { Job } from "../../contracts/environment.ts";
import { EnvironmentFailure } from "../../kernel/failure.ts";
import { createTextRing } from "../../kernel/output/ring.ts";
import { startFailure } from "../errno.ts";
import { endGroup, signalGroup } from "../process-group.ts";
import { writeInput } from "../process-input.ts";
import { type LocalCommand, signalCode } from "./exec.ts";
import { openPty, ptyInput } from "./pty.ts";

export const RING_CHARS = 200_000;
const KILL_GRACE_MS = 1_000;

export interface JobOptions {
  readonly id: string;
  readonly pty: boolean;
  readonly onOutput?: (chunk: string) => void;
}

/** What differs between a piped and a PTY process, and between here and elsewhere. */
export interface JobProcess {
  readonly pid: number;
  onData(listener: (chunk: string) => void): void;
  /** Without a code nobody knows how it ended, or whether it did. */
  onExit(listener: (code: number | undefined) => void): void;
  write(data: string): Promise<void>;
  closeInput(): void;
  /** Ends it and everything it started; resolves when the signals are sent and, if needed, repeated. */
  end(): () => void;
}

export async function startJob(command: string, setup: LocalCommand, options: JobOptions): Promise<Job> {
  const running = options.pty ? await ptyProcess(command, setup) : await pipedProcess(command, setup);
  return followJob(running, options);
}

export function followJob(running: JobProcess, options: JobOptions): Job {
  const ring = createTextRing(RING_CHARS);
  const { promise: exited, resolve: markExited } = Promise.withResolvers<void>();
  let state: ReturnType<Job["state"]> = { type: "running" };
  let killing = false;
  let cancelKill: (() => void) | undefined;
  running.onData((chunk) => {
    ring.push(chunk);
    options.onOutput?.(chunk);
  });
  running.onExit((code) => {
    cancelKill?.();
    state = endOf(killing, code);
    markExited();
  });
  const mustRun = () => {
    if (state.type !== "running")
      throw new EnvironmentFailure("unavailable", `Process ${options.id} has already ended.`);
  };
  return {
    id: options.id,
    pid: running.pid,
    output: () => ring.text(),
    state: () => state,
    async write(data) {
      mustRun();
      await running.write(data);
    },
    async closeInput() {
      mustRun();
      running.closeInput();
    },
    async kill() {
      if (state.type !== "running") return;
      killing = true;
      cancelKill = running.end();
      await exited;
    },
    async wait(timeoutMs, signal) {
      if (state.type !== "running" || signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeoutMs);
      const onAbort = () => resolve();
      signal.addEventListener("abort", onAbort, { once: true });
      await Promise.race([exited, promise]);
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    },
  };
}

function endOf(killing: boolean, code: number | undefined): ReturnType<Job["state"]> {
  if (code === undefined) return { type: "lost" };
  return killing ? { type: "killed" } : { type: "exited", code };
}

function pipedProcess(command: string, setup: LocalCommand): Promise<JobProcess> {
  const { file, args } = setup.launch(`exec 2>&1\n${command}`, setup.cwd);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: setup.cwd,
      env: setup.env,
      detached: true,
      stdio: ["pipe", "pipe", "ignore"],
    });
    child.once("error", (error) => reject(startFailure(error, setup.cwd)));
    child.once("spawn", () => {
      const pid = child.pid ?? 0;
      child.stdin.on("error", () => child.stdin.destroy());
      resolve({
        pid,
        onData(listener) {
          const decoder = new TextDecoder();
          child.stdout.on("data", (chunk: Buffer) => listener(decoder.decode(chunk, { stream: true })));
        },
        onExit(listener) {
          // `close` waits for the last output; a descendant that keeps the pipe must not hold the news back for long.
          child.once("exit", (code, signal) => {
            const done = () => listener(code ?? signalCode(signal));
            const timer = setTimeout(done, 200);
            child.once("close", () => {
              clearTimeout(timer);
              done();
            });
          });
        },
        write: (data) => writeInput(child.stdin, data),
        closeInput: () => child.stdin.end(),
        end: () => endGroup(pid, KILL_GRACE_MS),
      });
    });
  });
}

async function ptyProcess(command: string, setup: LocalCommand): Promise<JobProcess> {
  const pty = await openPty(command, setup);
  const write = ptyInput(pty);
  return {
    pid: pty.pid,
    onData: (listener) => void pty.onData(listener),
    onExit: (listener) => void pty.onExit(({ exitCode, signal }) => listener(signal ? 128 + signal : exitCode)),
    write,
    closeInput: () => void write("\u0004").catch(() => undefined),
    end() {
      const cancel = endGroup(pty.pid, KILL_GRACE_MS);
      // A terminal that goes away says SIGHUP; shells that ignore SIGTERM while interactive obey that.
      if (signalGroup(pty.pid, 0)) pty.kill("SIGHUP");
      return cancel;
    },
  };
}
