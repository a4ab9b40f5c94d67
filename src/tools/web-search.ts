// Searching the web through whichever provider is set up; one works without a key.

import { z } from "zod";
import { defineTool, jsonResult, type Tool } from "../contracts/tool.ts";
import { failed } from "./failures.ts";
import { zodSchema } from "./schema.ts";
import { SEARCH_BACKENDS, type SearchBackend, type SearchResult } from "./search-backends.ts";

const TIMEOUT_MS = 20_000;

export interface WebSearchOptions {
  /** A provider's name; "" or undefined takes the first that has its key, else the keyless one. */
  readonly backend?: string;
  /** Keys by their names. */
  readonly keys: Readonly<Record<string, string | undefined>>;
  /** Other addresses for providers, by name. */
  readonly baseUrls?: Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly fetch?: typeof fetch;
}

export function webSearchTool(options: WebSearchOptions): Tool {
  const backend = chooseBackend(options);
  return defineTool({
    name: "web_search",
    toolset: "web",
    description: "Search the web. Returns titles, addresses and snippets; read pages with web_extract.",
    input: zodSchema("web_search", () => z.object({ query: z.string().min(1), limit: z.number().int().default(5) })),
    effect: "read",
    output: "foreign",
    foreignFields: ["data"],
    taints: "web search",
    touches: () => [],
    label: ({ query }) => query,
    badInput: (why) => failed(why),
    async run({ query, limit }, { signal }) {
      const count = Math.min(100, Math.max(1, limit));
      const found = await ask(backend, query, count, options, signal);
      if (typeof found === "string") return failed(found);
      const web = found.slice(0, count).map((result, index) => ({ ...result, position: index + 1 }));
      return jsonResult(
        { success: true, data: { web } },
        { display: { type: "summary", text: `${web.length} results` } },
      );
    },
  });
}

export function chooseBackend({ backend, keys }: Pick<WebSearchOptions, "backend" | "keys">): SearchBackend {
  const named = SEARCH_BACKENDS.find(({ name }) => name === backend);
  if (named !== undefined) return named;
  const ready = SEARCH_BACKENDS.find(({ keyName }) => keyName === undefined || keys[keyName]);
  if (ready === undefined) throw new Error("the table of search providers has no keyless row");
  return ready;
}

/** The results, or a sentence on what went wrong that names no key. */
async function ask(
  backend: SearchBackend,
  query: string,
  limit: number,
  { keys, baseUrls, userAgent, fetch: send = fetch }: WebSearchOptions,
  signal: AbortSignal,
): Promise<readonly SearchResult[] | string> {
  const key = backend.keyName === undefined ? "" : keys[backend.keyName];
  if (key === undefined || (key === "" && backend.keyName !== undefined))
    return `Search with ${backend.name} needs ${backend.keyName}.`;
  const { url, method, headers, body } = backend.request(query, limit, {
    baseUrl: baseUrls?.[backend.name] ?? backend.defaultUrl ?? "",
    key,
  });
  try {
    const response = await send(url, {
      method,
      headers: { "user-agent": userAgent, ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ...(body !== undefined && { body }),
    });
    if (!response.ok) return `${backend.name} answered with status ${response.status}.`;
    return await backend.results(await response.text());
  } catch (error) {
    if (signal.aborted) return "The search was interrupted.";
    const host = URL.parse(url)?.host ?? backend.name;
    return `${backend.name} (${host}) could not be reached: ${reason(error)}`;
  }
}

function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
