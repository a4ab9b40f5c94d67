// The cut keeps what its marker says, at a boundary when one is near.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { charCount } from "../text.ts";
import { truncateContext } from "./truncate.ts";

const MARKER =
  /\n\n\[\.\.\.truncated X: kept (\d+)\+(\d+) of (\d+) chars\. Use file tools to read the full file\.\](?:\n\[Omitted sections: [^\n]*\])?\n\n/;

describe("truncateContext", () => {
  test("at the limit nothing changes", () => {
    const text = "a".repeat(100);
    expect(truncateContext(text, "X", 100)).toEqual({ text, cut: undefined });
  });

  test("a one-line file keeps exactly 14000+4000", () => {
    const text = `## AGENTS.md\n\n${"x".repeat(25_000)}`;
    const { text: out, cut } = truncateContext(text, "AGENTS.md", 20_000);
    expect(cut).toMatchObject({ keptHead: 14_000, keptTail: 4_000, total: 25_014 });
    expect(out).toContain(
      "[...truncated AGENTS.md: kept 14000+4000 of 25014 chars. Use file tools to read the full file.]",
    );
  });

  test("lines are not cut when a line end is near, and omitted headings are listed", () => {
    const text = Array.from(
      { length: 400 },
      (_, i) => `## Part ${i}\n\nSome sentence of ordinary length about part ${i}.`,
    ).join("\n\n");
    const { text: out, cut } = truncateContext(text, "X", 5_000);
    const [head = "", rest = ""] = out.split(MARKER.exec(out)?.[0] ?? "?");
    expect(text).toContain(`${head}\n`);
    expect(text).toContain(`\n${rest}`);
    expect(cut?.omittedHeadings.length).toBeGreaterThan(100);
    expect(out).toContain(
      "## Part 200".replace("200", String(/## Part (\d+)/.exec(cut?.omittedHeadings[0] ?? "")?.[1])),
    );
  });

  test("a fence is not opened by the cut when its start is near", () => {
    const fence = `\n\`\`\`sh\n${"ls -la\n".repeat(10)}\`\`\`\n`;
    const text = `${"word ".repeat(640)}\n${fence}${"tail words here\n".repeat(600)}`;
    const { text: out } = truncateContext(text, "X", 4_700);
    const head = out.slice(0, out.indexOf("[...truncated"));
    expect((head.match(/```/g) ?? []).length % 2).toBe(0);
  });

  test("any text: the numbers are true, both ends are the text's own, never more than a tenth is given up", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary", minLength: 50, maxLength: 400 }),
      fc
        .array(fc.constantFrom("# H\n", "```\n", "line of text\n", "𝒳é", "\n"), { minLength: 60, maxLength: 200 })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 10, max: 40 }), (text, limit) => {
        fc.pre(!text.includes("[...truncated"));
        const { text: out, cut } = truncateContext(text, "X", limit);
        const total = charCount(text);
        expect(cut === undefined).toBe(total <= limit);
        if (!cut) return;
        const found = MARKER.exec(out);
        expect(found?.slice(1, 4).map(Number)).toEqual([cut.keptHead, cut.keptTail, total]);
        const head = out.slice(0, found?.index);
        const tail = out.slice((found?.index ?? 0) + (found?.[0].length ?? 0));
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        expect([charCount(head), charCount(tail)]).toEqual([cut.keptHead, cut.keptTail]);
        const most = Math.trunc(limit * 0.7);
        expect(cut.keptHead).toBeLessThanOrEqual(most);
        expect(cut.keptHead).toBeGreaterThanOrEqual(most - Math.trunc(most * 0.1) - 1);
      }),
    );
  });
});
