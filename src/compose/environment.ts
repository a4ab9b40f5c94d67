// Where commands run and files live: this machine (confined where it can be), a container, or a host behind ssh.

import { readFile, stat, writeFile } from "node:fs/promises";
import { release } from "node:os";
import { join } from "node:path";
import type { Home } from "../config/home.ts";
import type { Facts } from "../config/process-facts.ts";
import type { Config } from "../config/schema.ts";
import type { Environment } from "../contracts/environment.ts";
import type { Log } from "../contracts/log.ts";
import type { Clock, Ids } from "../contracts/time.ts";
import { createLease, type Lease, reapOrphans } from "../environments/local/leases.ts";
import { createLocalEnvironment, type Sandbox } from "../environments/local/local.ts";
import { withShelves } from "../environments/shelves.ts";
import { EnvironmentFailure, UsageFailure } from "../kernel/failure.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { guardPath } from "../kernel/shell/guard.ts";
import { agentHomes } from "./agent-homes.ts";
import { sandboxPolicy } from "./sandbox-policy.ts";

export interface EnvironmentWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
  readonly childEnv: Readonly<Record<string, string>>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

export interface WiredEnvironment {
  open(cwd: string): Promise<Environment>;
  /** Processes of a run that died are ended; started once, in the background. */
  reap(): Promise<void>;
  /** Lets go of containers and connections that are still open; processes on this machine were meant to go on. */
  release(): Promise<void>;
}

export function composeEnvironment(wiring: EnvironmentWiring): WiredEnvironment {
  const { home, config, ids, log } = wiring;
  const leaseDir = join(home.cache, "leases");
  const lease = createLease(leaseDir, ids.id);
  const elsewhere = new Set<Environment>();
  const shelves = [home.spill, home.screenshots, home.audio];
  /** The same environment, with what is put aside here in its reach, and forgotten here once it is closed. */
  const tracked = (opened: Environment): Environment => {
    const env = withShelves(opened, shelves);
    const dispose = () => {
      elsewhere.delete(kept);
      return env.dispose();
    };
    const members = Object.getOwnPropertyDescriptors(env);
    const kept: Environment = Object.defineProperties(
      { ...env },
      { ...members, dispose: { ...members.dispose, value: dispose } },
    );
    elsewhere.add(kept);
    return kept;
  };
  return {
    async open(cwd) {
      switch (config.terminal.backend) {
        case "docker":
          return tracked(await openContainer(wiring, cwd));
        case "ssh":
          return tracked(await openRemote(wiring));
        case "local":
          return openLocal(wiring, cwd, lease);
        default:
          // Running such commands on this machine instead would be the opposite of what was asked for.
          throw new UsageFailure(
            `terminal.backend: ${config.terminal.backend} is not supported here; use local, docker or ssh.`,
            1,
          );
      }
    },
    async reap() {
      const ended = await reapOrphans(leaseDir);
      if (ended.length > 0) log.warn("ended processes left by a run that died", { pids: ended });
    },
    async release() {
      lease.release();
      await Promise.all([...elsewhere].map((env) => env.dispose()));
    },
  };
}

async function openLocal(wiring: EnvironmentWiring, cwd: string, lease: Lease): Promise<Environment> {
  const { home, facts, childEnv, ids, clock } = wiring;
  const sandbox = await findSandbox(wiring, cwd);
  const places = { cwd, workspace: cwd, home: facts.userHome, controlHomes: agentHomes(home) };
  return createLocalEnvironment({
    cwd,
    home: facts.userHome,
    env: childEnv,
    newId: ids.id,
    now: clock.now,
    lease: () => lease.take(),
    // Asking is the gate's business; here only what nobody may touch is stopped, at the moment it is opened.
    guard(path, access) {
      const verdict = guardPath(path, access, places);
      return verdict.type === "deny" ? verdict.why : undefined;
    },
    ...(sandbox === undefined ? {} : { sandbox }),
  });
}

async function findSandbox(wiring: EnvironmentWiring, cwd: string): Promise<Sandbox | undefined> {
  const { home, config, facts } = wiring;
  const { sandbox, network } = config.terminal;
  const program = sandbox === "off" ? undefined : await provenBubblewrap(wiring);
  if (program === undefined) {
    // What was asked for and cannot be kept is refused, never forgotten.
    const wanted = sandbox === "on" ? "terminal.sandbox is on" : network ? undefined : "terminal.network is off";
    if (wanted === undefined) return undefined;
    const why = sandbox === "off" ? "terminal.sandbox is off" : "bubblewrap does not work here";
    throw new EnvironmentFailure(
      "unavailable",
      `${wanted}, but ${why}. Install bubblewrap and set terminal.sandbox to auto, or take the setting back.`,
    );
  }
  const { bubblewrapSandbox } = await import("../environments/local/bubblewrap.ts");
  return bubblewrapSandbox(program, await sandboxPolicy({ home, userHome: facts.userHome, network }, cwd));
}

/** Trying costs a process; the answer is kept until the program or the kernel changes. */
async function provenBubblewrap({ home, facts, childEnv }: EnvironmentWiring): Promise<string | undefined> {
  const path = facts.env.PATH ?? "";
  const candidate = await firstExisting(path.split(":").map((dir) => join(dir, "bwrap")));
  if (candidate === undefined) return undefined;
  const key = `${candidate.path} ${candidate.mtimeMs} ${release()}`;
  const file = join(home.cache, "sandbox-probe.json");
  const known = parseJson(await readFile(file, "utf8").catch(() => ""));
  if (known.type === "ok" && isRecord(known.value) && known.value.key === key) {
    return known.value.works === true ? candidate.path : undefined;
  }
  const { probeBubblewrap } = await import("../environments/local/bubblewrap.ts");
  const probe = await probeBubblewrap(path, childEnv);
  await writeFile(file, JSON.stringify({ key, works: probe.type === "ready" }), { mode: 0o600 }).catch(() => undefined);
  return probe.type === "ready" ? probe.program : undefined;
}

async function firstExisting(paths: readonly string[]): Promise<{ path: string; mtimeMs: number } | undefined> {
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (info !== undefined) return { path, mtimeMs: info.mtimeMs };
  }
  return undefined;
}

/** Docker when it is there, else Podman, which takes the same words. */
async function containerProgram({ env }: Facts): Promise<string> {
  const places = (env.PATH ?? "").split(":");
  const found = await firstExisting(["docker", "podman"].flatMap((name) => places.map((dir) => join(dir, name))));
  return found?.path ?? "docker";
}

async function openContainer({ config, childEnv, ids, facts }: EnvironmentWiring, cwd: string): Promise<Environment> {
  const { openDockerEnvironment, readVolume } = await import("../environments/docker/docker.ts");
  const { terminal } = config;
  const forwarded = terminal.docker_forward_env.flatMap((name) => {
    const value = childEnv[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const user = terminal.docker_run_as_host_user ? `${process.getuid?.()}:${process.getgid?.()}` : undefined;
  return openDockerEnvironment({
    program: await containerProgram(facts),
    image: terminal.docker_image,
    mounts: [
      ...(terminal.docker_mount_cwd_to_workspace ? [{ from: cwd, to: "/workspace", readOnly: false }] : []),
      ...terminal.docker_volumes.map((volume) => readVolume(volume, facts.userHome)),
    ],
    cwd: "/workspace",
    ...(user === undefined ? {} : { user, home: "/tmp" }),
    cpus: terminal.container_cpu,
    memoryMb: terminal.container_memory,
    diskMb: terminal.container_disk,
    network: terminal.network,
    containerEnv: { ...Object.fromEntries(forwarded), ...terminal.docker_env },
    extraArgs: terminal.docker_extra_args,
    env: { ...childEnv, PATH: facts.env.PATH ?? "" },
    newId: ids.id,
    newNonce: () => ids.id("n"),
  });
}

async function openRemote({ home, config, childEnv, ids }: EnvironmentWiring): Promise<Environment> {
  const { openSshEnvironment } = await import("../environments/ssh/ssh.ts");
  const { terminal } = config;
  if (terminal.ssh_host === "") {
    throw new EnvironmentFailure("unavailable", "terminal.backend is ssh, but terminal.ssh_host is not set.");
  }
  return openSshEnvironment({
    host: terminal.ssh_host,
    ...(terminal.ssh_user === "" ? {} : { user: terminal.ssh_user }),
    port: terminal.ssh_port,
    ...(terminal.ssh_key === "" ? {} : { keyFile: terminal.ssh_key }),
    ...(terminal.cwd === "." || terminal.cwd === "" ? {} : { cwd: terminal.cwd }),
    socketDir: join(home.cache, "ssh"),
    env: childEnv,
    newId: ids.id,
    newNonce: () => ids.id("n"),
  });
}
