// Web tools against a server on loopback: what is read, what is refused, and that the judged address is the one used.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { siteList } from "../kernel/net/sites.ts";
import { createGuardedFetch, createNetGuard } from "./guarded-fetch.ts";
import { type Bench, createBench } from "./testbench.ts";
import { webExtractTool } from "./web-extract.ts";
import { chooseBackend, webSearchTool } from "./web-search.ts";

let server: Server;
let base: string;
let seen: IncomingMessage[];
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    seen.push(request);
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => answer(request, response, body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
let benches: Bench[] = [];
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await Promise.all(benches.map((bench) => bench.remove()));
  benches = [];
});

const blocked = siteList(["blocked.example"]);
const fetcher = (allowPrivate: boolean, more: object = {}) =>
  createGuardedFetch({
    guard: createNetGuard({ allowPrivate }, (host) => (blocked(host) === undefined ? undefined : "on the blocklist")),
    userAgent: "test",
    ...more,
  });
const extract = async (urls: string[], options: Parameters<typeof webExtractTool>[0]) => {
  const bench = await createBench([webExtractTool(options)]);
  benches.push(bench);
  return bench.call("web_extract", { urls });
};
const page = (body: string) => (_request: IncomingMessage, response: ServerResponse) => {
  response.setHeader("content-type", "text/html; charset=utf-8").end(body);
};

const ARTICLE = `<html><head><title>Bees</title></head><body><nav>Menu Login</nav><article><h1>Bees</h1>
${"<p>Bees are insects that fly from flower to flower and make honey in the warm months of the year.</p>".repeat(8)}
<p>See <a href="/wasps">wasps</a>. <img src="data:image/png;base64,${"A".repeat(300)}"></p></article>
<script>steal()</script><footer>Imprint</footer></body></html>`;

test("a page becomes its article in Markdown, links absolute, data images dropped", async () => {
  answer = page(ARTICLE);
  const { results } = await extract([`${base}/bees`], { fetch: fetcher(true) });
  expect(results[0]).toMatchObject({ title: "Bees", error: null });
  expect(results[0].content).toContain("flower to flower");
  expect(results[0].content).toContain(`[wasps](${base}/wasps)`);
  expect(results[0].content).not.toMatch(/base64|steal|Imprint|Menu/);
});

test("long pages are summarised when a model is there, cut when not", async () => {
  answer = (_request, response) => response.setHeader("content-type", "text/plain").end("word ".repeat(10_000));
  const plain = await extract([base], { fetch: fetcher(true), maxChars: 1_000 });
  expect(plain.results[0].content).toContain("omitted");
  const summary = await extract([base], { fetch: fetcher(true), summarize: async () => "short" });
  expect(summary.results[0].content).toBe("short");
});

test("local addresses are refused and nothing is sent", async () => {
  answer = page("secret");
  const host = new URL(base).port;
  const urls = [base, `http://localhost:${host}/`, `http://[::ffff:127.0.0.1]:${host}/`, `http://2130706433:${host}/`];
  const { results } = await extract(urls, { fetch: fetcher(false) });
  expect(results.every((row: { blocked_by_policy?: boolean }) => row.blocked_by_policy === true)).toBe(true);
  expect(seen).toEqual([]);
});

test("a name is connected to by the address that was judged, and one bad answer refuses all", async () => {
  answer = page(ARTICLE);
  const port = new URL(base).port;
  const names: string[] = [];
  const lookup = async (name: string) => {
    names.push(name);
    const loopback = { address: "127.0.0.1", family: 4 };
    return name.startsWith("mixed") ? [{ address: "93.184.216.34", family: 4 }, loopback] : [loopback];
  };
  const open = await extract([`http://pinned.example:${port}/`], { fetch: fetcher(true, { lookup }) });
  expect(open.results[0].error).toBeNull();
  expect(seen[0]?.headers.host).toBe(`pinned.example:${port}`);
  const closed = await extract([`http://mixed.example:${port}/`], { fetch: fetcher(false, { lookup }) });
  expect(closed.results[0]).toMatchObject({ blocked_by_policy: true });
  expect(names).toEqual(["pinned.example", "mixed.example"]);
  expect(seen).toHaveLength(1);
});

test("every redirect is judged again", async () => {
  answer = (request, response) => {
    const target = request.url === "/meta" ? "http://169.254.169.254/latest/meta-data" : `${base}/loop`;
    response.writeHead(302, { location: target }).end();
  };
  const { results } = await extract([`${base}/meta`, `${base}/loop`], { fetch: fetcher(true) });
  expect(results[0]).toMatchObject({ blocked_by_policy: true, error: expect.stringContaining("metadata") });
  expect(results[1].error).toContain("redirects");
});

test("sites on the blocklist and secrets in addresses are refused", async () => {
  const { results } = await extract(["https://www.blocked.example/x", "https://ok.example/?q=ghp_abcdefghijklmnop"], {
    fetch: fetcher(false),
  });
  expect(results[0].error).toContain("blocklist");
  expect(results[1].error).toContain("secret");
});

test("an endless answer is cut off, an error status is said, a dead server is named", async () => {
  answer = (request, response) => {
    if (request.url === "/gone") return void response.writeHead(404).end();
    const more = () => response.write("x".repeat(65_536), (error) => !error && setImmediate(more));
    more();
  };
  const { results } = await extract([`${base}/big`, `${base}/gone`, "http://127.0.0.1:1/"], { fetch: fetcher(true) });
  expect(results[0].error).toContain("larger");
  expect(results[1].error).toContain("404");
  expect(results[2].error).toContain("127.0.0.1:1");
});

test("behind a proxy pages come through it, except where the person says otherwise; what is private stays refused", async () => {
  answer = page(ARTICLE);
  const proxy = { http: base, except: "127.0.0.1" };
  const nobody = () => Promise.reject(new Error("only the proxy resolves names"));
  const there = await extract(["http://bees.example/x"], { fetch: fetcher(false, { proxy, lookup: nobody }) });
  expect(there.results[0]).toMatchObject({ title: "Bees", error: null });
  expect(seen.map((request) => request.url)).toEqual(["http://bees.example/x"]);
  await extract([`${base}/direct`], { fetch: fetcher(true, { proxy }) });
  expect(seen.at(-1)?.url).toBe("/direct");
  const inside = () => Promise.resolve([{ address: "10.0.0.7", family: 4 }]);
  const refused = await extract(["http://intranet.example/x", "http://169.254.169.254/"], {
    fetch: fetcher(false, { proxy, lookup: inside }),
  });
  expect(refused.results.map((result: { blocked_by_policy?: boolean }) => result.blocked_by_policy)).toEqual([
    true,
    true,
  ]);
  expect(seen).toHaveLength(2);
});

const search = async (options: Partial<Parameters<typeof webSearchTool>[0]>) => {
  const bench = await createBench([webSearchTool({ keys: {}, userAgent: "test", ...options })]);
  benches.push(bench);
  return bench.call("web_search", { query: "bees & honey", limit: "2" });
};

test("the keyless search reads result pages and unwraps their links", async () => {
  const row = (n: number) =>
    `<div class="result"><a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fbees.example%2F${n}&rut=x">Bee <b>${n}</b></a><a class="result__snippet">About ${n}</a></div>`;
  answer = (_request, response, body) =>
    response.end(
      `${body.includes("bees%20%26%20honey") ? row(1) + row(2) + row(3) : ""}<div class="result result--ad"><a class="result__a" href="https://ad.example">Ad</a></div>`,
    );
  expect(await search({ baseUrls: { ddgs: base } })).toEqual({
    success: true,
    data: {
      web: [
        { title: "Bee 1", url: "https://bees.example/1", description: "About 1", position: 1 },
        { title: "Bee 2", url: "https://bees.example/2", description: "About 2", position: 2 },
      ],
    },
  });
});

test.each([
  ["tavily", "TAVILY_API_KEY", { results: [{ title: "T", url: "https://t", content: "c" }] }],
  ["exa", "EXA_API_KEY", { results: [{ title: "T", url: "https://t", text: "c" }] }],
  ["firecrawl", "FIRECRAWL_API_KEY", { data: { web: [{ title: "T", url: "https://t", description: "c" }] } }],
  [
    "brave-free",
    "BRAVE_SEARCH_API_KEY",
    { web: { results: [{ title: "<b>T</b>", url: "https://t", description: "c" }] } },
  ],
  ["searxng", "SEARXNG_URL", { results: [{ title: "T", url: "https://t", content: "c" }] }],
])("%s is chosen by its key and read", async (name, keyName, body) => {
  answer = (_request, response) => response.end(JSON.stringify(body));
  const keys = { [keyName]: name === "searxng" ? base : "k" };
  expect(chooseBackend({ keys }).name).toBe(name);
  const found = await search({ keys, baseUrls: name === "searxng" ? {} : { [name]: base } });
  expect(found.data.web).toEqual([{ title: "T", url: "https://t", description: "c", position: 1 }]);
});

test("a refusing provider is a sentence without the key", async () => {
  answer = (_request, response) => response.writeHead(401).end();
  const found = await search({
    backend: "tavily",
    keys: { TAVILY_API_KEY: "tvly-secret" },
    baseUrls: { tavily: base },
  });
  expect(found).toEqual({ success: false, error: "tavily answered with status 401." });
});
