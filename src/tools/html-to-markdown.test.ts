import { expect, test } from "vitest";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const PAGES: Readonly<Record<string, string>> = {
  whole: "<!doctype html><html><head><title>Bees</title></head><body><h1>Hive</h1><p>They fly.</p></body></html>",
  "without html, head and body": "<!doctype html><meta charset=utf-8><title>Bees</title><h1>Hive</h1><p>They fly.",
  "without html": "<head><title>Bees</title></head><body class=x><h1>Hive</h1><p>They fly.</p></body>",
  "without body": "<html lang=en><head><title>Bees</title></head><h1>Hive</h1><p>They fly.</p></html>",
};

test.each(Object.keys(PAGES))("a page %s is read", async (how) => {
  const page = await htmlToMarkdown(PAGES[how] ?? "", "http://bees.example/");
  expect(page).toEqual({ title: "Bees", markdown: "## Hive\n\nThey fly." });
});

test("words without any tag, or none at all, are a page as well", async () => {
  expect(await htmlToMarkdown("only words", "http://bees.example/")).toEqual({ title: "", markdown: "only words" });
  expect(await htmlToMarkdown("", "http://bees.example/")).toEqual({ title: "", markdown: "" });
});
