// Brings a snapshot back over a working tree whose present state has just been saved.

import type { Restored } from "../../../contracts/checkpoints.ts";
import type { LeftOut, LeftOutReason } from "../../../kernel/checkpoints/left-out.ts";
import type { Note } from "../../../kernel/checkpoints/note.ts";
import {
  changedPaths,
  planRestore,
  type RestorePlan,
  type Standing,
  type Tree,
} from "../../../kernel/checkpoints/restore-plan.ts";
import { lookAt, realFolders } from "./collect.ts";
import type { Git } from "./git.ts";
import { absolute, toText } from "./names.ts";
import { putBack, takeAway } from "./put-back.ts";

export interface RestoreRequest {
  readonly workdir: string;
  readonly target: Tree;
  readonly saved: Tree;
  readonly removeNew: boolean;
  readonly note: Pick<Note<LeftOutReason>, "guarded" | "moreGuarded">;
  /** Bytes, see names.ts. */
  readonly within?: string;
}

const FILES_AT_ONCE = 32;

export async function restoreFiles(
  git: Git,
  request: RestoreRequest,
): Promise<Pick<Restored, "restored" | "created" | "removed" | "kept" | "leftOut">> {
  const { workdir, target } = request;
  const standing = lookAtAll(request);
  const plan = planRestore({ ...request, standing });
  const openness = opennessOf(request.note);
  const removed: string[] = [];
  const leftOut: LeftOut[] = plan.leftOut.map(({ path, why }) => ({ path: toText(path), why }));
  for (const name of plan.remove) {
    if (await takeAway(workdir, name)) removed.push(toText(name));
    else leftOut.push({ path: toText(name), why: "could-not-write" });
  }
  const restored: string[] = [];
  const created: string[] = [];
  for await (const { name, mode, content } of contents(git, plan, target)) {
    const path = toText(name);
    const done = await putBack(workdir, { name, mode, content, openness: openness(path) });
    if (done.type === "left") leftOut.push({ path, why: done.why });
    else restored.push(path);
    if (done.type === "done" && standing(name) === "nothing") created.push(path);
  }
  return { restored, created, removed, kept: plan.kept.map(toText), leftOut };
}

const PRIVATE = 0o700;
const OPEN = 0o777;

/** Which permissions a file that is gone may have again; where not all were noted, only its owner gets any. */
function opennessOf({ guarded, moreGuarded }: RestoreRequest["note"]): (path: string) => number {
  const modes = new Map(guarded.map(({ path, mode }) => [path, mode]));
  return (path) => modes.get(path) ?? (moreGuarded > 0 ? PRIVATE : OPEN);
}

/** Looked up before anything is changed. */
function lookAtAll({ workdir, target, saved, within }: RestoreRequest): (name: string) => Standing {
  const isReached = realFolders(workdir);
  const standing = new Map<string, Standing>();
  for (const name of changedPaths(target, saved, within)) standing.set(name, look(workdir, name, isReached));
  return (name) => standing.get(name) ?? "nothing";
}

function look(workdir: string, name: string, isReached: (name: string) => boolean): Standing {
  const info = lookAt(absolute(workdir, name));
  if (!isReached(name)) return info === undefined && isOpen(workdir, name) ? "nothing" : "behind-something";
  if (info === undefined) return "nothing";
  return info.isDirectory() ? "folder" : "file";
}

/** Nothing but missing folders between here and there. */
function isOpen(workdir: string, name: string): boolean {
  for (let cut = name.indexOf("/"); cut > 0; cut = name.indexOf("/", cut + 1)) {
    const info = lookAt(absolute(workdir, name.slice(0, cut)));
    if (info === undefined) return true;
    if (!info.isDirectory()) return false;
  }
  return true;
}

interface SavedFile {
  readonly name: string;
  readonly mode: string;
  readonly content: Buffer;
}

async function* contents(git: Git, { write }: RestorePlan, target: Tree): AsyncGenerator<SavedFile> {
  for (let at = 0; at < write.length; at += FILES_AT_ONCE) {
    const group = write.slice(at, at + FILES_AT_ONCE).map((name) => {
      const [mode = "", id = ""] = (target.get(name) ?? "").split(" ");
      return { name, mode, id };
    });
    const answer = await git({
      args: ["cat-file", "--batch"],
      stdin: `${group.map(({ id }) => id).join("\n")}\n`,
      patience: 2,
    });
    let rest = answer.stdout;
    for (const { name, mode } of group) {
      const head = rest.indexOf(10);
      const size = Number(rest.subarray(0, head).toString("latin1").split(" ")[2]);
      yield { name, mode, content: rest.subarray(head + 1, head + 1 + size) };
      rest = rest.subarray(head + 1 + size + 1);
    }
  }
}
