// The coding posture: when it applies, its brief, and the workspace snapshot rendered from facts gathered elsewhere.

import { ellipsize, oneLine } from "../text.ts";
import { CODING_BRIEF } from "./guidance.data.ts";
import { editStyle } from "./rules.ts";

export type CodingContext = "auto" | "focus" | "on" | "off";

export interface PostureFacts {
  readonly setting: CodingContext;
  readonly platform: string;
  /** Inside a git work tree that is not the home directory itself. */
  readonly inRepository: boolean;
  /** A manifest, Makefile or context file in the working directory or a near parent below home. */
  readonly hasProjectMarker: boolean;
}

const CODING_SURFACES = new Set(["cli", "tui", "acp", "desktop", ""]);

export function isCoding(facts: PostureFacts): boolean {
  if (facts.setting === "on") return true;
  if (facts.setting === "off") return false;
  return CODING_SURFACES.has(facts.platform) && (facts.inRepository || facts.hasProjectMarker);
}

/** File names that mark a directory as a project. */
export const PROJECT_MARKERS: readonly string[] = [
  "package.json",
  "pyproject.toml",
  "setup.py",
  "requirements.txt",
  "Cargo.toml",
  "go.mod",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "Gemfile",
  "composer.json",
  "mix.exs",
  "pubspec.yaml",
  "CMakeLists.txt",
  "deno.json",
  "Package.swift",
  "flake.nix",
  "Makefile",
  "Dockerfile",
  "AGENTS.md",
  "CLAUDE.md",
  ".cursorrules",
];

export interface WorkspaceFacts {
  readonly root: string;
  readonly git?: {
    /** Undefined means a detached HEAD. */
    readonly branch?: string;
    readonly upstream?: string;
    readonly ahead: number;
    readonly behind: number;
    readonly linkedWorktreeOf?: string;
    readonly staged: number;
    readonly modified: number;
    readonly untracked: number;
    readonly conflicts: number;
    readonly commits: readonly { readonly hash: string; readonly subject: string }[];
  };
  readonly manifests: readonly string[];
  readonly packageManagers: readonly string[];
  readonly verify: readonly string[];
  readonly contextFiles: readonly string[];
}

/** Lines for the prompt. Repository-controlled words must have been scanned before they come here; they are kept to one line each. */
export function workspaceLines(facts: WorkspaceFacts): readonly string[] {
  const lines = ["Workspace (snapshot at session start; it is not updated):", `- Root: ${oneLine(facts.root)}`];
  if (facts.git) lines.push(...gitLines(facts.git));
  if (facts.manifests.length > 0) {
    const managers = facts.packageManagers.length > 0 ? ` (${facts.packageManagers.map(oneLine).join(", ")})` : "";
    lines.push(`- Project: ${facts.manifests.slice(0, 6).map(oneLine).join(", ")}${managers}`);
  }
  if (facts.verify.length > 0) lines.push(`- Verify: ${facts.verify.slice(0, 8).map(oneLine).join("; ")}`);
  if (facts.contextFiles.length > 0) lines.push(`- Context files: ${facts.contextFiles.map(oneLine).join(", ")}`);
  return lines;
}

function gitLines(git: NonNullable<WorkspaceFacts["git"]>): string[] {
  const upstream =
    git.upstream === undefined ? "" : ` → ${oneLine(git.upstream)} (ahead ${git.ahead}, behind ${git.behind})`;
  const lines = [`- Branch: ${git.branch === undefined ? "(detached HEAD)" : oneLine(git.branch) + upstream}`];
  if (git.linkedWorktreeOf !== undefined) lines.push(`- Worktree: linked to ${oneLine(git.linkedWorktreeOf)}`);
  const counts: readonly (readonly [number, string])[] = [
    [git.staged, "staged"],
    [git.modified, "modified"],
    [git.untracked, "untracked"],
    [git.conflicts, "conflicts"],
  ];
  const dirty = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  lines.push(`- Status: ${dirty.length > 0 ? dirty.join(", ") : "clean"}`);
  if (git.commits.length > 0) {
    lines.push("- Recent commits:");
    for (const { hash, subject } of git.commits.slice(0, 3))
      lines.push(`  ${hash} ${ellipsize(oneLine(subject), 100)}`);
  }
  return lines;
}

/** The brief, the family's edit line, and the snapshot when there is one. */
export function codingPosture(model: string, workspace: WorkspaceFacts | undefined): string {
  const style = editStyle(model);
  const brief = style === undefined ? CODING_BRIEF : `${CODING_BRIEF}\n- ${style}`;
  return workspace ? `${brief}\n\n${workspaceLines(workspace).join("\n")}` : brief;
}
