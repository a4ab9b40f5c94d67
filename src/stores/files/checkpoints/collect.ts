// What of a working tree goes into an index: changed and new files, minus what is too large, unreadable or no file at all.

import { accessSync, constants, lstatSync, type Stats } from "node:fs";
import { setImmediate as pause } from "node:timers/promises";
import { SECRET_FILE } from "../../../kernel/checkpoints/excludes.data.ts";
import type { LeftOut } from "../../../kernel/checkpoints/left-out.ts";
import type { GuardedFile } from "../../../kernel/checkpoints/note.ts";
import { diskFailure, errorCode, type Git } from "./git.ts";
import { absolute, namesFrom, nulList, toText } from "./names.ts";

const LOOKS_AT_ONCE = 500;

export interface CollectLimits {
  readonly maxEntries: number;
  readonly maxFileBytes: number;
  /** Of all new content together. */
  readonly maxNewBytes: number;
}

export interface CollectRequest {
  readonly workTree: string;
  /** Changed in place: give a copy. */
  readonly index: string;
  readonly limits: CollectLimits;
  /** Files already in the index. */
  readonly tracked: number;
  /** Ignore rules on top of the project's and the store's. */
  readonly excludes: readonly string[];
  /** Taken in whatever the ignore rules say. */
  readonly also: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export type Collected =
  | { readonly type: "collected"; readonly changed: boolean; readonly leftOut: readonly LeftOut[] }
  | { readonly type: "too-much"; readonly why: string };

interface Listing {
  /** Not in the index. */
  readonly fresh: readonly string[];
  /** In the index, but different or gone. */
  readonly stale: readonly string[];
}

export async function collect(git: Git, request: CollectRequest): Promise<Collected> {
  const listing = await listChanges(git, request);
  if (listing === undefined) return { type: "too-much", why: tooMany(request.limits) };
  const sorted = await sortOut(request, listing);
  if (sorted.bytes > request.limits.maxNewBytes) return { type: "too-much", why: tooBig(request.limits) };
  const base = { workTree: request.workTree, index: request.index, patience: 2, ...envOf(request) };
  if (sorted.remove.length > 0)
    await git({ ...base, args: ["update-index", "-z", "--force-remove", "--stdin"], stdin: nulList(sorted.remove) });
  if (sorted.add.length > 0)
    await git({
      ...base,
      args: ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"],
      stdin: nulList(sorted.add),
      needs: sorted.bytes,
    });
  return {
    type: "collected",
    changed: sorted.add.length + sorted.remove.length > 0,
    leftOut: sorted.leftOut,
  };
}

/** What the ignore rules keep out, whole folders as one. */
export async function excluded(
  git: Git,
  { workTree, index, excludes }: Pick<CollectRequest, "workTree" | "index" | "excludes">,
  most: number,
): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "-o", "-i", "--directory", "--exclude-standard", ...excludeArgs(excludes)];
  const answer = await git({ args, workTree, index, maxItems: most });
  const paths = namesFrom(answer.stdout).slice(0, most).map(toText);
  // Belongs to the project's own history, never to what is at risk.
  return paths.filter((path) => !/(^|\/)\.(git|hg|svn|jj)\/?$/.test(path));
}

/** Files of the index that are less open than a new file would be. */
export async function guardedFiles(git: Git, workTree: string, index: string): Promise<readonly GuardedFile[]> {
  const names = namesFrom((await git({ args: ["ls-files", "-z"], index })).stdout);
  const guarded: GuardedFile[] = [];
  for (const [at, name] of names.entries()) {
    if (at % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) await pause();
    const info = lookAt(absolute(workTree, name));
    if (info?.isFile() && (0o066 & ~process.umask() & ~info.mode) !== 0)
      guarded.push({ path: toText(name), mode: info.mode & 0o777 });
  }
  return guarded;
}

async function listChanges(git: Git, request: CollectRequest): Promise<Listing | undefined> {
  const room = request.limits.maxEntries - request.tracked;
  const answer = await git({
    args: ["ls-files", "-z", "-t", "-o", "-m", "-d", "--exclude-standard", ...excludeArgs(request.excludes)],
    workTree: request.workTree,
    index: request.index,
    // Changed files are listed up to twice; what they say about the limit is refined below.
    maxItems: Math.max(0, room) + 2 * request.tracked + 1,
    ...envOf(request),
  });
  if (answer.cut) return undefined;
  const fresh: string[] = [];
  const stale = new Set<string>();
  for (const line of namesFrom(answer.stdout)) {
    const name = line.slice(2);
    if (!line.startsWith("? ")) stale.add(name);
    else if (!name.endsWith("/")) fresh.push(name);
    else if (!(await listNested(git, request, name, fresh))) return undefined;
    if (fresh.length > room) return undefined;
  }
  return { fresh, stale: [...stale] };
}

/** A repository inside the project is files like all others; git by itself would only note its commit. False: too many. */
async function listNested(git: Git, request: CollectRequest, folder: string, into: string[]): Promise<boolean> {
  const room = request.limits.maxEntries - request.tracked - into.length;
  const answer = await git({
    args: ["ls-files", "-z", "-o", "--exclude-standard"],
    // `folder` is bytes; the environment of a process is text, so an unreadable name is left to the outer list.
    workTree: absolute(request.workTree, folder.slice(0, -1)).toString("utf8"),
    index: `${request.index}.none`,
    maxItems: Math.max(0, room),
    expected: [0, 128],
  });
  if (answer.cut) return false;
  for (const name of namesFrom(answer.stdout)) {
    if (!name.endsWith("/")) into.push(folder + name);
    else if (!(await listNested(git, request, folder + name, into))) return false;
  }
  return true;
}

interface Sorted {
  readonly add: string[];
  readonly remove: string[];
  readonly leftOut: LeftOut[];
  bytes: number;
}

async function sortOut(request: CollectRequest, { fresh, stale }: Listing): Promise<Sorted> {
  const sorted: Sorted = { add: [], remove: [], leftOut: [], bytes: 0 };
  const isReached = realFolders(request.workTree);
  const known = new Set(stale);
  const wanted = request.also.filter((name) => !known.has(name) && !fresh.includes(name) && !SECRET_FILE.test(name));
  let looked = 0;
  for (const name of [...stale, ...fresh, ...wanted]) {
    // Looking is quick when it does not wait for other threads, but must not hold up everything else.
    if (++looked % LOOKS_AT_ONCE === 0) await pause();
    const verdict = isReached(name) ? judge(request, name) : GONE;
    if (verdict.type === "take") {
      sorted.add.push(name);
      sorted.bytes += verdict.bytes;
      continue;
    }
    if (verdict.type === "leave") sorted.leftOut.push({ path: toText(name), why: verdict.why });
    if (known.has(name)) sorted.remove.push(name);
  }
  return sorted;
}

type Taken =
  | { readonly type: "take"; readonly bytes: number }
  | { readonly type: "leave"; readonly why: "too-large" | "unreadable" | "not-a-file" }
  | { readonly type: "gone" };

const GONE: Taken = { type: "gone" };

function judge({ workTree, limits }: CollectRequest, name: string): Taken {
  const path = absolute(workTree, name);
  const info = lookAt(path);
  if (info === undefined || info.isDirectory()) return GONE;
  if (info.isSymbolicLink()) return { type: "take", bytes: info.size };
  if (!info.isFile()) return { type: "leave", why: "not-a-file" };
  if (info.size > limits.maxFileBytes) return { type: "leave", why: "too-large" };
  return isReadable(path) ? { type: "take", bytes: info.size } : { type: "leave", why: "unreadable" };
}

/** Undefined when there is nothing, or nothing we may see. */
export function lookAt(path: Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (["ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG"].includes(errorCode(error) ?? "")) return undefined;
    throw diskFailure(error, path.toString("utf8"));
  }
}

function isReadable(path: Buffer): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    if (errorCode(error) === "EACCES" || errorCode(error) === "ENOENT" || errorCode(error) === "EPERM") return false;
    throw diskFailure(error, path.toString("utf8"));
  }
}

/** Tells whether a name is reached through real folders only, not through a link that has taken a folder's place. */
export function realFolders(workTree: string): (name: string) => boolean {
  const seen = new Map<string, boolean>();
  const isReal = (folder: string): boolean => {
    const before = seen.get(folder);
    if (before !== undefined) return before;
    const cut = folder.lastIndexOf("/");
    const real =
      (cut < 0 || isReal(folder.slice(0, cut))) && lookAt(absolute(workTree, folder))?.isDirectory() === true;
    seen.set(folder, real);
    return real;
  };
  return (name) => {
    const cut = name.lastIndexOf("/");
    return cut < 0 || isReal(name.slice(0, cut));
  };
}

const excludeArgs = (excludes: readonly string[]): readonly string[] => excludes.map((rule) => `--exclude=${rule}`);
const envOf = ({ env }: Pick<CollectRequest, "env">) => (env === undefined ? {} : { env });
const tooMany = ({ maxEntries }: CollectLimits): string => `there are more than ${maxEntries} files`;
const tooBig = ({ maxNewBytes }: CollectLimits): string =>
  `more than ${Math.floor(maxNewBytes / 1_048_576)} MB would have to be saved`;
