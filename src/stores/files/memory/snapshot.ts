// What the next prompt shows of a person's memory. Reading takes no lock: a file is always whole.

import type { MemorySnapshot } from "../../../contracts/memory-book.ts";
import { FILE_NAMES, type Target } from "../../../kernel/memory/entries.ts";
import { renderSnapshot } from "../../../kernel/memory/gauge.ts";
import { maskBook, type Threats } from "../../../kernel/memory/mask.ts";
import { fitShown } from "../../../kernel/memory/shown.ts";
import type { FileText } from "./disk.ts";
import type { MemoryPlace } from "./places.ts";
import { readBook, type Shelves } from "./read-book.ts";

export interface SnapshotFacts {
  readonly enabled: Readonly<Record<Target, boolean>>;
  readonly limits: Readonly<Record<Target, number>>;
  readonly threats: Threats;
  readonly shelves: Shelves;
}

export function takeSnapshot(place: MemoryPlace, facts: SnapshotFacts): MemorySnapshot {
  const memory = takeOne(place, "memory", facts);
  const user = takeOne(place, "user", facts);
  return {
    ...(memory.text === undefined ? {} : { memory: memory.text }),
    ...(user.text === undefined ? {} : { userProfile: user.text }),
    notices: [...memory.notices, ...user.notices],
  };
}

interface One {
  readonly text: string | undefined;
  readonly notices: readonly string[];
}

function takeOne(place: MemoryPlace, target: Target, { enabled, limits, threats, shelves }: SnapshotFacts): One {
  if (!enabled[target]) return { text: undefined, notices: [] };
  const { file, book } = readBook(shelves, place, target);
  if (file.type !== "text")
    return { text: undefined, notices: file.type === "absent" ? [] : [problemOf(target, file)] };
  const masked = maskBook(book, target, threats);
  const poisoned = masked.entries.filter((entry, index) => entry !== book.entries[index]).length;
  const shown = fitShown(masked, limits[target]);
  return {
    text: renderSnapshot(target, shown.book, limits[target]),
    notices: [
      ...(poisoned > 0
        ? [
            `${FILE_NAMES[target]}: ${poisoned === 1 ? "one entry looks" : `${poisoned} entries look`} like an attack and ${poisoned === 1 ? "is" : "are"} hidden from the model. \`hermes memory list\` shows it.`,
          ]
        : []),
      ...(shown.hidden > 0
        ? [
            `${FILE_NAMES[target]} is far over its limit; its last ${shown.hidden === 1 ? "entry is" : `${shown.hidden} entries are`} not shown to the model. \`hermes memory edit\` opens it.`,
          ]
        : []),
    ],
  };
}

export function problemOf(target: Target, file: Extract<FileText, { type: "unreadable" | "undecodable" }>): string {
  const name = FILE_NAMES[target];
  return file.type === "unreadable"
    ? `${name} could not be read (${file.code}); the agent starts without it and will not write to it.`
    : `${name} is not UTF-8 text; the agent starts without it and will not write to it.`;
}
