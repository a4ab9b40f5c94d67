// The process pages are read in: a page can be made to keep its reader busy for hours, or to take all its memory, and so
// harms nobody else. This file is its own entry: started as a program, it reads one page from its input and answers once.

import { fileURLToPath } from "node:url";
import { htmlToMarkdown, type Page } from "./html-to-markdown.ts";

export const pageReader = fileURLToPath(import.meta.url);

export interface PageTask {
  readonly html: string;
  readonly url: string;
}

export type PageAnswer =
  | { readonly type: "page"; readonly page: Page }
  | { readonly type: "unreadable"; readonly why: string };

async function answerTo(input: AsyncIterable<Buffer>): Promise<PageAnswer> {
  try {
    const { html, url } = JSON.parse(await wholeOf(input)) as PageTask;
    return { type: "page", page: await htmlToMarkdown(html, url) };
  } catch (error) {
    return { type: "unreadable", why: error instanceof Error ? error.message : String(error) };
  }
}

async function wholeOf(input: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

if (process.argv[1] === pageReader)
  void answerTo(process.stdin).then((answer) => process.stdout.write(JSON.stringify(answer)));
