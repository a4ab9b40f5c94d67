// Takes a snapshot: the index brought up to date, a tree, a commit on the project's line, all of it or nothing.

import type { Saved } from "../../../contracts/checkpoints.ts";
import type { Ids } from "../../../contracts/time.ts";
import { writeNote } from "../../../kernel/checkpoints/note.ts";
import { type Collected, type CollectLimits, collect, excluded, guardedFiles } from "./collect.ts";
import type { Git } from "./git.ts";
import { type Layout, refOf, writeProject } from "./layout.ts";
import { type WorkingIndex, withIndex } from "./working-index.ts";

export interface SnapshotStore {
  readonly layout: Layout;
  readonly git: Git;
  readonly ids: Ids;
  readonly limits: CollectLimits;
  now(): number;
}

export interface SnapshotRequest {
  readonly workdir: string;
  readonly hash: string;
  readonly reason: string;
  readonly excludes: readonly string[];
  /** Names as bytes, see names.ts. */
  readonly also: readonly string[];
  /** Also an empty folder is worth a snapshot: something is about to be put into it. */
  readonly keepEmpty?: boolean;
}

export type Snapshot = Saved & { readonly tree?: string };

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const MAX_EXCLUDED = 20_000;

/** The caller holds the store's lock. */
export async function takeSnapshot(store: SnapshotStore, request: SnapshotRequest): Promise<Snapshot> {
  return withIndex(store, request.hash, async (index) => {
    const { workdir, excludes, also } = request;
    const scan = { workTree: workdir, index: index.path, tracked: index.tracked, excludes, also, limits: store.limits };
    const collected = await collect(store.git, scan);
    if (collected.type === "too-much") return { type: "skipped", why: `no checkpoint of ${workdir}: ${collected.why}` };
    return commit(store, request, index, collected);
  });
}

async function commit(
  store: SnapshotStore,
  request: SnapshotRequest,
  index: WorkingIndex,
  collected: Extract<Collected, { type: "collected" }>,
): Promise<Snapshot> {
  const { git, layout } = store;
  const { hash, workdir, excludes } = request;
  const tip = await tipOf(git, hash);
  const tree = await ask(git, ["write-tree"], index.path);
  if (tip !== undefined && tip.tree === tree) {
    if (collected.changed) await index.keep();
    await writeProject(layout, hash, workdir, store.now());
    return { type: "unchanged", id: tip.id, tree };
  }
  if (tip === undefined && tree === EMPTY_TREE && request.keepEmpty !== true)
    return { type: "skipped", why: `no checkpoint of ${workdir}: there is nothing in it yet` };

  const kept = await excluded(git, { workTree: workdir, index: index.path, excludes }, MAX_EXCLUDED);
  const leftOut = [...collected.leftOut, ...kept.map((path) => ({ path, why: "excluded" as const }))];
  const guarded = await guardedFiles(git, workdir, index.path);
  const note = writeNote({ reason: request.reason, leftOut, more: 0, guarded, moreGuarded: 0 });
  const date = `${Math.floor(store.now() / 1000)} +0000`;
  const made = await git({
    args: ["commit-tree", tree, ...(tip === undefined ? [] : ["-p", tip.id]), "-F", "-"],
    stdin: note,
    env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
  const id = made.stdout.toString("latin1").trim();
  // Described before it is pointed at, so that no snapshot ever belongs to an unknown folder.
  await writeProject(layout, hash, workdir, store.now());
  await git({ args: ["update-ref", "--no-deref", refOf(hash), id, tip?.id ?? "0".repeat(40)] });
  await index.keep();
  return { type: "saved", id, tree, leftOut };
}

export async function tipOf(
  git: Git,
  hash: string,
): Promise<{ readonly id: string; readonly tree: string } | undefined> {
  const answer = await git({
    args: ["for-each-ref", "--format=%(objectname) %(tree)", refOf(hash)],
  });
  const [id, tree] = answer.stdout.toString("latin1").trim().split(" ");
  return id === undefined || tree === undefined || id === "" ? undefined : { id, tree };
}

async function ask(git: Git, args: readonly string[], index: string): Promise<string> {
  return (await git({ args, index })).stdout.toString("latin1").trim();
}
