// The workspace as it is at session start: one git call, one listing, both bounded; outside a project nothing is run.

import { basename, dirname, join } from "node:path";
import { type Environment, workplaceOf } from "../contracts/environment.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import type { PromptInput } from "../kernel/prompt/build.ts";
import { type CodingContext, isCoding, PROJECT_MARKERS, type WorkspaceFacts } from "../kernel/prompt/posture.ts";
import { packageManagers, type ReadGit, readGit, verifyCommands } from "../kernel/prompt/workspace.ts";
import { readText } from "./read-text.ts";

const GIT_TIMEOUT_MS = 2_500;
const MARKER_REACH = 7;
const SEPARATOR = "==log==";
const CONTEXT_FILES = [".hermes.md", "HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"];

export interface WorkspaceOptions {
  readonly setting: CodingContext;
  readonly home: string;
}

export interface GatheredCoding {
  readonly coding: NonNullable<PromptInput["coding"]>;
  readonly notices: readonly string[];
}

/** Undefined when the coding posture does not apply here. */
export async function gatherCoding(
  env: Environment,
  platform: string,
  options: WorkspaceOptions,
): Promise<GatheredCoding | undefined> {
  const place = await findProject(env, options.home);
  const coding = isCoding({
    setting: options.setting,
    platform,
    inRepository: place.gitRoot !== undefined && place.gitRoot !== options.home,
    hasProjectMarker: place.marked !== undefined,
  });
  if (!coding) return undefined;
  const root = place.gitRoot ?? place.marked ?? workplaceOf(env);
  const asked = place.gitRoot === undefined ? undefined : await askGit(env, root);
  return { coding: { workspace: await describe(env, root, asked?.git) }, notices: asked?.notices ?? [] };
}

interface Place {
  readonly gitRoot?: string;
  readonly marked?: string;
}

async function findProject(env: Environment, home: string): Promise<Place> {
  let marked: string | undefined;
  for (let path = workplaceOf(env), level = 0; level < MARKER_REACH; path = dirname(path), level++) {
    const names = path === home ? [] : await namesIn(env, path);
    if (names.includes(".git")) return { gitRoot: path, ...(marked === undefined ? {} : { marked }) };
    if (marked === undefined && names.some((name) => PROJECT_MARKERS.includes(name))) marked = path;
    if (path === dirname(path)) break;
  }
  return marked === undefined ? {} : { marked };
}

async function describe(env: Environment, root: string, git: WorkspaceFacts["git"]): Promise<WorkspaceFacts> {
  const files = await namesIn(env, root);
  const packageJson = files.includes("package.json") ? await readText(env, join(root, "package.json")) : undefined;
  return {
    root,
    ...(git === undefined ? {} : { git }),
    manifests: files.filter((name) => PROJECT_MARKERS.includes(name) && !CONTEXT_FILES.includes(name)),
    packageManagers: packageManagers(files),
    verify: verifyCommands(files, packageJson?.type === "text" ? packageJson.text : undefined),
    contextFiles: files.filter((name) => CONTEXT_FILES.includes(name)).map((name) => basename(name)),
  };
}

async function askGit(env: Environment, root: string): Promise<ReadGit | undefined> {
  const command = `git --no-optional-locks status --porcelain=v2 --branch && echo ${SEPARATOR} && git log -3 --format='%h %s' 2>/dev/null`;
  try {
    const { code, output } = await env.exec(command, {
      cwd: root,
      timeoutMs: GIT_TIMEOUT_MS,
      signal: new AbortController().signal,
    });
    if (code === 124) return undefined;
    const [status = "", log = ""] = output.split(`${SEPARATOR}\n`);
    return status.startsWith("# branch") ? readGit(status, log) : undefined;
  } catch (error) {
    // No git here, or none that answers: the snapshot does without.
    if (error instanceof EnvironmentFailure) return undefined;
    throw error;
  }
}

async function namesIn(env: Environment, path: string): Promise<readonly string[]> {
  try {
    return (await env.list(path)).map((entry) => entry.name);
  } catch (error) {
    if (error instanceof EnvironmentFailure) return [];
    throw error;
  }
}
