import { expect, test } from "vitest";
import { createFileLedger } from "./file-ledger.ts";

const stat = (mtimeMs: number) => ({ type: "file", size: 10, mtimeMs, mode: 0o644 }) as const;
const read = (mtimeMs: number) => ({ key: "a.txt\n1\n500", path: "a.txt", stat: stat(mtimeMs) });

test("after a move what was read is sent again, and a foreign change is still noticed", () => {
  const ledger = createFileLedger();
  expect(ledger.admitRead("one", read(1))).toBe("full");
  expect(ledger.admitRead("one", read(1))).toBe("unchanged");
  ledger.carry("one", "two");
  expect(ledger.staleness("two", "a.txt", stat(2))).toContain("changed");
  expect(ledger.staleness("two", "a.txt", stat(1))).toBeUndefined();
  expect(ledger.admitRead("two", read(1))).toBe("full");
  expect(ledger.admitRead("two", read(1))).toBe("unchanged");
});

test("a session that is opened again is sent what it may have lost", () => {
  const ledger = createFileLedger();
  ledger.admitRead("one", read(1));
  ledger.forgetReads("one");
  expect(ledger.admitRead("one", read(1))).toBe("full");
  expect(ledger.staleness("one", "a.txt", stat(2))).toContain("changed");
});

test("moved back, nothing of before counts as still in view", () => {
  const ledger = createFileLedger();
  ledger.admitRead("one", read(1));
  ledger.carry("one", "two");
  ledger.admitRead("two", read(3));
  ledger.carry("two", "one");
  expect(ledger.staleness("one", "a.txt", stat(3))).toBeUndefined();
  expect(ledger.admitRead("one", read(3))).toBe("full");
});

test("one's own change of before the move is not another agent's", () => {
  const ledger = createFileLedger();
  ledger.wrote("one", "a.txt", stat(1));
  ledger.carry("one", "two");
  expect(ledger.staleness("two", "a.txt", stat(2))).not.toContain("another agent");
});
