// A process on the other side. It tells its group when it starts and its code and directory when it ends; it is ended over there.

import { spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExecOptions, ExecResult } from "../../contracts/environment.ts";
import { createByteKeeper } from "../../kernel/output/bytes.ts";
import { createMarkers, markedScript } from "../../kernel/output/markers.ts";
import { DEFAULT_MAX_BYTES, decodeKept } from "../local/exec.ts";
import type { JobProcess } from "../local/job.ts";
import { reportedCode } from "../process-group.ts";
import { writeInput } from "../process-input.ts";
import { type Connection, letGo, lost, notStarted, runScript } from "./connection.ts";

/** How long output of descendants is awaited once the command has said that it ended. */
const DRAIN_MS = 60;
const ABORT_GRACE_S = 0.04;
const KILL_GRACE_S = 1;
/** A connection that takes longer to end something over there is not one any more. */
const END_WITHIN_MS = 15_000;
/** How long the first or the last words of something that is to end are awaited. */
const WORDS_WITHIN_MS = 3_000;
/** How long a process may take to begin over there. */
const START_WITHIN_MS = 60_000;
/** What a command is said to have ended with when the connection broke under it, or ended with it. */
const CUT_OFF = 137;

interface Ended {
  /** Undefined when the connection broke before the command said how it ended. */
  readonly code: number | undefined;
  readonly cwd: string | undefined;
}

interface Running {
  readonly started: Promise<{ readonly pid: number; readonly group: number }>;
  readonly ended: Promise<Ended>;
  readonly stdin: Writable | null;
  onData(listener: (chunk: Uint8Array) => void): void;
  /** Ends it over there, as far as it came, and then here in any case. Says whether the signals got through. */
  end(graceS: number): Promise<boolean>;
}

export interface RemoteCommand {
  readonly connection: Connection;
  readonly cwd: string;
  readonly nonce: string;
}

function start(command: string, { connection, cwd, nonce }: RemoteCommand, stdin: "ignore" | "pipe"): Running {
  const { file, args } = connection.client(markedScript(command, cwd, nonce));
  const child = spawn(file, args, { env: connection.env, stdio: [stdin, "pipe", "pipe"] });
  const markers = createMarkers(nonce);
  const started = Promise.withResolvers<{ readonly pid: number; readonly group: number }>();
  const ended = Promise.withResolvers<Ended>();
  // Whoever waits for one of them learns why; the other then fails unseen, or before anybody waits for it.
  started.promise.catch(() => undefined);
  ended.promise.catch(() => undefined);
  const listeners: ((chunk: Uint8Array) => void)[] = [];
  const give = (chunk: Uint8Array) => {
    if (chunk.length > 0) for (const listener of listeners) listener(chunk);
  };
  let stderr = "";
  let drain: NodeJS.Timeout | undefined;
  child.stdout?.on("data", (chunk: Buffer) => {
    give(markers.push(chunk));
    const first = markers.started();
    if (first !== undefined) started.resolve(first);
    const last = markers.ended();
    if (last !== undefined && drain === undefined) drain = setTimeout(() => letGo(child), DRAIN_MS);
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-2_000);
  });
  child.stdin?.on("error", () => child.stdin?.destroy());
  child.once("error", (error) => {
    const failure = notStarted(file, error);
    started.reject(failure);
    ended.reject(failure);
  });
  child.once("close", (code) => {
    clearTimeout(drain);
    give(markers.rest());
    const last = markers.ended();
    if (markers.started() === undefined) {
      const failure = lost(connection, stderr);
      started.reject(failure);
      ended.reject(failure);
    } else
      ended.resolve(last ?? { code: code === null || code === connection.lostCode ? undefined : code, cwd: undefined });
  });
  return {
    started: started.promise,
    ended: ended.promise,
    stdin: child.stdin,
    onData: (listener) => void listeners.push(listener),
    async end(graceS) {
      // It may run already, with its first words on the way: let go now, it would run on over there.
      const begun = markers.started() ?? (await soon(started.promise));
      const reached = begun !== undefined && (await endRemote(connection, begun.group, graceS));
      // What it says at its end is still on the way.
      if (reached) await soon(ended.promise);
      letGo(child);
      return reached;
    },
  };
}

/** Undefined when it fails or does not come for a moment. */
function soon<T>(words: Promise<T>): Promise<T | undefined> {
  return Promise.race([words.catch(() => undefined), sleep(WORDS_WITHIN_MS, undefined, { ref: false })]);
}

/** False when the signals did not get there; a group that is already gone is no failure. */
function endRemote(connection: Connection, group: number, graceS: number): Promise<boolean> {
  const script = `kill -TERM -- -${group} 2>/dev/null; sleep ${graceS}; kill -KILL -- -${group} 2>/dev/null; true`;
  return runScript(connection, script, { timeoutMs: END_WITHIN_MS }).then(
    () => true,
    () => false,
  );
}

export async function runRemote(command: string, setup: RemoteCommand, options: ExecOptions): Promise<ExecResult> {
  if (options.signal.aborted) return { code: 130, output: "", cwd: setup.cwd, ended: "aborted", omittedBytes: 0 };
  const running = start(command, setup, options.stdin === undefined ? "ignore" : "pipe");
  const keeper = createByteKeeper(options.maxBytes ?? DEFAULT_MAX_BYTES);
  const decoder = new TextDecoder();
  running.onData((chunk) => {
    keeper.push(chunk);
    const text = decoder.decode(chunk, { stream: true });
    if (text !== "") options.onOutput?.(text);
  });
  running.stdin?.end(options.stdin);
  let how: ExecResult["ended"] = "exited";
  const stop = (reason: "timed-out" | "aborted", graceS: number) => () => {
    if (how !== "exited") return;
    how = reason;
    void running.end(graceS);
  };
  const onAbort = stop("aborted", ABORT_GRACE_S);
  const timer = setTimeout(stop("timed-out", KILL_GRACE_S), options.timeoutMs);
  options.signal.addEventListener("abort", onAbort, { once: true });
  try {
    const { code, cwd } = await running.ended;
    return { code: reportedCode(how, code ?? CUT_OFF), cwd: cwd ?? setup.cwd, ended: how, ...decodeKept(keeper) };
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener("abort", onAbort);
  }
}

export async function startRemoteJob(command: string, setup: RemoteCommand): Promise<JobProcess> {
  const running = start(command, setup, "pipe");
  // Output that comes with the first words must not be lost before anyone listens.
  const early: Uint8Array[] = [];
  let listener: ((chunk: Uint8Array) => void) | undefined;
  running.onData((chunk) => (listener === undefined ? early.push(chunk) : listener(chunk)));
  const late = setTimeout(() => void running.end(KILL_GRACE_S), START_WITHIN_MS);
  const { pid } = await running.started.finally(() => clearTimeout(late));
  const decoder = new TextDecoder();
  /** Whether the signals got through. */
  let ending: Promise<boolean> | undefined;
  return {
    pid,
    onData(give) {
      listener = (chunk) => give(decoder.decode(chunk, { stream: true }));
      for (const chunk of early.splice(0)) listener(chunk);
    },
    onExit: (done) =>
      void running.ended.then(
        async ({ code }) => done(code ?? ((await ending) === true ? CUT_OFF : undefined)),
        () => done(undefined),
      ),
    write: (data) => writeInput(running.stdin, data),
    closeInput: () => void running.stdin?.end(),
    end() {
      ending ??= running.end(KILL_GRACE_S);
      return () => undefined;
    },
  };
}
