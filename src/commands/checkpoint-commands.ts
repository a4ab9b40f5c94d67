// /rollback and /checkpoints: see what was saved before files were changed, and go back to it.

import type { Checkpoint, Checkpoints, Restored } from "../contracts/checkpoints.ts";
import type { Command, Reply } from "../contracts/command.ts";
import type { SessionStore } from "../contracts/stores.ts";
import { leftOutLines, someOf } from "../kernel/checkpoints/left-out.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { WORDS } from "./words.data.ts";

export interface CheckpointCommandPorts {
  readonly checkpoints: Checkpoints;
  readonly store: Pick<SessionStore, "get" | "history" | "rewind">;
  /** Where the program was started: the project unless a session says otherwise. */
  readonly cwd: string;
}

export function checkpointCommands(ports: CheckpointCommandPorts): readonly Command[] {
  return [rollback(ports), overview(ports)];
}

const USAGE = WORDS.checkpoint.rollbackUsage;
const REMOVE_NEW = "--remove-new";
const MAX_DIFF_LINES = 80;

const rollback = (ports: CheckpointCommandPorts): Command => ({
  name: "rollback",
  summary: WORDS.checkpoint.rollbackSummary,
  args: "[list | diff <n> [file] | <n> [file] [--remove-new]]",
  group: "tools",
  whileBusy: false,
  run: (args, session) =>
    spoken(async () => {
      const { checkpoints, store } = ports;
      const workdir = await projectOf(ports, session.id);
      const [first = "list", ...rest] = args.split(/\s+/).filter((word) => word !== "");
      if (first === "list") return listing(workdir, (await checkpoints.list(workdir)).checkpoints);
      if (first === "diff") return difference(checkpoints, workdir, await folderOf(ports, session.id), rest);
      const removeNew = rest.at(-1) === REMOVE_NEW;
      const named = args.trim().slice(first.length).trim();
      const file = removeNew ? named.slice(0, -REMOVE_NEW.length).trim() : named;
      const part = file === "" ? {} : { path: file, from: await folderOf(ports, session.id) };
      const done = await checkpoints.restore(workdir, first, { ...part, removeNew });
      const text = restoredText(done);
      if (file !== "" || !(await takeBackTurn(store, session.id))) return { type: "text", text };
      return {
        type: "switch",
        sessionId: session.id,
        text: WORDS.checkpoint.andLastTurn(text),
      };
    }),
});

const overview = (ports: CheckpointCommandPorts): Command => ({
  name: "checkpoints",
  summary: WORDS.checkpoint.checkpointsSummary,
  group: "tools",
  whileBusy: true,
  run: () =>
    spoken(async () => {
      const { enabled, bytes, maxBytes, projects } = await ports.checkpoints.status();
      const mb = (value: number) => `${(value / 1_048_576).toFixed(1)} MB`;
      const title = WORDS.checkpoint.checkpointsState(
        enabled ? WORDS.checkpoint.on : WORDS.checkpoint.off,
        mb(bytes),
        mb(maxBytes),
      );
      if (projects.length === 0) return { type: "text", text: title };
      return {
        type: "table",
        title,
        columns: WORDS.checkpoint.checkpointsColumns,
        rows: projects.map((one) => [
          one.exists ? one.workdir : WORDS.checkpoint.gone(one.workdir),
          String(one.checkpoints),
          one.lastUsed,
        ]),
      };
    }),
});

async function folderOf({ store, cwd }: CheckpointCommandPorts, sessionId: string): Promise<string> {
  return (await store.get(sessionId))?.cwd ?? cwd;
}

async function projectOf(ports: CheckpointCommandPorts, sessionId: string): Promise<string> {
  const dir = await folderOf(ports, sessionId);
  return ports.checkpoints.projectOf(dir, dir);
}

function listing(workdir: string, checkpoints: readonly Checkpoint[]): Reply {
  if (checkpoints.length === 0)
    return {
      type: "text",
      text: WORDS.checkpoint.noCheckpoints(workdir),
    };
  return {
    type: "table",
    title: WORDS.checkpoint.listingTitle(workdir, USAGE),
    columns: WORDS.checkpoint.listingColumns,
    rows: checkpoints.map((one) => [
      String(one.number),
      one.id.slice(0, 8),
      one.at.replace("T", " ").slice(0, 19),
      one.reason,
      one.filesChanged === 0 ? "" : WORDS.checkpoint.files(one.filesChanged, one.insertions, one.deletions),
    ]),
  };
}

async function difference(
  checkpoints: Checkpoints,
  workdir: string,
  from: string,
  [reference, ...path]: readonly string[],
): Promise<Reply> {
  if (reference === undefined) return { type: "text", text: WORDS.checkpoint.diffOfWhich };
  const { unified } = await checkpoints.diff(workdir, reference, path.length > 0 ? { path: path.join(" "), from } : {});
  const lines = unified.trimEnd().split("\n");
  const more = lines.length > MAX_DIFF_LINES ? WORDS.checkpoint.moreLines(lines.length - MAX_DIFF_LINES) : "";
  return {
    type: "text",
    text: unified === "" ? WORDS.checkpoint.nothingChanged : lines.slice(0, MAX_DIFF_LINES).join("\n") + more,
  };
}

/** What a restore did, for people; nothing that was left out goes unsaid. */
export function restoredText({ id, restored, created, removed, kept, leftOut, leftOutMore, undo }: Restored): string {
  const changed = restored.length + removed.length;
  // Files that are there again are new to the state before.
  const flag = created.length > 0 ? ` ${REMOVE_NEW}` : "";
  const lines = [
    changed === 0
      ? WORDS.checkpoint.alreadyThere(id.slice(0, 8))
      : WORDS.checkpoint.broughtBack(id.slice(0, 8), count(restored)),
    ...(removed.length > 0 ? [WORDS.checkpoint.removed(someOf(removed))] : []),
    ...(kept.length > 0 ? [WORDS.checkpoint.keptThoughNewer(someOf(kept))] : []),
    ...leftOutLines(leftOut, leftOutMore),
    ...(undo === undefined || changed === 0 ? [] : [WORDS.checkpoint.howToUndo(undo.slice(0, 8), flag)]),
  ];
  return lines.join("\n");
}

const count = (paths: readonly string[]) =>
  paths.length === 1 ? (paths[0] ?? "") : WORDS.checkpoint.severalFiles(paths.length);

/** So that the model does not go on believing what is no longer on the disk. */
async function takeBackTurn(store: CheckpointCommandPorts["store"], sessionId: string): Promise<boolean> {
  const last = (await store.history(sessionId)).findLast(
    ({ message }) => message.role === "user" && message.origin !== "runtime",
  );
  if (last === undefined) return false;
  await store.rewind(sessionId, last.seq);
  return true;
}

/** What cannot be done as asked is an answer. */
async function spoken(run: () => Promise<Reply>): Promise<Reply> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StoreFailure) return { type: "text", text: error.message };
    throw error;
  }
}
