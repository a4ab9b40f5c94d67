// The built command in a process of its own, with a home and a working directory that go away afterwards.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const HERMES = join(import.meta.dirname, "..", "..", "bin", "hermes");

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place {
  readonly home: string;
  readonly cwd: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  start(args: readonly string[], options?: RunOptions): ChildProcess;
  configure(yaml: string): Promise<void>;
  remove(): Promise<void>;
}

export interface RunOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly uid?: number;
}

export async function makePlace(): Promise<Place> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "hermes-e2e-")));
  const home = join(root, "home");
  const cwd = root;

  const start: Place["start"] = (args, options = {}) =>
    spawn(HERMES, args, {
      cwd: options.cwd ?? cwd,
      env: { PATH: process.env.PATH ?? "", HOME: root, HERMES_HOME: home, LANG: "C.UTF-8", ...options.env },
      stdio: ["pipe", "pipe", "pipe"],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });

  return {
    home,
    cwd,
    start,
    run: (args, options = {}) =>
      new Promise((resolve, reject) => {
        const child = start(args, options);
        const out = { stdout: "", stderr: "" };
        child.stdout?.on("data", (chunk: Buffer) => {
          out.stdout += chunk.toString("utf8");
        });
        child.stderr?.on("data", (chunk: Buffer) => {
          out.stderr += chunk.toString("utf8");
        });
        child.on("error", reject);
        child.on("close", (code) => resolve({ code, ...out }));
        // A program that is done before it read everything closes the pipe (EPIPE); that is its right.
        child.stdin?.on("error", () => undefined);
        child.stdin?.end(options.stdin ?? "");
      }),
    async configure(yaml) {
      const { mkdir } = await import("node:fs/promises");
      await mkdir(home, { recursive: true });
      await writeFile(join(home, "config.yaml"), yaml);
    },
    // A program that was just killed may still be writing its last file.
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

/** A config that talks to a loopback model server. */
export function customModel(url: string, extra = ""): string {
  return `model:\n  provider: custom\n  base_url: ${url}/v1\n  api_key: sk-e2e-canary-0123456789\n  default: test-model\n  api_mode: chat_completions\n${extra}`;
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
