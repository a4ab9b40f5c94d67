// Reading web pages as Markdown, each through the guarded fetch.

import { z } from "zod";
import { defineTool, jsonResult, type Tool } from "../contracts/tool.ts";
import { headAndTail } from "../kernel/output/cut.ts";
import { charCount } from "../kernel/text.ts";
import { withoutDataImages } from "./data-images.ts";
import { failed } from "./failures.ts";
import type { Fetched, GuardedFetch } from "./guarded-fetch.ts";
import type { PageAnswer } from "./page-reader.ts";
import { readPage } from "./read-page.ts";
import { zodSchema } from "./schema.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_URLS = 5;
const LONG_CHARS = 5_000;

export interface WebExtractOptions {
  readonly fetch: GuardedFetch;
  /** Shortens a long page with an auxiliary model; undefined when it cannot, and long pages then lose their middle. */
  readonly summarize?: (page: string, url: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Without a summary. */
  readonly maxChars?: number;
}

export interface PageRow {
  readonly url: string;
  readonly title: string;
  readonly content: string;
  readonly error: string | null;
  readonly blocked_by_policy?: true;
}

export function webExtractTool(options: WebExtractOptions): Tool {
  return defineTool({
    name: "web_extract",
    toolset: "web",
    description: "Read up to 5 web pages as Markdown.",
    input: zodSchema("web_extract", () => z.object({ urls: z.array(z.string()).min(1).max(MAX_URLS) })),
    effect: "read",
    output: "foreign",
    foreignFields: ["results"],
    taints: "web page",
    touches: () => [],
    label: ({ urls }) => urls.join(" "),
    badInput: (why) => failed(why),
    async run({ urls }, { signal }) {
      const results = await Promise.all(urls.map((url) => extract(url, options, signal)));
      const sources = results.filter(({ error }) => error === null).map(({ url }) => URL.parse(url)?.host ?? url);
      return {
        ...jsonResult({ results }),
        isError: sources.length === 0,
        ...(sources.length > 0 && { taint: `web page (${[...new Set(sources)].join(", ")})` }),
      };
    },
  });
}

/** One page; what went wrong is a row with an error. */
export async function extract(url: string, options: WebExtractOptions, signal: AbortSignal): Promise<PageRow> {
  const fetched = await options.fetch(url.includes("://") ? url : `https://${url}`, { signal, maxBytes: MAX_BYTES });
  if (fetched.type === "refused") return { url, title: "", content: "", error: fetched.why, blocked_by_policy: true };
  if (fetched.type === "failed") return { url, title: "", content: "", error: fetched.why };
  if (fetched.status >= 400)
    return { url, title: "", content: "", error: `The server answered with status ${fetched.status}.` };
  const answer = await read(fetched, signal);
  if (answer.type === "unreadable")
    return { url, title: "", content: "", error: `Not a readable page: ${answer.why}.` };
  const { title, markdown } = answer.page;
  const readable = withoutDataImages(markdown);
  return { url: fetched.url, title, content: await shortened(readable, fetched.url, options, signal), error: null };
}

async function read({ mime, ...fetched }: Extract<Fetched, { type: "ok" }>, signal: AbortSignal): Promise<PageAnswer> {
  if (/^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|octet-stream|x-)/.test(mime))
    return { type: "unreadable", why: mime };
  const body = decode(fetched.bytes, fetched.charset);
  if (mime.includes("html") || (mime === "" && /^\s*</.test(body))) return readPage(body, fetched.url, signal);
  return { type: "page", page: { title: "", markdown: body } };
}

/** The page's own words on its encoding come second: servers know better. */
function decode(bytes: Uint8Array, charset: string | undefined): string {
  const declared =
    charset ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 2_048)).toString("latin1"))?.[1] ??
    "utf-8";
  try {
    return new TextDecoder(declared).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(bytes);
    throw error;
  }
}

async function shortened(
  markdown: string,
  url: string,
  { summarize, maxChars = 20_000 }: WebExtractOptions,
  signal: AbortSignal,
): Promise<string> {
  if (charCount(markdown) < LONG_CHARS) return markdown;
  const summary = await summarize?.(markdown, url, signal);
  return summary === undefined ? headAndTail(markdown, maxChars) : headAndTail(summary, LONG_CHARS);
}
