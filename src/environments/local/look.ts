// What stands on this disk, told from names, sizes and times: quick enough to be asked before and after a command.

import { type Dirent, lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setImmediate as otherWork, setTimeout as sleep } from "node:timers/promises";
import { type Look, type Looking, NOT_WORK } from "../../kernel/files/look.ts";
import { errorCode } from "../errno.ts";

/** Entries after which others get their turn. */
const AT_ONCE = 100;
/** On a disk behind a network a look would take longer than any command. */
const LONGEST_MS = 1_500;
/** File systems stamp changes by a clock that ticks; within this time a second change may carry the stamp of the first. */
const TICK_MS = 12;
const MOST_LINKS = 8;

/** Breadth first: what lies near the top is seen also where there is too much. */
export async function lookLocally({ folders, files, skip, most }: Looking, now: () => number): Promise<Look> {
  const marks = new Map<string, string>();
  const skipped = new Set(skip);
  const state = { entries: 0, newest: 0 };
  const note = (path: string, info: Stats | undefined) => {
    if (info === undefined || !(info.isFile() || info.isSymbolicLink())) return;
    if (info.ctimeMs > state.newest) state.newest = info.ctimeMs;
    marks.set(path, `${info.ino} ${info.size} ${info.mtimeMs} ${info.ctimeMs} ${info.mode}`);
  };
  const queue = [...folders];
  const until = now() + LONGEST_MS;
  let at = 0;
  let cut: readonly string[] = [];
  for (; cut.length === 0 && at < queue.length && state.entries < most && now() < until; at++) {
    const folder = queue[at] ?? "";
    for (const entry of entriesOf(folder)) {
      state.entries++;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!NOT_WORK.has(entry.name) && !skipped.has(path)) queue.push(path);
      } else note(path, infoOf(path));
      if (state.entries % AT_ONCE !== 0) continue;
      await otherWork();
      if (now() < until) continue;
      cut = [folder];
      break;
    }
  }
  for (const path of files) for (const one of [path, ...behindLinks(path)]) note(one, infoOf(one));
  const wait = state.newest + TICK_MS - now();
  if (wait > 0) await sleep(Math.min(wait, TICK_MS));
  return { marks, unseen: [...cut, ...queue.slice(at)] };
}

/** A folder that is gone or closed to us is empty to us. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

/** Each place a link leads to, also one where nothing is yet. */
function behindLinks(path: string): readonly string[] {
  const places: string[] = [];
  for (let at = path; places.length < MOST_LINKS && infoOf(at)?.isSymbolicLink() === true; ) {
    const target = targetOf(at);
    if (target === undefined) break;
    at = resolve(dirname(at), target);
    places.push(at);
  }
  return places;
}

/** Undefined for a link that was taken away or replaced meanwhile. */
function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function infoOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
