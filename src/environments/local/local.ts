// This machine as an environment: native files, bash commands in their own process groups, background jobs.

import { statSync } from "node:fs";
import { isAbsolute, join, resolve as resolvePath } from "node:path";
import type { Environment, Job } from "../../contracts/environment.ts";
import { EnvironmentFailure } from "../../kernel/failure.ts";
import { checkCommand } from "../command-text.ts";
import { errorCode, failure, toFailure } from "../errno.ts";
import { resolvedFiles } from "../resolved-files.ts";
import { type Launch, runLocal } from "./exec.ts";
import { createLocalFiles, type PathGuard } from "./files.ts";
import { startJob } from "./job.ts";
import { lookLocally } from "./look.ts";
import { runInPty } from "./pty.ts";

export interface LocalOptions {
  readonly cwd: string;
  /** What `~` means. */
  readonly home: string;
  /** The whole environment of every child: already filtered, nothing is added but what a lease needs. */
  readonly env: Readonly<Record<string, string>>;
  /** A new identifier at each call, for jobs and temporary files. */
  readonly newId: (prefix: string) => string;
  /** The clock that files are stamped by. */
  readonly now: () => number;
  readonly shell?: string;
  /** Judges real paths at the moment they are opened. */
  readonly guard?: PathGuard;
  /** Confines commands; files go through `guard`. */
  readonly sandbox?: Sandbox;
  /** Called before the first process starts, so that a crash of ours leaves a trace to reap by. */
  readonly lease?: () => Readonly<Record<string, string>>;
}

/** Wraps a command line so that it runs confined. */
export interface Sandbox {
  readonly describe: string;
  wrap(launch: Launch, cwd: string): Launch;
}

/** Commands without an explicit directory move `cwd` when they `cd`; commands with one leave it alone. */
export function createLocalEnvironment(options: LocalOptions): Environment {
  const workspace = resolvePath(options.cwd);
  let cwd = workspace;
  let childEnv: Readonly<Record<string, string>> | undefined;
  const jobs = new Set<Job>();
  const shell = options.shell ?? "/bin/bash";
  const resolve = (path: string) => absolute(path, cwd, options.home);
  const files = createLocalFiles(options.guard, () => options.newId("w"));
  const envOf = () => {
    childEnv ??= { ...options.env, ...options.lease?.() };
    return childEnv;
  };
  const plain = (script: string): Launch => ({ file: shell, args: ["-c", script] });
  const launch = (script: string, where: string): Launch =>
    options.sandbox?.wrap(plain(script), where) ?? plain(script);
  const directory = (wanted: string | undefined) => {
    const where = wanted === undefined ? cwd : resolve(wanted);
    const isDirectory = directoryAt(where);
    if (isDirectory === undefined) {
      const back = wanted === undefined && where !== workspace ? `; the next command starts in ${workspace}` : "";
      // Running the command somewhere else than expected could do harm; the next one is written knowing it.
      if (wanted === undefined) cwd = workspace;
      throw new EnvironmentFailure("not-found", `No such directory: ${where}${back}`);
    }
    if (!isDirectory) throw failure("not-directory", where);
    return where;
  };

  return {
    kind: "local",
    get cwd() {
      return cwd;
    },
    workspace,
    confinement: options.sandbox?.describe ?? "none: commands run with the rights of this user",
    resolve,
    ...resolvedFiles(files, resolve),
    look: (looking) => lookLocally(looking, options.now),
    async exec(command, exec) {
      checkCommand(command);
      const setup = { launch: exec.unconfined === true ? plain : launch, env: envOf(), cwd: directory(exec.cwd) };
      const result = await (exec.pty === true ? runInPty : runLocal)(command, setup, exec);
      if (exec.cwd === undefined && result.ended === "exited") cwd = result.cwd;
      return result;
    },
    async spawn(command, { cwd: wanted, pty, onOutput, unconfined }) {
      checkCommand(command);
      const setup = { launch: unconfined === true ? plain : launch, env: envOf(), cwd: directory(wanted) };
      const job = await startJob(command, setup, {
        id: options.newId("proc"),
        pty: pty === true,
        ...(onOutput && { onOutput }),
      });
      for (const known of jobs) if (known.state().type !== "running") jobs.delete(known);
      jobs.add(job);
      return job;
    },
    async dispose() {
      await Promise.all([...jobs].filter((job) => job.state().type === "running").map((job) => job.kill()));
      jobs.clear();
    },
  };
}

/** Undefined where nothing is. Asked on the spot: it stands before every command, and starting one waits for the same disk. */
function directoryAt(path: string): boolean | undefined {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw toFailure(error, path);
  }
}

export function absolute(path: string, cwd: string, home: string): string {
  if (path === "~") return home;
  if (path.startsWith("~/")) return join(home, path.slice(2));
  return isAbsolute(path) ? resolvePath(path) : resolvePath(cwd, path);
}
