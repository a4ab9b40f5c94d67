// Exports for people: nothing in a conversation breaks out of its place on the page.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type ExportedSession, readExported } from "./export.ts";
import { sessionsHtml } from "./export-html.ts";
import { sessionMarkdown } from "./export-markdown.ts";

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
  const plain = sessionsHtml([session("words")]).match(/<[a-z!/]/giu)?.length;
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary", minLength: 1 }),
        fc.constantFrom("<script>alert(1)</script>", '"><img src=x onerror=1>', "</pre></details>", "&lt;"),
      ),
      (text) => {
        expect(sessionsHtml([session(text)]).match(/<[a-z!/]/giu)?.length).toBe(plain);
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
  expect(sessionsHtml([evil])).not.toContain("onerror");
});

test("results stay inside their fence in Markdown", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("`", "\n", "a", "~") }), (text) => {
      const markdown = sessionMarkdown(session(text));
      const fences = markdown.split("\n").filter((line) => /^`{3,}(?:json)?$/u.test(line));
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
