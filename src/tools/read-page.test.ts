// Pages that were made to keep their reader busy: the program goes on meanwhile, and does not wait for ever.

import { expect, test } from "vitest";
import { readPage } from "./read-page.ts";

const URL_OF_IT = "https://page.example/";
const never = new AbortController().signal;
/** Escaping what Markdown would take for its own takes the square of its length. */
const BUSY = `<p>${"&".repeat(2_000_000)}</p>`;

test("a page that takes hours to read is given up, in time or when nobody wants it any more", async () => {
  expect(await readPage(BUSY, URL_OF_IT, never, 300)).toEqual({
    type: "unreadable",
    why: "it takes too long to read",
  });
  expect(await readPage(BUSY, URL_OF_IT, AbortSignal.timeout(300))).toMatchObject({ why: "interrupted" });
});

test("an ordinary page is read", async () => {
  const answer = await readPage(
    "<html><head><title>T</title></head><body><p>Some <b>words</b></p></body></html>",
    URL_OF_IT,
    never,
  );
  expect(answer).toEqual({ type: "page", page: { title: "T", markdown: "Some **words**" } });
});
