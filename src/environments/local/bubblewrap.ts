// Confinement by bubblewrap: the system is read-only, the workspace is writable, secrets are not there, the network is a choice.

import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "./exec.ts";
import type { Sandbox } from "./local.ts";

export interface SandboxPolicy {
  /** Directories commands may write to: the workspace first. */
  readonly writable: readonly string[];
  /** What stays read-only inside them or around them: the agent's home, git hooks. The narrower rule counts. */
  readonly readOnly: readonly string[];
  /** Files and directories that commands do not see at all: these are empty for them. */
  readonly hidden: readonly string[];
  /** An empty file, shown in place of hidden ones. */
  readonly blank?: string;
  readonly network: boolean;
}

/** What a repository runs by itself: a command that may write these runs later, outside. */
export function gitControlPaths(gitDir: string): readonly string[] {
  return [join(gitDir, "hooks"), join(gitDir, "config")];
}

/** Where a workspace keeps its repository; a linked worktree keeps it in the main one. Undefined outside a repository. */
export function gitDirOf(workspace: string): string | undefined {
  const place = join(workspace, ".git");
  const info = statSync(place, { throwIfNoEntry: false });
  if (info === undefined || info.isDirectory()) return info === undefined ? undefined : place;
  const linked = /^gitdir: (.+?)[\\/]worktrees[\\/][^\\/]+\s*$/.exec(readFileSync(place, "utf8"));
  return linked?.[1];
}

export function bubblewrapSandbox(program: string, policy: SandboxPolicy): Sandbox {
  const network = policy.network ? "with network" : "without network";
  return {
    describe: `bubblewrap: writes only in ${policy.writable.join(", ")}; ${network}`,
    wrap: (launch, cwd) => ({
      file: program,
      args: [...bubblewrapArguments(policy, cwd), "--", launch.file, ...launch.args],
    }),
  };
}

/** Later rules win, so they go from wide to narrow, and among equals the stricter one last. What does not exist is left out when the command starts. */
export function bubblewrapArguments(
  policy: SandboxPolicy,
  cwd: string,
  kindOf: (path: string) => "file" | "dir" | undefined = diskKind,
): readonly string[] {
  // A device cannot be opened in there, which makes searches complain.
  const blank = policy.blank !== undefined && kindOf(policy.blank) === "file" ? policy.blank : "/dev/null";
  const hide = (path: string) => {
    const kind = kindOf(path);
    return kind === undefined
      ? []
      : kind === "dir"
        ? ["--tmpfs", path, "--remount-ro", path]
        : ["--ro-bind", blank, path];
  };
  const depth = (path: string) => path.split("/").filter((part) => part !== "").length;
  const binds = [
    ...policy.writable.map((path) => ({ path, how: "--bind-try" })),
    ...policy.readOnly.map((path) => ({ path, how: "--ro-bind-try" })),
  ].sort((one, other) => depth(one.path) - depth(other.path));
  return [
    ...[
      "--die-with-parent",
      "--unshare-ipc",
      "--unshare-uts",
      "--unshare-cgroup-try",
      ...(policy.network ? [] : ["--unshare-net"]),
    ],
    ...["--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev"],
    ...binds.flatMap(({ path, how }) => [how, path, path]),
    ...policy.hidden.flatMap(hide),
    ...["--chdir", cwd],
  ];
}

function diskKind(path: string): "file" | "dir" | undefined {
  return existsSync(path) ? (statSync(path).isDirectory() ? "dir" : "file") : undefined;
}

export type SandboxProbe =
  | { readonly type: "ready"; readonly program: string }
  /** A sentence for people: what is missing. */
  | { readonly type: "missing"; readonly why: string };

/** Tries one command that does nothing, confined. `path` is the value of PATH. */
export async function probeBubblewrap(path: string, env: Readonly<Record<string, string>>): Promise<SandboxProbe> {
  const program = path
    .split(":")
    .map((dir) => join(dir, "bwrap"))
    .find((file) => existsSync(file));
  if (program === undefined) return { type: "missing", why: "bubblewrap (bwrap) is not installed" };
  const policy: SandboxPolicy = { writable: [], readOnly: [], hidden: [], network: false };
  const tried: Launch = bubblewrapSandbox(program, policy).wrap({ file: "/bin/sh", args: ["-c", ":"] }, "/");
  const code = await new Promise<number | null>((done) => {
    spawn(tried.file, tried.args, { env, stdio: "ignore", timeout: 5_000, killSignal: "SIGKILL" })
      .on("error", () => done(-1))
      .on("close", done);
  });
  return code === 0
    ? { type: "ready", program }
    : { type: "missing", why: "bubblewrap is installed but this system does not let it work (user namespaces)" };
}
