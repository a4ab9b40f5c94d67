// The small pieces the commands are made of.

import { describe, expect, test } from "vitest";
import { bar, sparkline } from "./charts.ts";
import { keepsLine, parseSince } from "./log-lines.ts";
import { notesIn } from "./other-agents.ts";
import { ago, bytes, dollars, short, span } from "./printing.ts";

describe("charts", () => {
  test("a bar grows with its value, never past its width, and something is never nothing", () => {
    expect(bar(0, 10, 8)).toBe("");
    expect(bar(0.001, 10, 8)).toBe("▏");
    expect(bar(10, 10, 8)).toBe("████████");
    expect(bar(99, 10, 8)).toBe("████████");
    expect(bar(5, 0, 8)).toBe("");
  });
  test("a sparkline has one sign per value; nothing and little look different", () => {
    expect(sparkline([0, 1, 4, 8])).toBe("·▁▄█");
    expect(sparkline([])).toBe("");
  });
});

describe("words for numbers", () => {
  test("times, sizes, money", () => {
    const now = 1_000_000_000_000;
    expect([30e3, 5 * 60e3, 3 * 3600e3, 30 * 3600e3, 4 * 86400e3].map((past) => ago(now - past, now))).toEqual([
      "just now",
      "5m ago",
      "3h ago",
      "yesterday",
      "4d ago",
    ]);
    expect(ago(now - 30 * 86400e3, now)).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect([900, 2048, 5 * 2 ** 20, 40 * 2 ** 30].map(bytes)).toEqual(["900 B", "2.0 kB", "5.0 MB", "40 GB"]);
    expect([12, 12_345, 123_456, 4_560_000].map(short)).toEqual(["12", "12.3k", "123k", "4.56M"]);
    expect([0, 0.0123, 12.5].map(dollars)).toEqual(["$0.00", "$0.0123", "$12.50"]);
    expect([3_200, 245_000, 7_800_000].map(span)).toEqual(["3.2s", "4m 05s", "2h 10m"]);
  });
});

describe("log lines", () => {
  const line = "2026-01-02 10:00:00.000 WARNING [20260102_100000_abcdef] odd";
  test("kept by level, session and time", () => {
    const all = { since: undefined, level: undefined, session: undefined };
    expect(keepsLine("anything at all", all)).toBe(true);
    expect(keepsLine("anything at all", { ...all, level: "INFO" })).toBe(false);
    expect(keepsLine(line, { ...all, level: "ERROR" })).toBe(false);
    expect(keepsLine(line, { ...all, session: "abcdef" })).toBe(true);
    expect(keepsLine(line, { ...all, since: Date.parse("2026-01-02T10:00:01Z") })).toBe(false);
  });
  test("spans and dates", () => {
    expect(parseSince("2h", 10_000_000)).toBe(2_800_000);
    expect(parseSince("2026-01-02", 0)).toBe(Date.parse("2026-01-02"));
    expect(parseSince("soon", 0)).toBeUndefined();
  });
});

test("notes of other agents: entries between delimiters, or the points of a list, not the headings", () => {
  expect(notesIn("one\n§\ntwo")).toEqual(["one", "two"]);
  expect(notesIn("# About\n\n- likes tea\n* works late\n\nProse.")).toEqual(["likes tea", "works late"]);
});
