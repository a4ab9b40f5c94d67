// The project's own rules, found and read: the kernel says which files count and what becomes of their text.

import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { Environment } from "../contracts/environment.ts";
import {
  type Candidate,
  type ProjectListing,
  projectCandidates,
  type WalkStep,
} from "../kernel/context-files/choose.ts";
import { cutNotice, type LoadedFile, loadContextFile, redactionNotice } from "../kernel/context-files/load.ts";
import { relativeTo } from "../kernel/context-files/paths.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { stripBom } from "../kernel/text.ts";
import { GONE, readText } from "./read-text.ts";

export interface ProjectFileOptions {
  readonly home: string;
  readonly maxChars: number;
  /** `path sha256` of contents the user vouches for. */
  readonly trusted: ReadonlySet<string>;
}

export type LoadedRule = Extract<LoadedFile, { type: "loaded" }>;
export type WaitingRule = Extract<LoadedFile, { type: "waiting" }>;

export interface ProjectFiles {
  readonly loaded: readonly LoadedRule[];
  readonly waiting: readonly WaitingRule[];
  readonly notices: readonly string[];
}

const DEEPEST_WALK = 40;

/** First group with anything in it wins. Unreadable, binary or deleted files are reported and passed over. */
export async function readProjectFiles(
  env: Environment,
  cwd: string,
  options: ProjectFileOptions,
): Promise<ProjectFiles> {
  const notices: string[] = [];
  for (const group of projectCandidates(await listProject(env, cwd, options.home))) {
    const files = await Promise.all(group.map((candidate) => readOne(env, candidate, options, notices)));
    const loaded = files.filter((file): file is LoadedRule => file.type === "loaded");
    const waiting = files.filter((file): file is WaitingRule => file.type === "waiting");
    if (loaded.length + waiting.length > 0) return { loaded, waiting, notices };
  }
  return { loaded: [], waiting: [], notices };
}

async function readOne(
  env: Environment,
  candidate: Candidate,
  options: ProjectFileOptions,
  notices: string[],
): Promise<LoadedFile> {
  const read = await readText(env, candidate.path);
  if (read.type !== "text") {
    notices.push(`${candidate.name} was not loaded: ${read.type === "absent" ? GONE : read.why}.`);
    return { type: "empty" };
  }
  const trusted = await isTrusted(env, candidate.path, read.text, options);
  const file = loadContextFile(read.text, candidate, { maxChars: options.maxChars, trusted });
  // What waits is spoken of when it loads.
  if (file.type === "loaded") notices.push(...noticesOf(env, file));
  return file;
}

/** What a person must know about a file that was just given to the model. */
export function noticesOf(
  env: Environment,
  { candidate, redactions, cut }: LoadedRule | WaitingRule,
): readonly string[] {
  const { name, path } = candidate;
  return [
    ...redactions.map((redaction) => redactionNotice(name, redaction, trustable(env, path))),
    ...(cut === undefined ? [] : [cutNotice(name, cut)]),
  ];
}

/** What `security.trusted_context_files` holds: a path without links, and exactly this content. */
export function trustKey(path: string, text: string): string {
  return `${path} ${createHash("sha256").update(stripBom(text)).digest("hex")}`;
}

export async function isTrusted(
  env: Environment,
  path: string,
  text: string,
  { trusted }: ProjectFileOptions,
): Promise<boolean> {
  if (trusted.size === 0) return false;
  try {
    return trusted.has(trustKey(await env.realPath(path), text));
  } catch (error) {
    if (error instanceof EnvironmentFailure) return false;
    throw error;
  }
}

/** The shortest way to name the file from the working directory. */
export function trustable(env: Environment, path: string): string {
  return relativeTo(env.cwd, path) ?? path;
}

async function listProject(env: Environment, cwd: string, home: string): Promise<ProjectListing> {
  const walk: WalkStep[] = [];
  for (let path = cwd; walk.length < DEEPEST_WALK; path = dirname(path)) {
    walk.push(await listStep(env, path));
    if (walk.at(-1)?.hasGit || path === home || path === dirname(path)) break;
  }
  const rules = await namesIn(env, join(cwd, ".cursor", "rules"));
  return { walk, home, cursorRules: rules.map((entry) => entry.name) };
}

async function listStep(env: Environment, path: string): Promise<WalkStep> {
  const entries = await namesIn(env, path);
  const info = await env.stat(path);
  return {
    path,
    files: entries.map((entry) => entry.name),
    hasGit: entries.some((entry) => entry.name === ".git"),
    isOwn: info?.isOwn !== false,
  };
}

export async function namesIn(env: Environment, path: string) {
  try {
    return await env.list(path);
  } catch (error) {
    // A directory that is not there or not ours to read holds no rules for us.
    if (error instanceof EnvironmentFailure) return [];
    throw error;
  }
}
