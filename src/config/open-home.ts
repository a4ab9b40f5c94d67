// Which home this process uses: decided by resolveHome, looked up on disk here. On the start path, so it loads little.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ConfigFailure } from "../kernel/failure.ts";
import { codeOf } from "./atomic-file.ts";
import { DEFAULT_PROFILE, type Home, resolveHome, topHome } from "./home.ts";
import type { Facts } from "./process-facts.ts";
import { checkProfileName } from "./profile-names.ts";

/** The home this process uses, checked to exist when it is a profile. Throws ConfigFailure `unknown-profile`. */
export function openHome(facts: Facts, profileFlag?: string): Home {
  const active = profileFlag === undefined ? readActiveProfile(topHome(facts)) : undefined;
  const home = resolveHome({
    ...facts,
    ...(profileFlag === undefined ? {} : { profileFlag }),
    ...(active === undefined ? {} : { activeProfile: active }),
  });
  const isNamed = home.profile !== DEFAULT_PROFILE && (profileFlag !== undefined || active !== undefined);
  if (!isNamed || isDirectory(home.root)) return home;
  throw profileFlag === undefined ? lostProfile(home) : unknownProfile(home, home.profile);
}

/** The name in `active_profile` when nothing stands behind it any more: every command but `hermes profile` must stop then. */
export function lostActiveProfile(facts: Facts): string | undefined {
  const top = topHome(facts);
  const active = readActiveProfile(top);
  if (active === undefined) return undefined;
  const home = resolveHome({ ...facts, activeProfile: active });
  return home.profile === active && !isDirectory(home.root) ? active : undefined;
}

/** The sticky choice, or undefined for the default. */
export function readActiveProfile(top: string): string | undefined {
  const text = readOptional(join(top, "active_profile"));
  const checked = checkProfileName(text);
  return text.trim() === "" || checked.type === "bad" || checked.name === DEFAULT_PROFILE ? undefined : checked.name;
}

/** `default` first, then the others in order. */
export function profileNames(home: Home): readonly string[] {
  const names = entriesOf(home.profiles).filter(
    (name) => checkProfileName(name).type === "ok" && isDirectory(join(home.profiles, name)),
  );
  return [DEFAULT_PROFILE, ...names.sort()];
}

export function unknownProfile(home: Home, name: string): ConfigFailure {
  const known = profileNames(home);
  return new ConfigFailure(
    "unknown-profile",
    `There is no profile called ${name} (there are: ${known.join(", ")}). "hermes profile create ${name}" makes one.`,
  );
}

function lostProfile(home: Home): ConfigFailure {
  return new ConfigFailure(
    "unknown-profile",
    `The profile in use, ${home.profile}, is gone (there are: ${profileNames(home).join(", ")}). "hermes profile use default" goes back to the default one, "hermes profile create ${home.profile}" makes it anew.`,
  );
}

export function entriesOf(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return [];
    throw unreadable(path, error);
  }
}

/** Empty when there is no such file. */
export function readOptional(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR" || codeOf(error) === "EISDIR") return "";
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): ConfigFailure {
  const code = codeOf(error) ?? String(error);
  const words =
    code === "EACCES" || code === "EPERM"
      ? `${path} may not be read by this user. Give the home to your user (chown), or choose another one with HERMES_HOME.`
      : `${path} cannot be read (${code}).`;
  return new ConfigFailure("unreadable", words, error);
}

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
