// The machine: the runtime and the programs tools lean on. Looked for by name; only the sandbox is tried.

import { probeBubblewrap } from "../../environments/local/bubblewrap.ts";
import type { HealthFinding } from "../../runtime/admin-health.ts";
import { findChromium } from "../../tools/browser/find-chromium.ts";
import { findPrograms, onPath } from "../programs.ts";
import { type HealthContext, note, ok, problem } from "./check.ts";

const NODE = [24, 0, 0];
/** Older ones can damage a database that several processes write. */
const SQLITE = [3, 51, 3];

export async function* machineChecks(context: HealthContext): AsyncGenerator<HealthFinding> {
  const { facts, config } = context;
  const path = facts.env.PATH ?? "";
  yield version("node", process.versions.node, NODE, "Install Node 24 or newer.");
  yield version("sqlite", process.versions.sqlite ?? "0", SQLITE, "Install a newer Node; it brings SQLite.");
  const { ripgrep, python } = findPrograms(facts);
  yield program("git", onPath("git", path), "Without git: no checkpoints, no worktrees, no plugins from repositories.");
  yield program("ripgrep", ripgrep ?? onPath("rg", path), "Without ripgrep searching files is slower.");
  yield program("python", python, "Without Python, execute_code runs JavaScript only.");
  yield program("chromium", findChromium(path), "Without a Chromium there are no browser tools.");
  yield* backend(context, path);
  if (config.terminal.backend === "local") yield await sandbox(context, path);
  const locale = facts.env.LC_ALL || facts.env.LC_CTYPE || facts.env.LANG || "";
  if (facts.platform !== "win32" && !/utf-?8/i.test(locale))
    yield note("machine", "locale", `The locale (${locale || "none"}) is not UTF-8.`, "export LANG=C.UTF-8");
}

function version(id: string, found: string, wanted: readonly number[], fix: string): HealthFinding {
  const parts = found.split(".").map(Number);
  const first = wanted.map((want, index) => (parts[index] ?? 0) - want).find((difference) => difference !== 0) ?? 0;
  return first >= 0
    ? ok("machine", id, `${id} ${found}`)
    : problem("machine", id, `${id} is ${found}, ${wanted.join(".")} is needed.`, fix);
}

function program(name: string, found: string | undefined, without: string): HealthFinding {
  return found === undefined
    ? note("machine", name, without, `Install ${name}.`)
    : ok("machine", name, `${name}: ${found}`);
}

function* backend({ config }: HealthContext, path: string): Generator<HealthFinding> {
  const { backend: kind, ssh_host: host } = config.terminal;
  if (kind === "docker" && (onPath("docker", path) ?? onPath("podman", path)) === undefined)
    yield problem(
      "machine",
      "docker",
      "terminal.backend is docker, but neither docker nor podman is installed.",
      "Install one, or: hermes config set terminal.backend local",
    );
  if (kind === "ssh" && (onPath("ssh", path) === undefined || host === ""))
    yield problem(
      "machine",
      "ssh",
      host === "" ? "terminal.backend is ssh, but terminal.ssh_host is not set." : "ssh is not installed.",
      "hermes config set terminal.ssh_host …, or: hermes config set terminal.backend local",
    );
}

async function sandbox({ config, facts }: HealthContext, path: string): Promise<HealthFinding> {
  const { sandbox: wanted } = config.terminal;
  if (wanted === "off")
    return note(
      "machine",
      "sandbox",
      "Commands run unconfined (terminal.sandbox is off).",
      "hermes config set terminal.sandbox auto",
    );
  const probe = await probeBubblewrap(path, { PATH: path, LANG: facts.env.LANG ?? "C.UTF-8" });
  if (probe.type === "ready") return ok("machine", "sandbox", `Commands are confined by ${probe.program}.`);
  const say = wanted === "on" ? problem : note;
  return say(
    "machine",
    "sandbox",
    `Commands run unconfined: ${probe.why}.`,
    "Install bubblewrap (bwrap), or work in a container.",
  );
}
