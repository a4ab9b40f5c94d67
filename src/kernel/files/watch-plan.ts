// Where to look for what a command changes: the workspace, the folders it works in, and the files it names elsewhere.

import { refusal } from "../checkpoints/project.ts";
import { isInside, normalizePath } from "../shell/paths.ts";
import { asFolder, type Look, type Looking } from "./look.ts";

/** What is known of a call's files before it runs. All paths absolute. */
export type Reach =
  | { readonly type: "reads" }
  | {
      readonly type: "may-change";
      /** What it says it writes or takes away; wildcards and holes among them name nothing. */
      readonly named: readonly string[];
      /** Everything it reads or writes by name. */
      readonly touched: readonly string[];
      /** Where it runs and where it goes. */
      readonly folders: readonly string[];
    };

export interface WatchPlaces {
  readonly workspace: string;
  readonly home: string;
  /** Never looked into: the agent's own files change all the time. */
  readonly skip: readonly string[];
  /** Another call is being watched around this one: the workspace is looked at already. */
  readonly within: boolean;
}

export interface WatchPlan {
  readonly looking: Looking;
  /** Too wide a place to look through: a whole disk, a folder everybody writes to. */
  readonly tooWide: readonly string[];
}

/** A small project is looked through in a few milliseconds, one of this size in some hundred. */
const MOST_ENTRIES = 25_000;
const MOST_NAMED = 200;
const UNKNOWN = /[*?\uFFFB\uFFFC]/;

export function planLook(
  { named, touched, folders }: Extract<Reach, { type: "may-change" }>,
  places: WatchPlaces,
): WatchPlan {
  const others = folders.map(normalizePath).filter((folder) => !isInside(folder, places.workspace));
  const wanted = [...(places.within ? [] : [places.workspace]), ...others];
  const wide = wanted.filter((folder) => folder !== places.home && isTooWide(folder, places));
  const known = named.filter((path) => !UNKNOWN.test(path));
  // Into which of them something is moved or copied is only known there: it keeps its name.
  const moved = touched.filter((path) => !UNKNOWN.test(path)).map((path) => path.slice(path.lastIndexOf("/") + 1));
  const targets = known.filter((path) => !isInside(path, places.workspace)).slice(0, MOST_NAMED / 10);
  const into = targets.flatMap((path) => [...new Set(moved)].map((name) => `${asFolder(path)}${name}`));
  return {
    looking: {
      folders: outermost(wanted.filter((folder) => !wide.includes(folder))),
      files: [...new Set([...known, ...into])].slice(0, MOST_NAMED),
      skip: places.skip,
      most: MOST_ENTRIES,
    },
    // Elsewhere nobody expects to be told of what a command does not name.
    tooWide: wide.filter((folder) => folder === places.workspace),
  };
}

function isTooWide(folder: string, { home }: WatchPlaces): boolean {
  return refusal(folder, { userHome: home, agentHomes: [], agentWorkspaces: [] }) !== undefined;
}

/** None inside another. */
function outermost(folders: readonly string[]): readonly string[] {
  const each = [...new Set(folders)];
  return each.filter((folder) => !each.some((other) => other !== folder && isInside(folder, other)));
}

/** In a home programs keep files of their own, and those change whoever is at work. */
export function isSomeoneElses(path: string, { workspace, home }: WatchPlaces): boolean {
  return workspace === home && isInside(path, home) && path.slice(asFolder(home).length).startsWith(".");
}

/** The part of a look that lies in this folder. */
export function lookWithin(look: Look, folder: string): Look {
  return {
    marks: new Map([...look.marks].filter(([path]) => isInside(path, folder))),
    unseen: look.unseen.filter((path) => isInside(path, folder)),
  };
}
