// `@file:…`, `@diff` and their kin in a message: read, guarded and weighed; what cannot be attached is said, never silently dropped.

import { type Environment, workplaceOf } from "../contracts/environment.ts";
import { fence } from "../kernel/calls/fence.ts";
import {
  FOLDER_MAX_ENTRIES,
  joinAttachments,
  parseReferences,
  type Reference,
  refusePath,
  weighAttachments,
} from "../kernel/context-files/references.ts";
import { EnvironmentFailure } from "../kernel/failure.ts";
import { estimateText } from "../kernel/tokens.ts";
import { readText } from "./read-text.ts";

export interface AttachmentPorts {
  readonly env: Environment;
  readonly home: string;
  readonly window: number;
  newNonce(): string;
  /** A page as text; a sentence saying why not otherwise. */
  fetchPage(
    url: string,
    signal: AbortSignal,
  ): Promise<{ readonly type: "page"; readonly text: string } | { readonly type: "failed"; readonly why: string }>;
}

export interface Attached {
  readonly text: string;
  /** Outside sources of what was attached: they taint the turn the message begins. */
  readonly taints: readonly string[];
  /** For the person who wrote the message. */
  readonly warnings: readonly string[];
}

const GIT_TIMEOUT_MS = 10_000;
/** The shell's code for a command it does not find. */
const NO_SUCH_COMMAND = 127;
/** `git log`'s code where there is no history. */
const NO_HISTORY = 128;

export async function attachReferences(text: string, ports: AttachmentPorts, signal: AbortSignal): Promise<Attached> {
  const parsed = parseReferences(text);
  if (parsed.references.length === 0) return { text, taints: [], warnings: [] };
  const warnings: string[] = [];
  const blocks: string[] = [];
  const taints: string[] = [];
  for (const [index, reference] of parsed.references.entries()) {
    const token = parsed.tokens[index] ?? "";
    const found = await resolve(reference, ports, signal);
    if (found.type === "refused") warnings.push(`${token}: ${found.why}`);
    else {
      blocks.push(`## ${token}\n${fence(found.text, token, ports.newNonce())}`);
      if (reference.type === "url") taints.push(`web page (${reference.url})`);
    }
  }
  const weight = weighAttachments(estimateText(blocks.join("\n")), ports.window);
  // A message that would fill the window is sent as it was written; the person decides what to leave out.
  if (weight === "refused")
    return {
      text,
      taints: [],
      warnings: [...warnings, "The attachments would take more than half of the model's window; nothing was attached."],
    };
  if (weight === "large") warnings.push("The attachments take more than a quarter of the model's window.");
  return { text: joinAttachments(parsed.text, warnings, blocks), taints, warnings };
}

type Found = { readonly type: "found"; readonly text: string } | { readonly type: "refused"; readonly why: string };

async function resolve(reference: Reference, ports: AttachmentPorts, signal: AbortSignal): Promise<Found> {
  try {
    switch (reference.type) {
      case "file":
        return await file(reference, ports);
      case "folder":
        return await folder(reference.path, ports);
      case "diff":
        return await git("git diff", ports, signal);
      case "staged":
        return await git("git diff --staged", ports, signal);
      case "git":
        return await git(`git log -p -n ${reference.count} --stat`, ports, signal);
      case "url": {
        const page = await ports.fetchPage(reference.url, signal);
        return page.type === "page" ? { type: "found", text: page.text } : { type: "refused", why: page.why };
      }
    }
  } catch (error) {
    if (error instanceof EnvironmentFailure) return { type: "refused", why: error.message };
    throw error;
  }
}

async function file(reference: Extract<Reference, { type: "file" }>, ports: AttachmentPorts): Promise<Found> {
  const { env } = ports;
  const path = await env.realPath(reference.path);
  const why = refusePath(path, workplaceOf(env), ports.home);
  if (why !== undefined) return { type: "refused", why };
  const read = await readText(env, path);
  if (read.type === "absent") return { type: "refused", why: "there is no such file" };
  if (read.type === "unusable") return { type: "refused", why: read.why };
  if (reference.lines === undefined) return { type: "found", text: read.text };
  const { from, to } = reference.lines;
  return {
    type: "found",
    text: read.text
      .split("\n")
      .slice(from - 1, to)
      .join("\n"),
  };
}

async function folder(wanted: string, { env, home }: AttachmentPorts): Promise<Found> {
  const path = await env.realPath(wanted);
  const why = refusePath(path, workplaceOf(env), home);
  if (why !== undefined) return { type: "refused", why };
  const entries = await env.list(path);
  const lines = entries
    .slice(0, FOLDER_MAX_ENTRIES)
    .map((entry) => (entry.type === "dir" ? `${entry.name}/` : entry.name));
  const more = entries.length - lines.length;
  return { type: "found", text: [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join("\n") };
}

async function git(command: string, { env }: AttachmentPorts, signal: AbortSignal): Promise<Found> {
  const limits = { cwd: env.cwd, timeoutMs: GIT_TIMEOUT_MS, signal, maxBytes: 400_000 };
  // Outside a repository git diff takes its words for file names; what it says then helps nobody.
  const inside = await env.exec("git rev-parse --is-inside-work-tree", limits);
  if (inside.code === NO_SUCH_COMMAND) return { type: "refused", why: "git is not installed here" };
  if (inside.ended !== "exited") return { type: "refused", why: "git did not answer in time" };
  if (inside.code !== 0) return { type: "refused", why: `${env.cwd} is not in a git repository that git can use` };
  const { code, output } = await env.exec(command, limits);
  if (code === NO_HISTORY && command.startsWith("git log"))
    return { type: "refused", why: "this repository has no commits yet" };
  if (code !== 0) return { type: "refused", why: `${command} failed: ${output.trim().split("\n")[0] ?? ""}` };
  return output.trim() === "" ? { type: "refused", why: "there is nothing to show" } : { type: "found", text: output };
}
