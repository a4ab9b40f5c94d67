// Starts the built program (or any other) in a home and a folder of its own and times it from outside.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
export const launcher = join(root, "bin/hermes");

/** The Node that the launcher would choose, so that the comparison is with the same binary. */
export function sameNode(): string {
  const vendored = join(root, `node_modules/node-linux-${process.arch}/bin/node`);
  return existsSync(vendored) ? vendored : process.execPath;
}

export interface Place {
  readonly home: string;
  readonly cwd: string;
  remove(): void;
}

/** A home with a `custom` model at `url`, and an empty folder outside any repository. */
export function makePlace(url: string): Place {
  const folder = mkdtempSync(join(tmpdir(), "hermes-bench-"));
  const home = join(folder, "home");
  const cwd = join(folder, "work");
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(cwd);
  writeFileSync(join(home, "config.yaml"), settings(url));
  return { home, cwd, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Written as `hermes setup` writes it. */
const settings = (url: string): string => `model:
  provider: custom
  base_url: ${url}
  api_key: x
  default: test-model
  api_mode: chat_completions
  context_length: 1000000
memory:
  nudge_interval: 0
skills:
  creation_nudge_interval: 0
terminal:
  sandbox: "off"
`;

export interface Ended {
  readonly startedMs: number;
  readonly exitedMs: number;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What the main thread had computed when `mark` was called, in ms; independent of what else the machine does. */
  readonly markedCpuMs: number;
  /** The most memory it ever held, in MB, from the kernel's own count; NaN where there is no /proc. */
  readonly peakMb: number;
}

/** Lets the other side of a conversation say "now" while the program runs. */
export interface Marker {
  mark: () => void;
}

/** Runs a program to its end with only the environment a person's shell would give it. */
export function runProgram(
  command: string,
  args: readonly string[],
  place: { readonly home: string; readonly cwd: string; readonly marker?: Marker },
): Promise<Ended> {
  const { PATH, LANG } = process.env;
  const env = { PATH, LANG, HOME: place.home, HERMES_HOME: place.home, TERM: "dumb" };
  return new Promise((done, fail) => {
    const startedMs = performance.now();
    const child = spawn(command, args, { cwd: place.cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const seen = { stdout: "", stderr: "", peakMb: Number.NaN, exitedMs: Number.NaN, markedCpuMs: Number.NaN };
    if (place.marker) {
      place.marker.mark = () => {
        if (Number.isNaN(seen.markedCpuMs)) seen.markedCpuMs = mainThreadMs(child.pid);
      };
    }
    const watch = setInterval(() => {
      seen.peakMb = peakOf(child.pid) ?? seen.peakMb;
    }, 5);
    child.stdout.on("data", (chunk: Buffer) => {
      seen.stdout += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      seen.stderr += chunk;
    });
    child.once("exit", () => {
      seen.exitedMs = performance.now();
      clearInterval(watch);
    });
    child.once("error", fail);
    child.once("close", (code) => done({ startedMs, code: code ?? 128, ...seen }));
  });
}

function mainThreadMs(pid: number | undefined): number {
  const path = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(path) ? Number(readFileSync(path, "utf8").split(" ")[0]) / 1e6 : Number.NaN;
}

function peakOf(pid: number | undefined): number | undefined {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return undefined;
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(path, "utf8"))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Stops the bench with what the program said when it did not do what is being measured. */
export function assertAnswered(ended: Ended, wanted: string): void {
  if (ended.code === 0 && ended.stdout.includes(wanted)) return;
  throw new Error(
    `the program ended with ${ended.code}\nstdout: ${ended.stdout.slice(-500)}\nstderr: ${ended.stderr.slice(-1500)}`,
  );
}
