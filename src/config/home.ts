// Where everything of one profile lives. A Home is a value: nothing here is remembered between calls, so two can be open at once.

import { posix, win32 } from "node:path";
import type { Facts } from "./process-facts.ts";

export const DEFAULT_PROFILE = "default";

export interface Home {
  readonly root: string;
  /** `default`, or the name of the profile this home is. */
  readonly profile: string;
  /** The home that holds `profiles/` and `active_profile`; `root` itself for the default profile. */
  readonly top: string;
  readonly config: string;
  readonly env: string;
  readonly auth: string;
  readonly soul: string;
  readonly stateDb: string;
  readonly memories: string;
  readonly memoryFile: string;
  readonly userFile: string;
  readonly skills: string;
  readonly skillBundles: string;
  readonly logs: string;
  readonly pending: string;
  readonly checkpoints: string;
  readonly plugins: string;
  readonly cache: string;
  /** Results too large for the conversation. */
  readonly spill: string;
  readonly screenshots: string;
  /** What was spoken. */
  readonly audio: string;
  readonly sessions: string;
  readonly cron: string;
  readonly scripts: string;
  readonly hooks: string;
  readonly hooksAllowlist: string;
  readonly grants: string;
  readonly processes: string;
  readonly pairing: string;
  readonly skins: string;
  readonly workspace: string;
  readonly userHomeForCommands: string;
  readonly snapshots: string;
  readonly backups: string;
  readonly history: string;
  readonly profileFile: string;
  readonly profiles: string;
  readonly activeProfile: string;
  /** A path below the root. */
  path(...segments: readonly string[]): string;
  /** The home of another profile beside this one. */
  sibling(profile: string): Home;
}

export interface HomeQuery extends Pick<Facts, "env" | "platform" | "userHome" | "cwd"> {
  /** From `-p/--profile`, already normalised. */
  readonly profileFlag?: string;
  /** What `active_profile` in the top home says, if it says anything. */
  readonly activeProfile?: string;
}

/** Flag, then a HERMES_HOME that is itself a profile, then the active profile, then the default. */
export function resolveHome(query: HomeQuery): Home {
  const top = topHome(query);
  const given = givenHome(query);
  const flavour = flavourOf(query.platform);
  if (query.profileFlag !== undefined) return homeAt(top, query.profileFlag, query.platform);
  if (given !== undefined && isInProfiles(given, flavour)) return homeAt(top, flavour.basename(given), query.platform);
  return homeAt(top, query.activeProfile ?? DEFAULT_PROFILE, query.platform);
}

/** The home that holds the profiles: HERMES_HOME or the platform's default, or what lies two above `profiles/<name>`. */
export function topHome(query: Pick<HomeQuery, "env" | "platform" | "userHome" | "cwd">): string {
  const given = givenHome(query);
  const flavour = flavourOf(query.platform);
  if (given === undefined) return defaultHome(query);
  return isInProfiles(given, flavour) ? flavour.dirname(flavour.dirname(given)) : given;
}

/** The home of a profile below `top`; `default` is `top` itself. */
export function homeAt(top: string, profile: string, platform: NodeJS.Platform): Home {
  const flavour = flavourOf(platform);
  const root = profile === DEFAULT_PROFILE ? top : flavour.join(top, "profiles", profile);
  const path = (...segments: readonly string[]) => flavour.join(root, ...segments);
  return {
    root,
    profile,
    top,
    config: path("config.yaml"),
    env: path(".env"),
    auth: path("auth.json"),
    soul: path("SOUL.md"),
    stateDb: path("state.db"),
    memories: path("memories"),
    memoryFile: path("memories", "MEMORY.md"),
    userFile: path("memories", "USER.md"),
    skills: path("skills"),
    skillBundles: path("skill-bundles"),
    logs: path("logs"),
    pending: path("pending"),
    checkpoints: path("checkpoints"),
    plugins: path("plugins"),
    cache: path("cache"),
    spill: path("cache", "spill"),
    screenshots: path("cache", "screenshots"),
    audio: path("audio_cache"),
    sessions: path("sessions"),
    cron: path("cron"),
    scripts: path("scripts"),
    hooks: path("hooks"),
    hooksAllowlist: path("shell-hooks-allowlist.json"),
    grants: path("grants.json"),
    processes: path("processes.json"),
    pairing: path("pairing"),
    skins: path("skins"),
    workspace: path("workspace"),
    userHomeForCommands: path("home"),
    snapshots: path("state-snapshots"),
    backups: path("backups"),
    history: path(".hermes_history"),
    profileFile: path("profile.yaml"),
    profiles: flavour.join(top, "profiles"),
    activeProfile: flavour.join(top, "active_profile"),
    path,
    sibling: (name) => homeAt(top, name, platform),
  };
}

/** `~/…` below the user's home, absolute elsewhere. */
export function displayPath(path: string, { platform, userHome }: Pick<Facts, "platform" | "userHome">): string {
  const flavour = flavourOf(platform);
  const relative = flavour.relative(userHome, path);
  if (relative === "") return "~";
  return relative.startsWith("..") || flavour.isAbsolute(relative) ? path : `~${flavour.sep}${relative}`;
}

function defaultHome({ env, platform, userHome }: Pick<HomeQuery, "env" | "platform" | "userHome">): string {
  if (platform !== "win32") return posix.join(userHome, ".hermes");
  const local = env.LOCALAPPDATA?.trim();
  return win32.join(local ? local : win32.join(userHome, "AppData", "Local"), "hermes");
}

function givenHome({
  env,
  platform,
  userHome,
  cwd,
}: Pick<HomeQuery, "env" | "platform" | "userHome" | "cwd">): string | undefined {
  const given = env.HERMES_HOME?.trim();
  if (!given) return undefined;
  const flavour = flavourOf(platform);
  const expanded = /^~(?=$|[\\/])/.test(given) ? flavour.join(userHome, given.slice(1)) : given;
  return flavour.resolve(cwd, expanded);
}

function isInProfiles(path: string, flavour: typeof posix): boolean {
  return flavour.basename(flavour.dirname(path)) === "profiles";
}

function flavourOf(platform: NodeJS.Platform): typeof posix {
  return platform === "win32" ? win32 : posix;
}
