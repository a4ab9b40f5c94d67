// Reads a project's snapshots: which there are, what each holds, what has changed since.

import type { Checkpoint, CheckpointDetail, CheckpointDiff, CheckpointFile } from "../../../contracts/checkpoints.ts";
import { isLeftOutReason, type LeftOutReason } from "../../../kernel/checkpoints/left-out.ts";
import { readNote } from "../../../kernel/checkpoints/note.ts";
import type { Tree } from "../../../kernel/checkpoints/restore-plan.ts";
import type { KeptSnapshot } from "../../../kernel/checkpoints/retention.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import type { Git } from "./git.ts";
import { refOf } from "./layout.ts";
import { namesFrom, toBytes, toText } from "./names.ts";

export interface Entry extends Checkpoint {
  readonly note: ReturnType<typeof readNote<LeftOutReason>>;
}

/** Newest first. */
export async function readHistory(git: Git, hash: string): Promise<readonly Entry[]> {
  const answer = await git({
    args: ["log", "--first-parent", "--shortstat", "--format=%x02%H%x01%ct%x01%B%x01", refOf(hash), "--"],
    expected: [0, 128],
  });
  const records = answer.stdout.toString("utf8").split("\u0002").slice(1);
  return records.map((record, index): Entry => {
    const [id = "", seconds = "0", body = "", stat = ""] = record.split("\u0001");
    const count = (pattern: RegExp) => Number(pattern.exec(stat)?.[1] ?? 0);
    const note = readNote(body, isLeftOutReason);
    return {
      id,
      number: index + 1,
      at: new Date(Number(seconds) * 1000).toISOString(),
      reason: note.reason,
      filesChanged: count(/(\d+) files? changed/),
      insertions: count(/(\d+) insertion/),
      deletions: count(/(\d+) deletion/),
      note,
    };
  });
}

/** Ids and times only, newest first. */
export async function readIds(git: Git, hash: string): Promise<readonly KeptSnapshot[]> {
  const answer = await git({
    args: ["log", "--first-parent", "--format=%H %ct", refOf(hash), "--"],
    expected: [0, 128],
  });
  const lines = answer.stdout.toString("latin1").trim();
  if (lines === "") return [];
  return lines.split("\n").map((line) => ({ id: line.slice(0, 40), at: Number(line.slice(41)) * 1000 }));
}

const NUMBER = /^[1-9]\d{0,2}$/;
const ID = /^[0-9a-f]{4,64}$/i;

/** By number, id or the start of an id. Throws not-found or invalid. */
export function pick(entries: readonly Entry[], reference: string): Entry {
  const wanted = reference.trim();
  if (entries.length === 0) throw new StoreFailure("not-found", "There are no checkpoints of this folder yet.");
  if (NUMBER.test(wanted)) {
    const entry = entries[Number(wanted) - 1];
    if (entry !== undefined) return entry;
    throw new StoreFailure("not-found", `There is no checkpoint ${wanted}; there are ${entries.length}.`);
  }
  if (!ID.test(wanted))
    throw new StoreFailure(
      "invalid",
      `"${wanted}" names no checkpoint: give its number, or 4 or more characters of its id.`,
    );
  const found = entries.filter(({ id }) => id.startsWith(wanted.toLowerCase()));
  const [entry] = found;
  if (entry === undefined) throw new StoreFailure("not-found", `No checkpoint of this folder begins with ${wanted}.`);
  if (found.length > 1)
    throw new StoreFailure("invalid", `${wanted} fits ${found.length} checkpoints; give more of the id.`);
  return entry;
}

export async function readDetail(
  git: Git,
  workdir: string,
  entry: Entry,
  before: string | undefined,
): Promise<CheckpointDetail> {
  const { note, ...checkpoint } = entry;
  return {
    ...checkpoint,
    workdir,
    files: (await readTree(git, entry.id)).size,
    changes: before === undefined ? [] : await changesBetween(git, [before, entry.id]),
    leftOut: note.leftOut,
    leftOutMore: note.more,
  };
}

/** Every file with its mode and content id, whatever the file's name. */
export async function readTree(git: Git, treeish: string): Promise<Tree> {
  const answer = await git({ args: ["ls-tree", "-r", "-z", "--full-tree", treeish], patience: 2 });
  return new Map(
    namesFrom(answer.stdout).flatMap((line): [string, string][] => {
      const [facts = "", name = ""] = split(line, "\t");
      const [mode = "", kind = "", id = ""] = facts.split(" ");
      return kind === "blob" ? [[name, `${mode} ${id}`]] : [];
    }),
  );
}

function split(line: string, at: string): [string, string] {
  const cut = line.indexOf(at);
  return cut < 0 ? [line, ""] : [line.slice(0, cut), line.slice(cut + 1)];
}

interface DiffAgainst {
  readonly index: string;
  readonly env: Readonly<Record<string, string>>;
  /** Bytes, see names.ts. */
  readonly within?: string;
}

/** From a snapshot to an index. */
export async function diffToIndex(
  git: Git,
  workdir: string,
  id: string,
  against: DiffAgainst,
): Promise<CheckpointDiff> {
  const { index, env, within } = against;
  const only = within === undefined || within === "" ? [] : [toBytes(within).toString("utf8")];
  const args = ["diff", "--cached", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"];
  const unified = await git({ args: [...args, id, "--", ...only], index, env, patience: 2 });
  const files = await changesBetween(git, ["--cached", id, "--", ...only], { index, env });
  return { id, workdir, files, unified: unified.stdout.toString("utf8") };
}

async function changesBetween(
  git: Git,
  what: readonly string[],
  place: { index?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<readonly CheckpointFile[]> {
  const answer = await git({ args: ["diff", "--no-renames", "--name-status", "-z", ...what], ...place });
  const words = namesFrom(answer.stdout);
  const files: CheckpointFile[] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const letter = words[at];
    files.push({
      path: toText(words[at + 1] ?? ""),
      change: letter === "A" ? "added" : letter === "D" ? "deleted" : "changed",
    });
  }
  return files;
}
