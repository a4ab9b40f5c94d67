// Which project files may fill the one project slot, in order. Takes a listing as data; reading is someone else's job.

import { nameOf, relativeTo, resolvePath } from "./paths.ts";

export type Family = "hermes" | "agents" | "claude" | "cursor";

/** One directory of the walk from the working directory upwards, nearest first. */
export interface WalkStep {
  readonly path: string;
  /** Every name here: what turns out to be no file is reported when it is read. */
  readonly files: readonly string[];
  readonly hasGit: boolean;
  /** Belongs to the user we run as. */
  readonly isOwn: boolean;
}

export interface ProjectListing {
  /** The working directory first, then its parents as far as they were listed. */
  readonly walk: readonly WalkStep[];
  readonly home: string;
  /** Names of `.cursor/rules/*.mdc` in the working directory. */
  readonly cursorRules: readonly string[];
}

export interface Candidate {
  readonly family: Family;
  readonly path: string;
  /** What the heading says: relative to the working directory when inside it, else the bare file name. */
  readonly name: string;
  /** What the truncation marker says. */
  readonly label: string;
  readonly isRule: boolean;
}

const LABELS: Readonly<Record<Family, string>> = {
  hermes: ".hermes.md",
  agents: "AGENTS.md",
  claude: "CLAUDE.md",
  cursor: ".cursorrules",
};

/**
 * Groups in order of priority: the first group with any non-empty file wins and the rest are not read.
 * Only the last group has several files; they are loaded together.
 */
export function projectCandidates(listing: ProjectListing): readonly (readonly Candidate[])[] {
  const here = listing.walk[0];
  if (!here) return [];
  const at = (family: Family, directory: string, file: string, isRule = false): Candidate => {
    const path = resolvePath(directory, file);
    return {
      family,
      path,
      name: relativeTo(here.path, path) ?? nameOf(path),
      label: isRule ? nameOf(file) : LABELS[family],
      isRule,
    };
  };
  const groups: Candidate[][] = [];
  for (const step of hermesWalk(listing)) {
    for (const file of [".hermes.md", "HERMES.md"])
      if (step.files.includes(file)) groups.push([at("hermes", step.path, file)]);
  }
  for (const file of ["AGENTS.md", "agents.md"])
    if (here.files.includes(file)) groups.push([at("agents", here.path, file)]);
  for (const file of ["CLAUDE.md", "claude.md"])
    if (here.files.includes(file)) groups.push([at("claude", here.path, file)]);
  const cursor = here.files.includes(".cursorrules") ? [at("cursor", here.path, ".cursorrules")] : [];
  for (const rule of [...listing.cursorRules].sort()) {
    if (rule.endsWith(".mdc")) cursor.push(at("cursor", here.path, `.cursor/rules/${rule}`, true));
  }
  if (cursor.length > 0) groups.push(cursor);
  return groups;
}

/** Up to the git root; without one only the working directory; never above home and never into someone else's directory. */
function hermesWalk(listing: ProjectListing): readonly WalkStep[] {
  const [here, ...above] = listing.walk;
  if (!here) return [];
  const steps = [here];
  if (here.hasGit || here.path === listing.home) return steps;
  for (const step of above) {
    if (!step.isOwn) return [here];
    steps.push(step);
    if (step.hasGit) return steps;
    if (step.path === listing.home) break;
  }
  return [here];
}
