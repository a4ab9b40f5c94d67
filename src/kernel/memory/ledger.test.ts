// The journal's laws: whatever is written, crashed and edited by hand, facts describe the book, and undo leads back.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Book, Target } from "./entries.ts";
import { decodeRecord, lastChanges, readHistory, unapply } from "./history.ts";
import {
  differenceOf,
  emptyLedger,
  isUnfinished,
  type Ledger,
  type MemoryRecord,
  noteRecord,
  shelfNamed,
} from "./ledger.ts";
import { countNudge, decodeCounts, dueNudges, NO_COUNTS } from "./nudge.ts";

const nameOf = (book: Book): string => JSON.stringify(book.entries);
const EMPTY = nameOf({ entries: [] });

interface World {
  readonly ledger: Ledger;
  readonly records: readonly MemoryRecord[];
  readonly disk: Book;
  readonly version: number;
}

const START: World = { ledger: emptyLedger(EMPTY), records: [], disk: { entries: [] }, version: 1 };

/** What the shell does: journal first, then the file, unless the power goes in between. */
function change(world: World, to: Book, lands: boolean): World {
  const stamp = `v${world.version}`;
  const state = world.ledger.memory;
  const isHalf = isUnfinished(state, { name: nameOf(world.disk), stamp });
  const from: Book = isHalf ? { entries: state.shelf.entries.map((entry) => entry.text) } : world.disk;
  const known = isHalf ? state.shelf : shelfNamed(state, nameOf(from));
  const line = (action: "add" | "edit", before: readonly string[], after: Book, was: string): MemoryRecord => ({
    id: `c${world.records.length}-${action}`,
    at: world.records.length,
    target: "memory",
    action,
    ...differenceOf(before, after.entries),
    origin: action === "edit" ? "user" : "agent",
    was,
    now: nameOf(after),
    ...(action === "add" ? { over: stamp } : {}),
  });
  const byHand =
    known === undefined
      ? [
          line(
            "edit",
            state.shelf.entries.map((entry) => entry.text),
            from,
            state.shelf.name,
          ),
        ]
      : [];
  const lines = [...byHand, line("add", from.entries, to, nameOf(from))];
  return {
    ledger: lines.reduce(noteRecord, world.ledger),
    records: [...world.records, ...lines],
    disk: lands ? to : world.disk,
    version: lands ? world.version + 1 : world.version,
  };
}

const book = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 5 })
  .map((entries): Book => ({ entries }));
const step = fc.oneof(
  fc.record({ type: fc.constant("write" as const), to: book, lands: fc.boolean() }),
  fc.record({ type: fc.constant("hand" as const), to: book }),
);

test("after any mix of writes, power cuts and hand edits, the facts are those of the book people see", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let world = START;
      let expected: Book = { entries: [] };
      for (const one of steps) {
        if (one.type === "write") {
          world = change(world, one.to, one.lands);
          expected = one.to;
        } else {
          world = { ...world, disk: one.to, version: world.version + 1 };
          expected = one.to;
        }
      }
      const state = world.ledger.memory;
      const isHalf = isUnfinished(state, { name: nameOf(world.disk), stamp: `v${world.version}` });
      const seen = isHalf ? state.shelf.entries.map((entry) => entry.text) : world.disk.entries;
      // An acknowledged or half-finished write is what is seen, unless a hand came after it.
      expect([...seen].sort()).toEqual([...expected.entries].sort());
      const facts = isHalf ? state.shelf : shelfNamed(state, nameOf(world.disk));
      if (facts !== undefined) expect(facts.entries.map((entry) => entry.text).sort()).toEqual([...seen].sort());
    }),
  );
});

test("taking everything back in turn leads to where it began", () => {
  fc.assert(
    fc.property(fc.array(book, { maxLength: 10 }), (books) => {
      const world = books.reduce((at, to) => change(at, to, true), START);
      const names: Record<Target, string> = { memory: nameOf(world.disk), user: EMPTY };
      let now = world.disk;
      for (const record of lastChanges(readHistory(world.records, names), 99)) {
        const back = unapply(now, record);
        expect(back.type).toBe("ok");
        if (back.type === "ok") now = back.book;
      }
      expect(now.entries).toEqual([]);
    }),
  );
});

test("a line survives the file, and anything else on a line is no record", () => {
  const record: MemoryRecord = {
    ...{ id: "c1", at: 1, target: "user", action: "replace", origin: "review", was: "x", now: "y" },
    removed: [{ index: 0, text: "a" }],
    added: [{ index: 0, text: "b\n§" }],
    ...{ session: "s", taints: ["p"], undoes: ["c0"], over: "v1" },
  };
  expect(decodeRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(decodeRecord(value)).toBeUndefined();
    }),
  );
});

test("counts grow until the work has begun; interrupted turns lose nothing", () => {
  const turns = (n: number) => Array.from({ length: n }, () => ({ type: "user-turn" }) as const);
  const intervals = { memory: 10, skills: 0 };
  const nine = turns(9).reduce(countNudge, NO_COUNTS);
  expect(dueNudges(nine, intervals)).toEqual([]);
  const more = turns(5).reduce(countNudge, nine);
  expect(dueNudges(more, intervals)).toEqual(["memory"]);
  expect(dueNudges(countNudge(more, { type: "reviewed", what: "memory", count: 14 }), intervals)).toEqual([]);
  expect(countNudge(more, { type: "written", what: "memory" })).toEqual(NO_COUNTS);
  expect(dueNudges(countNudge(more, { type: "model-calls", count: 99 }), intervals)).toEqual(["memory"]);
  expect(decodeCounts({ memory: -3, skills: "x" })).toEqual(NO_COUNTS);
});
