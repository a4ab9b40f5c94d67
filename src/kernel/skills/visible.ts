// Who sees a skill: the operating system, what is switched off, the tools at hand.

import type { SkillHead } from "./head.ts";

export interface Surroundings {
  /** `process.platform` of where commands run. */
  readonly os: string;
  readonly disabled: ReadonlySet<string>;
  /** Tags such as `docker`; a skill for one of them is only offered there. */
  readonly environments: readonly string[];
  /** Absent: nothing is known about tools, so nothing is hidden for them. */
  readonly tools?: ReadonlySet<string>;
  readonly toolsets?: ReadonlySet<string>;
}

export type Hidden = "platform" | "disabled" | "environment" | "needs" | "stands-in";

type Gated = Pick<SkillHead, "platforms" | "environments" | "needs" | "standsIn">;

const OS_NAMES: Readonly<Record<string, string>> = {
  macos: "darwin",
  mac: "darwin",
  osx: "darwin",
  darwin: "darwin",
  linux: "linux",
  windows: "win32",
  win32: "win32",
};

/** Undefined when it is shown. `platform` and `disabled` hold everywhere, the others only where skills are offered unasked. */
export function hiddenBecause(name: string, head: Gated, around: Surroundings): Hidden | undefined {
  if (around.disabled.has(name)) return "disabled";
  if (!fitsPlatform(head.platforms, around.os)) return "platform";
  if (!fitsEnvironment(head.environments, around.environments)) return "environment";
  if (isMissing(head.needs.tools, around.tools) || isMissing(head.needs.toolsets, around.toolsets)) return "needs";
  if (isPresent(head.standsIn.tools, around.tools) || isPresent(head.standsIn.toolsets, around.toolsets))
    return "stands-in";
  return undefined;
}

export function fitsPlatform(platforms: readonly string[], os: string): boolean {
  // Android's Termux is a Linux to every skill.
  const here = os === "android" ? "linux" : os;
  return platforms.length === 0 || platforms.some((one) => OS_NAMES[one] === here);
}

const KNOWN_ENVIRONMENTS: ReadonlySet<string> = new Set(["kanban", "docker", "s6"]);

function fitsEnvironment(wanted: readonly string[], active: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((one) => !KNOWN_ENVIRONMENTS.has(one) || active.includes(one));
}

function isMissing(wanted: readonly string[], have: ReadonlySet<string> | undefined): boolean {
  return have !== undefined && wanted.some((one) => !have.has(one));
}

function isPresent(wanted: readonly string[], have: ReadonlySet<string> | undefined): boolean {
  return have !== undefined && wanted.some((one) => have.has(one));
}
