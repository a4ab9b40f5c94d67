// Profiles: complete, isolated homes below `profiles/`. These functions return data; asking and printing is for surfaces.

import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse, stringify } from "yaml";
import { ConfigFailure } from "../kernel/failure.ts";
import { isRecord } from "../kernel/json.ts";
import { PRIVATE_DIR, PRIVATE_FILE, replaceFile, writeFailure } from "./atomic-file.ts";
import { ensureHome } from "./ensure-home.ts";
import { DEFAULT_PROFILE, type Home } from "./home.ts";
import { entriesOf, isDirectory, profileNames, readActiveProfile, readOptional, unknownProfile } from "./open-home.ts";
import { checkNewProfileName, checkProfileName } from "./profile-names.ts";

const FOLDERS = ["memories", "sessions", "skills", "skins", "logs", "plans", "workspace", "cron", "home"] as const;
const CLONED = ["config.yaml", ".env", "SOUL.md", "skills", "memories"] as const;
// What a full clone leaves behind: history, running state, and what only the top home has.
const NOT_CLONED: ReadonlySet<string> = new Set([
  "active_profile",
  "auth.lock",
  "backups",
  "bin",
  "checkpoints",
  "gateway.lock",
  "gateway.pid",
  "gateway_state.json",
  "node_modules",
  "processes.json",
  "profiles",
  "sessions",
  "state-snapshots",
  "worktrees",
]);

export interface ProfileSummary {
  readonly name: string;
  readonly root: string;
  readonly isActive: boolean;
  readonly description: string;
}

export interface CreateProfile {
  readonly name: string;
  /** `config`: settings, secrets, identity, skills and memory. `all`: everything but history. */
  readonly clone?: "config" | "all";
  /** The profile to clone; the current one when absent. */
  readonly from?: string;
  readonly noSkills?: boolean;
  readonly description?: string;
}

/** The default profile first, then the others by name. */
export function listProfiles(home: Home): readonly ProfileSummary[] {
  const active = readActiveProfile(home.top) ?? DEFAULT_PROFILE;
  return profileNames(home).map((name) => summaryOf(home.sibling(name), active));
}

export function showProfile(home: Home, name: string): ProfileSummary {
  const profile = existing(home, name);
  return summaryOf(profile, readActiveProfile(home.top) ?? DEFAULT_PROFILE);
}

/** Throws ConfigFailure when the name is taken, reserved or malformed, or the source does not exist. */
export function createProfile(
  home: Home,
  { name, clone, from, noSkills = false, description = "" }: CreateProfile,
): Home {
  const target = freshHome(home, name);
  const source = clone === undefined ? undefined : from === undefined ? home : existing(home, from);
  return building(target, () => {
    if (source !== undefined) cloneInto(source, target, clone === "all", noSkills);
    ensureHome(target);
    for (const folder of FOLDERS) mkdirSync(target.path(folder), { recursive: true, mode: PRIVATE_DIR });
    if (!existsSync(target.env)) writeFileSync(target.env, "", { mode: PRIVATE_FILE });
    if (noSkills) writeFileSync(target.path(".no-bundled-skills"), "", { mode: PRIVATE_FILE });
    if (description !== "") replaceFile(target.profileFile, stringify({ description, description_auto: false }));
    return target;
  });
}

/** Makes the profile the one used when nothing else is said; `default` removes the choice. */
export function useProfile(home: Home, name: string): Home {
  const profile = existing(home, name);
  if (profile.profile === DEFAULT_PROFILE) rmSync(home.activeProfile, { force: true });
  else replaceFile(home.activeProfile, `${profile.profile}\n`);
  return profile;
}

export function renameProfile(home: Home, name: string, newName: string): Home {
  const source = existing(home, name);
  refuseDefault(source, "renamed");
  const target = freshHome(home, newName);
  const wasActive = readActiveProfile(home.top) === source.profile;
  moveFolder(source.root, target.root);
  if (wasActive) useProfile(home, target.profile);
  return target;
}

/** Removes the profile and everything in it; the choice falls back to the default. Asking first is the caller's duty. */
export function deleteProfile(home: Home, name: string): void {
  const profile = existing(home, name);
  refuseDefault(profile, "deleted");
  if (readActiveProfile(home.top) === profile.profile) useProfile(home, DEFAULT_PROFILE);
  // Moved first, so that a deletion that is interrupted never leaves half a profile under its name.
  const doomed = join(home.profiles, `.deleted-${profile.profile}-${process.pid}`);
  moveFolder(profile.root, doomed);
  rmSync(doomed, { recursive: true, force: true });
}

/** The home for a profile that does not exist yet. Throws ConfigFailure. */
export function freshHome(home: Home, name: string): Home {
  const checked = checkNewProfileName(name);
  if (checked.type === "bad") throw new ConfigFailure("invalid", checked.why);
  const target = home.sibling(checked.name);
  if (existsSync(target.root)) throw new ConfigFailure("invalid", `A profile called ${checked.name} exists already.`);
  return target;
}

/** The home of a profile that exists. Throws ConfigFailure `unknown-profile`. */
export function existing(home: Home, name: string): Home {
  const checked = checkProfileName(name);
  if (checked.type === "bad") throw new ConfigFailure("invalid", checked.why);
  const profile = home.sibling(checked.name);
  if (checked.name !== DEFAULT_PROFILE && !isDirectory(profile.root)) throw unknownProfile(home, checked.name);
  return profile;
}

/** Runs what builds a new home; when it fails, nothing of the home is left. */
export function building<T>(target: Home, build: () => T): T {
  try {
    mkdirSync(target.root, { recursive: true, mode: PRIVATE_DIR });
    return build();
  } catch (error) {
    rmSync(target.root, { recursive: true, force: true });
    throw writeFailure(target.root, error);
  }
}

function cloneInto(source: Home, target: Home, everything: boolean, noSkills: boolean): void {
  const names = everything
    ? entriesOf(source.root).filter((name) => !NOT_CLONED.has(name) && !name.startsWith("state.db"))
    : CLONED;
  for (const name of names) {
    if (noSkills && name === "skills") continue;
    if (existsSync(source.path(name)))
      cpSync(source.path(name), target.path(name), { recursive: true, verbatimSymlinks: true, filter: isCopied });
  }
}

// Sockets and pipes of running programs cannot be copied; locks must not be.
function isCopied(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return (found === undefined || found.isFile() || found.isDirectory()) && !basename(path).endsWith(".lock");
}

function summaryOf(home: Home, active: string): ProfileSummary {
  return { name: home.profile, root: home.root, isActive: home.profile === active, description: descriptionOf(home) };
}

function descriptionOf(home: Home): string {
  const text = readOptional(home.profileFile);
  if (text === "" || text.length > 100_000) return "";
  try {
    const value: unknown = parse(text, { logLevel: "silent", maxAliasCount: 0 });
    return isRecord(value) && typeof value.description === "string" ? value.description : "";
  } catch {
    // A damaged description is not worth refusing the list for.
    return "";
  }
}

function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    throw writeFailure(to, error);
  }
}

function refuseDefault(profile: Home, verb: string): void {
  if (profile.profile === DEFAULT_PROFILE)
    throw new ConfigFailure("invalid", `The default profile is the home itself and cannot be ${verb}.`);
}
