// A way to run bash somewhere else: what docker, podman and ssh have in common.

import { spawn } from "node:child_process";
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

/** One short script to its end, bytes in and out. Throws `unavailable` when the other side is not reached. */
export function runScript(
  connection: Connection,
  script: string,
  stdin: Uint8Array = new Uint8Array(),
): Promise<RawResult> {
  const { file, args } = connection.client(`printf '\\037hermes\\037'\n${script}`);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: connection.env, stdio: ["pipe", "pipe", "pipe"], timeout: TIMEOUT_MS });
    const out: Buffer[] = [];
    let stderr = "";
    child.on("error", (error) =>
      reject(new EnvironmentFailure("unavailable", `${file} could not be started: ${error.message}`, error)),
    );
    child.stdin.on("error", () => child.stdin.destroy());
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-2_000);
    });
    child.on("close", (code) => {
      const whole = Buffer.concat(out);
      const begin = whole.indexOf(BEGIN);
      const result = { code: code ?? -1, stdout: whole.subarray(begin === -1 ? 0 : begin + BEGIN.length), stderr };
      if (result.code === connection.lostCode || code === null) reject(lost(connection, stderr));
      else resolve(result);
    });
    child.stdin.end(stdin);
  });
}

export function lost(connection: Connection, stderr: string): EnvironmentFailure {
  const why = stderr.trim().split("\n").at(-1) ?? "";
  return new EnvironmentFailure(
    "unavailable",
    `The ${connection.kind} environment cannot be reached${why === "" ? "." : `: ${why}`}`,
  );
}
