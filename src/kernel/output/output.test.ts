import fc from "fast-check";
import { expect, test } from "vitest";
import { charCount } from "../text.ts";
import { plainOutput } from "./ansi.ts";
import { createByteKeeper, wholePrefix, wholeSuffix } from "./bytes.ts";
import { headAndTail } from "./cut.ts";
import { explainExit } from "./exit-codes.ts";
import { createTextRing } from "./ring.ts";

test("no control character but tab and newline survives, and plain text is untouched", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (value) => {
      const plain = plainOutput(value);
      expect(plain).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u0084\u0086-\u009f]/);
      expect(plainOutput(plain)).toBe(plain);
    }),
  );
  expect(plainOutput("tab\there\nüñ😀\n")).toBe("tab\there\nüñ😀\n");
});

test.each([
  ["\u001b[1;31mred\u001b[0m", "red"],
  ["\u001b]8;;http://x\u0007link\u001b]8;;\u0007", "link"],
  ["\u001b]0;title\u001b\\text", "text"],
  ["10%\r20%\r100%\ndone\r\n", "100%\ndone\n"],
  ["abc\b\bxy", "axy"],
  ["\u001b(Bplain\u001b=", "plain"],
])("%j reads as %j", (raw, plain) => expect(plainOutput(raw)).toBe(plain));

test("kept bytes are the start and the end, and what is missing is counted", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 30 })), fc.integer({ min: 1, max: 50 }), (chunks, max) => {
      const keeper = createByteKeeper(max);
      for (const chunk of chunks) keeper.push(chunk);
      const all = chunks.flatMap((chunk) => [...chunk]);
      const { head, tail, omitted } = keeper.kept();
      expect(head.length + tail.length + omitted).toBe(all.length);
      expect(head.length + tail.length).toBeLessThanOrEqual(max);
      expect([...head]).toEqual(all.slice(0, head.length));
      expect([...tail]).toEqual(tail.length === 0 ? [] : all.slice(-tail.length));
      if (all.length <= max) expect(omitted).toBe(0);
    }),
  );
});

test("cutting a text anywhere leaves whole characters on both sides", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(), (value, at) => {
      const bytes = new TextEncoder().encode(value);
      const cut = at % (bytes.length + 1);
      const before = decoder.decode(wholePrefix(bytes.slice(0, cut)));
      const after = decoder.decode(wholeSuffix(bytes.slice(cut)));
      expect(value.startsWith(before)).toBe(true);
      expect(value.endsWith(after)).toBe(true);
    }),
  );
});

test("a cut text has the length asked for, besides the line that says so", () => {
  const cut = headAndTail("😀".repeat(1_000), 100);
  expect(cut).toContain("900 chars omitted out of 1,000");
  expect(charCount(cut.replace(/\n\n\.\.\. .* \.\.\.\n\n/, ""))).toBe(100);
});

test("a ring holds the end of everything pushed", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (chunks) => {
      const ring = createTextRing(20);
      for (const chunk of chunks) ring.push(chunk);
      expect(chunks.join("").endsWith(ring.text())).toBe(true);
      expect(ring.text().length).toBeLessThanOrEqual(20);
    }),
  );
});

test.each([
  ["cat x | grep y", 1, true],
  ["cd /tmp && sudo grep -r 'a|b' .", 1, true],
  ["FOO=1 /usr/bin/diff a b", 1, true],
  ["grep x y | sort", 1, undefined],
  ["curl -f http://x", 22, false],
  ["./run", 127, false],
  ["echo 'grep'", 0, undefined],
])("%s with %d", (command, code, benign) => expect(explainExit(command, code)?.benign).toBe(benign));
