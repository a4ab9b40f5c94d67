// Web search providers as rows: how to ask, and where in the answer the results are.

import { isRecord, parseJson } from "../kernel/json.ts";
import { oneLine } from "../kernel/text.ts";

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

export interface SearchRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SearchBackend {
  readonly name: string;
  readonly defaultUrl?: string;
  /** The name of its key in the environment; without one it needs none. */
  readonly keyName?: string;
  request(query: string, limit: number, setup: { readonly baseUrl: string; readonly key: string }): SearchRequest;
  results(body: string): Promise<readonly SearchResult[]>;
}

const JSON_BODY = { "content-type": "application/json", accept: "application/json" };

/** In the order they are tried when none is chosen: those whose key is there, then the keyless one. */
export const SEARCH_BACKENDS: readonly SearchBackend[] = [
  {
    name: "tavily",
    defaultUrl: "https://api.tavily.com",
    keyName: "TAVILY_API_KEY",
    request: (query, limit, { baseUrl, key }) => ({
      url: `${baseUrl}/search`,
      method: "POST",
      headers: { ...JSON_BODY, authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, max_results: Math.min(20, limit) }),
    }),
    results: async (body) => fromJson(body, ["results"], { title: "title", url: "url", description: "content" }),
  },
  {
    name: "exa",
    defaultUrl: "https://api.exa.ai",
    keyName: "EXA_API_KEY",
    request: (query, limit, { baseUrl, key }) => ({
      url: `${baseUrl}/search`,
      method: "POST",
      headers: { ...JSON_BODY, "x-api-key": key },
      body: JSON.stringify({ query, numResults: limit, contents: { text: { maxCharacters: 300 } } }),
    }),
    results: async (body) => fromJson(body, ["results"], { title: "title", url: "url", description: "text" }),
  },
  {
    name: "firecrawl",
    defaultUrl: "https://api.firecrawl.dev",
    keyName: "FIRECRAWL_API_KEY",
    request: (query, limit, { baseUrl, key }) => ({
      url: `${baseUrl}/v2/search`,
      method: "POST",
      headers: { ...JSON_BODY, authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, limit }),
    }),
    results: async (body) =>
      fromJson(body, ["data", "web"], { title: "title", url: "url", description: "description" }),
  },
  {
    name: "brave-free",
    defaultUrl: "https://api.search.brave.com",
    keyName: "BRAVE_SEARCH_API_KEY",
    request: (query, limit, { baseUrl, key }) => ({
      url: `${baseUrl}/res/v1/web/search?q=${encodeURIComponent(query)}&count=${Math.min(20, limit)}`,
      method: "GET",
      headers: { accept: "application/json", "x-subscription-token": key },
    }),
    results: async (body) =>
      fromJson(body, ["web", "results"], { title: "title", url: "url", description: "description" }),
  },
  {
    name: "searxng",
    keyName: "SEARXNG_URL",
    request: (query, _limit, { baseUrl, key }) => ({
      url: `${(baseUrl || key).replace(/\/$/, "")}/search?q=${encodeURIComponent(query)}&format=json`,
      method: "GET",
      headers: { accept: "application/json" },
    }),
    results: async (body) => fromJson(body, ["results"], { title: "title", url: "url", description: "content" }),
  },
  {
    name: "ddgs",
    defaultUrl: "https://html.duckduckgo.com",
    request: (query, _limit, { baseUrl }) => ({
      url: `${baseUrl}/html/`,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      body: `q=${encodeURIComponent(query)}&b=&kl=wt-wt`,
    }),
    results: fromHtml,
  },
];

interface Fields {
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

function fromJson(body: string, path: readonly string[], fields: Fields): readonly SearchResult[] {
  const parsed = parseJson(body);
  let at: unknown = parsed.type === "ok" ? parsed.value : undefined;
  for (const key of path) at = isRecord(at) ? at[key] : undefined;
  const rows = Array.isArray(at) ? at.filter(isRecord) : [];
  return rows
    .map((row) => ({
      title: text(row[fields.title]),
      url: text(row[fields.url]),
      description: text(row[fields.description]),
    }))
    .filter(({ url }) => url !== "");
}

function text(value: unknown): string {
  return typeof value === "string" ? oneLine(value.replace(/<[^<>]+>/g, "")) : "";
}

async function fromHtml(body: string): Promise<readonly SearchResult[]> {
  const { parseHTML } = await import("linkedom");
  const { document } = parseHTML(body);
  const found: SearchResult[] = [];
  for (const row of document.querySelectorAll(".result:not(.result--ad)")) {
    const link = row.querySelector("a.result__a");
    const url = unwrapped(link?.getAttribute("href") ?? "");
    if (url === "") continue;
    found.push({
      title: oneLine(link?.textContent ?? ""),
      url,
      description: oneLine(row.querySelector(".result__snippet")?.textContent ?? ""),
    });
  }
  return found;
}

/** Result links lead through a counter; the real address is its `uddg` parameter. */
function unwrapped(href: string): string {
  const url = URL.parse(href, "https://duckduckgo.com");
  if (url === null) return "";
  return url.searchParams.get("uddg") ?? (url.protocol.startsWith("http") ? url.href : "");
}
