import fc from "fast-check";
import { expect, test } from "vitest";
import { isBlockedPath } from "./blocked.ts";
import { introduced } from "./diagnosis.ts";
import { isCrlf, isUtf8, sniff } from "./encoding.ts";
import { numberLines, splitLines } from "./lines.ts";
import { grepCommand, parseHits, ripgrepCommand } from "./search.ts";
import { mergeTodos, openTodos, todoCounts } from "./todos.ts";

const encoder = new TextEncoder();

test("every text that UTF-8 can hold is recognised as UTF-8", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (value) => isUtf8(encoder.encode(value))));
});

test("bytes are called UTF-8 exactly when a strict decoder takes them", () => {
  const strict = (bytes: Uint8Array) => {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes) !== undefined;
    } catch (error) {
      return !(error instanceof TypeError);
    }
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => isUtf8(bytes) === strict(bytes)),
    { numRuns: 2_000 },
  );
});

test("marks and zero bytes tell encodings apart", () => {
  expect(sniff(Uint8Array.of(0xef, 0xbb, 0xbf, 65))).toEqual({ type: "text", encoding: "utf-8", bom: true });
  expect(sniff(Uint8Array.of(104, 0, 105, 0, 33, 0))).toMatchObject({ encoding: "utf-16le" });
  expect(sniff(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1))).toEqual({ type: "binary" });
  expect(sniff(Uint8Array.of(0x67, 0xfc))).toMatchObject({ encoding: "latin1" });
  // What could not be given back byte for byte is not taken for text of that encoding.
  expect(sniff(Uint8Array.of(0xef, 0xbb, 0xbf, 0xfc))).toMatchObject({ encoding: "latin1" });
  expect(sniff(Uint8Array.of(0xff, 0xfe, 65, 0, 66))).toEqual({ type: "binary" });
  expect(sniff(Uint8Array.of(0xff, 0xfe, 0x00, 0xd8, 65, 0))).toEqual({ type: "binary" });
  expect(sniff(Uint8Array.of(0xff, 0xfe, 0x3d, 0xd8, 0x00, 0xde))).toMatchObject({ encoding: "utf-16le" });
});

test("one bare newline makes a file not CRLF", () => {
  expect([isCrlf("a\r\nb\r\n"), isCrlf("a\r\nb\n"), isCrlf("a\nb"), isCrlf("")]).toEqual([true, false, false, false]);
});

test("windows of numbered lines cover the file exactly once", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{0,5}$/), { maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      (lines, limit) => {
        const seen: string[] = [];
        for (let offset = 1; offset <= lines.length; offset += limit) {
          seen.push(numberLines(lines, { offset, limit, maxLineChars: 100 }).content);
        }
        expect(seen.join("\n")).toBe(lines.map((line, index) => `${index + 1}|${line}`).join("\n"));
      },
    ),
  );
});

test("a final newline starts no line", () => {
  expect([splitLines(""), splitLines("\n"), splitLines("a\nb\n"), splitLines("a\r\nb")]).toEqual([
    [],
    [""],
    ["a", "b"],
    ["a", "b"],
  ]);
});

test("only problems that were not there before are new, wherever they moved", () => {
  const at = (text: string, ...lines: number[]) => ({
    text,
    problems: lines.map((line) => ({ line, message: "missing )" })),
  });
  const before = at("a\nf(x\n", 2);
  expect(introduced(before, at("a\n\n\n  f(x\n", 4))).toEqual([]);
  expect(introduced(before, at("f(x\nf(x\n", 1, 2))).toHaveLength(1);
  expect(introduced(before, at("g(y\nf(x\n", 1))).toEqual([{ line: 1, message: "missing )" }]);
});

test("process secrets and endless devices are blocked, their neighbours are not", () => {
  expect(["/dev/zero", "/proc/1/environ", "/proc/self/fd/0"].every(isBlockedPath)).toBe(true);
  expect(["/dev/null2", "/proc/cpuinfo", "/proc/self/status"].some(isBlockedPath)).toBe(false);
});

test("a search word can never become another argument or command", () => {
  const search = { pattern: "'; rm -rf x; '", target: "content", path: "-e", mode: "content", context: 0 } as const;
  for (const command of [ripgrepCommand(search, "rg"), grepCommand(search)]) {
    expect(command).toContain(`-e ''\\''; rm -rf x; '\\'''`);
    expect(command).toMatch(/ -- -e$/);
  }
});

test("hits keep colons and dashes of the text and of the path", () => {
  expect(parseHits("./a-1:b.ts\x003:x: y-z\nnoise\n")).toEqual([{ path: "a-1:b.ts", line: 3, content: "x: y-z" }]);
});

test("merging keeps order, updates by id and keeps a text that is not repeated", () => {
  const first = mergeTodos(
    [],
    [
      { id: "1", content: "a", status: "pending" },
      { id: "2", content: "b", status: "pending" },
    ],
  );
  const second = mergeTodos(first, [
    { id: "1", content: "", status: "completed" },
    { id: "3", content: "c", status: "in_progress" },
  ]);
  expect(second.map(({ content, status }) => `${content} ${status}`)).toEqual([
    "a completed",
    "b pending",
    "c in_progress",
  ]);
  expect(todoCounts(second)).toMatchObject({ total: 3, completed: 1 });
  expect(openTodos(second)).toBe("- [ ] 2. b (pending)\n- [>] 3. c (in_progress)");
});
