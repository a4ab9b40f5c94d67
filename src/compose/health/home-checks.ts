// The home directory: there, ours, private, unlocked, with room to write.

import { accessSync, chmodSync, constants, existsSync, readFileSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../config/atomic-file.ts";
import type { Home } from "../../config/home.ts";
import { entriesOf } from "../../config/open-home.ts";
import { createGrants } from "../../gates/grants.ts";
import type { HealthFinding } from "../../runtime/admin-health.ts";
import { systemClock } from "../system-clock.ts";
import { type HealthContext, note, ok, problem, reason, repairing, settingAside } from "./check.ts";

const PRIVATE_FILES = [".env", "auth.json", "state.db", "state.db-wal", "grants.json"];
const STALE_LOCK_MS = 60_000;
const SCARCE_BYTES = 200 * 2 ** 20;
const LOW_BYTES = 2 ** 30;

export async function* homeChecks(context: HealthContext): AsyncGenerator<HealthFinding> {
  const { home } = context;
  if (!existsSync(home.root)) {
    yield note("home", "home-absent", `${home.root} does not exist yet.`, "It is made at the first start: hermes");
    return;
  }
  yield writable(home);
  yield* modes(context);
  yield* locks(context);
  yield* standingGrants(context);
  yield* diskSpace(home);
}

function writable(home: Home): HealthFinding {
  try {
    accessSync(home.root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return problem(
      "home",
      "home-not-writable",
      `${home.root} cannot be written by this user (${codeOf(error) ?? reason(error)}).`,
      "Give it to your user (chown), or choose another home with HERMES_HOME.",
    );
  }
  const owner = statSync(home.root).uid;
  const user = process.getuid?.() ?? owner;
  if (owner !== user)
    return note(
      "home",
      "home-owner",
      `${home.root} belongs to another user (uid ${owner}).`,
      `chown -R ${user} ${home.root}`,
    );
  return ok("home", "home", `${home.root} is there and writable.`);
}

async function* modes({ home, facts, fix }: HealthContext): AsyncGenerator<HealthFinding> {
  if (facts.platform === "win32" || facts.env.HERMES_HOME_MODE !== undefined) return;
  const open = [home.root, ...PRIVATE_FILES.map((name) => home.path(name))].filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && (found.mode & 0o077) !== 0;
  });
  if (open.length === 0) {
    yield ok("home", "modes", "Only you can read what is in it.");
    return;
  }
  const paths = open.join(", ");
  yield await repairing(
    problem("home", "modes", `Other users can read ${paths}.`, `chmod go= ${open.join(" ")}`),
    fix,
    () => {
      for (const path of open) chmodSync(path, statSync(path).mode & 0o700);
    },
  );
}

async function* locks({ home, fix }: HealthContext): AsyncGenerator<HealthFinding> {
  const stale = entriesOf(home.root)
    .filter((name) => name.endsWith(".lock"))
    .map((name) => join(home.root, name))
    .filter(isStale);
  if (stale.length === 0) return;
  yield await repairing(
    problem("home", "stale-locks", `Locks left by a run that died: ${stale.join(", ")}.`, `rm ${stale.join(" ")}`),
    fix,
    () => {
      for (const path of stale) rmSync(path, { force: true });
    },
  );
}

function isStale(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || systemClock.now() - found.mtimeMs < STALE_LOCK_MS) return false;
  const pid = Number(readFileSync(path, "utf8").trim());
  return !Number.isInteger(pid) || pid <= 0 || !existsSync("/proc/self") || !existsSync(`/proc/${pid}`);
}

async function* standingGrants({ home, fix }: HealthContext): AsyncGenerator<HealthFinding> {
  const trouble = await createGrants({ path: home.grants }).trouble();
  if (trouble !== undefined) yield await settingAside(problem("home", "grants", trouble, ""), home.grants, fix);
}

function* diskSpace(home: Home): Generator<HealthFinding> {
  const { bavail, bsize } = statfsSync(home.root);
  const free = bavail * bsize;
  const words = free > 2 ** 30 ? `${(free / 2 ** 30).toFixed(1)} GB` : `${Math.round(free / 2 ** 20)} MB`;
  if (free < SCARCE_BYTES)
    yield problem(
      "home",
      "disk-full",
      `Only ${words} are free beside ${home.root}.`,
      "Make room; sessions stop being stored when the disk is full.",
    );
  else if (free < LOW_BYTES)
    yield note(
      "home",
      "disk-low",
      `${words} are free beside ${home.root}.`,
      "hermes sessions optimize, or make room elsewhere.",
    );
  else yield ok("home", "disk", `${words} free.`);
}
