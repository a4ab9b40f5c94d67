// The system's git on the shadow store: no shell, no configuration but ours, bounded in time, failures typed.

import { spawn } from "node:child_process";
import { statfs } from "node:fs/promises";
import { StoreFailure } from "../../../kernel/failure.ts";

export interface GitPlace {
  /** The program. */
  readonly git: string;
  /** Where it finds its own programs. */
  readonly searchPath: string;
  readonly store: string;
  readonly timeoutMs: number;
}

export interface GitCall {
  readonly args: readonly string[];
  readonly workTree?: string;
  readonly index?: string;
  readonly stdin?: Buffer | string;
  readonly env?: Readonly<Record<string, string>>;
  /** Hashing many files and collecting garbage take longer than looking. */
  readonly patience?: number;
  /** Bytes it may have to write: tells a full disk from other failures. */
  readonly needs?: number;
  /** Exit codes that are answers. */
  readonly expected?: readonly number[];
  /** Reading stops after this many NUL-ended items. */
  readonly maxItems?: number;
}

export interface GitAnswer {
  readonly code: number;
  readonly stdout: Buffer;
  /** There were more items than were asked for. */
  readonly cut: boolean;
}

const CONFIG: readonly string[] = [
  ...["core.bare=true", "core.autocrlf=false", "core.safecrlf=false", "core.symlinks=true", "core.fileMode=true"],
  ...["core.excludesFile=", "core.attributesFile=", "core.hooksPath=/dev/null", "core.fsmonitor=false"],
  ...["core.untrackedCache=false", "core.precomposeUnicode=false", "core.ignoreCase=false", "core.quotePath=false"],
  ...["core.looseCompression=1", "core.logAllRefUpdates=false", "core.splitIndex=false", "index.sparse=false"],
  ...["core.fsync=committed,loose-object", "core.fsyncMethod=batch", "gc.auto=0", "gc.autoDetach=false"],
  ...["commit.gpgSign=false", "log.showRoot=false", "log.showSignature=false", "diff.renames=false"],
  ...["protocol.allow=never", "maintenance.auto=false", "feature.manyFiles=false", "safe.bareRepository=all"],
];

export type Git = (call: GitCall) => Promise<GitAnswer>;

/** Throws StoreFailure only. */
export function gitAt(place: GitPlace): Git {
  const fixed = CONFIG.flatMap((setting) => ["-c", setting]);
  const environment = {
    PATH: place.searchPath,
    LC_ALL: "C",
    HOME: place.store,
    GIT_DIR: place.store,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_PAGER: "cat",
    GIT_AUTHOR_NAME: "Hermes Checkpoint",
    GIT_AUTHOR_EMAIL: "hermes@local",
    GIT_COMMITTER_NAME: "Hermes Checkpoint",
    GIT_COMMITTER_EMAIL: "hermes@local",
  };
  return async (call) => {
    const env = {
      ...environment,
      ...(call.workTree === undefined ? {} : { GIT_WORK_TREE: call.workTree }),
      ...(call.index === undefined ? {} : { GIT_INDEX_FILE: call.index }),
      ...call.env,
    };
    const ended = await run(place, [...fixed, ...call.args], env, call);
    if (ended.type === "ended" && (ended.cut || (call.expected ?? [0]).includes(ended.code))) return ended;
    throw await failure(place, call, ended);
  };
}

type Ended =
  | ({ readonly type: "ended"; readonly stderr: string } & GitAnswer)
  | { readonly type: "timed-out" }
  | { readonly type: "not-started"; readonly error: Error };

function run(
  place: GitPlace,
  args: readonly string[],
  env: Record<string, string>,
  { stdin, maxItems, patience = 1 }: GitCall,
): Promise<Ended> {
  return new Promise((resolve) => {
    // Its own process group, so that a timeout also ends what it started and Ctrl-C at a terminal does not.
    const child = spawn(place.git, args, { env, cwd: place.store, stdio: "pipe", detached: true });
    child.once("error", (error) => resolve({ type: "not-started", error }));
    child.once("spawn", () => {
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      let items = 0;
      let why: "timed-out" | "cut" | undefined;
      const stop = (reason: "timed-out" | "cut") => {
        why ??= reason;
        endGroup(child.pid ?? 0);
        // What left the group may still hold them.
        for (const stream of [child.stdout, child.stderr]) stream.destroy();
      };
      const timer = setTimeout(() => stop("timed-out"), place.timeoutMs * patience);
      child.stdout.on("data", (chunk: Buffer) => {
        if (why === "cut") return;
        out.push(chunk);
        if (maxItems === undefined) return;
        for (const byte of chunk) if (byte === 0) items += 1;
        if (items > maxItems) stop("cut");
      });
      child.stderr.on("data", (chunk: Buffer) => void (err.length < 64 && err.push(chunk)));
      // A git that ends early closes its input; its exit code tells the story.
      child.stdin.on("error", () => undefined);
      child.once("close", (code) => {
        clearTimeout(timer);
        if (why === "timed-out") return resolve({ type: "timed-out" });
        const stderr = Buffer.concat(err).toString("utf8").trim();
        resolve({ type: "ended", code: code ?? 1, stdout: Buffer.concat(out), stderr, cut: why === "cut" });
      });
      child.stdin.end(stdin ?? "");
    });
  });
}

/** A group that is gone already, or not ours to end, stays as it is. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (errorCode(error) !== "ESRCH" && errorCode(error) !== "EPERM") throw error;
  }
}

/** A full disk is told by looking at the disk, not by reading git's words. */
async function failure(place: GitPlace, { args, needs = 0 }: GitCall, ended: Ended): Promise<StoreFailure> {
  const step = args.find((word) => /^[a-z-]+$/.test(word) && !word.startsWith("-")) ?? "";
  if (ended.type === "timed-out")
    return new StoreFailure("busy", `Checkpoints: git ${step} took too long and was stopped; nothing was changed.`);
  if (ended.type === "not-started") {
    const missing = errorCode(ended.error) === "ENOENT";
    const text = missing ? "git was not found; checkpoints need it" : ended.error.message;
    return new StoreFailure(missing ? "not-found" : "io", `Checkpoints: ${text}.`, ended.error);
  }
  if (await isFull(place.store, needs))
    return new StoreFailure("full", `Checkpoints: the disk of ${place.store} is full; nothing was saved.`);
  const lines = ended.stderr.split("\n").slice(-3).join(" ");
  return new StoreFailure("io", `Checkpoints: git ${step} failed (${ended.code}): ${lines}`);
}

const NEARLY_FULL_BYTES = 256 * 1024;

async function isFull(path: string, needs: number): Promise<boolean> {
  try {
    const disk = await statfs(path);
    return disk.bavail * disk.bsize < NEARLY_FULL_BYTES + needs || (disk.files > 0 && disk.ffree === 0);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw diskFailure(error, path);
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What the file system refused, in the port's words; a bug passes through. */
export function diskFailure(error: unknown, path: string): unknown {
  switch (errorCode(error)) {
    case undefined:
      return error;
    case "ENOSPC":
    case "EDQUOT":
      return new StoreFailure("full", `Checkpoints: the disk of ${path} is full.`, error);
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new StoreFailure("read-only", `Checkpoints: ${path} may not be written by this user.`, error);
    default:
      return new StoreFailure("io", `Checkpoints: ${path} could not be used (${errorCode(error)}).`, error);
  }
}
