// A container as the place of work, through docker or podman: dropped rights, bounded resources, the workspace mounted.

import { spawn } from "node:child_process";
import type { Environment } from "../../contracts/environment.ts";
import { EnvironmentFailure } from "../../kernel/failure.ts";
import { type Connection, letGo, notStarted } from "../remote/connection.ts";
import { createRemoteEnvironment } from "../remote/remote.ts";

export interface Mount {
  readonly from: string;
  readonly to: string;
  readonly readOnly: boolean;
}

/** How long an engine may be silent: at first, and once it says something, which it does when it fetches an image. */
interface Patience {
  readonly firstMs: number;
  readonly nextMs: number;
  /** A group of its own: Ctrl-C, pressed again by somebody who leaves, does not reach it. */
  readonly apart?: boolean;
}

export interface DockerOptions {
  /** `docker` or `podman`, or a path to one. */
  readonly program: string;
  readonly image: string;
  readonly mounts: readonly Mount[];
  /** Inside. */
  readonly cwd: string;
  readonly home?: string;
  readonly cpus?: number;
  readonly memoryMb?: number;
  readonly diskMb?: number;
  readonly network: boolean;
  /** Inside; nothing of ours gets in by itself. */
  readonly containerEnv?: Readonly<Record<string, string>>;
  /** `uid:gid`: files in the workspace then belong to the user, and no rights are added. */
  readonly user?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly extraArgs?: readonly string[];
  /** The client's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly newId: (prefix: string) => string;
  readonly newNonce: () => string;
  /** For a container to start; an hour for an image that is being fetched, unless said. */
  readonly patience?: Patience;
}

/** Needed to own and change files of other users inside. */
const CAPABILITIES = ["DAC_OVERRIDE", "CHOWN", "FOWNER", "SETUID", "SETGID"];
/** docker exec: the daemon, or the container, is not there. */
const LOST = 125;

/** One large layer on a slow line is an hour without a word. */
const START: Patience = { firstMs: 300_000, nextMs: 3_600_000 };
/** Nobody waits longer for an engine that hangs, when leaving. */
const REMOVE: Patience = { firstMs: 30_000, nextMs: 30_000, apart: true };

/** Few engines can bound the disk of a container; the rest say so instead of starting one. */
const NO_DISK_LIMIT = /storage-?opt|overlay\.size|quota/i;

export async function openDockerEnvironment(given: DockerOptions): Promise<Environment> {
  const { program, env, newId, newNonce, patience = START } = given;
  const start = (how: DockerOptions) => client(program, runArguments(how, newId("hermes")), env, patience);
  const first = await start(given);
  const unbounded = first.code !== 0 && given.diskMb !== undefined && NO_DISK_LIMIT.test(first.error);
  const { diskMb: _disk, ...rest } = given;
  const options: DockerOptions = unbounded ? rest : given;
  const started = unbounded ? await start(options) : first;
  const id = started.output.trim().split("\n").at(-1) ?? "";
  if (started.code !== 0 || id === "") {
    throw new EnvironmentFailure(
      "unavailable",
      `${program} could not start a container from ${options.image}: ${trouble(started)}`,
    );
  }
  const connection: Connection = {
    kind: "docker",
    confinement: describe(options) + (unbounded ? "; its disk is not bounded, the engine cannot" : ""),
    client: (script) => ({ file: program, args: ["exec", "-i", id, "bash", "-c", script] }),
    env,
    lostCode: LOST,
    async close() {
      await client(program, ["rm", "-f", id], env, REMOVE);
    },
  };
  return createRemoteEnvironment({ connection, cwd: options.cwd, home: options.home ?? "/root", newId, newNonce });
}

/** `host:container`, or `host:container:ro`; a name instead of a path is a volume of the engine. */
export function readVolume(text: string, userHome: string): Mount {
  const [from = "", to = "", mode = ""] = text.split(":");
  if (from === "" || !to.startsWith("/") || !/^(?:rw|ro)?$/.test(mode))
    throw new EnvironmentFailure(
      "unavailable",
      `terminal.docker_volumes: "${text}" is not host:/path or host:/path:ro.`,
    );
  return { from: from.replace(/^~(?=\/|$)/, userHome), to, readOnly: mode === "ro" };
}

/** Everything the container is allowed, in one place. */
export function runArguments(options: DockerOptions, name: string): readonly string[] {
  const { cpus = 1, memoryMb = 5_120, diskMb, user, network, mounts, containerEnv = {}, labels = {} } = options;
  return [
    ...["run", "-d", "--init", "--name", name, "--workdir", options.cwd],
    ...["--cap-drop", "ALL", ...(user === undefined ? CAPABILITIES.flatMap((one) => ["--cap-add", one]) : [])],
    ...["--security-opt", "no-new-privileges", "--pids-limit", "256"],
    ...[
      "--tmpfs",
      "/tmp:rw,nosuid,size=512m",
      "--tmpfs",
      "/var/tmp:rw,noexec,nosuid,size=256m",
      "--tmpfs",
      "/run:rw,noexec,nosuid,size=64m",
    ],
    ...["--cpus", String(cpus), "--memory", `${memoryMb}m`],
    ...(diskMb === undefined ? [] : ["--storage-opt", `size=${diskMb}m`]),
    ...(user === undefined ? [] : ["--user", user]),
    ...(network ? [] : ["--network", "none"]),
    ...Object.entries({ "hermes-agent": "1", ...labels }).flatMap(([key, value]) => ["--label", `${key}=${value}`]),
    ...Object.entries(containerEnv).flatMap(([key, value]) => ["-e", `${key}=${value}`]),
    ...mounts.flatMap(({ from, to, readOnly }) => ["-v", `${from}:${to}${readOnly ? ":ro" : ""}`]),
    ...(options.extraArgs ?? []),
    ...[options.image, "sleep", "infinity"],
  ];
}

/** A mounted socket of the engine, or the root of the host, is a way out: said, not hidden. */
function describe({ program, image, mounts, network }: DockerOptions): string {
  const way = mounts.find(({ from }) => from === "/" || from.endsWith("docker.sock") || from.endsWith("podman.sock"));
  const out = way === undefined ? "" : `; but ${way.from} is mounted, which is a way out of it`;
  const name = program.split("/").at(-1) ?? program;
  return `${name} container from ${image}, ${network ? "with" : "without"} network${out}`;
}

function trouble({ code, error }: Answer): string {
  if (code !== undefined) return error || `exit code ${code}`;
  const last = error.split("\n").at(-1) ?? "";
  return `it did not answer in time${last === "" ? "" : `, and last said: ${last}`}`;
}

interface Answer {
  /** Undefined when it did not answer in time. */
  readonly code: number | undefined;
  readonly output: string;
  readonly error: string;
}

function client(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { firstMs, nextMs, apart = false }: Patience,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: apart });
    child.once("error", (error) => reject(notStarted(program, error)));
    child.once("spawn", () => {
      let output = "";
      let error = "";
      let timer = setTimeout(() => letGo(child), firstMs);
      child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => {
        error = (error + chunk.toString()).slice(-2_000);
        clearTimeout(timer);
        timer = setTimeout(() => letGo(child), nextMs);
      });
      child.on("close", (code) => {
        clearTimeout(timer);
        resolve({ code: code ?? undefined, output, error: error.trim() });
      });
    });
  });
}
