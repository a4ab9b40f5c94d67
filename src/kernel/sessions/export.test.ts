// Exports for people: nothing in a conversation breaks out of its place on the page.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type ExportedSession, jsonPieces, readExported } from "./export.ts";
import { pageStart, sectionHtml } from "./export-html.ts";
import { markdownPieces } from "./export-markdown.ts";
import { whenIn } from "./when-text.ts";

const html = (one: ExportedSession) => [pageStart(String(one.title)), ...sectionHtml(one, whenIn("UTC"))].join("");
const markdown = (one: ExportedSession) => [...markdownPieces(one, whenIn("UTC"))].join("");

const session = (text: string): ExportedSession => ({
  id: "20260501_090000_aa11bb",
  source: "cli",
  started_at: 1794775112.5,
  title: text,
  model: "m",
  messages: [
    { id: 1, role: "user", content: text, timestamp: 1794775113 },
    {
      id: 2,
      role: "assistant",
      content: "",
      reasoning: text,
      tool_calls: [{ id: "c", type: "function", function: { name: text, arguments: text } }],
      timestamp: 1794775114,
    },
    {
      id: 3,
      role: "tool",
      tool_name: text,
      content: [
        { type: "text", text },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
      timestamp: 1794775115,
    },
  ],
});

test("no text becomes markup in the page", () => {
  const plain = html(session("words")).match(/<[a-z!/]/giu)?.length;
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary", minLength: 1 }),
        fc.constantFrom("<script>alert(1)</script>", '"><img src=x onerror=1>', "</pre></details>", "&lt;"),
      ),
      (text) => {
        expect(html(session(text)).match(/<[a-z!/]/giu)?.length).toBe(plain);
      },
    ),
  );
});

test("an image that is not plain base64 data is not put into the page", () => {
  const bad = session("x");
  const evil = {
    ...bad,
    messages: [
      { role: "user", timestamp: 1, content: [{ image_url: { url: 'data:image/png;base64,AA" onerror="alert(1)' } }] },
    ],
  };
  expect(html(evil)).not.toContain("onerror");
});

test("results stay inside their fence in Markdown", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("`", "\n", "a", "~") }), (text) => {
      const fences = markdown(session(text))
        .split("\n")
        .filter((line) => /^`{3,}(?:json)?$/u.test(line));
      const longest = Math.max(...fences.map((line) => line.replace("json", "").length));
      expect(longest).toBeGreaterThan(Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length)));
    }),
  );
});

test("any value at all is either readable as a session or refused with a reason", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const read = readExported(value, ["id", "title"]);
      if (read.type === "bad") expect(read.why).not.toBe("");
    }),
  );
});

test("a result with more backticks than a function takes arguments still gets its fence", () => {
  expect(markdown(session("` ".repeat(200_000)))).toContain("\n```\n` ` ");
});

test("the line of a session is the same in pieces", () => {
  const one = session("words");
  expect([...jsonPieces(one)].join("")).toBe(`${JSON.stringify(one)}\n`);
  expect([...jsonPieces({ ...one, messages: [] })].join("")).toBe(`${JSON.stringify({ ...one, messages: [] })}\n`);
});

test("a time no calendar has is no time", () => {
  const bad = (columns: object) => readExported({ ...session("words"), ...columns }, ["id"]);
  expect(bad({ started_at: 1e300 })).toMatchObject({ type: "bad", why: "no started_at" });
  expect(bad({ started_at: -1e300 }).type).toBe("bad");
  const read = bad({ messages: [{ role: "user", content: "hi", timestamp: 1e300 }] });
  expect(read).toMatchObject({ type: "ok", messages: [{ seconds: session("words").started_at }] });
});
