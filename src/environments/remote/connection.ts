// A way to run bash somewhere else: what docker, podman and ssh have in common.

import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { EnvironmentFailure } from "../../kernel/failure.ts";

export interface Connection {
  readonly kind: "docker" | "ssh";
  readonly confinement: string;
  /** The program here that runs `bash -c script` there, with its input and output. */
  client(script: string): { readonly file: string; readonly args: readonly string[] };
  readonly env: Readonly<Record<string, string>>;
  /** The code by which the client says that it never got there. */
  readonly lostCode: number;
  close(): Promise<void>;
}

export interface RawResult {
  readonly code: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

const TIMEOUT_MS = 60_000;
/** Before the script's own output: start-up files over there may print something first. */
const BEGIN = "\u001fhermes\u001f";

export interface ScriptOptions {
  readonly stdin?: Uint8Array;
  /** After this long the other side counts as not reached; a minute unless said. */
  readonly timeoutMs?: number;
}

/** One short script to its end, bytes in and out. Throws `unavailable` when the other side is not reached. */
export function runScript(
  connection: Connection,
  script: string,
  { stdin = new Uint8Array(), timeoutMs = TIMEOUT_MS }: ScriptOptions = {},
): Promise<RawResult> {
  const { file, args } = connection.client(`printf '\\037hermes\\037'\n${script}`);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: connection.env, stdio: ["pipe", "pipe", "pipe"] });
    child.once("error", (error) => reject(notStarted(file, error)));
    child.once("spawn", () => {
      const timer = setTimeout(() => letGo(child), timeoutMs);
      follow(child, stdin, ({ code, stdout, stderr }) => {
        clearTimeout(timer);
        if (code === connection.lostCode || code === null) reject(lost(connection, stderr));
        else resolve({ code, stdout, stderr });
      });
    });
  });
}

interface Finished extends Omit<RawResult, "code"> {
  /** Null when it was let go. */
  readonly code: number | null;
}

function follow(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  stdin: Uint8Array,
  done: (finished: Finished) => void,
): void {
  const out: Buffer[] = [];
  let stderr = "";
  child.stdin.on("error", () => child.stdin.destroy());
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-2_000);
  });
  child.on("close", (code) => {
    const whole = Buffer.concat(out);
    const begin = whole.indexOf(BEGIN);
    done({ code, stdout: whole.subarray(begin === -1 ? 0 : begin + BEGIN.length), stderr });
  });
  child.stdin.end(stdin);
}

/** Whatever the client does, and whoever else holds its streams: it is over here. */
export function letGo(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.kill("SIGKILL");
}

export function notStarted(program: string, error: Error): EnvironmentFailure {
  return new EnvironmentFailure("unavailable", `${program} could not be started: ${error.message}`, error);
}

export function lost(connection: Connection, stderr: string): EnvironmentFailure {
  const why = stderr.trim().split("\n").at(-1) ?? "";
  return new EnvironmentFailure(
    "unavailable",
    `The ${connection.kind} environment cannot be reached${why === "" ? "." : `: ${why}`}`,
  );
}
